//! The scan of a folder, out of its `scan.json`: who its rows are about, the time that deadlines were compared with, and how
//! pages were read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy::Timestamp;
use robots_policy_archives::names::shown;
use serde::Deserialize;

/// The scan that wrote a folder.
#[derive(Default)]
pub(super) struct Scanned {
    settings: BTreeMap<String, String>,
    /// `--now`, or the start of the run.
    pub(super) now: Option<Timestamp>,
}

/// A `scan.json`.
#[derive(Deserialize)]
struct Kept {
    began: Option<i64>,
    settings: BTreeMap<String, String>,
}

impl Scanned {
    /// The scan of a folder, if the folder says anything about it.
    pub(super) fn of(folder: &Path) -> Option<Scanned> {
        let text = fs::read(folder.join(RUN)).ok()?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        let now = match kept.settings.get("now") {
            Some(now) => now.parse().ok(),
            None => kept.began.map(Timestamp::from_unix),
        };
        Some(Scanned {
            settings: kept.settings,
            now,
        })
    }

    pub(super) fn is_about_engines(&self) -> bool {
        self.settings.contains_key("as")
    }

    /// The index of the records that were read, if not all were.
    pub(super) fn into_records(mut self) -> Option<String> {
        self.settings.remove("records")
    }
}

/// Which folders are about clients and which about engines, if some are about each.
pub(super) fn kinds(folders: &[PathBuf]) -> Option<String> {
    let mut clients = Vec::new();
    let mut engines = Vec::new();
    for folder in folders {
        let Some(scanned) = Scanned::of(folder) else {
            continue;
        };
        let name = shown(folder.as_os_str());
        if scanned.is_about_engines() {
            engines.push(name);
        } else {
            clients.push(name);
        }
    }
    if clients.is_empty() || engines.is_empty() {
        return None;
    }
    let (clients, engines) = (clients.join(", "), engines.join(", "));
    Some(format!(
        "rows of clients are in {clients}, rows of engines (--as) in {engines}"
    ))
}

/// The settings in which scans differ, so that their counts differ for the same pages: a sentence part for each.
pub(super) fn differences(folders: &[PathBuf]) -> Vec<String> {
    let scans = folders.iter().map(|folder| Scanned::of(folder));
    let scans: Vec<Option<Scanned>> = scans.collect();
    let mut differences = Vec::new();
    // A client and an engine of one name have plots in common.
    if kinds(folders).is_some() {
        let asker = |scan: &Option<Scanned>| match scan {
            None => "none",
            Some(scan) if scan.is_about_engines() => "engines, --as",
            Some(_) => "clients, --agent",
        };
        let askers: Vec<&str> = scans.iter().map(asker).collect();
        differences.push(format!("asker ({})", askers.join(" / ")));
    }
    let all: Vec<_> = scans
        .into_iter()
        .map(|scan| scan.unwrap_or_default().settings)
        .collect();
    let names: BTreeSet<&String> = all.iter().flat_map(BTreeMap::keys).collect();
    for name in names {
        // Another crawl has another store, and other agents are plots of their own.
        if ELSEWHERE.contains(&name.as_str()) {
            continue;
        }
        let value = |settings: &BTreeMap<String, String>| match settings.get(name) {
            None => String::from("none"),
            Some(_) if name == "robots" => String::from("a store"),
            Some(value) => value.clone(),
        };
        let values: Vec<String> = all.iter().map(value).collect();
        if values.iter().any(|value| Some(value) != values.first()) {
            differences.push(format!("{name} ({})", values.join(" / ")));
        }
    }
    differences
}

/// Settings whose difference the page shows in another way, or that change no count.
const ELSEWHERE: [&str; 3] = ["agent", "as", "format"];

/// The file with the settings of a run.
pub(super) const RUN: &str = "scan.json";

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;

    #[test]
    fn a_folder_says_who_its_rows_are_about_and_when_its_scan_was() {
        let folder = std::env::temp_dir().join(format!("robots-policy-run-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let scanned = |text: &str| {
            fs::write(folder.join(RUN), text).unwrap();
            Scanned::of(&folder).map(|it| (it.is_about_engines(), it.now.map(Timestamp::as_unix)))
        };
        for (text, wanted) in [
            ("", None),
            ("{\"began\": 5}", None),
            ("{\"settings\": {}}", Some((false, None))),
            ("{\"began\": 5, \"settings\": {}}", Some((false, Some(5)))),
            (
                "{\"began\": 5, \"settings\": {\"now\": \"1970-01-01T00:00:07Z\", \"as\": \"gptbot\"}}",
                Some((true, Some(7))),
            ),
            (
                "{\"began\": 5, \"settings\": {\"now\": \"' OR 1\"}}",
                Some((false, None)),
            ),
        ] {
            assert_eq!(scanned(text), wanted, "{text}");
        }
        fs::remove_dir_all(&folder).unwrap();
        assert!(Scanned::of(&folder).is_none());
    }
}
