//! The program around a report: it reads files by their names, and shows what is said while reports are read.

use std::fmt;
use std::path::Path;

/// The program around a report.
pub trait Caller {
    /// The content of a file that a user names, unpacked.
    fn file(&self, path: &Path) -> Result<Vec<u8>, ReportError>;

    /// There are this many further reports to read.
    fn expect(&self, reports: u64);

    /// A report has been read.
    fn read(&self);

    /// A folder has been read, of which this is the name, with this many reports.
    fn read_folder(&self, name: &str, reports: u64);

    /// A message for people.
    fn warn(&self, message: &str);
}

/// A report that cannot be made.
#[derive(Debug)]
pub enum ReportError {
    /// The inputs or the names do not belong together; the message says how to correct it.
    Usage(String),
    /// An input cannot be read: its name, and why.
    Input(String, String),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::Usage(message) => f.write_str(message),
            ReportError::Input(name, why) => write!(f, "cannot read {name}: {why}"),
        }
    }
}

impl std::error::Error for ReportError {}
