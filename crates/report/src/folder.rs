//! The reports of a folder that `scan` wrote, one after the other.
//!
//! F1: a crawl has any number of archives, and the memory of this command is that of the cells. So a report is added to the
//! sum and dropped, its list of damages is not even built, and the names of a folder are taken in their order a bounded number
//! at a time: a folder is listed again for the next of them. Without the order the page would depend on the folder, because a
//! measure with a bound adds what is beyond it to `(others)`. If names were kept, the test `names_are_taken_in_parts` fails.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;

use robots_policy_input::names::shown;
use robots_policy_input::number::number;
use robots_policy_input::quote::quoted;
use serde::Deserialize;

use super::caller::Caller;
use super::scan::{RUN, Scan};
use super::sums::Sums;
use super::troubles::Troubles;

/// The summary of a run, as far as it says what is missing.
#[derive(Deserialize)]
struct Summary {
    archives: u64,
    tables: u64,
    #[serde(default)]
    unreadable: Vec<String>,
}

/// A file of a folder.
pub(super) enum FileKind {
    Report,
    Table,
    Part,
    Other,
}

/// Adds the reports of a folder to the sums.
pub(super) fn read(folder: &Path, sums: &mut Sums, troubles: &mut Troubles, caller: &dyn Caller) {
    let name = shown(folder.as_os_str());
    let mut trouble = |reason: String| troubles.add(caller, reason);
    let listed = match listed(folder) {
        Ok(listed) => listed,
        Err(error) => return trouble(format!("cannot read the folder {name}: {error}")),
    };
    caller.expect(listed.reports);
    if listed.reports == 0 {
        trouble(format!(
            "{name} has no reports; name the output folder of a `scan`"
        ));
    }
    listed.say_parts(&name, &mut trouble);
    let before = sums.reports;
    // The index of the records that were read, if not all were.
    let records = Scan::of(folder).and_then(|mut scan| scan.settings.remove("records"));
    let mut after = None;
    loop {
        let names = match next_names(folder, after.as_deref(), AT_A_TIME) {
            Ok(names) => names,
            Err(error) => return trouble(format!("cannot read the folder {name}: {error}")),
        };
        let Some(last) = names.last() else { break };
        after = Some(last.clone());
        for file in &names {
            let is_report = matches!(FileKind::of(file), FileKind::Report);
            let added = if is_report {
                add(folder, file, records.as_deref(), sums)
            } else {
                Ok(())
            };
            // Reports may be kept alone, but not some with their tables and some without.
            let is_alone = is_report && listed.tables == 0;
            let paired = added.and_then(|()| {
                if is_alone {
                    Ok(())
                } else {
                    paired(folder, file)
                }
            });
            paired.unwrap_or_else(&mut trouble);
            if is_report {
                caller.read();
            }
        }
    }
    let read = sums.reports - before;
    sums.next_folder();
    unfinished(folder, read, &mut trouble);
    caller.read_folder(&name, read);
}

/// Adds a report to the sums. The records of its archive that were read, if not all were, are a setting of the scan.
fn add(
    folder: &Path,
    report: &OsStr,
    records: Option<&str>,
    sums: &mut Sums,
) -> Result<(), String> {
    let path = folder.join(report);
    let name = shown(path.as_os_str());
    let text = text(&path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let again = sums.add(&text, records);
    let again =
        again.map_err(|error| format!("cannot read {name}: {error}; scan its archive again"))?;
    let Some(agent) = again.first() else {
        return Ok(());
    };
    Err(format!(
        "{name}: another folder has counted the archive for {}, so it was left out",
        quoted(agent)
    ))
}

/// Requires the table of a report, or the report of a table.
///
/// # Errors
/// A sentence that names the file without the other.
pub(super) fn paired(folder: &Path, file: &OsStr) -> Result<(), String> {
    let name = shown(folder.join(file).as_os_str());
    match FileKind::of(file) {
        FileKind::Report if !tables_of(file).any(|table| folder.join(table).exists()) => Err(
            format!("{name} has no table: it was deleted, or not copied"),
        ),
        FileKind::Table if !folder.join(report_of(file)).exists() => Err(format!(
            "{name} has no report; delete it and repeat the scan with --resume"
        )),
        _ => Ok(()),
    }
}

/// The text of a regular file: a pipe without a writer would never end.
pub(super) fn text(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        return fs::read(path);
    }
    Err(io::Error::other("it is not a file"))
}

/// Reports what the summary of a run says about archives that have no table.
pub(super) fn unfinished(folder: &Path, read: u64, trouble: &mut dyn FnMut(String)) {
    let name = shown(folder.as_os_str());
    let text = match text(&folder.join(SUMMARY)) {
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
    if read != summary.tables {
        trouble(format!(
            "{name} has {}, and its {SUMMARY} counts {}",
            number(read, "report"),
            number(summary.tables, "table")
        ));
    }
}

/// The number of reports and tables in a folder, and of files that a scan did not finish.
#[derive(Default)]
pub(super) struct FileCounts {
    pub(super) reports: u64,
    pub(super) tables: u64,
    parts: u64,
    first_part: Option<OsString>,
}

impl FileCounts {
    /// Names the files that a scan did not finish.
    pub(super) fn say_parts(&self, folder: &str, trouble: &mut dyn FnMut(String)) {
        let Some(first) = &self.first_part else {
            return;
        };
        let parts = number(self.parts, "unfinished file");
        trouble(format!(
            "{folder} has {parts}, the first {}: its scan was not finished; repeat it with --resume",
            shown(first)
        ));
    }
}

pub(super) fn listed(folder: &Path) -> io::Result<FileCounts> {
    let mut listed = FileCounts::default();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        match FileKind::of(&name) {
            FileKind::Report => listed.reports += 1,
            FileKind::Part => {
                listed.parts += 1;
                let is_first = listed.first_part.as_ref().is_none_or(|first| name < *first);
                if is_first {
                    listed.first_part = Some(name);
                }
            }
            FileKind::Table => listed.tables += 1,
            FileKind::Other => {}
        }
    }
    Ok(listed)
}

/// The first `most` names of reports and tables of a folder that come after `after`, in order.
pub(super) fn next_names(
    folder: &Path,
    after: Option<&OsStr>,
    most: usize,
) -> io::Result<BTreeSet<OsString>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let name = DirEntry::file_name(&entry?);
        let is_read = matches!(FileKind::of(&name), FileKind::Report | FileKind::Table);
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

impl FileKind {
    pub(super) fn of(name: &OsStr) -> FileKind {
        let ends = |end: &str| name.as_encoded_bytes().ends_with(end.as_bytes());
        match () {
            () if ends(REPORT) => FileKind::Report,
            () if ends(".part") => FileKind::Part,
            () if TABLES.iter().any(|end| ends(end)) => FileKind::Table,
            () => FileKind::Other,
        }
    }
}

/// Whether a scan writes files of this name.
pub fn is_of_scan(name: &OsStr) -> bool {
    !matches!(FileKind::of(name), FileKind::Other) || [SUMMARY, RUN].iter().any(|own| name == *own)
}

/// The name of the report of a table.
pub(super) fn report_of(table: &OsStr) -> OsString {
    let name = Path::new(table);
    ending(name.file_stem().unwrap_or(table), REPORT)
}

/// The names that the table of a report may have.
fn tables_of(report: &OsStr) -> impl Iterator<Item = OsString> {
    let name = Path::new(report).with_extension("");
    let stem = name.file_stem().unwrap_or(report).to_owned();
    TABLES.iter().map(move |end| ending(&stem, end))
}

fn ending(stem: &OsStr, end: &str) -> OsString {
    let mut name = stem.to_owned();
    name.push(end);
    name
}

/// The end of the name of a report.
const REPORT: &str = ".report.json";
/// The ends of the names of tables.
const TABLES: &[&str] = &[".parquet", ".jsonl"];
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
        assert_eq!((listed.reports, listed.tables, listed.parts), (2, 1, 1));
        let report = OsStr::new("a.warc.gz.report.json");
        assert_eq!(report_of(OsStr::new("a.warc.gz.parquet")), report);
        assert_eq!(
            tables_of(report).collect::<Vec<_>>(),
            ["a.warc.gz.parquet", "a.warc.gz.jsonl"]
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
