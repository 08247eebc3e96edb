//! `robots-policy report`: what is not known counts as unknown, and is named.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::report::{page, scanned};
use crate::scanning::{ends_saying, run};
use robots_policy_kit::output::{ends, said};

/// The cells of a measure in the report of a folder, as `name part rows`.
fn cells(folder: &Path, out: &str, measure: &str) -> Vec<String> {
    let cells = ends(&run(folder, &format!("report {out} --json -")), 0);
    let cells = cells.lines().map(|line| {
        let cell: Value = serde_json::from_str(line).unwrap();
        let [own, name, part] = ["measure", "name", "part"].map(|key| cell[key].as_str().unwrap());
        (own == measure).then(|| format!("{name} {part} {}", cell["rows"]))
    });
    cells.flatten().collect()
}

/// Silence about training is not a yes.
#[test]
fn training_is_kept_only_where_it_is_allowed() {
    let folder = scanned("report-train");
    let scan = "scan crawl.warc.gz --robots-store s.redb --agent ExampleBot";
    ends(&run(&folder, &format!("{scan} -o agent")), 0);
    let uses = cells(&folder, "agent", "use");
    assert!(!uses.iter().any(|cell| cell.starts_with("train allow")));
    let kept = cells(&folder, "agent", "kept");
    let kept = kept.iter().filter(|cell| cell.starts_with("train"));
    assert_eq!(kept.collect::<Vec<_>>(), ["train unknown 4"]);
    ends(&run(&folder, "report agent -o report.html"), 0);
    let caption = "at the last step also that nothing is stated about training";
    assert!(page(&folder, "report.html").contains(caption));
}

/// A policy token makes no requests, and without robots.txt nothing is known of it.
#[test]
fn a_policy_token_is_unknown_without_robots_txt() {
    let folder = scanned("report-token");
    for (rest, out) in [("", "without"), (" --robots-store s.redb", "with")] {
        let scan = format!("scan crawl.warc.gz --as google-extended{rest} -o {out}");
        ends(&run(&folder, &scan), 0);
    }
    // The free rows are those of robots.txt itself, which is always allowed.
    let states = cells(&folder, "without", "state");
    assert_eq!(states, ["free  2", "restricted  8", "unknown  2"]);
    let kept = cells(&folder, "without", "kept");
    assert_eq!(kept[0], "all yes 12");
    let known = kept.iter().filter(|cell| cell.contains(" yes "));
    assert!(known.skip(1).all(|cell| cell.ends_with(" 2")), "{kept:?}");
    // One site has no robots.txt, and the group of another is for every client, of which the owner of the token says nothing.
    let kept = cells(&folder, "with", "kept");
    for cell in ["fetch unknown 7", "fetch yes 5", "train yes 3"] {
        assert!(kept.iter().any(|own| own == cell), "{cell}: {kept:?}");
    }
}

/// A query says about the tables what the page says about the reports.
#[test]
fn a_query_over_a_folder_that_is_not_whole_names_it() {
    let folder = scanned("report-query");
    let out = folder.join("out");
    let table = out.join("crawl.warc.gz.parquet");
    fs::copy(&table, out.join("copy.parquet")).unwrap();
    fs::write(out.join("d.warc.gz.parquet.part"), "").unwrap();
    fs::copy(
        out.join("crawl.warc.gz.report.json"),
        out.join("former.warc.gz.report.json"),
    )
    .unwrap();
    let asked_with = |messages: &[&str]| {
        let drawn = run(&folder, "report out -o a.html");
        let asked = run(&folder, "report out --sql duckdb");
        for message in messages {
            ends_saying(&asked, 1, message);
        }
        ends(&drawn, 1);
        assert_eq!(said(&asked), said(&drawn));
        let query = String::from_utf8_lossy(&asked.stdout);
        assert!(query.contains("'out/*.parquet'"), "the query is printed");
    };
    asked_with(&[
        "out/copy.parquet has no report",
        "out/former.warc.gz.report.json has no table",
        "out has 1 unfinished file, the first d.warc.gz.parquet.part",
        "out has 2 reports, and its summary.json counts 1 table",
    ]);
    fs::remove_file(out.join("summary.json")).unwrap();
    asked_with(&["out has no summary.json: its scan was not finished"]);
}

#[test]
fn what_a_query_counts_twice_is_named() {
    let folder = scanned("report-twice");
    let scan = "scan crawl.warc.gz --now 2026-03-01T12:00:00Z --agent ExampleBot -o again";
    ends(&run(&folder, scan), 0);
    ends_saying(
        &run(&folder, "report out again --together --sql spark"),
        1,
        "counted the archive for examplebot, and the query counts it twice",
    );
    // Tables alone are enough for a query, as reports alone are for a page.
    let alone = folder.join("alone");
    fs::create_dir(&alone).unwrap();
    let table = "crawl.warc.gz.parquet";
    fs::copy(folder.join("out").join(table), alone.join(table)).unwrap();
    ends(&run(&folder, "report alone --sql duckdb"), 0);
    fs::copy(folder.join("out/scan.json"), alone.join("scan.json")).unwrap();
    ends_saying(
        &run(&folder, "report alone --sql duckdb"),
        1,
        "alone has no reports",
    );
}

/// Runs that do not count the same are named as such.
#[test]
fn runs_of_clients_and_engines_and_other_times_are_different_settings() {
    let folder = scanned("report-askers");
    for (rest, out) in [
        ("--now 2026-03-01T12:00:00Z --as gptbot", "engines"),
        ("--now 2035-01-01T00:00:00Z --agent GPTBot", "later"),
        ("--agent GPTBot", "today"),
    ] {
        let scan = format!("scan crawl.warc.gz --robots-store s.redb {rest} -o {out}");
        ends(&run(&folder, &scan), 0);
    }
    for (words, difference) in [
        ("out engines", "asker (clients, --agent / engines, --as)"),
        ("engines out", "asker (engines, --as / clients, --agent)"),
        (
            "out later",
            "now (2026-03-01T12:00:00Z / 2035-01-01T00:00:00Z)",
        ),
        ("today later", "now (none / 2035-01-01T00:00:00Z)"),
    ] {
        let output = run(&folder, &format!("report {words} -o a.html"));
        ends(&output, 0);
        let line = format!("the scans had different settings: {difference}\n");
        assert!(said(&output).ends_with(&line), "{}", said(&output));
        let sentence = format!("The scans had different settings: {difference}.");
        assert!(page(&folder, "a.html").contains(&sentence), "{words}");
    }
}
