//! The former run: its settings as words of a command line, its archives and its tables.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use robots_policy_archives::RobotsTime;
use robots_policy_archives::archive_report::{Origin, Reported};
use robots_policy_archives::folder::{self, RunFile};

use crate::archive_file;
use crate::exit::Failure;
use crate::report::ReportOutput;
use crate::say::warn;

/// A run that is over.
pub(crate) struct Former {
    pub(super) folder: PathBuf,
    pub(super) run: RunFile,
    pub(super) tables: Vec<FormerTable>,
    /// Where each change is written.
    pub(crate) changes: Option<ReportOutput>,
}

/// A table of the run.
pub(super) struct FormerTable {
    pub(super) path: PathBuf,
    /// The archive, as it was named.
    pub(super) archive: String,
    pub(super) origin: Origin,
}

impl Former {
    /// The run of a folder.
    ///
    /// # Errors
    /// A folder that `scan` did not write, or with a report that cannot be read.
    pub(crate) fn read(folder: &Path) -> Result<Former, Failure> {
        let run = folder::read(folder)?;
        let extension = run.settings.get("format").cloned().unwrap_or_default();
        let mut tables = Vec::new();
        for path in folder::tables(folder).unwrap_or_default() {
            if path.extension().is_none_or(|own| *own != *extension) {
                continue;
            }
            let Reported { archive, input, .. } = Reported::of(&path).map_err(|why| {
                let report = path.with_extension("report.json");
                Failure::Input(report.display().to_string(), why)
            })?;
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
            changes: None,
        })
    }

    /// The words of a scan, after those of its settings that they leave as they were.
    ///
    /// # Errors
    /// A setting that cannot be repeated, and a store that is missing.
    pub(crate) fn words(
        &self,
        words: &[OsString],
        has_store: bool,
        is_given: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<OsString>, Failure> {
        let settings = &self.run.settings;
        if settings.contains_key("robots") && !has_store {
            return Err(Failure::Usage(String::from(
                "the former run had a store of answers; name it with --robots-store",
            )));
        }
        if is_given("format") {
            return Err(Failure::Usage(String::from(
                "--again writes tables of the form that it compares them with; leave --format out",
            )));
        }
        if settings.contains_key("records") {
            return Err(self.refused("read the records of an index, so scan with --records again"));
        }
        let has_askers = is_given("agent") || is_given("as");
        let of_engines = settings.contains_key("as");
        // The program and the command.
        let (command, own) = words.split_at(words.len().min(2));
        let mut all = command.to_vec();
        for (name, value) in settings {
            match name.as_str() {
                "program" | "table" | "robots" | "robots-time" => {}
                "agent" | "as" | "disputed" if has_askers => {}
                "agent" if of_engines || value == "*" => {}
                "agent" => all.extend(value.split(' ').map(|agent| option(name, agent))),
                "as" => all.push(option(name, &value.replace(' ', ","))),
                "assume-absent" if !is_given(name) => {
                    all.push(option(name, &value.replace(", ", ",")));
                }
                _ if is_given(name) || value == "false" => {}
                _ if value == "true" => all.push(format!("--{name}").into()),
                _ => all.push(option(name, value)),
            }
        }
        if !settings.contains_key("now") && !is_given("now") {
            let began = robots_policy::Timestamp::from_unix(self.run.began);
            all.push(option("now", &began.to_string()));
        }
        all.extend_from_slice(own);
        Ok(all)
    }

    /// The time of answers of the former run.
    ///
    /// # Errors
    /// A text that this version does not write.
    pub(crate) fn robots_time(&self) -> Result<RobotsTime, Failure> {
        let Some(text) = self.run.settings.get("robots-time") else {
            return Ok(RobotsTime::default());
        };
        if text == "latest" {
            return Ok(RobotsTime::Latest);
        }
        let seconds = text.strip_prefix("capture, within ");
        let seconds = seconds.and_then(|text| text.strip_suffix(" s")?.parse().ok());
        let within =
            seconds.ok_or_else(|| self.refused(&format!("has the robots-time `{text}`")))?;
        Ok(RobotsTime::Capture { within })
    }

    /// The failure to repeat the run.
    pub(crate) fn refused(&self, why: &str) -> Failure {
        let name = self.folder.join("scan.json").display().to_string();
        Failure::Input(name, format!("the run {why}"))
    }

    /// Where the archives are: among those that are named, else where the report says. One that is not there is named.
    ///
    /// # Errors
    /// No archive at hand.
    pub(crate) fn archives(&self, named: &[OsString]) -> Result<Vec<OsString>, Failure> {
        let named: Vec<PathBuf> = named.iter().map(PathBuf::from).collect();
        let mut found = Vec::new();
        for table in &self.tables {
            match table.archive_at(&named) {
                Some(place) => found.push(place),
                None => warn(&format_args!(
                    "{} is not at hand, and its rows are not judged again; name it, or a folder that holds it",
                    table.archive
                )),
            }
        }
        if found.is_empty() {
            return Err(self
                .refused("has no archive that is at hand; name them, or folders that hold them"));
        }
        Ok(found)
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
        let place = archive_file::at_hand(named, name, None);
        place.map(Into::into)
    }
}

fn option(name: &str, value: &str) -> OsString {
    format!("--{name}={value}").into()
}
