//! The scan of a folder, out of its `scan.json`: who its rows are about, and the time that deadlines were compared with.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy::Timestamp;
use serde_json::Value;

use crate::names::shown;

/// The scan that wrote a folder.
pub(super) struct Scanned {
    pub(super) is_about_engines: bool,
    /// `--now`, or the start of the run.
    pub(super) now: Option<Timestamp>,
}

impl Scanned {
    /// The scan of a folder, if the folder says anything about it.
    pub(super) fn of(folder: &Path) -> Option<Scanned> {
        let text = fs::read(folder.join(RUN)).ok()?;
        let run: Value = serde_json::from_slice(&text).ok()?;
        let settings = run.get("settings")?;
        let now = match settings.get("now") {
            Some(now) => now.as_str().and_then(|now| now.parse().ok()),
            None => run
                .get("began")
                .and_then(Value::as_i64)
                .map(Timestamp::from_unix),
        };
        Some(Scanned {
            is_about_engines: settings.get("as").is_some(),
            now,
        })
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
        if scanned.is_about_engines {
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
            Scanned::of(&folder).map(|it| (it.is_about_engines, it.now.map(Timestamp::as_unix)))
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
