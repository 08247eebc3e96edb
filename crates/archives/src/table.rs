//! The table of verdicts: one row a response and agent, as Parquet or as JSON records.

mod buffer;
mod fields;
mod jsonl;
mod parquet;
mod reader;

use std::io::{self, Write};

use crate::{Column, Row};
use serde_json::Value;

pub use self::fields::{FieldShape, TableField, fields_of};
pub use self::reader::{TableReader, TableRow};
pub(crate) use self::reader::{projected, unreadable};

/// The forms in which the table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Columns, compressed.
    Parquet,
    /// A JSON object a line.
    Jsonl,
}

impl TableFormat {
    /// All forms.
    pub const ALL: [TableFormat; 2] = [TableFormat::Parquet, TableFormat::Jsonl];

    /// The extension of a file of this form, without the dot; also its name in the settings of a run.
    pub fn extension(self) -> &'static str {
        match self {
            TableFormat::Parquet => "parquet",
            TableFormat::Jsonl => "jsonl",
        }
    }
}

/// A moment in microseconds since 1970 as text; null for one that no date has.
fn moment(micros: i64) -> Value {
    let moment = jiff::Timestamp::from_microsecond(micros);
    moment.map_or(Value::Null, |moment| moment.to_string().into())
}

/// A writer of rows in one form.
trait TableWriter: Send {
    /// Adds a row.
    fn push(&mut self, row: &Row<'_>) -> io::Result<()>;

    /// Writes the remaining rows; returns the number of bytes of the whole table.
    fn finish(self: Box<Self>) -> io::Result<u64>;
}

/// A table that is being written, in memory bounded by `parquet`.
pub struct Table(Box<dyn TableWriter>);

impl Table {
    /// Begins a table with these columns. `options` state how it was made, by names and values; a Parquet file holds them among its key-value
    /// metadata, JSON records have no place for them.
    ///
    /// # Errors
    /// The error of `out`, with its kind, here as below.
    pub fn create(
        format: TableFormat,
        out: Box<dyn Write + Send>,
        columns: Vec<Column>,
        options: &[(&str, String)],
    ) -> io::Result<Table> {
        Ok(Table(match format {
            TableFormat::Parquet => parquet::create(out, columns, options)?,
            TableFormat::Jsonl => jsonl::create(out, columns),
        }))
    }

    /// Adds a row. After an error the table is broken.
    pub fn push(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.0.push(row)
    }

    /// Writes the remaining rows and flushes; returns the number of bytes written. A table that is not finished is
    /// unreadable.
    pub fn finish(self) -> io::Result<u64> {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests;
