//! The shape of the structures, looked at before `arrow-array` reads them: it follows any depth, and panics or goes
//! astray where a count, a pointer or an offset is none. A file that somebody else wrote can have all of them.

use std::ffi::{CStr, c_char, c_void};

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_data::{ArrayData, layout};
use arrow_schema::{ArrowError, DataType};

/// How deep types lie in each other. Each level takes a part of the stack in every reader of a table.
const DEPTH: usize = 64;

/// The beginning of a schema in the C data interface.
#[repr(C)]
struct CSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut CSchema,
    dictionary: *mut CSchema,
}

/// Refuses a schema that is too deep, or whose texts and children are not those of its types.
///
/// # Safety
/// The schema is not released, and its pointers lead to what they say or are null.
#[allow(unsafe_code)]
pub(super) unsafe fn check_schema(schema: &FFI_ArrowSchema) -> Result<(), ArrowError> {
    // SAFETY: by the caller; the two structures begin alike.
    unsafe { check_type(std::ptr::from_ref(schema).cast(), DEPTH).map(drop) }
}

/// Checks a type and those in it; gives its format and the number of its children.
///
/// # Safety
/// As for [`check_schema`].
#[allow(unsafe_code)]
unsafe fn check_type<'s>(
    schema: *const CSchema,
    depth: usize,
) -> Result<(&'s str, usize), ArrowError> {
    if depth == 0 {
        return Err(wrong(format!("types lie more than {DEPTH} deep")));
    }
    // SAFETY: by the caller; each pointer is followed if it is not null.
    unsafe {
        let schema = schema.as_ref().ok_or_else(|| wrong("a type is null"))?;
        text(schema.name)?;
        let format = text(schema.format)?.ok_or_else(|| wrong("a format is null"))?;
        let children = pointers(schema.n_children, schema.children)?;
        let mut inner = Vec::new();
        for child in children {
            inner.push(check_type(*child, depth - 1)?);
        }
        let is_dictionary = !schema.dictionary.is_null();
        if is_dictionary {
            check_type(schema.dictionary, depth - 1)?;
        }
        let is_right = match format {
            "+s" => true,
            "+m" => inner == [("+s", 2)],
            "+r" => matches!(inner[..], [("s" | "i" | "l", 0), _]),
            "+l" | "+L" | "+vl" | "+vL" => inner.len() == 1,
            _ if format.starts_with("+u") => true,
            _ if format.starts_with("+w:") => inner.len() == 1 && !format.contains('-'),
            _ if format.starts_with("w:") => inner.is_empty() && !format.contains('-'),
            _ => inner.is_empty(),
        };
        let is_index = matches!(format, "c" | "C" | "s" | "S" | "i" | "I" | "l" | "L");
        if !is_right || (is_dictionary && !is_index) {
            let types = inner.len();
            return Err(wrong(format!("the type {format:?} of {types} types")));
        }
        Ok((format, inner.len()))
    }
}

/// A text of a schema; `None` for null.
///
/// # Safety
/// It ends with a null.
#[allow(unsafe_code)]
unsafe fn text<'s>(text: *const c_char) -> Result<Option<&'s str>, ArrowError> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: by the caller.
    let text = unsafe { CStr::from_ptr(text) };
    match text.to_str() {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(wrong("a name that is not UTF-8")),
    }
}

/// The children, or the buffers, by their number.
///
/// # Safety
/// There are as many, or the pointer is null.
#[allow(unsafe_code)]
unsafe fn pointers<'s, T>(number: i64, first: *const *mut T) -> Result<&'s [*mut T], ArrowError> {
    let Ok(number) = usize::try_from(number) else {
        return Err(wrong("a number below zero"));
    };
    match number {
        0 => Ok(&[]),
        _ if first.is_null() || !first.is_aligned() => Err(wrong("pointers that are not there")),
        // SAFETY: by the caller.
        _ => Ok(unsafe { std::slice::from_raw_parts(first, number) }),
    }
}

/// The beginning of an array in the C data interface.
#[repr(C)]
pub(super) struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *mut c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
}

/// Refuses an array whose numbers, buffers and children are not those of its type. The number of buffers of a column of
/// nulls is set to none, as the interface has it: Polars counts one.
///
/// # Safety
/// The pointer is null or leads to an array that is not released, and so do its own; its type has passed [`check_schema`].
#[allow(unsafe_code)]
pub(super) unsafe fn check_array(array: *mut Array, kind: &DataType) -> Result<(), ArrowError> {
    // SAFETY: by the caller; each pointer is followed if it is not null.
    unsafe {
        let array = array.as_mut().ok_or_else(|| wrong("an array is null"))?;
        if *kind == DataType::Null {
            array.n_buffers = 0;
        }
        let rows = array.rows(kind)?;
        array.check_buffers(kind, rows)?;
        let kinds = types_in(kind);
        let children = pointers(array.n_children, array.children)?;
        if children.len() != kinds.len() {
            let (there, expected) = (children.len(), kinds.len());
            return Err(wrong(format!(
                "{there} children of {expected} in a column of {kind}"
            )));
        }
        for (child, kind) in children.iter().zip(kinds) {
            check_array(*child, kind)?;
        }
        match kind {
            DataType::Dictionary(_, values) => check_array(array.dictionary, values),
            _ if array.dictionary.is_null() => Ok(()),
            _ => Err(wrong(format!("a dictionary in a column of {kind}"))),
        }
    }
}

impl Array {
    /// The rows from the beginning of the buffers on; so few that the bits of all can be counted.
    fn rows(&self, kind: &DataType) -> Result<usize, ArrowError> {
        let bits = match kind {
            DataType::FixedSizeBinary(octets) => i64::from(*octets) * 8,
            DataType::FixedSizeList(_, items) => i64::from(*items),
            _ => 0,
        };
        let is_sound = self.length >= 0 && self.offset >= 0 && self.null_count >= -1;
        let rows = self.length.checked_add(self.offset);
        let rows = rows.filter(|rows| {
            let all = rows.checked_add(1);
            all.and_then(|all| all.checked_mul(bits.max(256))).is_some()
        });
        let rows = rows
            .filter(|_| is_sound)
            .and_then(|rows| usize::try_from(rows).ok());
        rows.ok_or_else(|| wrong(format!("the numbers of rows in a column of {kind}")))
    }

    /// # Safety
    /// As for [`check_array`]; the buffers have these rows.
    #[allow(unsafe_code)]
    unsafe fn check_buffers(&self, kind: &DataType, rows: usize) -> Result<(), ArrowError> {
        let expected = layout(kind);
        let least = expected.buffers.len() + usize::from(expected.can_contain_null_mask);
        // SAFETY: by the caller.
        let buffers = unsafe { pointers(self.n_buffers, self.buffers) }?;
        let is_right = if expected.variadic {
            // After the octets of views, whose number is free, their lengths.
            buffers.len() > least
        } else {
            buffers.len() == least
        };
        if !is_right {
            let there = buffers.len();
            return Err(wrong(format!("{there} buffers in a column of {kind}")));
        }
        // Of octets, the last end or their lengths say how many there are.
        // SAFETY: by the caller.
        let is_right = unsafe {
            match (kind, buffers) {
                (DataType::Utf8 | DataType::Binary, [_, ends, _]) => {
                    rows == 0 || is_length(ends.cast::<i32>(), rows)
                }
                (DataType::LargeUtf8 | DataType::LargeBinary, [_, ends, _]) => {
                    rows == 0 || is_length(ends.cast::<i64>(), rows)
                }
                (DataType::Utf8View | DataType::BinaryView, [_, _, octets @ .., lengths]) => {
                    let mut all = 0..octets.len();
                    all.all(|at| is_length(lengths.cast::<i64>(), at))
                }
                _ => true,
            }
        };
        if is_right {
            return Ok(());
        }
        Err(wrong(format!("the offsets in a column of {kind}")))
    }
}

/// Whether the number at this place can be one of octets.
///
/// # Safety
/// The pointer is null, not aligned, or leads to as many numbers.
#[allow(unsafe_code)]
unsafe fn is_length<N: Copy + TryInto<usize>>(numbers: *const N, at: usize) -> bool {
    // SAFETY: by the caller.
    !numbers.is_null() && numbers.is_aligned() && unsafe { *numbers.add(at) }.try_into().is_ok()
}

/// The types of the children of an array.
fn types_in(kind: &DataType) -> Vec<&DataType> {
    match kind {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => vec![field.data_type()],
        DataType::Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
        DataType::Union(fields, _) => fields.iter().map(|(_, field)| field.data_type()).collect(),
        DataType::RunEndEncoded(ends, values) => vec![ends.data_type(), values.data_type()],
        _ => Vec::new(),
    }
}

/// Refuses offsets that do not increase or lead out of their buffer, keys without a value, and nulls that were counted
/// wrongly. Text may be any octets.
pub(super) fn check_values(data: &ArrayData) -> Result<(), ArrowError> {
    let octets = match data.data_type() {
        DataType::Utf8 => Some(DataType::Binary),
        DataType::LargeUtf8 => Some(DataType::LargeBinary),
        DataType::Utf8View => Some(DataType::BinaryView),
        _ => None,
    };
    match octets {
        Some(octets) => {
            let data = data.clone().into_builder().data_type(octets).build();
            data.map(drop)?;
        }
        None => data.validate_data()?,
    }
    data.child_data().iter().try_for_each(check_values)
}

fn wrong(what: impl Into<String>) -> ArrowError {
    ArrowError::InvalidArgumentError(what.into())
}
