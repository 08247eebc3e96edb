//! The queries that count the same from the tables of a scan.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::html;
use super::plots::Plot;
use super::sql::{SqlEngine, SqlTables, sql, sql_of};
use crate::exit::Failure;
use crate::names::shown;

/// The tables that the queries of a page read.
pub(super) struct Tables {
    files: Vec<String>,
    has_engines: bool,
}

impl Tables {
    /// The tables of these folders, which are not opened: the settings of each run say who it is about. Without folders they
    /// are those of the current one.
    pub(super) fn of(folders: &[PathBuf], has_engines: bool) -> Tables {
        let files = folders
            .iter()
            .map(|folder| shown(folder.join(ALL).as_os_str()));
        let mut files: Vec<String> = files.collect();
        if files.is_empty() {
            files.push(ALL.to_owned());
        }
        Tables {
            files,
            has_engines: has_engines || folders.iter().any(|folder| is_about_engines(folder)),
        }
    }

    fn of_queries(&self) -> SqlTables<'_> {
        SqlTables {
            files: &self.files,
            has_engines: self.has_engines,
        }
    }

    /// Prints the query for the whole cube.
    pub(super) fn print(&self, engine: SqlEngine) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        out.write_all(sql(engine, self.of_queries()).as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// The query of a plot, to copy.
    pub(super) fn details(&self, plot: &Plot, is_of_two: bool) -> String {
        let run = if is_of_two {
            "the second run"
        } else {
            "the scan"
        };
        let query = sql_of(plot.measure, SqlEngine::DuckDb, self.of_queries());
        format!(
            "<details class=\"query\"><summary>Query of plot {}</summary>\n<p>For DuckDB, over the Parquet tables of {run}; report --sql spark writes that for Spark.</p>\n<pre>{}</pre></details>\n",
            plot.number,
            html::lines(&query)
        )
    }
}

/// The place of the query of a plot that another agent has above.
pub(super) fn elsewhere(plot: &Plot, agent: usize) -> String {
    let number = plot.number;
    format!("<p class=\"query\"><a href=\"#a{agent}p{number}-h\">Query of plot {number}</a></p>\n")
}

/// Whether the run of a folder is about engines.
fn is_about_engines(folder: &Path) -> bool {
    let settings = fs::read(folder.join("scan.json")).unwrap_or_default();
    let run: Value = serde_json::from_slice(&settings).unwrap_or_default();
    run.pointer("/settings/as").is_some()
}

/// The tables of a folder.
const ALL: &str = "*.parquet";
