//! The values of one leaf of the schema since the last row group, with their levels.
//!
//! A leaf is a column, the elements of a list, or one member of a list's structs. Only present values are kept; levels
//! state where they belong (Apache Parquet format, "Nested Encoding"). A list itself is never null, so a listed leaf has
//! the definition level 0 for an empty list, 1 for an element; a nullable leaf has one level more where there is a value.
//! The repetition level is 0 for the first element of a row, 1 for the others.

use std::mem;

use crate::{Cell, CellKind, Leaf};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::Result;
use parquet::file::writer::SerializedColumnWriter;

/// The values of a leaf that are not yet written.
pub(super) struct Buffer {
    leaf: Leaf,
    listed: bool,
    values: Values,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

enum Values {
    Flags(Vec<bool>),
    Integers(Vec<i64>),
    Texts(Texts),
}

/// Texts one after the other, and where each begins and ends. A text that is repeated at once is kept once: rows of one
/// response, and those of one archive, share most of their texts.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    places: Vec<(usize, usize)>,
}

impl Buffer {
    /// An empty buffer for a leaf, `listed` for one inside a list.
    pub(super) fn new(leaf: Leaf, listed: bool) -> Buffer {
        Buffer {
            leaf,
            listed,
            values: match leaf.kind {
                CellKind::Flag => Values::Flags(Vec::new()),
                CellKind::Integer | CellKind::Moment => Values::Integers(Vec::new()),
                CellKind::Text | CellKind::Word => Values::Texts(Texts::default()),
            },
            definition: Vec::new(),
            repetition: Vec::new(),
        }
    }

    /// Adds the value of a row, or, listed, an element; `repetition` is 0 for the first.
    ///
    /// [`Buffer::write`] reports a value of another kind than the leaf's as missing.
    pub(super) fn push(&mut self, cell: &Cell<'_>, repetition: i16) {
        let is_value = *cell != Cell::Null;
        match (&mut self.values, cell) {
            (Values::Flags(flags), Cell::Flag(flag)) => flags.push(*flag),
            (Values::Integers(numbers), Cell::Integer(number)) => numbers.push(*number),
            (Values::Texts(texts), Cell::Text(text)) => texts.push(text.as_bytes()),
            _ => {}
        }
        if self.leaf.nullable || self.listed {
            let value = i16::from(self.leaf.nullable && is_value);
            self.definition.push(i16::from(self.listed) + value);
        }
        if self.listed {
            self.repetition.push(repetition);
        }
    }

    /// Adds the value of the row before once more, or all elements of its list; `false` if there is none since the last row group.
    pub(super) fn push_again(&mut self) -> bool {
        let mut values = 1;
        if self.listed {
            let Some(from) = self.repetition.iter().rposition(|level| *level == 0) else {
                return false;
            };
            let levels = self.definition.get(from..).unwrap_or_default();
            values = levels.iter().filter(|level| **level == self.full()).count();
            self.repetition.extend_from_within(from..);
            self.definition.extend_from_within(from..);
        } else if self.leaf.nullable {
            let Some(level) = self.definition.last().copied() else {
                return false;
            };
            values = usize::from(level == self.full());
            self.definition.push(level);
        }
        match &mut self.values {
            Values::Flags(flags) => again(flags, values),
            Values::Integers(numbers) => again(numbers, values),
            Values::Texts(texts) => again(&mut texts.places, values),
        }
    }

    /// The definition level of a present value.
    fn full(&self) -> i16 {
        i16::from(self.listed) + i16::from(self.leaf.nullable)
    }

    /// Adds the empty list of a row.
    pub(super) fn push_empty(&mut self) {
        self.definition.push(0);
        self.repetition.push(0);
    }

    /// The number of bytes in the buffer.
    pub(super) fn size(&self) -> usize {
        let values = match &self.values {
            Values::Flags(flags) => flags.len(),
            Values::Integers(numbers) => size_of_val(numbers.as_slice()),
            Values::Texts(texts) => texts.bytes.len() + size_of_val(texts.places.as_slice()),
        };
        let levels = self.definition.len() + self.repetition.len();
        values + levels * size_of::<i16>()
    }

    /// Writes all values and clears the buffer.
    ///
    /// # Errors
    /// An error of the output; or fewer values than levels.
    pub(super) fn write(&mut self, column: &mut SerializedColumnWriter<'_>) -> Result<()> {
        let (definition, repetition) = (levels(&self.definition), levels(&self.repetition));
        let full = self.full();
        match &mut self.values {
            Values::Flags(flags) => {
                let writer = column.typed::<BoolType>();
                writer.write_batch(flags, definition, repetition)?;
                flags.clear();
            }
            Values::Integers(numbers) => {
                let writer = column.typed::<Int64Type>();
                writer.write_batch(numbers, definition, repetition)?;
                numbers.clear();
            }
            Values::Texts(texts) => {
                let texts = mem::take(texts);
                texts.write(column.typed(), definition, repetition, full)?;
            }
        }
        self.definition.clear();
        self.repetition.clear();
        Ok(())
    }
}

/// Adds the last `count` ones once more, if there are as many.
fn again<T: Copy>(values: &mut Vec<T>, count: usize) -> bool {
    let from = values.len().checked_sub(count);
    from.is_some_and(|from| {
        values.extend_from_within(from..);
        true
    })
}

fn levels(levels: &[i16]) -> Option<&[i16]> {
    (!levels.is_empty()).then_some(levels)
}

impl Texts {
    fn push(&mut self, text: &[u8]) {
        let place = match self.places.last() {
            Some((start, end)) if self.bytes.get(*start..*end) == Some(text) => (*start, *end),
            _ => {
                let start = self.bytes.len();
                self.bytes.extend_from_slice(text);
                (start, self.bytes.len())
            }
        };
        self.places.push(place);
    }

    /// Writes the texts some rows at a time: a handle on a text is longer than most texts.
    ///
    /// `full` is the definition level of a present value.
    fn write(
        self,
        writer: &mut ColumnWriterImpl<'_, ByteArrayType>,
        definition: Option<&[i16]>,
        repetition: Option<&[i16]>,
        full: i16,
    ) -> Result<()> {
        let total = definition.map_or(self.places.len(), <[i16]>::len);
        let bytes = ByteArray::from(self.bytes);
        let mut places = self.places.into_iter();
        let mut part = Vec::with_capacity(PART);
        let mut from = 0;
        while from < total {
            let mut to = total.min(from + PART);
            // A row is written as a whole.
            while repetition.is_some_and(|levels| levels.get(to).is_some_and(|level| *level != 0)) {
                to += 1;
            }
            let definition = definition.and_then(|levels| levels.get(from..to));
            let present = definition.map_or(to - from, |levels| {
                levels.iter().filter(|level| **level == full).count()
            });
            part.clear();
            let texts = places.by_ref().take(present);
            part.extend(texts.map(|(start, end)| bytes.slice(start, end - start)));
            let repetition = repetition.and_then(|levels| levels.get(from..to));
            writer.write_batch(&part, definition, repetition)?;
            from = to;
        }
        Ok(())
    }
}

/// The number of texts that are passed on at once.
const PART: usize = 4096;
