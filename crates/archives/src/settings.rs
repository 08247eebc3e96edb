//! The settings of a run, and the ones that distinguish it from another.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use robots_policy_input::names::shown;
use robots_policy_input::{Failure, ReadingOptions};

use crate::{Asker, Column, RobotsTime, RowFilter, Skip, columns, columns_as, parts_columns};
use robots_policy::Timestamp;
use robots_policy::engines::Profile;
use robots_policy::ledger::Assumed;

use crate::archive_inputs::{Content, Decoding};
use crate::table::TableFormat;

/// How archives are judged, and how their tables are written.
pub struct ScanSettings {
    /// The program and its version, as tables and folders name it.
    pub program: String,
    /// The form of the tables.
    pub format: TableFormat,
    /// The clients or the engines that ask.
    pub askers: Vec<Asker>,
    /// A store of robots.txt answers.
    pub robots: Option<PathBuf>,
    /// Which of the answers of a site a page is judged by.
    pub robots_time: RobotsTime,
    /// The clock of the verdicts; without it, the start of the run.
    pub now: Option<Timestamp>,
    /// How inputs are read.
    pub reading: ReadingOptions,
    /// Which responses get rows.
    pub filter: RowFilter,
    /// The sources that do not exist where neither archive nor store has them, by the caller's word.
    pub assumed: Assumed,
    /// Whether the tables have the columns about parts of pages, for which documents are read to their end.
    pub has_parts: bool,
    /// How records without a row are left.
    pub skip: Skip,
    /// The number of archives that are read at the same time.
    pub workers: usize,
    /// Bytes of memory for the archives together.
    pub memory: Option<u64>,
    /// Whether reports have the SHA-256 of each archive, which is read once more for it.
    pub digests: bool,
}

impl ScanSettings {
    /// The columns of the table: those about engines only where engines are the askers, and those about parts where they are asked for.
    pub fn columns(&self) -> Vec<Column> {
        let mut all = if self.engines().next().is_some() {
            columns_as()
        } else {
            columns()
        };
        all.extend(self.has_parts.then(parts_columns).into_iter().flatten());
        all
    }

    /// The decompression of this number of archives.
    ///
    /// # Errors
    /// Too little memory.
    pub fn decoding(&self, archives: usize) -> Result<Decoding, Failure> {
        Decoding::new(self.skip, self.workers, self.memory, archives)
    }

    fn engines(&self) -> impl Iterator<Item = Profile> {
        self.askers.iter().filter_map(Asker::profile)
    }

    /// The name of the time of answers.
    fn time(&self) -> String {
        match self.robots_time {
            RobotsTime::Latest => String::from("latest"),
            RobotsTime::Capture { within } => format!("capture, within {within} s"),
        }
    }

    /// The settings that distinguish this run from another into the same folder; `index` is the identity of an index of records.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn distinguishing(
        &self,
        index: Option<String>,
    ) -> Result<BTreeMap<String, String>, Failure> {
        let agents: Vec<&str> = self.askers.iter().map(Asker::name).collect();
        let engines: Vec<&str> = self.engines().map(Profile::name).collect();
        let is_with_disputed = self.engines().any(Profile::is_with_disputed);
        let assumed = !self.assumed.is_empty();
        let RowFilter { statuses, types } = &self.filter;
        let optional = [
            ("as", (!engines.is_empty()).then(|| engines.join(" "))),
            ("assume-absent", assumed.then(|| self.assumed.to_string())),
            ("disputed", is_with_disputed.then(|| String::from("true"))),
            ("now", self.now.map(|now| now.to_string())),
            ("parts", self.has_parts.then(|| String::from("true"))),
            ("records", index),
            ("robots", self.robots.as_deref().map(store).transpose()?),
            ("sha256", self.digests.then(|| String::from("true"))),
            ("robots-time", self.robots.is_some().then(|| self.time())),
            ("status", statuses.as_ref().map(ToString::to_string)),
            ("type", types.as_ref().map(ToString::to_string)),
        ];
        let fixed = [
            ("program", self.program.clone()),
            ("agent", agents.join(" ")),
            ("format", self.format.extension().to_owned()),
            ("table", TABLE_VERSION.to_owned()),
        ];
        let optional = optional
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        let named = fixed.into_iter().chain(optional);
        let named = named.map(|(name, value)| (name.to_owned(), value));
        Ok(named.chain(self.reading.settings()).collect())
    }
}

/// The version of the tables, which `scan.json` and the tables name. In the one before, which had no name, null was the answer
/// about a use where nothing is stated.
const TABLE_VERSION: &str = "2";

/// The identity of a store, at any path.
fn store(file: &Path) -> Result<String, Failure> {
    let name = file.file_name().unwrap_or(file.as_os_str());
    let unreadable =
        |error: io::Error| Failure::Input(file.display().to_string(), error.to_string());
    let content = Content::of_file(file).map_err(unreadable)?;
    Ok(format!("{}, {}", shown(name), content.text()))
}
