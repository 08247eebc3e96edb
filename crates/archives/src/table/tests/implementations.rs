//! Read back by other implementations.

use std::fs;
use std::path::PathBuf;

use robots_policy_kit::python::{IMPLEMENTATIONS, ReadBack, folder, read_back};

use crate::columns;
use serde_json::json;

use super::super::{Table, TableFormat};
use super::rows::{Sample, samples};
use super::{assert_rows, written};

/// A table of these rows in a file, as each of the other implementations reads it.
fn read_backs(name: &str, samples: &[Sample]) -> Vec<ReadBack> {
    let options = [("agent", String::from("examplebot, \u{e4}"))];
    let bytes = written(samples, |out| {
        Table::create(TableFormat::Parquet, Box::new(out), columns(), &options).unwrap()
    });
    let file: PathBuf = folder().join(format!("table-{name}-{}.parquet", std::process::id()));
    fs::write(&file, bytes).unwrap();
    let read = IMPLEMENTATIONS
        .iter()
        .map(|name| read_back(name, &file))
        .collect();
    fs::remove_file(file).unwrap();
    read
}

#[test]
fn every_row_is_read_back() {
    let samples = samples();
    for read in read_backs("rows", &samples) {
        assert_rows(&samples, &read.rows);
        assert_eq!(
            read.metadata,
            json!({
                "robots-policy.agent": "examplebot, \u{e4}",
            })
        );
    }
}

/// Names and types as the documentation has them.
fn types() -> Vec<(String, String)> {
    let columns = columns();
    let types = columns
        .iter()
        .map(|column| (column.name().to_owned(), column.shape().sql()));
    types.collect()
}

#[test]
fn the_types_are_those_of_the_documentation() {
    let reads = read_backs("types", &[]);
    let in_duckdb = reads[1].columns.iter();
    let unquoted = in_duckdb.map(|(name, sql)| (name.clone(), sql.replace('"', "")));
    assert_eq!(unquoted.collect::<Vec<_>>(), types());
    for read in reads {
        assert_eq!(read.rows.len(), 0);
        let names: Vec<_> = read.columns.into_iter().map(|(name, _)| name).collect();
        let documented: Vec<_> = types().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, documented);
    }
}
