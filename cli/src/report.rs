//! `robots-policy report`: a page about what `scan` wrote.
//!
//! ```text
//! share months html svg        numbers, times, texts, shapes
//! troubles                     what is missing
//! cube                         the counts of a run
//! folder long run              out of folders and files
//! agents uses                  their order; what they are disallowed to do
//! plots series table           one row a plot; its rows; the table beside it
//! draw compare section page    plots and pages
//! ```

mod agents;
mod compare;
mod cube;
mod draw;
mod folder;
mod html;
#[cfg(test)]
mod kept;
mod long;
mod months;
mod overview;
mod page;
mod plots;
mod progress;
mod query;
mod run;
mod section;
mod series;
mod share;
mod sql;
mod svg;
mod table;
mod troubles;
mod uses;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use robots_policy_archives::Measure;

use self::folder::Sums;
use self::page::Page;
use self::progress::ReportProgress;
use self::query::Tables;
use self::run::Run;
use self::troubles::Troubles;

pub(crate) use self::sql::SqlEngine;
use crate::exit::{Exit, Failure};
use crate::names::shown;
use crate::progress::ProgressWhen;

/// The settings of the command.
pub(crate) struct ReportSettings {
    pub(crate) folders: Vec<PathBuf>,
    /// Cubes in the long form, in the place of folders.
    pub(crate) cubes: Vec<PathBuf>,
    /// Whether the folders are parts of one run.
    pub(crate) is_together: bool,
    /// The agents that have plots of their own; without any the page selects.
    pub(crate) agents: Vec<String>,
    /// Without a page only the cube is written.
    pub(crate) output: Option<ReportOutput>,
    /// The file of the merged cube.
    pub(crate) json: Option<PathBuf>,
    /// The query for this engine of SQL is printed, in the place of a page.
    pub(crate) sql: Option<SqlEngine>,
    pub(crate) progress: ProgressWhen,
}

/// The place of the page.
#[derive(Clone)]
pub(crate) enum ReportOutput {
    File(PathBuf),
    Standard,
}

/// Runs the command.
pub(crate) fn run(args: &ReportSettings) -> Result<Exit, Failure> {
    args.check()?;
    if let Some(engine) = args.sql {
        Tables::of(&args.folders, false).print(engine)?;
        return Ok(Exit::Answered);
    }
    let mut troubles = Troubles::default();
    let runs = args.runs(&mut troubles)?;
    let selected = agents::select(&runs, &args.agents).map_err(Failure::Usage)?;
    if let Some(file) = &args.json {
        written(file, |out| long::write(out, &runs))?;
    }
    let tables = args.tables(&runs);
    let page = Page {
        runs: &runs,
        troubles: &troubles,
        tables: &tables,
        selected: &selected,
    };
    match &args.output {
        Some(ReportOutput::File(file)) => {
            let html = page.html();
            written(file, |out| out.write_all(html.as_bytes()))?;
        }
        Some(ReportOutput::Standard) => {
            let mut out = io::stdout().lock();
            out.write_all(page.html().as_bytes())?;
            out.flush()?;
        }
        None => {}
    }
    Ok(if troubles.count() > 0 {
        Exit::Unreadable
    } else {
        Exit::Answered
    })
}

impl ReportSettings {
    /// Requires one run, or two that are compared.
    fn check(&self) -> Result<(), Failure> {
        let inputs = self.folders.len() + self.cubes.len();
        if !self.cubes.is_empty() && self.is_together {
            return Err(Failure::Usage(String::from(
                "--together adds up folders; the cells of one --cube are added up already",
            )));
        }
        if inputs > 2 && !self.is_together && self.sql.is_none() {
            return Err(Failure::Usage(format!(
                "{inputs} runs cannot be compared, only two; with --together folders are added up"
            )));
        }
        let mut seen = Vec::new();
        for folder in &self.folders {
            let Ok(place) = fs::canonicalize(folder) else {
                continue;
            };
            if seen.contains(&place) {
                return Err(Failure::Usage(format!(
                    "{} is named twice, and would be counted twice; name it once",
                    folder.display()
                )));
            }
            seen.push(place);
        }
        Ok(())
    }

    /// The tables of the run that is shown, which of two is the second.
    fn tables(&self, runs: &[Run]) -> Tables {
        let folders = match self.folders.as_slice() {
            [_, after] if runs.len() > 1 => std::slice::from_ref(after),
            folders => folders,
        };
        let engine = Measure::Engine.name();
        let mut agents = runs.iter().flat_map(|run| run.cube.agents.values());
        Tables::of(folders, agents.any(|agent| agent.measure(engine).is_some()))
    }

    fn runs(&self, troubles: &mut Troubles) -> Result<Vec<Run>, Failure> {
        if !self.cubes.is_empty() {
            let mut runs = Vec::new();
            for cube in &self.cubes {
                runs.extend(long::read(cube)?);
            }
            if runs.len() > 2 {
                let why = "a --cube of two runs is compared alone; name it once";
                return Err(Failure::Usage(why.to_owned()));
            }
            return Ok(runs);
        }
        let progress = ReportProgress::new(self.progress);
        let names: Vec<String> = self
            .folders
            .iter()
            .map(|folder| shown(folder.as_os_str()))
            .collect();
        let parts: Vec<(String, &[PathBuf])> = if self.is_together {
            vec![(names.join(" + "), &self.folders)]
        } else {
            names.into_iter().zip(self.folders.chunks(1)).collect()
        };
        let mut runs = Vec::new();
        for (name, folders) in parts {
            let mut sums = Sums::default();
            for folder in folders {
                folder::read(folder, &mut sums, troubles, &progress);
            }
            if let Some(why) = sums.old(&name) {
                progress.trouble(troubles, why);
            }
            runs.push(Run::of_reports(name, &sums));
        }
        Ok(runs)
    }
}

/// Writes a file beside its place, and renames it when it is whole.
fn written(
    file: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let unwritable = |error: io::Error| Failure::File(shown(file.as_os_str()), error.to_string());
    // A pipe or a device has no place beside it.
    if file.exists() && !file.is_file() {
        let mut out = BufWriter::new(File::options().write(true).open(file).map_err(unwritable)?);
        return write(&mut out)
            .and_then(|()| out.flush())
            .map_err(unwritable);
    }
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let whole = || {
        let mut out = BufWriter::new(File::create(&part)?);
        write(&mut out)?;
        out.into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()?;
        fs::rename(&part, file)
    };
    whole().map_err(|error| {
        let _ = fs::remove_file(&part);
        unwritable(error)
    })
}
