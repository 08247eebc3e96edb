//! `robots-policy report --sql`: what the queries are over, and what is refused.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::report::scanned;
use crate::scanning::{ends_saying, run};
use robots_policy_kit::output::ends;
use robots_policy_kit::python;

/// A name that an engine cannot take is refused; the page, whose queries are to copy, is drawn.
#[cfg(unix)]
#[test]
fn names_that_no_query_can_have_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = scanned("sql-names");
    for (name, engine, message) in [
        (&b"a\xff"[..], "duckdb", "a%FF: its name is not UTF-8"),
        (b"a\xff", "spark", "rename the folder"),
        (
            b"a\\b",
            "duckdb",
            "a backslash in a path as a slash; rename the folder",
        ),
        (b"~a", "duckdb", "its whole path"),
        (b"a:b", "spark", "rename the folder"),
    ] {
        let name = OsStr::from_bytes(name);
        let copied = folder.join(name);
        fs::create_dir(&copied).unwrap_or_default();
        for entry in fs::read_dir(folder.join("out")).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), copied.join(entry.file_name())).unwrap();
        }
        let asked = |more: &[&str]| {
            let mut command = crate::scanning::command(&folder, "report");
            command.arg(name).args(more).output().unwrap()
        };
        ends_saying(&asked(&["--sql", engine]), 1, message);
        ends(&asked(&["-o", "a.html"]), 0);
    }
}

/// The fix that the refusal of two folders names: a query for each, and the comparison of both results.
#[test]
fn the_results_of_two_queries_are_compared() {
    let folder = scanned("sql-two");
    let scan = "scan crawl.warc.gz --now 2026-03-01T12:00:00Z --agent ExampleBot -o later";
    ends(&run(&folder, scan), 0);
    for (out, csv) in [("out", "before.csv"), ("later", "after.csv")] {
        let query = ends(&run(&folder, &format!("report {out} --sql duckdb")), 0);
        let tables = folder.join(out);
        let query = query.replace(&format!("'{out}/"), &format!("'{}/", tables.display()));
        fs::write(folder.join(csv), result(&folder, &query)).unwrap();
    }
    let compare = "report --cube before.csv --cube after.csv -o two.html";
    ends(&run(&folder, compare), 0);
    let page = fs::read_to_string(folder.join("two.html")).unwrap();
    assert!(page.contains("Before: <bdi>before.csv</bdi>. After: <bdi>after.csv</bdi>."));
}

/// The result of a query in `DuckDB`, as CSV.
fn result(folder: &Path, query: &str) -> String {
    let file = folder.join("query.sql");
    fs::write(&file, query).unwrap();
    let columns = ["agent", "measure", "name", "part", "rows", "hosts"];
    let mut csv = columns.join(",") + "\n";
    for line in python::script("query.py", &[file.as_os_str()]).lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let cells = columns.map(|column| match &row[column] {
            Value::String(text) => format!("\"{text}\""),
            Value::Null => String::new(),
            number => number.to_string(),
        });
        csv += &(cells.join(",") + "\n");
    }
    csv
}
