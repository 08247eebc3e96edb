//! The tables that an export reads, and the place that it writes.

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::Args;
use robots_policy_archives::archive_report::{Reported, TableFile};
use robots_policy_input::names::shown;
use robots_policy_report::{Caller as _, ScanFolder, scan_folders};

use crate::exit::Failure;
use crate::progress::ProgressArgs;
use crate::report::{ReportOutput, ReportProgress, failure};

/// The inputs and the output of every export.
#[derive(Args)]
pub(super) struct Given {
    /// Output folders of `scan`
    #[arg(value_name = "DIR", required = true)]
    pub(super) folders: Vec<PathBuf>,

    /// Where the answer is written; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", value_parser = ReportOutput::named())]
    pub(super) output: ReportOutput,

    #[command(flatten)]
    progress: ProgressArgs,
}

/// The folders that were read, and how the reading goes.
pub(super) struct Tables {
    pub(super) folders: Vec<ScanFolder>,
    progress: ReportProgress,
    is_complete: bool,
}

impl Given {
    /// The tables of the folders, of which an output would overwrite none.
    pub(super) fn tables(&self) -> Result<Tables, Failure> {
        if self
            .folders
            .iter()
            .any(|folder| self.output.is_of_scan(folder))
        {
            return Err(Failure::Usage(format!(
                "{} is a file of the scan, and would be overwritten; name another file",
                self.output.name()
            )));
        }
        let progress = ReportProgress::new(self.progress.when(), "table");
        let (folders, is_complete) = scan_folders(&self.folders, &progress).map_err(failure)?;
        Ok(Tables {
            folders,
            progress,
            is_complete,
        })
    }
}

impl Tables {
    /// Reads the tables one after the other, each with the SHA-256 of its archive if its report has it. One that cannot be read is named, and the others are read.
    pub(super) fn read(
        &mut self,
        mut one: impl FnMut(&ScanFolder, &Path, Option<String>) -> Result<(), String>,
    ) {
        for folder in &self.folders {
            let mut read = 0;
            for table in &folder.tables {
                // A report that cannot be read identifies nothing.
                let reported = Reported::of(table).ok();
                let whole = reported.as_ref().map(|it| require_as_written(it, table));
                let archive = reported.and_then(|reported| reported.input.sha256);
                let whole = whole.unwrap_or(Ok(()));
                match whole.and_then(|()| one(folder, table, archive)) {
                    Ok(()) => read += 1,
                    Err(why) => {
                        self.is_complete = false;
                        let name = shown(table.as_os_str());
                        self.progress.warn(&format!("cannot read {name}: {why}"));
                    }
                }
                self.progress.read();
            }
            self.progress.read_folder(&folder.name(), read);
        }
        self.progress.finish();
    }

    /// Says something that is missing.
    pub(super) fn trouble(&mut self, why: &str) {
        self.is_complete = false;
        self.progress.warn(why);
    }

    /// Says something without which the export is complete.
    pub(super) fn note(&self, what: &str) {
        self.progress.warn(what);
    }

    /// Whether all was read that the scans say they wrote.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }
}

/// Requires the length and the checksum that the report has, if it has any.
fn require_as_written(reported: &Reported, table: &Path) -> Result<(), String> {
    let Some(written) = &reported.table else {
        return Ok(());
    };
    let file = File::open(table).and_then(|file| TableFile::of(&file));
    if file.map_err(|error| error.to_string())? == *written {
        return Ok(());
    }
    Err(String::from(
        "it is not as its report says: it was changed or damaged; delete it, and repeat the scan with --resume",
    ))
}
