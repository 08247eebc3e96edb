//! The settings of the scan that wrote a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The file with the settings.
pub(super) const FILE: &str = "scan.json";

#[derive(Default, Deserialize)]
struct Kept {
    settings: BTreeMap<String, String>,
}

/// The settings by their names; none if the folder does not have them.
pub(super) fn of(folder: &Path) -> BTreeMap<String, String> {
    let text = fs::read(folder.join(FILE)).unwrap_or_default();
    let kept: Kept = serde_json::from_slice(&text).unwrap_or_default();
    kept.settings
}

/// The settings in which scans differ, so that their counts differ for the same pages: a sentence part for each.
pub(super) fn differences(folders: &[PathBuf]) -> Vec<String> {
    let all: Vec<_> = folders.iter().map(|folder| of(folder)).collect();
    let names: BTreeSet<&String> = all.iter().flat_map(BTreeMap::keys).collect();
    let mut differences = Vec::new();
    for name in names {
        // Another crawl has another store, other agents are plots of their own, and times differ.
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
const ELSEWHERE: [&str; 4] = ["agent", "as", "format", "now"];
