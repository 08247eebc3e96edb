//! The report of one archive, as it is kept beside its table.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Seek as _};
use std::path::Path;

use flate2::Crc;

use crate::{AgentReport, Report};
use serde::{Deserialize, Serialize};

use crate::archive_inputs::{Identity, Input};

/// The report on an archive, and the archive's identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The archive, as it was named.
    pub archive: String,
    /// The input that the table was made from.
    pub input: Origin,
    /// The table beside it; `None` for rows on standard output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableFile>,
    #[serde(flatten)]
    /// The counts.
    pub report: Report,
}

/// The input that a table was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Its whole name, which no other input has.
    pub name: String,
    /// Its identity; `None` for a pipe without a name.
    pub identity: Option<Identity>,
    /// Its SHA-256, if it was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl Origin {
    /// Whether both are of the same bytes, wherever these are.
    pub fn is_same(&self, other: &Origin) -> bool {
        let is_other = |one: &Option<String>, other: &Option<String>| match (one, other) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        };
        if is_other(&self.sha256, &other.sha256) {
            return false;
        }
        match (&self.identity, &other.identity) {
            (Some(Identity::File { content, .. }), Some(Identity::File { content: now, .. })) => {
                content == now
            }
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }
}

/// The report beside a table, as far as it identifies the table and its archive.
#[derive(Deserialize)]
pub struct Reported {
    /// The archive, as it was named.
    pub archive: String,
    /// The input that the table was made from.
    pub input: Origin,
    /// The table.
    pub table: Option<TableFile>,
}

impl Reported {
    /// The report of a table.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn of(table: &Path) -> Result<Reported, String> {
        let text = fs::read(table.with_extension("report.json"));
        let text = text.map_err(|error| error.to_string())?;
        serde_json::from_slice(&text).map_err(|error| error.to_string())
    }
}

/// The length and the checksum of a table, by which a later run recognises it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFile {
    bytes: u64,
    /// CRC-32, as gzip has it, in eight hexadecimal digits.
    crc32: String,
}

impl TableFile {
    /// The table in an open file.
    pub fn of(mut file: &File) -> io::Result<TableFile> {
        file.rewind()?;
        let mut file = BufReader::with_capacity(256 * 1024, file);
        let mut crc = Crc::new();
        let mut bytes = 0;
        loop {
            let read = file.fill_buf()?;
            if read.is_empty() {
                break;
            }
            crc.update(read);
            let len = read.len();
            bytes += len as u64;
            file.consume(len);
        }
        Ok(TableFile {
            bytes,
            crc32: format!("{:08x}", crc.sum()),
        })
    }
}

impl Kept {
    /// The report of the archive of this input.
    pub fn new(input: &Input, origin: Origin, report: Report) -> Kept {
        Kept {
            archive: input.name.clone(),
            input: origin,
            table: None,
            report,
        }
    }

    /// The archive, as it was named, with its counts.
    pub fn named(&self) -> (&str, &Report) {
        (&self.archive, &self.report)
    }

    /// The report with the cells of its cubes that a summary has. A run holds the reports of all its archives; only the files
    /// beside the tables have whole cubes.
    #[must_use]
    pub fn without_cubes(self) -> Kept {
        Kept {
            report: self.report.without_cubes(),
            ..self
        }
    }
}

/// The report on a run: the sums of the reports on its archives. It is a function of the archives and the settings, so that a
/// run that was interrupted ends with the same one.
#[derive(Serialize)]
pub struct RunReport {
    /// The number of archives that were named.
    pub archives: usize,
    /// The number of archives with a table.
    pub tables: usize,
    /// The archives that could not be read, each with the reason.
    pub unreadable: Vec<String>,
    records: u64,
    responses: u64,
    revisits: u64,
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u64,
    rows: u64,
    /// The reports by archive, which are not added up.
    agents: BTreeMap<String, AgentReport>,
    damaged: u64,
}

impl RunReport {
    /// The report of a run over this many archives, of which these are `all` counts, in this many tables.
    pub fn of(all: Report, tables: usize, archives: usize, unreadable: Vec<String>) -> RunReport {
        RunReport {
            archives,
            tables,
            unreadable,
            records: all.records,
            responses: all.responses,
            revisits: all.revisits,
            left_out: all.left_out,
            rows: all.rows,
            agents: all.agents,
            damaged: all.damaged,
        }
    }
}

// serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The counts of several reports, without their lists.
pub fn sum<'r>(reports: impl IntoIterator<Item = &'r Report>) -> Report {
    let mut all = Report::default();
    for report in reports {
        all.add(report);
    }
    all
}
