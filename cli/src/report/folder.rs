//! The reports of a folder that `scan` wrote, one after the other.
//!
//! F1: a crawl has any number of archives, and the memory of this command is that of the cells. So a report is added to the
//! sum and dropped, its list of damages is not even built, and the names of a folder are taken in their order a bounded number
//! at a time: a folder is listed again for the next of them. Without the order the page would depend on the folder, because a
//! measure with a bound adds what is beyond it to `(others)`. If names were kept, the test `names_are_taken_in_parts` fails.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;

use robots_policy_archives::{AgentReport, Report};
use robots_policy_records::quote::quoted;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::progress::ReportProgress;
use super::troubles::Troubles;
use crate::names::shown;
use crate::say::number;

/// The sums over the reports that were read.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// How many reports were read.
    pub(super) reports: u64,
    /// Reports with rows and without a cube.
    pub(super) without_cube: u64,
    pub(super) all: Report,
}

/// A report, without its list of damages.
#[derive(Deserialize)]
struct Slim {
    #[serde(rename = "input")] // reports of earlier versions have none
    _input: IgnoredAny,
    records: u64,
    responses: u64,
    revisits: u64,
    rows: u64,
    agents: BTreeMap<String, AgentReport>,
    damaged: u64,
}

/// The summary of a run, as far as it says what is missing.
#[derive(Deserialize)]
struct Summary {
    archives: u64,
    tables: u64,
    #[serde(default)]
    unreadable: Vec<String>,
}

/// A file of a folder.
enum Kind {
    Report,
    Table,
    Part,
    Other,
}

/// Adds the reports of a folder to the sums.
pub(super) fn read(
    folder: &Path,
    sums: &mut Sums,
    troubles: &mut Troubles,
    progress: &ReportProgress,
) {
    let name = shown(folder.as_os_str());
    let mut trouble = |reason: String| progress.trouble(troubles, reason);
    let listed = match listed(folder) {
        Ok(listed) => listed,
        Err(error) => return trouble(format!("cannot read the folder {name}: {error}")),
    };
    progress.expect(listed.reports);
    if listed.reports == 0 {
        trouble(format!(
            "{name} has no reports; name the output folder of a `scan`"
        ));
    }
    if let Some(first) = &listed.first_part {
        let parts = number(listed.parts, "unfinished file");
        trouble(format!(
            "{name} has {parts}, the first {}: its scan was not finished; repeat it with --resume",
            shown(first)
        ));
    }
    let before = sums.reports;
    let mut after = None;
    loop {
        let names = match next_names(folder, after.as_deref(), AT_A_TIME) {
            Ok(names) => names,
            Err(error) => return trouble(format!("cannot read the folder {name}: {error}")),
        };
        let Some(last) = names.last() else { break };
        after = Some(last.clone());
        for file in &names {
            if let Err(why) = sums.add_file(folder, file) {
                trouble(why);
            }
            if matches!(Kind::of(file), Kind::Report) {
                progress.done();
            }
        }
    }
    let read = sums.reports - before;
    unfinished(folder, read, &mut trouble);
    progress.done_with(&name, read);
}

impl Sums {
    /// Adds the report of this name, or requires one for the table of this name.
    fn add_file(&mut self, folder: &Path, file: &OsStr) -> Result<(), String> {
        let path = folder.join(file);
        let name = shown(path.as_os_str());
        match Kind::of(file) {
            Kind::Report => {
                let text =
                    fs::read(&path).map_err(|error| format!("cannot read {name}: {error}"))?;
                self.add(&text)
                    .map_err(|error| format!("cannot read {name}: {error}; scan its archive again"))
            }
            Kind::Table if !folder.join(report_of(file)).exists() => Err(format!(
                "{name} has no report; delete it and repeat the scan with --resume"
            )),
            _ => Ok(()),
        }
    }

    /// Adds a report.
    fn add(&mut self, text: &[u8]) -> serde_json::Result<()> {
        let slim: Slim = serde_json::from_slice(text)?;
        self.reports += 1;
        self.without_cube += u64::from(slim.agents.values().any(is_without_cube));
        self.all.add(&Report {
            records: slim.records,
            responses: slim.responses,
            revisits: slim.revisits,
            rows: slim.rows,
            agents: slim.agents,
            damaged: slim.damaged,
            damage: Vec::new(),
        });
        Ok(())
    }
}

impl Sums {
    /// The reason why plots are not about all reports of a run.
    pub(super) fn old(&self, run: &str) -> Option<String> {
        (self.without_cube > 0).then(|| {
            let reports = number(self.without_cube, "report");
            format!(
                "{run}: {reports} of an earlier version count nothing by state, type, month or host; scan the archives again"
            )
        })
    }
}

fn is_without_cube(report: &AgentReport) -> bool {
    report.rows > 0 && report.cube.is_empty()
}

/// Reports what the summary of a run says about archives that have no table.
fn unfinished(folder: &Path, read: u64, trouble: &mut dyn FnMut(String)) {
    let name = shown(folder.as_os_str());
    let text = match fs::read(folder.join(SUMMARY)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if read > 0 {
                trouble(format!(
                    "{name} has no {SUMMARY}: its scan was not finished; repeat it with --resume"
                ));
            }
            return;
        }
        Err(error) => return trouble(format!("cannot read {name}/{SUMMARY}: {error}")),
    };
    let summary: Summary = match serde_json::from_slice(&text) {
        Ok(summary) => summary,
        Err(error) => return trouble(format!("cannot read {name}/{SUMMARY}: {error}")),
    };
    for why in &summary.unreadable {
        trouble(format!("{name}: {}", quoted(why)));
    }
    let left = summary.archives.saturating_sub(summary.tables);
    if left > 0 {
        trouble(format!(
            "{name}: {left} of {} have no table; repeat the scan with --resume",
            number(summary.archives, "archive")
        ));
    }
    if read < summary.tables {
        trouble(format!(
            "{name} has {}, and its {SUMMARY} counts {}",
            number(read, "report"),
            number(summary.tables, "table")
        ));
    }
}

/// The number of reports in a folder, and of files that a scan did not finish.
#[derive(Default)]
struct Listed {
    reports: u64,
    parts: u64,
    first_part: Option<OsString>,
}

fn listed(folder: &Path) -> io::Result<Listed> {
    let mut listed = Listed::default();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        match Kind::of(&name) {
            Kind::Report => listed.reports += 1,
            Kind::Part => {
                listed.parts += 1;
                let is_first = listed.first_part.as_ref().is_none_or(|first| name < *first);
                if is_first {
                    listed.first_part = Some(name);
                }
            }
            Kind::Table | Kind::Other => {}
        }
    }
    Ok(listed)
}

/// The first `most` names of reports and tables of a folder that come after `after`, in order.
fn next_names(folder: &Path, after: Option<&OsStr>, most: usize) -> io::Result<BTreeSet<OsString>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let name = DirEntry::file_name(&entry?);
        let is_read = matches!(Kind::of(&name), Kind::Report | Kind::Table);
        if !is_read || after.is_some_and(|after| *name <= *after) {
            continue;
        }
        names.insert(name);
        if names.len() > most {
            names.pop_last();
        }
    }
    Ok(names)
}

impl Kind {
    fn of(name: &OsStr) -> Kind {
        let bytes = name.as_encoded_bytes();
        if bytes.ends_with(b".report.json") {
            Kind::Report
        } else if bytes.ends_with(b".part") {
            Kind::Part
        } else if [&b".parquet"[..], b".jsonl"]
            .iter()
            .any(|end| bytes.ends_with(end))
        {
            Kind::Table
        } else {
            Kind::Other
        }
    }
}

/// The name of the report of a table.
fn report_of(table: &OsStr) -> OsString {
    let mut name = Path::new(table).file_stem().unwrap_or(table).to_owned();
    name.push(".report.json");
    name
}

/// The file with the report on a run.
const SUMMARY: &str = "summary.json";
/// This many names are kept at a time.
const AT_A_TIME: usize = 100_000;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_in_parts() {
        let folder =
            std::env::temp_dir().join(format!("robots-policy-names-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in [
            "c.report.json",
            "a.jsonl",
            "b.report.json",
            "d.parquet.part",
            "summary.json",
        ] {
            fs::write(folder.join(name), "").unwrap();
        }
        let next = |after: Option<&OsStr>, most| -> Vec<OsString> {
            next_names(&folder, after, most)
                .unwrap()
                .into_iter()
                .collect()
        };
        let first = next(None, 2);
        assert_eq!(first, ["a.jsonl", "b.report.json"]);
        assert_eq!(
            next(Some(OsStr::new("b.report.json")), 2),
            ["c.report.json"]
        );
        assert!(next(Some(OsStr::new("c.report.json")), 2).is_empty());
        let listed = listed(&folder).unwrap();
        assert_eq!((listed.reports, listed.parts), (2, 1));
        assert_eq!(
            report_of(OsStr::new("a.warc.gz.parquet")),
            "a.warc.gz.report.json"
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
