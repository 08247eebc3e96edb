//! The failures that end a run, or the reading of one archive.

use std::fmt;
use std::io;

/// A failure that ends a run.
#[derive(Debug)]
pub enum Failure {
    /// An input cannot be read: its name, and why.
    Input(String, String),
    /// The answer cannot be written.
    Output(io::Error),
    /// A file cannot be written: its name, and why.
    File(String, String),
    /// The settings are invalid; the message says how to correct them.
    Usage(String),
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
            Failure::File(name, why) => write!(f, "cannot write {name}: {why}"),
            Failure::Output(error) => write!(f, "cannot write the answer: {error}"),
            Failure::Usage(message) => f.write_str(message),
        }
    }
}
