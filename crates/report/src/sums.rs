//! The sums over the reports of a run.

use std::collections::BTreeMap;

use robots_policy_archives::number::number;
use robots_policy_archives::{AgentReport, Report};
use serde::Deserialize;

use super::counted::{Counted, Input};

/// The sums over the reports that were read.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// How many reports were read.
    pub(super) reports: u64,
    /// Their archives.
    pub(super) archives: u64,
    /// Reports with rows and without a cube.
    pub(super) without_cube: u64,
    pub(super) all: Report,
    counted: Counted,
}

/// A report, without its list of damages.
#[derive(Deserialize)]
#[serde(expecting = "the report of an archive")]
struct Slim {
    input: Input, // reports of earlier versions have none
    records: u64,
    responses: u64,
    revisits: u64,
    rows: u64,
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
        let slim: Slim = serde_json::from_slice(text)?;
        let mut report = Report {
            records: slim.records,
            responses: slim.responses,
            revisits: slim.revisits,
            rows: slim.rows,
            agents: slim.agents,
            damaged: slim.damaged,
            damage: Vec::new(),
        };
        self.reports += 1;
        let again = self.counted.once(&slim.input, records, &mut report);
        self.archives += u64::from(again.is_none());
        self.without_cube += u64::from(report.agents.values().any(is_without_cube));
        self.all.add(&report);
        Ok(again.unwrap_or_default())
    }

    /// A folder is at its end: the next ones do not count its archives again.
    pub(super) fn next_folder(&mut self) {
        self.counted.next_folder();
    }

    /// The reason why plots are not about all reports of a run.
    pub(super) fn old(&self, run: &str) -> Option<String> {
        let reports = match self.without_cube {
            0 => return None,
            1 => String::from("1 report of an earlier version counts"),
            several => format!("{} of an earlier version count", number(several, "report")),
        };
        Some(format!(
            "{run}: {reports} nothing by state, type, month or host; scan the archives again"
        ))
    }
}

fn is_without_cube(report: &AgentReport) -> bool {
    report.rows > 0 && report.cube.is_empty()
}
