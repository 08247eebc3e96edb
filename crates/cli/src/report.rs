//! `robots-policy report`: a page about what `scan` wrote.
//!
//! ```text
//! share months html svg        numbers, times, texts, shapes
//! troubles                     what is missing
//! cube                         the counts of a run
//! scanned counted sums folder  out of the folders of scans
//! long run                     out of files; a run
//! agents uses                  their order; what they are disallowed to do
//! plots series table           one row a plot; its rows; the table beside it
//! draw compare section page    plots and pages
//! ```

mod agents;
mod compare;
mod counted;
mod cube;
mod draw;
mod folder;
mod html;
#[cfg(test)]
mod kept;
mod long;
mod months;
mod output;
mod overview;
mod page;
mod plots;
mod progress;
mod query;
mod run;
mod scanned;
mod section;
mod series;
mod share;
mod sql;
mod sums;
mod svg;
mod table;
mod troubles;
mod uses;

use std::fs;
use std::path::PathBuf;

use robots_policy_archives::Measure;

use self::page::Page;
use self::progress::ReportProgress;
use self::query::Tables;
use self::run::Run;
use self::sums::Sums;
use self::troubles::Troubles;

pub(crate) use self::output::ReportOutput;
pub(crate) use self::sql::SqlEngine;
use crate::exit::{Exit, Failure};
use crate::names::shown;
use crate::progress::ProgressWhen;
use crate::say::warn;

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
    pub(crate) json: Option<ReportOutput>,
    /// The query for this engine of SQL is printed, in the place of a page.
    pub(crate) sql: Option<SqlEngine>,
    pub(crate) progress: ProgressWhen,
}

/// Runs the command.
pub(crate) fn run(args: &ReportSettings) -> Result<Exit, Failure> {
    args.check()?;
    let mut troubles = Troubles::default();
    if let Some(engine) = args.sql {
        let tables = Tables::to_query(&args.folders, engine)?;
        // What is missing is missing in the tables too.
        args.runs(&mut troubles)?;
        tables.print(engine)?;
        return Ok(troubles.exit());
    }
    let runs = args.runs(&mut troubles)?;
    if runs.iter().all(Run::is_of_nothing) {
        warn(&"no report was read, so nothing was written");
        return Ok(Exit::Unreadable);
    }
    let selected = agents::select(&runs, &args.agents).map_err(Failure::Usage)?;
    if let Some(output) = &args.json {
        output.write(|out| long::write(out, &runs))?;
    }
    let differences = scanned::differences(&args.folders);
    if !differences.is_empty() {
        let list = differences.join(", ");
        warn(&format_args!("the scans had different settings: {list}"));
    }
    if let Some(output) = &args.output {
        let page = Page {
            runs: &runs,
            differences: &differences,
            troubles: &troubles,
            tables: &args.tables(&runs),
            selected: &selected,
        };
        output.write(|out| out.write_all(page.html().as_bytes()))?;
    }
    Ok(troubles.exit())
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
        self.check_kinds()?;
        if self.sql.is_some() && inputs > 1 && !self.is_together {
            return Err(Failure::Usage(String::from(
                "a query counts one run: with --together the folders are parts of one; to compare two, print a query for each, and draw both results with `report --cube before.csv --cube after.csv`",
            )));
        }
        if inputs > 2 && !self.is_together {
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
        self.check_outputs()
    }

    /// Requires outputs that overwrite neither each other nor what is read.
    fn check_outputs(&self) -> Result<(), Failure> {
        if self.output.is_some()
            && self.output.as_ref().map(ReportOutput::place)
                == self.json.as_ref().map(ReportOutput::place)
        {
            let why = "-o and --json name the same place; the page and the cube need one each";
            return Err(Failure::Usage(why.to_owned()));
        }
        for output in self.output.iter().chain(&self.json) {
            let is_read = |folder: &PathBuf| output.is_of_scan(folder);
            let is_cube = |cube: &PathBuf| output.is_file(cube);
            if self.folders.iter().any(is_read) || self.cubes.iter().any(is_cube) {
                return Err(Failure::Usage(format!(
                    "{} is read by this command, and would be overwritten; name another file",
                    output.name()
                )));
            }
        }
        Ok(())
    }

    /// Requires folders of one kind where they are added up: a client and an engine may have the same name.
    fn check_kinds(&self) -> Result<(), Failure> {
        if !self.is_together && self.sql.is_none() {
            return Ok(());
        }
        let Some(kinds) = scanned::kinds(&self.folders) else {
            return Ok(());
        };
        let each = if self.sql.is_some() {
            "print a query for each kind"
        } else {
            "report each kind by itself"
        };
        Err(Failure::Usage(format!(
            "clients and engines are not added up, for a client and an engine may have the same name: {kinds}; {each}"
        )))
    }

    /// The tables of the run that is shown, which of two is the second.
    fn tables(&self, runs: &[Run]) -> Tables {
        let folders = match self.folders.as_slice() {
            [_, after] if runs.len() > 1 => std::slice::from_ref(after),
            folders => folders,
        };
        let engine = Measure::Engine.name();
        let mut agents = runs
            .last()
            .into_iter()
            .flat_map(|run| run.cube.agents.values());
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
                folder::read(folder, self.sql.is_some(), &mut sums, troubles, &progress);
            }
            if let Some(why) = sums.old(&name) {
                progress.trouble(troubles, why);
            }
            runs.push(Run::of_reports(name, &sums));
        }
        Ok(runs)
    }
}
