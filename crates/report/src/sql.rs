//! Queries that count the cube from the tables of a scan.
//!
//! **What it is.** For `DuckDB` and for Spark one query each, made of the table of measures. Its result is the long form of the
//! cube, which `report --cube` draws, with distinct hosts beside the rows.
//!
//! **Invariants.** The measures have one definition, [`Measure::cells`], of which the cube counts and `printed` prints. Both
//! dialects differ in the functions of `dialect` alone.
//!
//! A query reads the tables once: every page becomes the list of its cells, since a union over the measures would read a crawl
//! seventy times.
//!
//! Every folder has the time that its scan compared deadlines with, so that a query finds the same ones past on every day.
//!
//! **What is not equal.** Names beyond the bound of a measure: a query ranks all names once, a report while it counts.
//! Without `scan.json` a deadline that passed since the scan is past, if the page is not indexed for another reason.
//!
//! **Which test notices.** `report_cells` in the tests of the program: the result of `DuckDB` is the cube of the reports, cell by cell;
//! `bindings/python/tests/test_spark_report.py` does so for Spark.

mod dialect;
mod printed;
#[cfg(test)]
mod tests;

use robots_policy_archives::{Measure, OTHERS, classes};

pub use self::dialect::SqlEngine;
pub(super) use self::dialect::SqlFolder;
use self::printed::Printer;

/// The tables that a query reads.
pub(super) struct Tables {
    /// The folders of the tables.
    pub(super) folders: Vec<SqlFolder>,
    /// Whether they are tables about engines, which `scan --as` writes.
    pub(super) has_engines: bool,
}

impl Tables {
    /// Whether some are of a former version: they lack columns, which no query over them all can then have.
    fn is_former(&self) -> bool {
        self.folders.iter().any(|folder| folder.is_former)
    }
}

/// The query for the whole cube.
pub(super) fn sql(engine: SqlEngine, tables: &Tables) -> String {
    let (first, last) = engine.usage();
    let query = query(engine, tables, Measure::ALL);
    format!(
        "-- The cube of `robots-policy report`: rows and hosts by agent, measure, name and part.\n-- {first}\n-- {last}\n{query}"
    )
}

/// The query for one measure.
pub(super) fn sql_of(measure: Measure, engine: SqlEngine, tables: &Tables) -> String {
    query(engine, tables, &[measure])
}

fn query(engine: SqlEngine, tables: &Tables, measures: &[Measure]) -> String {
    let read = engine.tables(&tables.folders);
    let printer = Printer::new(engine, tables);
    let pages = printer.pages();
    let mut lists = Vec::new();
    for measure in measures {
        let cells = measure.cells().iter();
        let cells = cells.filter_map(|cells| printer.cells(*measure, cells));
        for (at, cells) in cells.enumerate() {
            let comment = match at {
                0 => format!("    -- {measure}: {}\n", measure.meaning()),
                _ => String::new(),
            };
            lists.push(format!("{comment}    {cells}"));
        }
    }
    // A query over nothing counts nothing.
    if lists.is_empty() {
        let none = engine.list(&engine.cell(Measure::State, "''", "''"));
        lists.push(format!("    CASE WHEN false THEN {none} END"));
    }
    let rows = engine.rows_of(&format!("\n{}\n  ", lists.join(",\n")));
    let sums = sums(measures);
    format!(
        "WITH tables AS (\n  -- The scan compared deadlines with its scan_time.\n{read}\n),\n{pages},\nof_pages AS (\n  SELECT asker, host, {rows} AS cell FROM pages\n),
cells AS (
  SELECT asker, host, cell.measure AS measure, cell.name AS name, cell.part AS part FROM of_pages WHERE cell IS NOT NULL
),\n{sums}"
    )
}

/// The sums of the cells. Names beyond the bound of a measure are one.
fn sums(measures: &[Measure]) -> String {
    let bounded = measures.iter();
    let bounded = bounded.filter_map(|measure| Some((*measure, measure.most_names()?)));
    let bounded: Vec<(Measure, usize)> = bounded.collect();
    let counted = "counted AS (\n  SELECT asker, measure, name, part, count(*) AS row_count, count(DISTINCT host) AS host_count\n  FROM cells GROUP BY asker, measure, name, part\n)";
    let order = "ORDER BY agent, measure, name, part\n";
    if bounded.is_empty() {
        return format!(
            "{counted}\nSELECT asker AS agent, measure, name, part, row_count AS rows, host_count AS hosts\nFROM counted {order}"
        );
    }
    let names: Vec<String> = bounded
        .iter()
        .map(|(measure, _)| format!("'{measure}'"))
        .collect();
    let most: Vec<String> = bounded
        .iter()
        .map(|(measure, most)| format!("WHEN '{measure}' THEN {most}"))
        .collect();
    let (names, most) = (names.join(", "), most.join(" "));
    let long = format!(
        "CASE WHEN measure IN ({names}) AND length(name) > {} THEN '{}' ELSE name END",
        classes::MOST_CHARS,
        classes::LONG
    );
    let counted = counted.replace(
        "FROM cells",
        &format!("FROM (SELECT asker, host, measure, {long} AS name, part FROM cells) AS short"),
    );
    format!(
        "{counted},
-- Of names that pages choose, those with the most rows.
ranked AS (
  SELECT asker, measure, name, row_number() OVER (PARTITION BY asker, measure ORDER BY sum(row_count) DESC, name) AS place
  FROM counted WHERE measure IN ({names}) GROUP BY asker, measure, name
),
named AS (
  SELECT counted.asker, counted.measure, part, row_count, host_count,
    CASE WHEN place > CASE counted.measure {most} END THEN '{OTHERS}' ELSE counted.name END AS name
  FROM counted LEFT JOIN ranked
    ON counted.asker = ranked.asker AND counted.measure = ranked.measure AND counted.name = ranked.name
)
SELECT asker AS agent, measure, name, part, CAST(sum(row_count) AS BIGINT) AS rows,
  CASE WHEN name <> '{OTHERS}' THEN CAST(sum(host_count) AS BIGINT) END AS hosts
FROM named GROUP BY asker, measure, name, part {order}"
    )
}
