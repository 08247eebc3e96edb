//! `robots-policy report --sql`: what the queries are over, and what is refused.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::report::scanned;
use crate::scanning::{ends_saying, run};
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::python;

#[test]
fn folders_that_are_not_one_run_are_refused() {
    let folder = scanned("sql-refused");
    for (out, rest) in [
        ("engines", "--as gptbot,googlebot"),
        ("later", "--agent GPTBot"),
        ("lines", "--agent GPTBot --format jsonl"),
    ] {
        let scan = format!("scan crawl.warc.gz --now 2026-03-01T12:00:00Z {rest} -o {out}");
        ends(&run(&folder, &scan), 0);
    }
    fs::create_dir(folder.join("empty")).unwrap();
    let which = "rows of clients are in out, rows of engines (--as) in engines; ";
    for (words, code, messages) in [
        (
            "out engines --sql duckdb",
            2,
            [which, "print a query for each kind"],
        ),
        (
            "out engines --together --sql spark",
            2,
            [which, "print a query for each kind"],
        ),
        (
            "out engines --together -o a.html",
            2,
            [which, "report each kind by itself"],
        ),
        (
            "later out none engines --together -o a.html",
            2,
            ["clients are in later, out, ", "(--as) in engines; "],
        ),
        (
            "out later --sql duckdb",
            2,
            [
                "with --together",
                "`report --cube before.csv --cube after.csv`",
            ],
        ),
        ("out out --together --sql duckdb", 2, ["named twice", "out"]),
        (
            "none --sql duckdb",
            1,
            ["the tables of none: ", "name the output folder of a `scan`"],
        ),
        (
            "out none --together --sql duckdb",
            1,
            ["the tables of none: ", "name the output folder"],
        ),
        (
            "empty --sql spark",
            1,
            [
                "the tables of empty: there is no *.parquet in it",
                "name the output",
            ],
        ),
        (
            "lines --sql duckdb",
            1,
            [
                "the tables of lines: they are JSON lines",
                "the default --format",
            ],
        ),
    ] {
        let output = run(&folder, &format!("report {words}"));
        for message in messages {
            ends_saying(&output, code, message);
        }
        assert!(output.stdout.is_empty(), "{words}");
    }
    assert!(!folder.join("a.html").exists());
    // What is compared is not added up, and the queries are those of the second run.
    for (words, has_profiles) in [("out engines", true), ("engines out", false)] {
        ends(&run(&folder, &format!("report {words} -o a.html")), 0);
        let page = fs::read_to_string(folder.join("a.html")).unwrap();
        assert_eq!(page.contains("nullif(profile"), has_profiles, "{words}");
    }
}

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

/// A run of which only the reports are left is drawn, and its queries are in the page.
#[test]
fn the_page_of_a_folder_without_tables_has_its_queries() {
    let folder = scanned("sql-page");
    fs::remove_file(folder.join("out/crawl.warc.gz.parquet")).unwrap();
    let output = run(&folder, "report out -o a.html");
    assert!(!said(&output).contains("Parquet"), "{}", said(&output));
    let page = fs::read_to_string(folder.join("a.html")).unwrap();
    assert!(
        page.contains("2026-03-01 12:00:00+00"),
        "the time of the scan"
    );
    assert!(page.contains("out/*.parquet"));
}

#[test]
fn a_scan_whose_time_is_not_known_is_named() {
    let folder = scanned("sql-time");
    ends(&run(&folder, "report out --sql duckdb"), 0);
    fs::remove_file(folder.join("out/scan.json")).unwrap();
    for (words, name) in [("out", "out"), ("", "the current folder")] {
        let output = run(&folder, &format!("report {words} --sql duckdb"));
        let query = ends(&output, 0);
        assert!(query.contains("current_timestamp AS scan_time"));
        let message = format!("{name} has no scan.json with the time of its scan");
        assert!(said(&output).contains(&message), "{}", said(&output));
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
