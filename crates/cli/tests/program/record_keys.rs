//! Every key of a record changes an answer: each has a row of its own, and a new one without a row fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use robots_policy_records::contract::{Door, Key, Shape};
use robots_policy_records::{OPTIONS, QUESTION};
use serde_json::{Map, Value, json};

use crate::engines::misfits;
use crate::scanning::{fed, folder, run};
use robots_policy_kit::output::ends;

/// A key, a record without it, and the value under it that changes the answer.
type Row = (&'static str, Value, Value);

fn rows() -> Vec<Row> {
    let robots = "User-agent: *\nDisallow: /never\n\nUser-agent: ExampleBot\nDisallow: /own\n\nUser-agent-purpose: train\nDisallow: /purpose\n\nSignature-agent: crawler.example\nDisallow: /signed\n";
    let field = |value: &str| json!([["X-Robots-Tag", value]]);
    let named = field("ExampleBot: noindex");
    let every_client = field("noindex");
    let page = "<meta name=robots content=noindex>";
    vec![
        ("id", json!({}), json!("x")),
        ("url", json!({"robots_txt": robots}), json!("/never")),
        ("agent", json!({"headers": named}), json!("ExampleBot")),
        (
            "page_agent",
            json!({"agent": "Other", "headers": named}),
            json!(["ExampleBot"]),
        ),
        (
            "purposes",
            json!({"robots_txt": robots, "url": "/purpose"}),
            json!(["train"]),
        ),
        (
            "signature_agent",
            json!({"robots_txt": robots, "url": "/signed"}),
            json!("crawler.example"),
        ),
        (
            "obeys_global",
            json!({"agent": "ExampleBot", "headers": every_client}),
            json!(false),
        ),
        (
            "now",
            json!({"headers": field("unavailable_after: 25 Jun 2022 15:00:00 GMT")}),
            json!("2020-01-01T00:00:00Z"),
        ),
        ("headers", json!({}), every_client.clone()),
        ("html", json!({}), json!(page)),
        (
            "html_base64",
            json!({}),
            json!("PG1ldGEgbmFtZT1yb2JvdHMgY29udGVudD1ub2luZGV4Pg=="),
        ),
        ("robots_txt", json!({"url": "/never"}), json!(robots)),
        (
            "robots_txt_base64",
            json!({}),
            json!("VXNlci1hZ2VudDogKgpEaXNhbGxvdzogLw=="),
        ),
        ("robots_status", json!({}), json!(404)),
        ("as", json!({"headers": every_client}), json!("googlebot")),
        (
            "robots_hours",
            json!({"as": "googlebot", "robots_status": 503}),
            json!(48),
        ),
        (
            "robots_cached",
            json!({"robots_status": 503}),
            json!(robots),
        ),
        (
            "robots_cached_base64",
            json!({"robots_status": 503}),
            json!("VXNlci1hZ2VudDogKgpEaXNhbGxvdzogL2E="),
        ),
        (
            "site_up",
            json!({"as": "googlebot", "robots_status": 503, "robots_hours": 800}),
            json!(true),
        ),
        (
            "options",
            json!({"html": "<body><meta name=robots content=noindex>"}),
            json!({"metas": ["body"]}),
        ),
    ]
}

/// Keys that change no answer by design: the document is the same in chunks of any size.
const SILENT: [&str; 1] = ["chunk"];

fn options() -> Vec<Row> {
    let both = json!([["Robots-Tag", "*;nosnippet"], ["X-Robots-Tag", "noindex"]]);
    let body = "<head><title>A page</title></head><body><meta name=robots content=noindex>";
    vec![
        (
            "robots_tag",
            json!({"headers": [["Robots-Tag", "*;noindex, a b"]]}),
            json!("strict-list"),
        ),
        (
            "both_fields",
            json!({"headers": both}),
            json!("prefer-robots-tag"),
        ),
        ("metas", json!({"html": body}), json!(["body"])),
        (
            "http_equiv",
            json!({"html": "<meta http-equiv=X-Robots-Tag content=noindex>"}),
            json!(true),
        ),
        (
            "lines_joined",
            json!({"headers": [["X-Robots-Tag", "otherbot: noindex, nofollow"]]}),
            json!(true),
        ),
        (
            "google_compat",
            json!({"robots_txt": "User-agent: *\nDisallow: /never\n\nUser-agent-purpose: train\nDisallow: /purpose\n", "url": "/purpose"}),
            json!(true),
        ),
    ]
}

fn answer(record: &Value, status: i32) -> Value {
    let record = record.to_string();
    let output = fed(Path::new("."), ["eval", "--jsonl"], record.as_bytes());
    serde_json::from_str(&ends(&output, status)).unwrap()
}

fn with(record: &Value, key: &str, value: Value) -> Value {
    let mut record: Map<String, Value> = record.as_object().unwrap().clone();
    record.insert(key.to_owned(), value);
    record.into()
}

/// The keys that the message about an unknown one lists.
fn keys(record: &Value) -> BTreeSet<String> {
    let answer = answer(record, 1);
    let message = answer["error"]["message"].as_str().unwrap();
    let (_, keys) = message.split_once("; the keys are ").unwrap();
    let keys = keys.split("; line").next().unwrap().split(", ");
    keys.map(|key| key.trim_matches('`').to_owned()).collect()
}

fn of(rows: &[Row]) -> BTreeSet<String> {
    rows.iter().map(|(key, ..)| (*key).to_owned()).collect()
}

/// Keys about AI use.
fn about_use() -> Vec<Row> {
    let reserved = r#"[{"location": "/", "tdm-reservation": 1}]"#;
    let license = r#"<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license><prohibits type="usage">all</prohibits></license></content></rsl>"#;
    let pointer = json!([[
        "Link",
        "<https://example.com/l.xml>; rel=license; type=\"application/rsl+xml\""
    ]]);
    let states = json!([["TDM-Policy", "/policy"]]);
    vec![
        (
            "policy_tokens",
            json!({"robots_txt": "User-agent: Google-Extended\nDisallow: /\n"}),
            json!(["Google-Extended"]),
        ),
        ("tdmrep", json!({}), json!(reserved)),
        (
            "tdmrep_base64",
            json!({}),
            json!(BASE64_STANDARD.encode(reserved)),
        ),
        ("tdmrep_status", json!({"headers": states}), json!(404)),
        (
            "licenses",
            json!({"url": "https://example.com/", "headers": pointer}),
            json!([{"url": "https://example.com/l.xml", "body": license}]),
        ),
    ]
}

/// Keys of the ledger, each with what it shows.
fn about_ledger() -> Vec<Row> {
    let asked = json!({"ledger": true});
    let time = json!("2026-11-01T00:00:00Z");
    vec![
        ("ledger", json!({}), json!(true)),
        ("status", json!({"ledger": true, "headers": []}), json!(404)),
        (
            "cut",
            json!({"ledger": true, "html": "<title>"}),
            json!(true),
        ),
        ("assume_absent", asked.clone(), json!(["fields"])),
        ("fetched", asked, time.clone()),
        (
            "robots_fetched",
            json!({"ledger": true, "robots_status": 404}),
            time,
        ),
    ]
}

#[test]
fn every_key_has_a_row() {
    let mut expected = of(&rows());
    expected.append(&mut of(&about_use()));
    expected.append(&mut of(&about_ledger()));
    expected.extend(SILENT.map(String::from));
    assert_eq!(keys(&json!({"nosuch": 1})), expected);
    assert_eq!(keys(&json!({"options": {"nosuch": 1}})), of(&options()));
}

#[test]
fn every_key_changes_an_answer() {
    let rows = rows().into_iter().chain(about_use());
    for (key, record, value) in rows.chain(about_ledger()) {
        let changed = with(&record, key, value);
        assert_ne!(answer(&record, 0), answer(&changed, 0), "{key}");
    }
    for (key, record, value) in options() {
        let changed = with(&record, "options", json!({key: value}));
        assert_ne!(answer(&record, 0), answer(&changed, 0), "{key}");
    }
}

#[test]
fn null_is_the_default_of_every_key_but_the_id() {
    let rows = rows().into_iter().chain(about_use()).chain(about_ledger());
    for (key, record, _) in rows.filter(|(key, ..)| *key != "id") {
        let null = with(&record, key, Value::Null);
        assert_eq!(answer(&record, 0), answer(&null, 0), "{key}");
    }
    for (key, record, _) in options() {
        let null = with(&record, "options", json!({key: null}));
        assert_eq!(answer(&record, 0), answer(&null, 0), "{key}");
    }
}

/// The places at which records do not fit the schema of one.
fn misfits_of_records(schema: &str, records: &[Value]) -> String {
    let path = robots_policy_kit::files::root().join("docs").join(schema);
    let one: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let all = json!({"$defs": one["$defs"], "type": "array", "items": one});
    misfits(&folder(schema), &all, &Value::from(records))
}

#[test]
fn records_and_answers_fit_their_schemas() {
    let rows = rows().into_iter().chain(about_use()).chain(about_ledger());
    let questions: Vec<Value> = rows
        .map(|(key, record, value)| with(&record, key, value))
        .collect();
    let options = options().into_iter();
    let options = options.map(|(key, record, value)| with(&record, "options", json!({key: value})));
    let questions: Vec<Value> = questions.into_iter().chain(options).collect();
    let answers: Vec<Value> = questions.iter().map(|record| answer(record, 0)).collect();
    assert_eq!(misfits_of_records("question.schema.json", &questions), "");
    assert_eq!(misfits_of_records("answer.schema.json", &answers), "");
    let wrong = [
        json!({"nosuch": 1}),
        json!({"url": 5}),
        json!({"options": {"metas": "head"}}),
    ];
    let found = misfits_of_records("question.schema.json", &wrong);
    assert_eq!(found.lines().count(), 3, "{found}");
}

/// The keys of a question are options of `eval --jsonl` where the contract says so, and those of the reading always.
#[test]
fn keys_are_flags() {
    let help = ends(&run(Path::new("."), "eval --help"), 0);
    let flags = QUESTION.keys.iter().flat_map(|key| key.doors);
    let flags = flags.filter_map(Door::flag).map(str::to_owned);
    let reading = OPTIONS.keys.iter();
    let reading = reading.map(|key| format!("--{}", key.name.replace('_', "-")));
    for flag in flags.chain(reading) {
        let is_there = |line: &str| line.split_whitespace().any(|word| word == flag);
        assert!(help.lines().any(is_there), "{flag}");
    }
}

#[test]
fn an_unknown_word_of_an_option_lists_the_words() {
    for (key, words) in OPTIONS
        .keys
        .iter()
        .filter_map(|key| Some((key, words(key)?)))
    {
        let value = match key.shape {
            Shape::List(_) => json!(["?"]),
            _ => json!("?"),
        };
        let refused = answer(&json!({"options": {key.name: value}}), 1);
        assert_eq!(refused["error"]["code"], "invalid-options");
        let message = refused["error"]["message"].as_str().unwrap();
        let expected = format!(
            "`{}` is `?`; it is one of: {}; line ",
            key.name,
            words.join(", ")
        );
        assert!(message.starts_with(&expected), "{message}");
    }
}

/// The words that a key chooses from.
fn words(key: &Key) -> Option<Vec<&'static str>> {
    let one = match key.shape {
        Shape::List(one) => *one,
        one => one,
    };
    match one {
        Shape::Word(words) => Some((words.all)()),
        _ => None,
    }
}
