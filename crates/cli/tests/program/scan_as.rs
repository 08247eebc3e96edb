//! `scan --as`: a row for each response and engine, with columns that no other table has.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::python::{IMPLEMENTATIONS, read_back};
use serde_json::{Value, json};

use crate::scanning::{folder, records, run};

const HTML: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

/// Sites whose robots.txt fails or names one engine; pages with words that not every engine obeys, with a meta in the body,
/// and one whose meta is far after its head.
fn pages(test: &str) -> PathBuf {
    let folder = folder(test);
    let body = "<html><head><title>t</title></head><body><meta name=robots content=noindex>";
    let far = format!(
        "<html><head></head><body>{}<meta name=robots content=noindex>",
        "text ".repeat(20_000)
    );
    let mut archive = Writer::new(Packing::Gzip);
    for (url, response) in [
        (
            "https://down.example/robots.txt",
            "HTTP/1.1 503 Failed\r\n\r\n".to_owned(),
        ),
        (
            "https://named.example/robots.txt",
            "HTTP/1.1 200 OK\r\n\r\nUser-agent: Googlebot\nDisallow: /x\n".to_owned(),
        ),
        (
            "https://down.example/",
            format!("{HTML}X-Robots-Tag: noarchive, nosnippet\r\n\r\n{body}"),
        ),
        ("https://named.example/x", format!("{HTML}\r\n{far}")),
        (
            "https://named.example/a.pdf",
            "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nX-Robots-Tag: noindex\r\n\r\n%PDF"
                .to_owned(),
        ),
    ] {
        archive.response(url, response.as_bytes());
    }
    fs::write(folder.join("a.warc.gz"), archive.bytes).unwrap();
    ends(
        &run(&folder, "robots-store build -q a.warc.gz -o s.redb"),
        0,
    );
    folder
}

const SCAN: &str = "scan -q a.warc.gz --robots-store s.redb --now 2026-11-22T00:00:00Z";

const DOWN: &str = "https://down.example/";
const FAR: &str = "https://named.example/x";

/// The columns of the rows of `scan_as.jsonl`.
const COLUMNS: [&str; 9] = [
    "url",
    "profile",
    "access_allowed",
    "access_reason",
    "index",
    "archive",
    "not_honoured",
    "answer",
    "train",
];

#[test]
fn each_engine_has_its_own_answers() {
    let folder = pages("scan-as");
    let names = "googlebot,bingbot,yandexbot,applebot --as seznambot";
    ends(&run(&folder, &format!("{SCAN} --as {names} -o out")), 0);
    let table = folder.join("out/a.warc.gz.parquet");
    for implementation in IMPLEMENTATIONS {
        let rows = read_back(implementation, &table).rows;
        assert_eq!(rows.len(), 5 * 5);
        for expected in include_str!("scan_as.jsonl").lines() {
            let row = rows.iter().find(|row| {
                let page = format!("[{}, {}, ", row["url"], row["agent"]);
                expected.starts_with(&page)
            });
            let found = COLUMNS.map(|column| row.unwrap()[column].clone());
            let expected: Value = serde_json::from_str(expected).unwrap();
            assert_eq!(json!(found), expected);
        }
    }
}

/// The sources of what is in force are counted too where only the engine hears them.
#[test]
fn reports_name_the_engines() {
    let folder = pages("scan-as-reports");
    let scan = format!("{SCAN} --as googlebot,googlebot-image -o out");
    let summary = ends(&run(&folder, &scan), 0);
    for line in [
        ", 3 pages and 2 other responses, 10 rows",
        "engine googlebot: 3 pages",
        "engine googlebot-image: 3 pages",
        "meta 2, x-robots-tag 1",
    ] {
        assert!(summary.contains(line), "{line}: {summary}");
    }
    let read = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(folder.join("out").join(name)).unwrap()).unwrap()
    };
    let mut report = read("a.warc.gz.report.json");
    assert_eq!(report["agents"]["googlebot-image"]["engine"], true);
    // Only the file beside a table has whole cubes.
    for agent in report["agents"].as_object_mut().unwrap().values_mut() {
        for key in ["cube", "examples"] {
            assert!(
                agent.as_object_mut().unwrap().remove(key).is_some(),
                "{key}"
            );
        }
    }
    let mut summary = read("summary.json");
    for agent in summary["agents"].as_object_mut().unwrap().values_mut() {
        let cube = agent.as_object_mut().unwrap().remove("cube").unwrap();
        let measures: Vec<&String> = cube.as_object().unwrap().keys().collect();
        assert_eq!(measures, ["not-known", "response", "state", "use"]);
    }
    assert_eq!(summary["agents"], report["agents"]);
    assert_eq!(
        read("scan.json")["settings"]["as"],
        "googlebot googlebot-image"
    );
    ends(&run(&folder, &format!("{scan} --resume")), 0);
    for (other, setting) in [
        (format!("{SCAN} --as googlebot -o out --resume"), "as"),
        (format!("{scan} --disputed --resume"), "disputed"),
    ] {
        let other = run(&folder, &other);
        ends(&other, 2);
        assert!(said(&other).contains(setting), "{}", said(&other));
    }
}

#[test]
fn the_records_of_an_engine_are_those_of_eval() {
    let folder = pages("scan-as-jsonl");
    ends(
        &run(
            &folder,
            &format!("{SCAN} --as googlebot --format jsonl -o out"),
        ),
        0,
    );
    let rows = records(&folder.join("out/a.warc.gz.jsonl"));
    let row = rows.iter().find(|row| row["url"] == DOWN).unwrap();
    assert_eq!(
        (
            &row["as"]["profile"],
            &row["index"],
            &row["general"]["index"]
        ),
        (&json!("googlebot"), &json!(false), &json!(true))
    );
    assert_eq!(row["as"]["not_honoured"][0]["directive"], "noarchive");
}

/// A table without engines has no trace of them, in its rows, its reports and its settings.
#[test]
fn other_tables_stay_as_they_are() {
    let folder = pages("scan-as-plain");
    let plain = format!("{SCAN} --agent googlebot");
    ends(&run(&folder, &format!("{plain} -o out")), 0);
    ends(
        &run(&folder, &format!("{plain} --format jsonl -o lines")),
        0,
    );
    let schema = ends(&run(&folder, "scan --schema"), 0);
    let read = read_back("pyarrow", &folder.join("out/a.warc.gz.parquet"));
    let names: Vec<String> = read
        .columns
        .into_iter()
        .map(|(name, _)| format!("| `{name}` |"))
        .collect();
    let documented = schema
        .lines()
        .skip(2)
        .map(|line| line.split_inclusive('|').take(2).collect::<String>());
    assert_eq!(names, documented.collect::<Vec<_>>());
    let row = read.rows.iter().find(|row| row["url"] == DOWN).unwrap();
    // The general reading does not hear a meta in the body, and stops after the head.
    assert_eq!(
        (&row["index"], &row["archive"]),
        (&json!(true), &json!(false))
    );
    let far = read.rows.iter().find(|row| row["url"] == FAR).unwrap();
    assert!(far["head_bytes"].as_u64().unwrap() < 9000, "{far}");
    for file in [
        "out/summary.json",
        "out/scan.json",
        "out/a.warc.gz.report.json",
        "lines/a.warc.gz.jsonl",
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        for key in ["\"as\"", "\"engine\"", "\"profile\"", "\"general\""] {
            assert!(!text.contains(key), "{file}: {key}");
        }
    }
}

#[test]
fn the_columns_about_engines_come_last() {
    let plain = ends(&run(Path::new("."), "scan --schema"), 0);
    let own = ends(&run(Path::new("."), "scan --schema --as all"), 0);
    let more = own.strip_prefix(&plain).unwrap();
    assert_eq!(more.lines().count(), 10, "{more}");
}
