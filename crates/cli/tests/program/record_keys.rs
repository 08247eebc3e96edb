//! Every key of a record changes an answer: each has a row of its own, and a new one without a row fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use robots_policy_records::contract::{Door, Key, Shape};
use robots_policy_records::{OPTIONS, QUESTION};
use serde_json::{Map, Value, json};

use crate::engines::misfits;
use crate::scanning::{fed, folder, run};
use robots_policy_kit::output::ends;

/// A key or an option, a record without it, and the value under it that changes the answer.
struct Row {
    key: String,
    is_option: bool,
    record: Value,
    value: Value,
}

impl Row {
    fn all() -> Vec<Row> {
        let lines = include_str!("record_keys.jsonl").lines();
        let rows = lines.map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            let key = row["key"].as_str().or(row["option"].as_str());
            Row {
                key: key.unwrap().to_owned(),
                is_option: row["key"].is_null(),
                record: row["record"].clone(),
                value: row["value"].clone(),
            }
        });
        rows.collect()
    }

    /// The record with this value under the key.
    fn with(&self, value: Value) -> Value {
        let mut record: Map<String, Value> = self.record.as_object().unwrap().clone();
        if self.is_option {
            record.insert("options".to_owned(), json!({&self.key: value}));
        } else {
            record.insert(self.key.clone(), value);
        }
        record.into()
    }
}

/// Keys that change no answer by design: the document is the same in chunks of any size.
const SILENT: [&str; 1] = ["chunk"];

fn answer(record: &Value, status: i32) -> Value {
    let record = record.to_string();
    let output = fed(Path::new("."), ["eval", "--jsonl"], record.as_bytes());
    serde_json::from_str(&ends(&output, status)).unwrap()
}

/// The keys that the message about an unknown one lists.
fn keys(record: &Value) -> BTreeSet<String> {
    let answer = answer(record, 1);
    let message = answer["error"]["message"].as_str().unwrap();
    let (_, keys) = message.split_once("; the keys are ").unwrap();
    let keys = keys.split("; line").next().unwrap().split(", ");
    keys.map(|key| key.trim_matches('`').to_owned()).collect()
}

#[test]
fn every_key_has_a_row() {
    let (options, records): (Vec<Row>, Vec<Row>) =
        Row::all().into_iter().partition(|row| row.is_option);
    let of = |rows: Vec<Row>| rows.into_iter().map(|row| row.key);
    let expected: BTreeSet<String> = of(records).chain(SILENT.map(String::from)).collect();
    assert_eq!(keys(&json!({"nosuch": 1})), expected);
    let expected: BTreeSet<String> = of(options).collect();
    assert_eq!(keys(&json!({"options": {"nosuch": 1}})), expected);
}

#[test]
fn every_key_changes_an_answer() {
    for row in Row::all() {
        let changed = answer(&row.with(row.value.clone()), 0);
        assert_ne!(answer(&row.record, 0), changed, "{}", row.key);
    }
}

#[test]
fn null_is_the_default_of_every_key_but_the_id() {
    for row in Row::all().iter().filter(|row| row.key != "id") {
        let null = answer(&row.with(Value::Null), 0);
        assert_eq!(answer(&row.record, 0), null, "{}", row.key);
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
    let rows = Row::all();
    let questions = rows.iter().map(|row| row.with(row.value.clone()));
    let questions: Vec<Value> = questions.collect();
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
