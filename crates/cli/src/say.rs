//! Lines on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) use robots_policy_records::number::{grouped, number};

use crate::names::{plain, plain_line};

/// Writes a line on standard error. If no one reads it, the answer and the exit status stay the same.
pub(crate) fn warn(what: &dyn Display) {
    let _ = writeln!(io::stderr(), "{}: {}", program(), plain(&what.to_string()));
}

/// The name of this program, as its user types it.
pub(crate) fn program() -> &'static str {
    if IS_LINT_ALONE.load(Ordering::Relaxed) {
        LINT_ALONE
    } else {
        WHOLE
    }
}

/// From now on the program is that with `lint` and `explain` alone.
#[cfg(feature = "lint")]
pub(crate) fn be_lint_alone() {
    IS_LINT_ALONE.store(true, Ordering::Relaxed);
}

static IS_LINT_ALONE: AtomicBool = AtomicBool::new(false);

pub(crate) const WHOLE: &str = "robots-policy";
const LINT_ALONE: &str = "robots-policy-lint";

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
