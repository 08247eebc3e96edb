//! Lines on standard error.

use std::fmt::Display;
use std::io::{self, Write};

pub(crate) use robots_policy_input::number::{grouped, number};

use robots_policy_input::names::{plain, plain_line};

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
