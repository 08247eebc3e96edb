//! The reports of `robots-policy scan` on a run: by agent, as text and as JSON, during the run and at the end; and rows
//! on standard output.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::scanning::{archive, archives, command, ends_saying, files, folder, records, run};
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};

/// An archive of a page for every client, and of one that only `ExampleBot` must not index.
fn two_pages() -> Vec<u8> {
    let mut writer = Writer::new(Packing::Gzip);
    let field = "X-Robots-Tag: ExampleBot: noindex\r\n";
    for (name, field) in [("a", ""), ("b", field)] {
        let response = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{field}\r\n<p>");
        writer.response(&format!("https://site.example/{name}"), response.as_bytes());
    }
    writer.bytes
}

/// The summary without the line that says how long it took.
fn lasting(reported: &str) -> String {
    let lines = reported.lines().filter(|line| !line.contains(" rows/s"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_agent_has_counts_of_its_own() {
    let folder = folder("agents");
    for name in ["a.warc.gz", "b.warc.gz"] {
        fs::write(folder.join(name), two_pages()).unwrap();
    }
    let scan = "scan a.warc.gz b.warc.gz -o out --agent Other --agent ExampleBot --resume";
    let first = ends(&run(&folder, scan), 0);
    insta::assert_snapshot!(lasting(&first));
    let report = fs::read_to_string(folder.join("out/summary.json")).unwrap();
    insta::assert_snapshot!(report);
    let again = ends(&run(&folder, scan), 0);
    let kept = "2 tables kept from an earlier run, none written now";
    assert_eq!(again.lines().nth(1), Some(kept));
    fs::remove_file(folder.join("out/b.warc.gz.parquet")).unwrap();
    let again = ends(&run(&folder, scan), 0);
    let kept = "1 table kept from an earlier run; the others: ";
    assert!(again.lines().nth(1).unwrap().starts_with(kept), "{again}");
    assert_eq!(lasting(&again), lasting(&first));
    let same = fs::read_to_string(folder.join("out/summary.json")).unwrap();
    assert_eq!(same, report);
}

#[test]
fn only_without_a_store_the_unknown_is_explained() {
    let folder = folder("no-store");
    fs::write(folder.join("a.warc.gz"), two_pages()).unwrap();
    ends(&run(&folder, "robots-store build a.warc.gz -o s.redb"), 0);
    for (words, is_explained) in [("", true), ("--robots-store s.redb", false)] {
        let reported = ends(
            &run(
                &folder,
                &format!("scan a.warc.gz -o o{is_explained} {words}"),
            ),
            0,
        );
        assert!(reported.contains("  unknown "), "{reported}");
        assert_eq!(
            reported.contains("100.0 %  (no --robots-store)"),
            is_explained,
            "{reported}"
        );
    }
}

#[test]
fn an_archive_that_is_missing_costs_no_other() {
    let folder = folder("missing");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 1, 3);
    fs::create_dir(folder.join("b")).unwrap();
    let names = "none.warc.gz a.warc.gz b none*.gz";
    let output = run(&folder, &format!("scan {names} -o out"));
    let reported = ends(&output, 1);
    assert!(
        reported.starts_with("1 archive, 3 responses, 3 rows"),
        "{reported}"
    );
    for message in [
        "cannot read none.warc.gz: ",
        "cannot read b: it is a folder",
        "cannot read none*.gz: no file matches the pattern",
        "3 of 4 archives have no table in out",
    ] {
        assert!(said(&output).contains(message), "{}", said(&output));
    }
    let report = fs::read(folder.join("out/summary.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(
        (&report["archives"], &report["tables"]),
        (&json!(4), &json!(1))
    );
    assert_eq!(report["unreadable"].as_array().unwrap().len(), 3);
    let output = run(&folder, &format!("robots-store build {names} -o s.redb"));
    let reported = ends(&output, 1);
    assert!(
        reported.contains(" in 1 archive; s.redb holds "),
        "{reported}"
    );
    // Without any archive nothing is begun.
    for words in [
        "scan none.a none.b -o none",
        "robots-store build none.a none.b -o none",
    ] {
        let output = run(&folder, words);
        ends_saying(&output, 1, "cannot read none.a: ");
        ends_saying(&output, 1, "cannot read none.b: ");
        assert!(!folder.join("none").exists());
    }
}

#[test]
fn a_line_for_each_archive_is_shown_if_asked_for() {
    let folder = folder("progress");
    archives(&folder, 2, 3);
    let scan = |more: &str| {
        let _ = fs::remove_dir_all(folder.join("out"));
        let output = run(&folder, &format!("scan *.warc.gz -o out -j 1 {more}"));
        ends(&output, 0);
        said(&output)
    };
    for more in ["", "-q", "--progress auto", "--progress never"] {
        assert_eq!(scan(more), "", "{more}");
    }
    let lines = scan("--progress always");
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 2);
    for (number, line) in lines.iter().enumerate() {
        let start = format!("robots-policy: {} of 2 archives: ", number + 1);
        assert!(
            line.starts_with(&start) && line.ends_with(", 3 rows"),
            "{line}"
        );
    }
}

#[test]
fn standard_output_takes_the_rows() {
    let folder = folder("stdout");
    archives(&folder, 3, 20);
    let scan = "scan *.warc.gz --format jsonl --now 2026-03-01T12:00:00Z -o";
    ends(&run(&folder, &format!("{scan} out")), 0);
    let mut tables = files(&folder.join("out"));
    tables.retain(|name, _| {
        Path::new(name)
            .extension()
            .is_some_and(|end| end == "jsonl")
    });
    let rows: Vec<u8> = tables.into_values().flatten().collect();
    let output = run(&folder, &format!("{scan} - -j 3"));
    assert_eq!(ends(&output, 0).as_bytes(), rows);
    assert!(
        said(&output).starts_with("3 archives, 60 responses, 60 rows\n"),
        "{}",
        said(&output)
    );
    let first = fs::read_dir(&folder).unwrap().count();
    let mut piped = command(
        &folder,
        "scan - --format jsonl --now 2026-03-01T12:00:00Z -o -",
    );
    let name = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let name = name
        .filter(|path| path.extension().is_some_and(|end| end == "gz"))
        .min()
        .unwrap();
    piped.stdin(File::open(&name).unwrap());
    let piped = ends(&piped.output().unwrap(), 0);
    assert_eq!(piped.lines().count(), 20);
    assert!(piped.contains(r#""warc_file":"-""#));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), first);
    assert_eq!(
        records(&folder.join("out").join(format!(
            "{}.jsonl",
            name.file_name().unwrap().to_str().unwrap()
        )))
        .len(),
        20
    );
}

#[test]
fn standard_output_takes_no_tables() {
    let folder = folder("stdout-refused");
    archives(&folder, 1, 2);
    for (words, message) in [
        (
            "scan *.warc.gz -o -",
            "add --format jsonl; Parquet needs a folder (a folder called `-` is written `./-`)",
        ),
        (
            "scan *.warc.gz --format jsonl --resume -o -",
            "--resume continues the tables of a folder",
        ),
    ] {
        ends_saying(&run(&folder, words), 2, message);
    }
    let output = run(&folder, "scan none *.warc.gz --format jsonl -o -");
    assert_eq!(ends(&output, 1).lines().count(), 2);
    assert!(
        said(&output).contains("cannot read none: "),
        "{}",
        said(&output)
    );
    // A reader that has read enough ends the run.
    let mut child = command(&folder, "scan *.warc.gz --format jsonl -o -");
    let mut child = child
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn an_archive_in_another_format_is_reported_as_such() {
    let folder = folder("formats");
    fs::write(folder.join("a.warc.bz2"), "BZh91AY&SY").unwrap();
    let output = run(&folder, "scan a.warc.bz2 -o out");
    let reported = ends(&output, 1);
    assert!(
        reported.contains("a.warc.bz2 at byte 0: ") && reported.contains("bzip2"),
        "{reported}"
    );
    let output = run(&folder, "robots-store build a.warc.bz2 -o s.redb");
    ends_saying(&output, 1, "bzip2");
}
