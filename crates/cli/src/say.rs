//! Lines on standard error, and formatted numbers.

use std::fmt::Display;
use std::io::{self, Write};

use indicatif::HumanCount;

use crate::names::{plain, plain_line};

/// Writes a line on standard error. If no one reads it, the answer and the exit status stay the same.
pub(crate) fn warn(what: &dyn Display) {
    let _ = writeln!(io::stderr(), "robots-policy: {}", plain(&what.to_string()));
}

/// Writes a line on standard error that is not a message of the program.
pub(crate) fn log(what: &dyn Display) {
    let _ = writeln!(io::stderr(), "{}", plain_line(&what.to_string()));
}

/// Ignores a closed output: the exit status still states how the run ended.
pub(crate) fn unless_unread(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// A number of things, as in `2,400 rows`.
pub(crate) fn number(count: u64, of: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {of}{plural}", grouped(u128::from(count)))
}

/// A number with separated thousands.
pub(crate) fn grouped(number: u128) -> String {
    HumanCount(u64::try_from(number).unwrap_or(u64::MAX)).to_string()
}
