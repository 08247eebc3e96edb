//! The table of verdicts: one row a response and agent, as Parquet or as JSON records.

mod buffer;
mod jsonl;
mod parquet;
mod rows;

use std::io;

use robots_policy_archives::Row;

pub(crate) use self::rows::TableOptions;
use self::rows::{Rows, TableOutput};
use crate::choice::Choice;

/// The forms in which the table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableFormat {
    Parquet,
    Jsonl,
}

impl Choice for TableFormat {
    const KEY: &'static str = "format";
    const ALL: &'static [TableFormat] = &TableFormat::ALL;

    fn name(self) -> &'static str {
        TableFormat::name(self)
    }
}

/// What is known of a form.
struct FormatRow {
    name: &'static str,
    extension: &'static str,
    create: Create,
}

impl TableFormat {
    /// Every form; the first is the default.
    pub(crate) const ALL: [TableFormat; 2] = [TableFormat::Parquet, TableFormat::Jsonl];

    fn row(self) -> &'static FormatRow {
        match self {
            TableFormat::Parquet => &FormatRow {
                name: "parquet",
                extension: "parquet",
                create: parquet::create,
            },
            TableFormat::Jsonl => &FormatRow {
                name: "jsonl",
                extension: "jsonl",
                create: |out, _| Ok(jsonl::create(out)),
            },
        }
    }

    /// The name in options.
    pub(crate) fn name(self) -> &'static str {
        self.row().name
    }

    /// The extension of a file of this form, without the dot.
    pub(crate) fn extension(self) -> &'static str {
        self.row().extension
    }
}

/// Begins a table of a form.
type Create = fn(TableOutput, &TableOptions<'_>) -> io::Result<Box<dyn Rows>>;

/// A table that is being written, in memory bounded by [`parquet`].
pub(crate) struct Table(Box<dyn Rows>);

impl Table {
    /// Begins a table. `options` say how it was made; a Parquet file holds them and the program's
    /// version among its key-value metadata, JSON records have no place for them.
    ///
    /// # Errors
    /// What `out` answers, here as below with its kind.
    pub(crate) fn create(
        format: TableFormat,
        out: TableOutput,
        options: &TableOptions<'_>,
    ) -> io::Result<Table> {
        (format.row().create)(out, options).map(Table)
    }

    /// Adds a row. After an error the table is broken.
    pub(crate) fn push(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.0.push(row)
    }

    /// Writes what is left and flushes; gives the number of bytes written. A table that is not finished is unreadable.
    pub(crate) fn finish(self) -> io::Result<u64> {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests;
