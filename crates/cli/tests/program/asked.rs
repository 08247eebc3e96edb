//! Whether an engine is asked not to use a page, and whether its owner says that it listens: the same at every door.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};
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
    let line =
        format!("eval page.http --robots robots.txt --url {URL} --as {ENGINES} --format json");
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
        let (engine, facts, uses) = of_record(&record);
        // A licence that is not read leaves a use without an answer.
        let uses = uses.map(|answer| {
            if answer.is_null() {
                json!("unstated")
            } else {
                answer
            }
        });
        (engine, facts, uses)
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

#[test]
fn one_line_says_that_an_engine_is_asked_and_whether_it_listens() {
    let folder = files("asked-text");
    let one = |engine: &str| {
        let line = format!("eval page.http --robots robots.txt --url {URL} --as {engine}");
        ends(&run(&folder, &line), 0)
    };
    let amazon = one("amazonbot");
    let line = "  training    NO?  asked not to (robots.txt:2:28 ai-train=no); Amazon does not say that it listens\n";
    assert!(amazon.contains(line), "{amazon}");
    let google = one("googlebot");
    let line = "  answers     NO?  asked not to (robots.txt:6:1  Disallow: /  policy token Google-Extended); Google says that it listens\n";
    assert!(google.contains(line), "{google}");
    let line = format!("eval page.http --robots robots.txt --url {URL} --as {ENGINES}");
    insta::assert_snapshot!("asked_engines", ends(&run(&folder, &line), 0));
}

#[test]
fn a_table_of_agents_has_what_sources_state_about_ai() {
    let folder = files("asked-agents");
    let line = format!(
        "eval page.http --robots robots.txt --url {URL} --agent GPTBot --agent Applebot-Extended"
    );
    insta::assert_snapshot!("asked_agents", ends(&run(&folder, &line), 0));
}

#[test]
fn a_licence_that_is_not_read_leaves_a_use_unknown_in_a_matrix() {
    let folder = files("asked-licence");
    let run = |words: &str| {
        let line = format!("matrix robots.txt --use train {words} /");
        ends(&run(&folder, &line), 0)
    };
    let text = run("--agent Applebot-Extended --agent GPTBot");
    assert!(text.contains("?   9"), "{text}");
    assert!(text.contains("line  9  /l.xml was not read\n"), "{text}");
    let csv = run("--agent Applebot-Extended --agent GPTBot --format csv");
    assert!(
        csv.contains("Allow: /,10,\n") && csv.contains("Allow: /,3,disallow\n"),
        "{csv}"
    );
    let json: Value =
        serde_json::from_str(&run("--agent Applebot-Extended --format json")).unwrap();
    let row = &json["rows"][0];
    assert_eq!(row["uses"], json!({"train": null}));
    assert_eq!(
        row["unread"],
        json!([{"source": "robots.txt", "line": 9, "why": "license", "url": "/l.xml"}])
    );
    let engines = run("--as google-extended");
    assert!(
        engines.contains("use NO 6") && engines.contains("no  6"),
        "{engines}"
    );
    assert!(engines.contains("line 6  Disallow: /\n"), "{engines}");
}

#[test]
fn no_reason_is_empty_where_robots_txt_is_out_of_reach() {
    let folder = folder("asked-unreachable");
    fs::write(folder.join("r500.http"), "HTTP/1.1 500 Failed\r\n\r\n").unwrap();
    let output = run(
        &folder,
        "eval --robots r500.http --url / --as googlebot,google-extended",
    );
    let text = ends(&output, 0);
    assert!(!text.contains(", ,") && !text.contains("  , "), "{text}");
    assert_eq!(said(&output).matches("panicked").count(), 0);
    insta::assert_snapshot!("asked_unreachable", text);
}
