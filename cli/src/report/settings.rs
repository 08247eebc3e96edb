//! The settings of the scan that wrote a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

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
