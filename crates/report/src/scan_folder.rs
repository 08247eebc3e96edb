//! The tables of a folder that a scan wrote, for an export: their names in order, and what is missing.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use robots_policy_input::names::shown;
use serde_json::Value;

use super::caller::Caller;
use super::folder::{FileKind, listed, next_names, paired, report_of, unfinished};
use super::identity::ArchiveIdentity;
use super::inputs::named_twice;
use super::scan::Scan;
use super::{ReportError, folder};

/// A folder that a scan wrote.
#[derive(Debug)]
pub struct ScanFolder {
    /// The folder, as it was named.
    pub folder: PathBuf,
    /// Its tables, in the order of their names.
    pub tables: Vec<PathBuf>,
    /// The settings of the scan by name, if the folder has them.
    pub settings: BTreeMap<String, String>,
}

/// The folders of an export, in the order in which they were named, and whether all is there that the scans say they wrote.
/// A message names each thing that is missing.
///
/// # Errors
/// A folder that is named twice.
pub fn scan_folders(
    folders: &[PathBuf],
    caller: &dyn Caller,
) -> Result<(Vec<ScanFolder>, bool), ReportError> {
    if let Some(why) = named_twice(folders) {
        return Err(ReportError::Usage(why));
    }
    let mut is_complete = true;
    let mut trouble = |why: String| {
        caller.warn(&why);
        is_complete = false;
    };
    let folders = folders.iter();
    let folders = folders.map(|folder| ScanFolder::of(folder, &mut trouble));
    let folders: Vec<ScanFolder> = folders.collect();
    for folder in &folders {
        caller.expect(folder.tables.len() as u64);
    }
    Ok((folders, is_complete))
}

impl ScanFolder {
    fn of(folder: &Path, trouble: &mut dyn FnMut(String)) -> ScanFolder {
        let scanned = Scan::of(folder);
        let tables = tables(folder, trouble);
        ScanFolder {
            tables: tables.iter().map(|name| folder.join(name)).collect(),
            settings: scanned.map(|scan| scan.settings).unwrap_or_default(),
            folder: folder.to_owned(),
        }
    }

    /// Its name, for people.
    pub fn name(&self) -> String {
        shown(self.folder.as_os_str())
    }

    /// The archive of a table, with the records of it that were read, as its report identifies it: a number that another archive
    /// does not have. `None` if the report does not.
    pub fn archive(&self, table: &Path) -> Option<u64> {
        let report = self.folder.join(report_of(table.file_name()?));
        let mut report: Value = serde_json::from_slice(&folder::text(&report).ok()?).ok()?;
        let input: ArchiveIdentity =
            serde_json::from_value(report.get_mut("input")?.take()).ok()?;
        input.hash(self.settings.get("records").map(String::as_str))
    }
}

/// The names of the tables of a folder, in order. Tables alone are enough; a report needs its table.
fn tables(folder: &Path, trouble: &mut dyn FnMut(String)) -> Vec<OsString> {
    let name = shown(folder.as_os_str());
    let read =
        listed(folder).and_then(|listed| Ok((listed, next_names(folder, None, usize::MAX)?)));
    let (listed, names) = match read {
        Ok(read) => read,
        Err(error) => {
            trouble(format!("cannot read the folder {name}: {error}"));
            return Vec::new();
        }
    };
    if listed.tables == 0 {
        trouble(format!(
            "{name} has no tables; name the output folder of a `scan`"
        ));
    }
    listed.say_parts(&name, trouble);
    let (tables, reports): (Vec<OsString>, Vec<OsString>) = names
        .into_iter()
        .partition(|name| matches!(FileKind::of(name), FileKind::Table));
    let both = reports.iter().chain(&tables);
    for file in both.filter(|_| listed.reports > 0) {
        if let Err(why) = paired(folder, file) {
            trouble(why);
        }
    }
    unfinished(folder, listed.reports, trouble);
    tables
}
