//! The types that all forms of the table share.

use std::io::{self, Write};

use crate::Row;

/// How the table was made: names and values.
pub type TableOptions<'o> = [(&'o str, String)];

/// The destination of a table.
pub type TableOutput = Box<dyn Write + Send>;

/// A writer of rows in one form.
pub(super) trait Rows: Send {
    /// Adds a row.
    fn push(&mut self, row: &Row<'_>) -> io::Result<()>;

    /// Writes the remaining rows; returns the number of bytes of the whole table.
    fn finish(self: Box<Self>) -> io::Result<u64>;
}
