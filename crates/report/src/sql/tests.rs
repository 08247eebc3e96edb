//! A query for Spark as text, with every function of its dialect; the tests of the program run those for `DuckDB`.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use robots_policy_archives::Measure;

use super::{SqlEngine, SqlFolder, Tables, query};
use crate::kept::keep;

#[test]
fn a_query_for_spark() {
    let folder = SqlFolder {
        path: String::from("policy"),
        now: Some("2026-11-20T00:00:00Z".parse().unwrap()),
        is_former: false,
    };
    let tables = Tables {
        folders: vec![folder],
        has_engines: true,
    };
    let measures = [
        Measure::Kept,
        Measure::Engine,
        Measure::Conflict,
        Measure::Extension,
        Measure::Until,
        Measure::Unread,
        Measure::Response,
        Measure::NotKnown,
        Measure::Use,
    ];
    keep("spark", &query(SqlEngine::Spark, &tables, &measures));
}
