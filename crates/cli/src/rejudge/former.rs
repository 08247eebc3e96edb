//! The former run: its settings as words of a command line, its archives and its tables.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_archives::RobotsTime;
use robots_policy_scan::folder::{self, RunFile};
use robots_policy_scan::kept::Origin;
use serde::Deserialize;

use super::{RejudgeSettings, Wanted};
use crate::at_hand;
use crate::exit::Failure;
use crate::say::warn;

/// A run that is over.
pub(super) struct Former {
    folder: PathBuf,
    pub(super) run: RunFile,
    pub(super) tables: Vec<FormerTable>,
}

/// A table of the run.
pub(super) struct FormerTable {
    pub(super) path: PathBuf,
    /// The archive, as it was named.
    pub(super) archive: String,
    pub(super) origin: Origin,
}

/// The report beside a table, as far as it names the archive.
#[derive(Deserialize)]
pub(super) struct Reported {
    archive: String,
    pub(super) input: Origin,
}

impl Reported {
    /// The report of a table.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn of(table: &Path) -> Result<Reported, String> {
        let text = fs::read(table.with_extension("report.json"));
        let text = text.map_err(|error| error.to_string())?;
        serde_json::from_slice(&text).map_err(|error| error.to_string())
    }
}

impl Former {
    /// The run of a folder.
    ///
    /// # Errors
    /// A folder that `scan` did not write, or with a report that cannot be read.
    pub(super) fn read(folder: &Path) -> Result<Former, Failure> {
        let run = folder::read(folder)?;
        let extension = run.settings.get("format").cloned().unwrap_or_default();
        let mut tables = Vec::new();
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|own| *own == *extension))
            .collect();
        paths.sort();
        for path in paths {
            let read = Reported::of(&path);
            let unreadable = |why| {
                let report = path.with_extension("report.json");
                Failure::Input(report.display().to_string(), why)
            };
            let Reported { archive, input } = read.map_err(unreadable)?;
            tables.push(FormerTable {
                path,
                archive,
                origin: input,
            });
        }
        Ok(Former {
            folder: folder.to_owned(),
            run,
            tables,
        })
    }

    /// The file of its settings.
    pub(super) fn name(&self) -> String {
        self.folder.join("scan.json").display().to_string()
    }

    /// The words of a scan with its settings, over the archives that are at hand.
    ///
    /// # Errors
    /// A setting that cannot be repeated, a store that is missing, and no archive at hand.
    pub(super) fn words(&self, args: &RejudgeSettings) -> Result<Wanted, Failure> {
        let mut words: Wanted = vec!["-o".into(), args.output.clone().into()];
        let of_engines = self.run.settings.contains_key("as");
        for (name, value) in &self.run.settings {
            match name.as_str() {
                "program" | "table" | "robots" | "robots-time" => {}
                "agent" if of_engines || value == "*" => {}
                "agent" => words.extend(value.split(' ').flat_map(|agent| option(name, agent))),
                "as" => words.extend(option(name, &value.replace(' ', ","))),
                "assume-absent" => words.extend(option(name, &value.replace(", ", ","))),
                "records" => {
                    return Err(
                        self.refused("read the records of an index, so scan with --records again")
                    );
                }
                _ if value == "false" => {}
                _ if value == "true" => words.push(format!("--{name}").into()),
                _ => words.extend(option(name, value)),
            }
        }
        if !self.run.settings.contains_key("now") {
            let began = robots_policy::Timestamp::from_unix(self.run.began);
            words.extend(option("now", &began.to_string()));
        }
        let had_store = self.run.settings.contains_key("robots");
        match &args.store {
            Some(store) => words.extend(["--robots-store".into(), store.clone().into()]),
            None if had_store => {
                return Err(Failure::Usage(String::from(
                    "the former run had a store of answers; name it with --robots-store",
                )));
            }
            None => {}
        }
        words.push("--".into());
        let archives = self.archives(&args.archives);
        if archives.is_empty() {
            return Err(self.refused("has no archive that is at hand; name them with --archive"));
        }
        words.extend(archives);
        Ok(words)
    }

    /// The time of answers of the former run.
    ///
    /// # Errors
    /// A text that this version does not write.
    pub(super) fn robots_time(&self) -> Result<Option<RobotsTime>, Failure> {
        let Some(text) = self.run.settings.get("robots-time") else {
            return Ok(None);
        };
        if text == "latest" {
            return Ok(Some(RobotsTime::Latest));
        }
        let seconds = text.strip_prefix("capture, within ");
        let seconds = seconds.and_then(|text| text.strip_suffix(" s")?.parse().ok());
        let within =
            seconds.ok_or_else(|| self.refused(&format!("has the robots-time `{text}`")))?;
        Ok(Some(RobotsTime::Capture { within }))
    }

    fn refused(&self, why: &str) -> Failure {
        Failure::Input(self.name(), format!("the run {why}"))
    }

    /// Where the archives are: among those that are named, else where the report says. One that is not there is named.
    fn archives(&self, named: &[PathBuf]) -> Vec<OsString> {
        let mut found = Vec::new();
        for table in &self.tables {
            match table.archive_at(named) {
                Some(place) => found.push(place),
                None => warn(&format_args!(
                    "{} is not at hand, and its rows are not judged anew; name it with --archive",
                    table.archive
                )),
            }
        }
        found
    }
}

impl FormerTable {
    pub(super) fn file_name(&self) -> &Path {
        self.path.file_name().map_or(&self.path, Path::new)
    }

    /// The file or the address of its archive.
    fn archive_at(&self, named: &[PathBuf]) -> Option<OsString> {
        let name = &self.archive;
        if name.starts_with("http://") || name.starts_with("https://") {
            return Some(name.into());
        }
        let place = at_hand::archive(named, name, None);
        place.map(Into::into)
    }
}

fn option(name: &str, value: &str) -> [OsString; 2] {
    [format!("--{name}").into(), value.into()]
}
