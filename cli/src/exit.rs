//! Exit codes, and the failures that end the program.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Every question was answered.
    Answered = 0,
    /// At least one input was unreadable.
    Unreadable = 1,
    /// The command line makes no sense.
    Usage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// What ends the program before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An input cannot be read: its name, and why.
    Input(String, String),
    /// The answer cannot be written.
    Output(io::Error),
    /// The command line makes no sense, and what would.
    Usage(String),
}

impl Failure {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Failure::Input(..) | Failure::Output(_) => Exit::Unreadable,
            Failure::Usage(_) => Exit::Usage,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(name, why) => write!(f, "cannot read {name}: {why}"),
            Failure::Output(error) => write!(f, "cannot write the answer: {error}"),
            Failure::Usage(message) => f.write_str(message),
        }
    }
}
