//! The queries that count the same from the tables of a scan.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use robots_policy_archives::names::shown;

use super::caller::{Caller, ReportError};
use super::html;
use super::plots::Plot;
use super::scanned::{RUN, Scanned, is_former};
use super::sql::{SqlEngine, SqlFolder, Tables, sql_of};

impl Tables {
    /// The tables of these folders, which may have none: the settings of each run say who it is about, and when it was.
    /// Without folders they are those of the current one, of which nothing is known.
    pub(super) fn of(folders: &[PathBuf], has_engines: bool) -> Tables {
        let mut tables = Tables {
            folders: Vec::new(),
            has_engines,
        };
        for folder in folders {
            let scanned = Scanned::of(folder);
            tables.has_engines |= scanned.as_ref().is_some_and(Scanned::is_about_engines);
            tables.folders.push(SqlFolder {
                path: path(folder),
                now: scanned.and_then(|scanned| scanned.now),
                is_former: is_former(folder),
            });
        }
        if folders.is_empty() {
            tables.folders.push(SqlFolder::default());
        }
        tables
    }

    /// The tables of these folders, or those of the current one, for a query that an engine runs.
    ///
    /// # Errors
    /// A folder without tables, or one that the engine cannot name.
    pub(super) fn to_query(
        folders: &[PathBuf],
        engine: SqlEngine,
        caller: &dyn Caller,
    ) -> Result<Tables, ReportError> {
        for folder in folders {
            queried(folder, engine).map_err(|why| {
                let name = shown(folder.as_os_str());
                ReportError::Input(format!("the tables of {name}"), why)
            })?;
        }
        let here = [PathBuf::new()];
        let tables = Tables::of(if folders.is_empty() { &here } else { folders }, false);
        let is_former = |folder: &SqlFolder| folder.is_former;
        if tables.folders.iter().any(is_former) && !tables.folders.iter().all(is_former) {
            return Err(ReportError::Usage(String::from(
                "the folders have tables of two versions, of which the earlier one has other columns, and null in it is another answer; print a query for each",
            )));
        }
        for folder in tables.folders.iter().filter(|folder| folder.now.is_none()) {
            let name = match folder.path.as_str() {
                "" => "the current folder",
                path => path,
            };
            caller.warn(&format!(
                "{name} has no {RUN} with the time of its scan: the query compares deadlines with the time at which it runs"
            ));
        }
        Ok(tables)
    }

    /// The query of a plot, to copy.
    pub(super) fn details(&self, plot: &Plot, is_of_two: bool) -> String {
        let run = if is_of_two {
            "the second run"
        } else {
            "the scan"
        };
        let query = sql_of(plot.measure, SqlEngine::DuckDb, self);
        format!(
            "<details class=\"query\"><summary>Query of plot {}</summary>\n<p>For DuckDB, over the Parquet tables of {run}; report --sql spark writes that for Spark.</p>\n<pre>{}</pre></details>\n",
            plot.number(),
            html::lines(&query)
        )
    }
}

/// The place of the query of a plot that another agent has above.
pub(super) fn elsewhere(plot: &Plot, agent: usize) -> String {
    let (number, place) = (plot.number(), plot.id(Some(agent)));
    format!("<p class=\"query\"><a href=\"#{place}-h\">Query of plot {number}</a></p>\n")
}

/// The path of a folder, as a query has it: `a//b` may be an address, and only a slash separates everywhere.
fn path(folder: &Path) -> String {
    let path: PathBuf = folder.components().collect();
    let path = path
        .to_str()
        .map_or_else(|| shown(path.as_os_str()), str::to_owned);
    if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path
    }
}

/// Requires tables in a folder, and a name that the engine takes.
fn queried(folder: &Path, engine: SqlEngine) -> Result<(), String> {
    let (mut has_tables, mut has_lines) = (false, false);
    for entry in fs::read_dir(folder).map_err(|error| unlisted(&error))? {
        let name = entry.map_err(|error| unlisted(&error))?.file_name();
        let extension = Path::new(&name).extension();
        has_tables |= extension == Some(OsStr::new("parquet"));
        has_lines |= extension == Some(OsStr::new("jsonl"));
        if has_tables {
            break;
        }
    }
    match folder.to_str() {
        _ if !has_tables && has_lines => Err(String::from(
            "they are JSON lines, and the query reads Parquet; scan again with the default --format",
        )),
        _ if !has_tables => Err(String::from(
            "there is no *.parquet in it; name the output folder of a `scan`",
        )),
        None => Err(String::from(
            "its name is not UTF-8, and a query is; rename the folder",
        )),
        Some(_) => engine.refusal(&path(folder)).map_or(Ok(()), Err),
    }
}

fn unlisted(error: &io::Error) -> String {
    format!("{error}; name the output folder of a `scan`")
}
