//! Takes Arrow data out of the capsules in which Python libraries hand it over: the one place of the Python package where
//! the compiler cannot check a pointer.
//!
//! **What it is.** pyarrow, polars, pandas, `DuckDB` and others exchange tables without a copy as C structures in a
//! `PyCapsule` (the [Arrow PyCapsule interface]). A capsule holds an untyped pointer. [`array_of`] and [`stream_of`] move the
//! structure that the pointer leads to into a type of `arrow-array`, which reads the buffers and releases them when it is dropped.
//! Handing data out needs none of this, because `arrow-array` and `PyO3` do it in safe code.
//!
//! **Why by hand.** `pyo3-arrow` does this too, but it depends on kernels, a time-zone database and `NumPy` bindings, which
//! are a third of the wheel; with this package all of Arrow takes a tenth.
//!
//! **Invariant.** The name of a capsule says which structure is in it, as the interface demands; the pointer is not null
//! and is aligned; the structure is not released, and after the call the one in the capsule is, so that it is released
//! once. The capsules live longer than the call. That pointers which are not null lead to structures of the [C data interface],
//! and to buffers as long as it says, is the promise of the library that made them: the interface states no length of a
//! buffer, so no consumer can verify it. pyarrow knows the lengths, and is asked to compare them. What can be verified is,
//! before anything is read: depth, numbers, texts, null pointers and the children of each type (`shape`), then offsets and
//! keys. Text is not relied on to be UTF-8: the package reads every text column as octets.
//!
//! **What breaks.** A structure of another kind, or one that is read after its release, is undefined behaviour: a crash at
//! best. One that is not marked as released is freed twice.
//!
//! **Which test notices.** The session `bindings/python/tests/sessions/capsules.pycon` hands in capsules of a wrong name,
//! released ones, a capsule twice, objects whose methods return something else, slices of every type, and buffers that are
//! aligned less than their type requires; `test_arrow_shapes.py` files of pyarrow with changed bytes, types that lie too deep,
//! and structures with a wrong member; the session `table_types` text that is not UTF-8.
//!
//! [Arrow PyCapsule interface]: https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
//! [C data interface]: https://arrow.apache.org/docs/format/CDataInterface.html

mod shape;

use std::ffi::{CStr, c_void};
use std::ptr::NonNull;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchOptions, RecordBatchReader, StructArray};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyCapsule};

/// The batch that an object hands over by `__arrow_c_array__`; `None` if it has no such method.
///
/// # Errors
/// `TypeError` for an object that is an array of anything but rows with columns, or that does not keep to the interface;
/// `ValueError` for rows whose numbers, offsets or children are wrong; and what the method raises.
pub fn batch(object: &Bound<'_, PyAny>) -> PyResult<Option<RecordBatch>> {
    let Some(capsules) = handed_over(object, "__arrow_c_array__")? else {
        return Ok(None);
    };
    let (schema, array) = capsules
        .extract::<(Bound<'_, PyCapsule>, Bound<'_, PyCapsule>)>()
        .map_err(|_| not_of_the_interface(object, "__arrow_c_array__", "two capsules"))?;
    let (schema, array) = (
        pointer(&schema, c"arrow_schema")?,
        pointer(&array, c"arrow_array")?,
    );
    let data = array_of(schema, array).map_err(unusable)?;
    rows(data).map_err(unusable).map(Some)
}

/// The batches that an object hands over by `__arrow_c_stream__`; `None` if it has no such method.
///
/// # Errors
/// Those of [`batch`].
pub fn stream(object: &Bound<'_, PyAny>) -> PyResult<Option<Stream>> {
    let Some(capsule) = handed_over(object, "__arrow_c_stream__")? else {
        return Ok(None);
    };
    let capsule = capsule
        .cast_into::<PyCapsule>()
        .map_err(|_| not_of_the_interface(object, "__arrow_c_stream__", "a capsule"))?;
    let stream = stream_of(pointer(&capsule, c"arrow_array_stream")?).map_err(unusable)?;
    Stream::new(stream).map_err(unusable).map(Some)
}

/// The schema that an object hands over by `__arrow_c_schema__`; `None` if it has no such method.
///
/// # Errors
/// Those of [`batch`].
pub fn schema(object: &Bound<'_, PyAny>) -> PyResult<Option<Schema>> {
    let Some(capsule) = handed_over(object, "__arrow_c_schema__")? else {
        return Ok(None);
    };
    let capsule = capsule
        .cast_into::<PyCapsule>()
        .map_err(|_| not_of_the_interface(object, "__arrow_c_schema__", "a capsule"))?;
    let schema = schema_of(pointer(&capsule, c"arrow_schema")?);
    schema.map_err(unusable).map(Some)
}

/// Moves an array out of its capsule. The module says what it relies on.
#[allow(unsafe_code)]
fn array_of(
    schema: NonNull<FFI_ArrowSchema>,
    array: NonNull<FFI_ArrowArray>,
) -> Result<ArrayData, ArrowError> {
    // SAFETY: the names of the capsules say that these are the two structures, and the capsules own them during the
    // call. The schema is only read; the array is moved out, which marks the one in the capsule as released.
    let (schema, array) = unsafe { (schema.as_ref(), FFI_ArrowArray::from_raw(array.as_ptr())) };
    if array.is_released() || schema.release().is_none() {
        return Err(released());
    }
    // SAFETY: the producer promises that array and schema are of the C data interface.
    unsafe {
        shape::check_schema(schema)?;
        taken(array, DataType::try_from(schema)?)
    }
}

/// Moves a stream out of its capsule, likewise.
#[allow(unsafe_code)]
fn stream_of(stream: NonNull<FFI_ArrowArrayStream>) -> Result<FFI_ArrowArrayStream, ArrowError> {
    // SAFETY: as for the array.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    if stream.release().is_none() {
        return Err(released());
    }
    Ok(stream)
}

/// Reads the schema in a capsule.
#[allow(unsafe_code)]
fn schema_of(schema: NonNull<FFI_ArrowSchema>) -> Result<Schema, ArrowError> {
    // SAFETY: as for the schema of an array.
    let schema = unsafe { schema.as_ref() };
    if schema.release().is_none() {
        return Err(released());
    }
    // SAFETY: as for the schema of an array.
    unsafe { shape::check_schema(schema) }?;
    Schema::try_from(schema)
}

fn released() -> ArrowError {
    ArrowError::CDataInterface(String::from("the capsule was used before"))
}

/// The batches of a stream.
pub struct Stream {
    inner: FFI_ArrowArrayStream,
    schema: SchemaRef,
}

impl Stream {
    #[allow(unsafe_code)]
    fn new(mut inner: FFI_ArrowArrayStream) -> Result<Stream, ArrowError> {
        let mut schema = FFI_ArrowSchema::empty();
        let code = match inner.get_schema() {
            // SAFETY: the function is that of this stream, which is not released.
            Some(get_schema) => unsafe { get_schema(&raw mut inner, &raw mut schema) },
            None => 1,
        };
        if code != 0 {
            return Err(failed(&mut inner));
        }
        // SAFETY: the stream says that it is there.
        unsafe { shape::check_schema(&schema) }?;
        let schema = Schema::try_from(&schema)?.into();
        Ok(Stream { inner, schema })
    }

    #[allow(unsafe_code)]
    fn batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let mut array = FFI_ArrowArray::empty();
        let code = match self.inner.get_next() {
            // SAFETY: the function is that of this stream, which is not released.
            Some(get_next) => unsafe { get_next(&raw mut self.inner, &raw mut array) },
            None => 1,
        };
        if code != 0 {
            return Err(failed(&mut self.inner));
        }
        if array.is_released() {
            return Ok(None);
        }
        let kind = DataType::Struct(self.schema.fields().clone());
        // SAFETY: the producer promises that its arrays are of the C data interface.
        let data = unsafe { taken(array, kind) }?;
        rows(data).map(Some)
    }
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}

/// The error of a stream, in its own words.
#[allow(unsafe_code)]
fn failed(stream: &mut FFI_ArrowArrayStream) -> ArrowError {
    let words = stream.get_last_error().and_then(|get_last_error| {
        // SAFETY: the function is that of this stream; the text is that of its last error until the next call, or null.
        let text = NonNull::new(unsafe { get_last_error(stream) }.cast_mut())?;
        // SAFETY: it ends with a null, as the interface says.
        let text = unsafe { CStr::from_ptr(text.as_ptr()) };
        Some(text.to_string_lossy().into_owned())
    });
    ArrowError::CDataInterface(words.unwrap_or_else(|| String::from("the stream failed")))
}

/// The data of an array.
///
/// # Safety
/// The array is one of the C data interface, whose buffers are as long as it says; the type has passed the check of schemas.
#[allow(unsafe_code)]
unsafe fn taken(mut array: FFI_ArrowArray, kind: DataType) -> Result<ArrayData, ArrowError> {
    // SAFETY: by the caller.
    let data = unsafe {
        shape::check_array((&raw mut array).cast(), &kind)?;
        from_ffi_and_data_type(array, kind)
    };
    let data = data.map_err(|error| ArrowError::InvalidArgumentError(error.to_string()))?;
    shape::check_values(&data)?;
    Ok(data)
}

/// The pointer in a capsule of this name.
fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &'static CStr) -> PyResult<NonNull<T>> {
    let pointer: NonNull<c_void> = capsule.pointer_checked(Some(name))?;
    let pointer = pointer.cast::<T>();
    if pointer.is_aligned() {
        return Ok(pointer);
    }
    Err(PyValueError::new_err(
        "the pointer in an Arrow capsule is not aligned",
    ))
}

/// The result of a method of the interface, if the object has it.
fn handed_over<'py>(
    object: &Bound<'py, PyAny>,
    method: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    // A class has the method too, but no data.
    if object.is_instance_of::<pyo3::types::PyType>() || !object.hasattr(method)? {
        return Ok(None);
    }
    let validated = validated(object)?;
    validated
        .as_ref()
        .unwrap_or(object)
        .call_method0(method)
        .map(Some)
}

/// Lets pyarrow compare the last offsets of its tables with the lengths of their buffers, which its readers of files do
/// not, and which the interface does not hand on; of a reader, gives one that does so batch by batch.
///
/// # Errors
/// `pyarrow.ArrowInvalid`, a `ValueError`.
fn validated<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    if !is_of_pyarrow(object)? {
        return Ok(None);
    }
    if object.hasattr("validate")? {
        object.call_method0("validate")?;
    }
    if !object.hasattr("read_next_batch")? {
        return Ok(None);
    }
    let validate = PyCFunction::new_closure(py, None, None, |arguments, _| {
        let batch = arguments.get_item(0)?;
        batch.call_method0("validate")?;
        Ok::<_, PyErr>(batch.unbind())
    })?;
    let batches = py
        .import("builtins")?
        .call_method1("map", (validate, object))?;
    let reader = py.import("pyarrow")?.getattr("RecordBatchReader")?;
    let reader = reader.call_method1("from_batches", (object.getattr("schema")?, batches))?;
    Ok(Some(reader))
}

/// Whether a class of the object is one of pyarrow, which has subclasses in Python.
fn is_of_pyarrow(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    for class in object.get_type().mro() {
        if class.getattr("__module__")?.eq("pyarrow.lib")? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The rows of an array of structures.
fn rows(data: ArrayData) -> Result<RecordBatch, ArrowError> {
    let DataType::Struct(fields) = data.data_type() else {
        return Err(ArrowError::SchemaError(format!(
            "expected rows with columns, not an array of {}",
            data.data_type()
        )));
    };
    let schema = Schema::new(fields.clone());
    let options = RecordBatchOptions::new().with_row_count(Some(data.len()));
    let (_, columns, _) = StructArray::from(data).into_parts();
    RecordBatch::try_new_with_options(schema.into(), columns, &options)
}

fn unusable(error: ArrowError) -> PyErr {
    let why = match error {
        ArrowError::InvalidArgumentError(why) => {
            let why =
                format!("Arrow data of a wrong shape: {why}; validate the table where it is made");
            return PyValueError::new_err(why);
        }
        ArrowError::SchemaError(why) | ArrowError::CDataInterface(why) => why,
        error => error.to_string(),
    };
    PyTypeError::new_err(format!("Arrow data that cannot be used: {why}"))
}

fn not_of_the_interface(object: &Bound<'_, PyAny>, method: &str, expected: &str) -> PyErr {
    let kind = object.get_type();
    let kind = kind
        .name()
        .map_or_else(|_| String::new(), |name| name.to_string());
    PyTypeError::new_err(format!("{method} of {kind} does not return {expected}"))
}
