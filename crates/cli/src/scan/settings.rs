//! The settings of a run, and the ones that distinguish it from another.

use std::io;
use std::path::{Path, PathBuf};

use robots_policy::Timestamp;
use robots_policy::engines::Profile;
use robots_policy_archives::{Asker, Column, Skip, columns, columns_as};
use robots_policy_records::ReadingOptions;

use super::folder;
use super::table::TableFormat;
use crate::archive_inputs::{Archives, Content, Decoding};
use crate::exit::Failure;
use crate::names::shown;
use crate::progress::ProgressWhen;

/// The destination of the rows.
#[derive(Clone)]
pub(crate) enum ScanOutput {
    /// Into a table for each archive.
    Folder(PathBuf),
    /// To standard output.
    Standard,
}

/// The settings of the command.
pub(crate) struct ScanSettings {
    pub(crate) archives: Archives,
    pub(crate) output: ScanOutput,
    pub(crate) format: TableFormat,
    pub(crate) askers: Vec<Asker>,
    /// A store of robots.txt answers.
    pub(crate) robots: Option<PathBuf>,
    /// The clock of the verdicts; without it, the start of the run.
    pub(crate) now: Option<Timestamp>,
    pub(crate) reading: ReadingOptions,
    /// Whether the run resumes an interrupted one.
    pub(crate) resumes: bool,
    pub(crate) skip: Skip,
    /// The number of archives that are read at the same time.
    pub(crate) workers: usize,
    /// Bytes of memory for the archives together.
    pub(crate) memory: Option<u64>,
    pub(crate) progress: ProgressWhen,
}

impl ScanSettings {
    /// The columns of the table: those about engines only where engines are the askers.
    pub(super) fn columns(&self) -> Vec<Column> {
        if self.engines().next().is_some() {
            columns_as()
        } else {
            columns()
        }
    }

    /// The decompression of this number of archives.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn decoding(&self, archives: usize) -> Result<Decoding, Failure> {
        Decoding::new(self.skip, self.workers, self.memory, archives)
    }

    fn engines(&self) -> impl Iterator<Item = Profile> {
        self.askers.iter().filter_map(Asker::profile)
    }

    /// The settings that distinguish this run from another into the same folder; `index` is the identity of an index of records.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub(super) fn distinguishing(
        &self,
        index: Option<String>,
    ) -> Result<folder::RunSettings, Failure> {
        let agents: Vec<&str> = self.askers.iter().map(Asker::name).collect();
        let engines: Vec<&str> = self.engines().map(Profile::name).collect();
        let is_with_disputed = self.engines().any(Profile::is_with_disputed);
        let optional = [
            ("as", (!engines.is_empty()).then(|| engines.join(" "))),
            ("disputed", is_with_disputed.then(|| String::from("true"))),
            ("now", self.now.map(|now| now.to_string())),
            ("records", index),
            ("robots", self.robots.as_deref().map(store).transpose()?),
        ];
        let fixed = [
            ("program", String::from(env!("CARGO_PKG_VERSION"))),
            ("agent", agents.join(" ")),
            ("format", self.format.extension().to_owned()),
        ];
        let optional = optional
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        let named = fixed.into_iter().chain(optional);
        let named = named.map(|(name, value)| (name.to_owned(), value));
        Ok(named.chain(self.reading.settings()).collect())
    }
}

/// The identity of a store, at any path.
fn store(file: &Path) -> Result<String, Failure> {
    let name = file.file_name().unwrap_or(file.as_os_str());
    let unreadable =
        |error: io::Error| Failure::Input(file.display().to_string(), error.to_string());
    let content = Content::of_file(file).map_err(unreadable)?;
    Ok(format!("{}, {}", shown(name), content.text()))
}
