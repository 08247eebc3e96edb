//! The rows of `robots-policy scan` for archives.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use crate::scanning::{archive, folder, records, run};
use robots_policy_kit::crawl::{Numbers, Packing, Said, Truth, Writer};
use robots_policy_kit::output::ends;
use serde_json::{Value, json};

/// The directives that are in force, by a record. What an error does not forbid is not known of the page.
fn in_force(record: &Value, status: u16) -> Said {
    let directives = &record["directives"];
    let flag = |name: &str| directives[name] == Value::Bool(true);
    let said = Said {
        noindex: flag("noindex"),
        nofollow: flag("nofollow"),
        noarchive: flag("noarchive"),
        max_snippet: directives["max-snippet"].as_u64(),
    };
    let answer = |is_forbidden: bool| match (is_forbidden, status) {
        (true, _) => Value::Bool(false),
        (false, 200) => Value::Bool(true),
        (false, _) => Value::Null,
    };
    assert_eq!(record["index"], answer(said.noindex));
    assert_eq!(record["follow"], answer(said.nofollow));
    assert_eq!(record["archive"], answer(said.noarchive));
    assert_eq!(record["snippet"]["max_chars"].as_u64(), said.max_snippet);
    said
}

/// The agents of a [`Truth`], as rows name them, and the directives that are in force for each.
fn asked(truth: &Truth) -> [(&'static str, Said); 2] {
    [("*", truth.every_client), ("examplebot", truth.example_bot)]
}

#[test]
fn every_row_is_true() {
    let folder = folder("truth");
    for (name, packing) in [
        ("plain.warc", Packing::Plain),
        ("gzip.warc.gz", Packing::Gzip),
        ("zstd.warc.zst", Packing::Zstd),
    ] {
        let truth = archive(&folder.join(name), packing, 7, 400);
        let scan = format!("scan {name} -o out-{name} --format jsonl --agent * --agent ExampleBot");
        ends(&run(&folder, &scan), 0);
        let rows = records(&folder.join(format!("out-{name}/{name}.jsonl")));
        assert_eq!(rows.len(), truth.len() * 2, "{name}");
        let bytes = fs::read(folder.join(name)).unwrap();
        for (truth, rows) in truth.iter().zip(rows.chunks(2)) {
            for (row, (agent, said)) in rows.iter().zip(asked(truth)) {
                assert_eq!(row["url"], json!(truth.url));
                let id = &row["id"];
                assert_eq!(id["warc_file"], json!(name));
                assert_eq!(id["warc_offset"], json!(truth.offset));
                assert_eq!(id["date"], "2026-03-01T12:00:00Z");
                assert_eq!(id["status"], json!(truth.status));
                let from = usize::try_from(truth.offset).unwrap();
                let length = usize::try_from(id["warc_length"].as_u64().unwrap()).unwrap();
                assert!(bytes.get(from..from + length).is_some(), "{id}");
                assert_eq!(row["agent"], json!([agent]));
                assert_eq!(in_force(row, truth.status), said, "{row}");
            }
        }
    }
}

/// The rows of the table as records.
fn as_record(row: &Value) -> Value {
    let mut directives = serde_json::Map::new();
    for name in ["noindex", "nofollow", "noarchive"] {
        if row[name] == Value::Bool(true) {
            directives.insert(name.to_owned(), Value::Bool(true));
        }
    }
    if !row["max_snippet"].is_null() {
        directives.insert(String::from("max-snippet"), row["max_snippet"].clone());
    }
    json!({"directives": directives, "snippet": {"max_chars": row["max_snippet"]},
        "index": row["index"], "follow": row["follow"], "archive": row["archive"]})
}

#[test]
fn other_programs_read_the_table() {
    let folder = folder("read-back");
    let truth = archive(&folder.join("a.warc.gz"), Packing::Gzip, 21, 300);
    ends(
        &run(
            &folder,
            "scan a.warc.gz -o out --agent * --agent ExampleBot",
        ),
        0,
    );
    for implementation in robots_policy_kit::python::IMPLEMENTATIONS {
        let read = robots_policy_kit::python::read_back(
            implementation,
            &folder.join("out/a.warc.gz.parquet"),
        );
        assert_eq!(read.rows.len(), truth.len() * 2, "{implementation}");
        for (truth, rows) in truth.iter().zip(read.rows.chunks(2)) {
            for (row, (agent, said)) in rows.iter().zip(asked(truth)) {
                assert_eq!(row["agent"], json!(agent));
                assert_eq!(row["url"], json!(truth.url));
                assert_eq!(row["status"], json!(truth.status));
                assert_eq!(row["warc_offset"], json!(truth.offset));
                assert_eq!(row["date"], json!(1_772_366_400_000_000_i64));
                assert_eq!(
                    in_force(&as_record(row), truth.status),
                    said,
                    "{implementation}: {row}"
                );
            }
        }
    }
}

#[test]
fn fast_skip_gives_the_same_rows() {
    let folder = folder("fast-skip");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 3, 300);
    ends(&run(&folder, "scan a.warc.gz -o full --format jsonl"), 0);
    ends(
        &run(&folder, "scan a.warc.gz -o fast --format jsonl --fast-skip"),
        0,
    );
    let rows = |out: &str| fs::read(folder.join(out).join("a.warc.gz.jsonl")).unwrap();
    assert_eq!(rows("full"), rows("fast"));
}

#[test]
fn damage_costs_a_record_and_is_listed() {
    let folder = folder("damage");
    let mut writer = Writer::new(Packing::Gzip);
    let mut numbers = Numbers(5);
    writer.crawl(&mut numbers, 3);
    let rubbish = writer.bytes.len();
    writer.bytes.extend(b"this is not a member");
    writer.crawl(&mut numbers, 3);
    let cut = writer.truth.pop().unwrap().offset;
    writer.bytes.truncate(usize::try_from(cut).unwrap() + 60);
    fs::write(folder.join("a.warc.gz"), &writer.bytes).unwrap();
    let reported = ends(&run(&folder, "scan a.warc.gz -o out --format jsonl"), 1);
    for offset in [rubbish as u64, cut] {
        assert!(
            reported.contains(&format!("a.warc.gz at byte {offset}: ")),
            "{reported}"
        );
    }
    let rows = records(&folder.join("out/a.warc.gz.jsonl"));
    let urls: Vec<&Value> = rows.iter().map(|row| &row["url"]).collect();
    let expected: Vec<&str> = writer
        .truth
        .iter()
        .map(|truth| truth.url.as_str())
        .collect();
    assert_eq!(urls, expected);
}

#[test]
fn real_archives_are_read() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/warc");
    if !corpus.is_dir() {
        writeln!(io::stderr(), "skipped: {} is not there", corpus.display()).unwrap();
        return;
    }
    let folder = folder("real");
    let scan = format!("scan {}/* -o out", corpus.display());
    // Some of them are damaged on purpose.
    let reported = ends(&run(&folder, &scan), 1);
    assert!(reported.starts_with("14 archives, "), "{reported}");
    assert!(reported.contains("damaged: "), "{reported}");
}
