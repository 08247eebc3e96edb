//! The queries, as text; the tests of the program run them in `DuckDB`.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use robots_policy_archives::Measure;

use super::{SqlEngine, SqlFolder, SqlTables, sql, sql_of};
use crate::kept::keep;

const NOW: &str = "2026-11-20T00:00:00Z";

#[test]
fn the_queries() {
    let folders = [SqlFolder {
        path: String::from("policy"),
        now: Some(NOW.parse().unwrap()),
    }];
    let agents = SqlTables {
        folders: &folders,
        has_engines: false,
    };
    let engines = SqlTables {
        has_engines: true,
        ..agents
    };
    let month = sql_of(Measure::Month, SqlEngine::DuckDb, agents);
    keep("duckdb_month", &month);
    keep("spark", &sql(SqlEngine::Spark, engines));
}
