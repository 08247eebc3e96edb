//! The query for Spark as text; the tests of the program run that for `DuckDB`.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use super::{SqlEngine, SqlFolder, Tables, sql};
use crate::kept::keep;

#[test]
fn the_query_for_spark() {
    let folder = SqlFolder {
        path: String::from("policy"),
        now: Some("2026-11-20T00:00:00Z".parse().unwrap()),
    };
    let tables = Tables {
        folders: vec![folder],
        has_engines: true,
    };
    keep("spark", &sql(SqlEngine::Spark, &tables));
}
