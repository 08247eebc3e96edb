//! The tables of a folder that a scan wrote, for an export: their names in order, and what is missing.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_archives::names::shown;
use robots_policy_records::number::number;
use serde::Deserialize;

use super::caller::Caller;
use super::counted::Input;
use super::folder::{Kind, report_of, tables_of, unfinished};
use super::inputs::named_twice;
use super::scanned::Scanned;
use super::{ReportError, folder};

/// A folder that a scan wrote.
#[derive(Debug)]
pub struct Written {
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
pub fn written(
    folders: &[PathBuf],
    caller: &dyn Caller,
) -> Result<(Vec<Written>, bool), ReportError> {
    if let Some(why) = named_twice(folders) {
        return Err(ReportError::Usage(why));
    }
    let mut is_complete = true;
    let mut trouble = |why: String| {
        caller.warn(&why);
        is_complete = false;
    };
    let folders = folders.iter();
    let folders = folders.map(|folder| Written::of(folder, &mut trouble));
    let folders: Vec<Written> = folders.collect();
    for folder in &folders {
        caller.expect(folder.tables.len() as u64);
    }
    Ok((folders, is_complete))
}

impl Written {
    fn of(folder: &Path, trouble: &mut dyn FnMut(String)) -> Written {
        let scanned = Scanned::of(folder);
        let tables = tables(folder, trouble);
        Written {
            tables: tables.iter().map(|name| folder.join(name)).collect(),
            settings: scanned.map(Scanned::into_settings).unwrap_or_default(),
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
        #[derive(Deserialize)]
        struct Slim {
            input: Input,
        }
        let report = self.folder.join(report_of(table.file_name()?));
        let slim: Slim = serde_json::from_slice(&folder::text(&report).ok()?).ok()?;
        slim.input
            .hash(self.settings.get("records").map(String::as_str))
    }
}

/// The names of the tables of a folder, in order.
fn tables(folder: &Path, trouble: &mut dyn FnMut(String)) -> Vec<OsString> {
    let name = shown(folder.as_os_str());
    let entries = fs::read_dir(folder).and_then(|entries| {
        let names = entries.map(|entry| entry.map(|entry| entry.file_name()));
        names.collect::<Result<Vec<OsString>, _>>()
    });
    let mut names = match entries {
        Ok(names) => names,
        Err(error) => {
            trouble(format!("cannot read the folder {name}: {error}"));
            return Vec::new();
        }
    };
    names.sort();
    let (mut tables, mut reports, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for name in names {
        match Kind::of(&name) {
            Kind::Table => tables.push(name),
            Kind::Report => reports.push(name),
            Kind::Part => parts.push(name),
            Kind::Other => {}
        }
    }
    if tables.is_empty() {
        trouble(format!(
            "{name} has no tables; name the output folder of a `scan`"
        ));
    }
    if let Some(first) = parts.first() {
        let parts = number(parts.len() as u64, "unfinished file");
        trouble(format!(
            "{name} has {parts}, the first {}: its scan was not finished; repeat it with --resume",
            shown(first)
        ));
    }
    unpaired(folder, &tables, &reports, trouble);
    unfinished(folder, reports.len() as u64, trouble);
    tables
}

/// Names tables without a report, and reports without a table. Tables alone are enough.
fn unpaired(
    folder: &Path,
    tables: &[OsString],
    reports: &[OsString],
    trouble: &mut dyn FnMut(String),
) {
    for report in reports {
        if !tables_of(report).any(|table| tables.binary_search(&table).is_ok()) {
            trouble(format!(
                "{} has no table: it was deleted, or not copied",
                shown(folder.join(report).as_os_str())
            ));
        }
    }
    for table in tables.iter().filter(|_| !reports.is_empty()) {
        if reports.binary_search(&report_of(table)).is_err() {
            trouble(format!(
                "{} has no report; delete it and repeat the scan with --resume",
                shown(folder.join(table).as_os_str())
            ));
        }
    }
}
