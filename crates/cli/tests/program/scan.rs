//! The rows of `robots-policy scan` for archives, as other programs read them too, and the indexes that they write.

use std::fmt::Write as _;
use std::fs;

use crate::scanning::{archive, ends_saying, folder, records, run};
use robots_policy_kit::crawl::{Packing, Said, Truth};
use robots_policy_kit::files::root;
use robots_policy_kit::output::ends;
use robots_policy_kit::python;
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
    for implementation in python::IMPLEMENTATIONS {
        let read = python::read_back(implementation, &folder.join("out/a.warc.gz.parquet"));
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
fn other_programs_read_the_columns_about_engines() {
    let folder = folder("read-back-engines");
    let archive = root().join("fixtures/archives/crawl.warc.gz");
    fs::copy(archive, folder.join("a.warc.gz")).unwrap();
    ends(&run(&folder, "robots-store build a.warc.gz -q -o s"), 0);
    let scan = "scan a.warc.gz -q --robots-store s --as all -o";
    ends(&run(&folder, &format!("{scan} out")), 0);
    ends(&run(&folder, &format!("{scan} lines --format jsonl")), 0);
    let records = records(&folder.join("lines/a.warc.gz.jsonl"));
    for implementation in python::IMPLEMENTATIONS {
        let read = python::read_back(implementation, &folder.join("out/a.warc.gz.parquet"));
        assert_eq!(read.rows.len(), records.len(), "{implementation}");
        for (row, record) in read.rows.iter().zip(&records) {
            let own = &record["as"];
            let mut left: Vec<&Value> = Vec::new();
            for one in own["not_honoured"].as_array().unwrap() {
                if !left.contains(&&one["directive"]) {
                    left.push(&one["directive"]);
                }
            }
            assert_eq!(row["not_honoured"], json!(left), "{implementation}: {row}");
            let word = |answer: &Value| match answer {
                Value::Bool(true) => json!("yes"),
                Value::Bool(false) => json!("no"),
                other => other.clone(),
            };
            assert_eq!(
                row["answer"],
                word(&own["answer"]),
                "{implementation}: {row}"
            );
            assert_eq!(row["train"], word(&own["train"]), "{implementation}: {row}");
            for (column, value) in [
                ("profile", &own["profile"]),
                ("asked_not_to_train", &own["asked_not_to"]["train"]),
                ("listens_train", &own["listens"]["train"]),
                ("asked_not_to_input", &own["asked_not_to"]["input"]),
                ("listens_input", &own["listens"]["input"]),
                ("answer_why", &own["why"]["answer"]),
                ("train_why", &own["why"]["train"]),
            ] {
                assert_eq!(row[column], *value, "{implementation}: {column} of {row}");
            }
        }
    }
}

#[test]
fn indexes_of_other_programs_are_read() {
    let folder = folder("records-of-others");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 3, 12);
    ends(&run(&folder, "scan a.warc.gz -o out --format jsonl"), 0);
    let mut index = String::from("filename,offset,length\n");
    let mut named = String::new();
    let rows = fs::read_to_string(folder.join("out/a.warc.gz.jsonl")).unwrap();
    for row in rows.split_inclusive('\n').step_by(2) {
        let id = &serde_json::from_str::<Value>(row).unwrap()["id"];
        let (offset, length) = (&id["warc_offset"], &id["warc_length"]);
        writeln!(index, "a.warc.gz,{offset},{length}").unwrap();
        named += row;
    }
    fs::write(folder.join("index.csv"), index).unwrap();
    python::script("write_index.py", &[folder.as_os_str()]);
    let entries = fs::read_dir(&folder).unwrap();
    let entries = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let good: Vec<String> = entries.filter(|name| name.starts_with("good-")).collect();
    assert_eq!(good.len(), 17);
    for name in good {
        let scan = format!("scan --records {name} -o - --format jsonl");
        assert_eq!(ends(&run(&folder, &scan), 0), named, "{name}");
    }
    for line in include_str!("bad_indexes.txt").lines() {
        let (name, message) = line.split_once(" | ").unwrap();
        let scan = format!("scan --records bad-{name}.parquet -o none");
        ends_saying(&run(&folder, &scan), 1, message);
        assert!(!folder.join("none").exists(), "{name}");
    }
}
