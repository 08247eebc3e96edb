//! Whether an engine is asked not to use a page, and whether its owner says that it listens: the same at every door.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::ends;
use serde_json::{Value, json};

use crate::scanning::{folder, records, run};

const ROBOTS: &str = "User-agent: *\nContent-Signal: search=yes,ai-train=no\nAllow: /\n\nUser-agent: Google-Extended\nDisallow: /\n\nUser-agent: Applebot-Extended\nLicense: /l.xml\nAllow: /\n";
const ENGINES: &str = "amazonbot,bingbot,googlebot,google-extended,applebot-extended,gptbot";
const URL: &str = "https://a.example/";

fn files(test: &str) -> PathBuf {
    let folder = folder(test);
    fs::write(folder.join("robots.txt"), ROBOTS).unwrap();
    fs::write(
        folder.join("page.http"),
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>",
    )
    .unwrap();
    let mut archive = Writer::new(Packing::Gzip);
    let file = format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{ROBOTS}");
    archive.response("https://a.example/robots.txt", file.as_bytes());
    archive.response(
        "https://a.example/.well-known/tdmrep.json",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
    );
    archive.response(
        URL,
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>",
    );
    fs::write(folder.join("a.warc.gz"), archive.bytes).unwrap();
    ends(
        &run(&folder, "robots-store build -q a.warc.gz -o s.redb"),
        0,
    );
    folder
}

/// Engine, whether it is asked not to train, and to take as input, whether it listens to each, and what it does.
type Facts = (String, [Value; 4], [Value; 2]);

fn of_record(record: &Value) -> Facts {
    let engine = &record["as"];
    let of = |key: &str, activity: &str| engine[key][activity].clone();
    (
        engine["profile"].as_str().unwrap().to_owned(),
        [
            of("asked_not_to", "train"),
            of("asked_not_to", "input"),
            of("listens", "train"),
            of("listens", "input"),
        ],
        [
            record["uses"]["train"].clone(),
            record["uses"]["input"].clone(),
        ],
    )
}

fn of_eval(folder: &Path) -> Vec<Facts> {
    let line = format!(
        "eval page.http --robots robots.txt --url {URL} --assume-absent tdmrep.json --as {ENGINES} --format json"
    );
    let text = ends(&run(folder, &line), 0);
    let records = text.lines().map(|line| serde_json::from_str(line).unwrap());
    records.map(|record: Value| of_record(&record)).collect()
}

fn of_matrix(folder: &Path) -> Vec<Facts> {
    let line = format!("matrix robots.txt --as {ENGINES} --use train,input --format json {URL}");
    let all: Value = serde_json::from_str(&ends(&run(folder, &line), 0)).unwrap();
    let rows = all["rows"].as_array().unwrap().iter();
    let facts = rows.map(|row| {
        let record = json!({"as": row, "uses": row["uses"]});
        of_record(&record)
    });
    facts.collect()
}

fn of_scan(folder: &Path) -> Vec<Facts> {
    let line = format!(
        "scan -q a.warc.gz --robots-store s.redb --as {ENGINES} --format jsonl -o rows.jsonl"
    );
    ends(&run(folder, &line), 0);
    let rows = records(&folder.join("rows.jsonl/a.warc.gz.jsonl"));
    let rows = rows.iter().filter(|row| row["url"] == URL);
    rows.map(of_record).collect()
}

#[test]
fn every_door_has_the_same_facts() {
    let folder = files("asked-doors");
    let eval = of_eval(&folder);
    assert_eq!(eval, of_matrix(&folder));
    assert_eq!(eval, of_scan(&folder));
    let (yes, unknown) = (json!(true), Value::Null);
    let no = json!(false);
    let expected = [
        ("amazonbot", [&yes, &no, &unknown, &unknown]),
        ("bingbot", [&yes, &no, &unknown, &unknown]),
        ("googlebot", [&yes, &yes, &yes, &yes]),
        ("google-extended", [&yes, &yes, &yes, &yes]),
        (
            "applebot-extended",
            [&unknown, &unknown, &unknown, &unknown],
        ),
        ("gptbot", [&yes, &no, &unknown, &unknown]),
    ];
    for ((engine, facts, _), (name, expected)) in eval.iter().zip(expected) {
        assert_eq!((engine.as_str(), facts.each_ref()), (name, expected));
    }
}
