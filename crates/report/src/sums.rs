//! The sums over the reports of a run.

use std::collections::{BTreeMap, BTreeSet};

use robots_policy_archives::{AgentReport, Report};
use robots_policy_input::number::number;
use serde::Deserialize;

use super::identity::{ArchiveCounts, ArchiveIdentity};

/// The sums over the reports that were read.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// How many reports were read.
    pub(super) reports: u64,
    /// Their archives.
    pub(super) archives: u64,
    /// The first names of these, in their order.
    pub(super) names: BTreeSet<String>,
    pub(super) all: Report,
    /// Pages, and responses with a row that are none.
    pub(super) pages: u64,
    pub(super) others: u64,
    counted: ArchiveCounts,
}

/// A report, without its list of damages.
#[derive(Deserialize)]
#[serde(expecting = "the report of an archive")]
struct SlimReport {
    #[serde(default)]
    archive: String,
    input: ArchiveIdentity,
    records: u64,
    responses: u64,
    revisits: u64,
    rows: u64,
    #[serde(default)]
    left_out: u64,
    captured: Option<[i64; 2]>,
    agents: BTreeMap<String, AgentReport>,
    damaged: u64,
}

impl Sums {
    /// Adds a report. Returns the agents for which an earlier folder has counted the archive; they are left out.
    pub(super) fn add(
        &mut self,
        text: &[u8],
        records: Option<&str>,
    ) -> serde_json::Result<Vec<String>> {
        let slim: SlimReport = serde_json::from_slice(text)?;
        let mut report = Report {
            records: slim.records,
            responses: slim.responses,
            revisits: slim.revisits,
            left_out: slim.left_out,
            rows: slim.rows,
            captured: slim.captured,
            agents: slim.agents,
            damaged: slim.damaged,
            damage: Vec::new(),
        };
        self.reports += 1;
        let again = self.counted.once(&slim.input, records, &mut report);
        self.archives += u64::from(again.is_none());
        if again.is_none() {
            self.name(slim.archive);
            let (pages, rows) = report.pages();
            let pages = pages.unwrap_or(rows);
            self.pages = self.pages.saturating_add(pages);
            self.others = self.others.saturating_add(rows.saturating_sub(pages));
        }
        self.all.add(&report);
        Ok(again.unwrap_or_default())
    }

    /// Keeps the name of an archive, if it is among the first. The query of an address may be a secret.
    fn name(&mut self, archive: String) {
        let public = match archive.split_once('?') {
            Some((public, _)) if archive.contains("://") => format!("{public}?\u{2026}"),
            _ => archive,
        };
        self.names.insert(public);
        if self.names.len() > MOST_NAMES {
            self.names.pop_last();
        }
    }

    /// A folder is at its end: the next ones do not count its archives again.
    pub(super) fn next_folder(&mut self) {
        self.counted.next_folder();
    }

    /// The counts in words.
    pub(super) fn lead(&self) -> String {
        let archives = number(self.archives, "archive");
        let pages = number(self.pages, "page");
        match self.others {
            0 => format!("{pages} in {archives}"),
            others => format!(
                "{pages} in {archives}, and {} that are no pages (robots.txt, redirects, errors)",
                number(others, "other response")
            ),
        }
    }
}

/// A page names at most this many archives.
const MOST_NAMES: usize = 100;
