//! Exit codes, and the failures that end the program.

use std::fmt;
use std::io;

use robots_policy_archives::StoreError;

use crate::interrupt;

/// The exit status of a command; each command maps its failures to its own statuses.
pub(crate) trait CommandExit {
    /// The status as the shell has it.
    fn code(self) -> u8;

    /// The status after this failure.
    fn after(failure: &Failure) -> Self;
}

/// The exit status of a command that reads files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Every question was answered.
    Answered,
    /// At least one input was unreadable, or an answer unwritable.
    Unreadable,
    /// The command line is invalid.
    Usage,
    /// The user ended the run.
    Interrupted,
}

/// A failure that ends the program.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An input cannot be read: its name, and why.
    Input(String, String),
    /// The answer cannot be written.
    Output(io::Error),
    /// A file cannot be written: its name, and why.
    File(String, String),
    /// The command line is invalid; the message says how to correct it.
    Usage(String),
}

impl CommandExit for Exit {
    fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::Unreadable => 1,
            Exit::Usage => 2,
            Exit::Interrupted => interrupt::CODE,
        }
    }

    fn after(failure: &Failure) -> Exit {
        match failure {
            Failure::Input(..) | Failure::Output(_) | Failure::File(..) => Exit::Unreadable,
            Failure::Usage(_) => Exit::Usage,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Input(error.store, error.why)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(name, why) => write!(f, "cannot read {name}: {why}"),
            Failure::File(name, why) => write!(f, "cannot write {name}: {why}"),
            Failure::Output(error) => write!(f, "cannot write the answer: {error}"),
            Failure::Usage(message) => f.write_str(message),
        }
    }
}
