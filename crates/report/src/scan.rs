//! The scan of a folder, out of its `scan.json`: who its rows are about, and how pages were read.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy::Timestamp;
use robots_policy_input::names::shown;
use robots_policy_input::number::number;
use serde::Deserialize;

/// The scan that wrote a folder: its `scan.json`.
#[derive(Default, Deserialize)]
pub(super) struct Scan {
    began: Option<i64>,
    command: Option<String>,
    pub(super) settings: BTreeMap<String, String>,
    clock: Option<String>,
    #[serde(default)]
    specifications: Vec<String>,
    store: Option<ScanStore>,
}

/// The store of answers of a scan.
#[derive(Deserialize)]
struct ScanStore {
    sha256: Option<String>,
    sites: u64,
    observations: u64,
    times: Option<[String; 2]>,
}

impl ScanStore {
    fn text(&self) -> String {
        let sites = number(self.sites, "site");
        let mut text = format!("{sites}, {}", number(self.observations, "observation"));
        if let Some([first, last]) = &self.times {
            let _ = write!(text, ", from {first} to {last}");
        }
        if let Some(digest) = &self.sha256 {
            let _ = write!(text, "; SHA-256 of its rows {digest}");
        }
        text
    }
}

impl Scan {
    /// The scan of a folder, if the folder says anything about it.
    pub(super) fn of(folder: &Path) -> Option<Scan> {
        let text = fs::read(folder.join(RUN)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// When the scan began.
    pub(super) fn began(&self) -> Option<Timestamp> {
        self.began.map(Timestamp::from_unix)
    }

    /// The program that made it.
    pub(super) fn program(&self) -> Option<&str> {
        self.settings.get("program").map(String::as_str)
    }

    /// Every fact about the scan with its name: the time, the command and the program first, then the clock, the texts and the
    /// store, then the settings.
    pub(super) fn facts(&self) -> Vec<(String, String)> {
        let store = self.store.as_ref().map(ScanStore::text);
        let texts = Some(self.specifications.join("; ")).filter(|texts| !texts.is_empty());
        let first = [
            ("scanned", self.began().map(|began| began.to_string())),
            ("command", self.command.clone()),
            ("program", self.program().map(str::to_owned)),
            ("clock", self.clock.clone()),
            ("specifications", texts),
            ("store", store),
        ];
        let first = first.into_iter();
        let first = first.filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let others = self.settings.iter().filter(|(name, _)| *name != "program");
        first
            .chain(others.map(|(name, value)| (name.clone(), value.clone())))
            .collect()
    }

    pub(super) fn is_about_engines(&self) -> bool {
        self.settings.contains_key("as")
    }
}

/// Which folders are about clients and which about engines, if some are about each.
pub(super) fn kinds(folders: &[PathBuf]) -> Option<String> {
    let mut clients = Vec::new();
    let mut engines = Vec::new();
    for folder in folders {
        let Some(scanned) = Scan::of(folder) else {
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
    let scans = folders.iter().map(|folder| Scan::of(folder));
    let scans: Vec<Option<Scan>> = scans.collect();
    let mut differences = Vec::new();
    // A client and an engine of one name have plots in common.
    if kinds(folders).is_some() {
        let asker = |scan: &Option<Scan>| match scan {
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
        // A scan without a store has no times of answers.
        if name == "robots-time" && all.iter().any(|settings| !settings.contains_key(name)) {
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
const ELSEWHERE: [&str; 4] = ["agent", "as", "format", "table"];

/// The file with the settings of a run.
pub(super) const RUN: &str = "scan.json";

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;

    #[test]
    fn a_folder_says_who_its_rows_are_about() {
        let folder = std::env::temp_dir().join(format!("robots-policy-run-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let scanned = |text: &str| {
            fs::write(folder.join(RUN), text).unwrap();
            Scan::of(&folder).map(|it| it.is_about_engines())
        };
        for (text, wanted) in [
            ("", None),
            ("{\"began\": 5}", None),
            ("{\"settings\": {}}", Some(false)),
            (
                "{\"began\": 5, \"settings\": {\"as\": \"gptbot\"}}",
                Some(true),
            ),
        ] {
            assert_eq!(scanned(text), wanted, "{text}");
        }
        fs::remove_dir_all(&folder).unwrap();
        assert!(Scan::of(&folder).is_none());
    }
}
