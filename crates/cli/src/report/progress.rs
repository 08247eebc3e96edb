//! The progress of reading reports or tables: a bar on a terminal, elsewhere a line for each folder if --progress requires them.

use std::path::Path;

use indicatif::ProgressBar;

use robots_policy_input::read_input;
use robots_policy_report::{Caller, ReportError};

use crate::exit::Failure;
use crate::progress::ProgressWhen;
use crate::say::{number, warn};

/// The progress of a run over reports or tables.
pub(crate) struct ReportProgress {
    bar: ProgressBar,
    has_lines: bool,
    /// The kind of the files that are read.
    of: &'static str,
}

impl ReportProgress {
    /// Begins a run over files of this kind, as `report`.
    pub(crate) fn new(when: ProgressWhen, of: &'static str) -> ReportProgress {
        ReportProgress {
            bar: when.bar(0, of),
            has_lines: when.has_lines(),
            of,
        }
    }
}

impl ReportProgress {
    /// Takes the bar from the terminal, before an answer is written there.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Caller for ReportProgress {
    fn file(&self, path: &Path) -> Result<Vec<u8>, ReportError> {
        read_input::read_unpacked(path).map_err(|failure| match failure {
            Failure::Input(name, why) => ReportError::Input(name, why),
            other => ReportError::Usage(other.to_string()),
        })
    }

    fn expect(&self, reports: u64) {
        self.bar.inc_length(reports);
    }

    fn read(&self) {
        self.bar.inc(1);
    }

    fn read_folder(&self, name: &str, reports: u64) {
        if self.has_lines {
            warn(&format_args!("{name}: {}", number(reports, self.of)));
        }
    }

    fn warn(&self, message: &str) {
        self.bar.suspend(|| warn(&message));
    }
}

impl Drop for ReportProgress {
    fn drop(&mut self) {
        self.finish();
    }
}
