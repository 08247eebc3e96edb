//! What every form of the table has.

use std::io::{self, Write};

use robots_policy_archives::Row;

/// How the table was made: names and values.
pub(crate) type TableOptions<'o> = [(&'o str, String)];

/// Where a table is written to.
pub(super) type TableOutput = Box<dyn Write + Send>;

/// What writes the rows in one form.
pub(super) trait Rows: Send {
    /// Adds a row.
    fn push(&mut self, row: &Row<'_>) -> io::Result<()>;

    /// Writes what is left; gives the bytes of the whole table.
    fn finish(self: Box<Self>) -> io::Result<u64>;
}
