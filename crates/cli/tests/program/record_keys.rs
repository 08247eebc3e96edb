//! Every key of a record changes an answer: each has a row of its own, and a new one without a row fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use robots_policy_input::contract::{Key, Shape};
use robots_policy_input::{OPTIONS, QUESTION};
use robots_policy_kit::output::ends;
use serde_json::{Map, Value, json};

use crate::engines::misfits;
use crate::scanning::{fed, folder, run};

/// A key or an option, a record without it, and the value under it that changes the answer.
struct KeyRow {
    key: String,
    is_option: bool,
    record: Value,
    value: Value,
}

impl KeyRow {
    fn all() -> Vec<KeyRow> {
        let lines = include_str!("record_keys.jsonl").lines();
        let rows = lines.map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            let key = row["key"].as_str().or(row["option"].as_str());
            KeyRow {
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

/// The answers of one run to these records, in their order.
fn answers<'r>(records: impl IntoIterator<Item = &'r Value>, status: i32) -> Vec<Value> {
    answered(Path::new("."), "", records, status)
}

fn answered<'r>(
    folder: &Path,
    options: &str,
    records: impl IntoIterator<Item = &'r Value>,
    status: i32,
) -> Vec<Value> {
    let lines = records.into_iter().map(|record| format!("{record}\n"));
    let lines: String = lines.collect();
    let words = ["eval", "--jsonl"].into_iter();
    let words = words.chain(options.split_whitespace());
    let answers = ends(&fed(folder, words, lines.as_bytes()), status);
    let answers = answers.lines();
    answers
        .map(|answer| serde_json::from_str(answer).unwrap())
        .collect()
}

/// The keys that the message about an unknown one lists.
fn keys(record: &Value) -> BTreeSet<String> {
    let answer = &answers([record], 1)[0];
    let message = answer["error"]["message"].as_str().unwrap();
    let (_, keys) = message.split_once("; the keys are ").unwrap();
    let keys = keys.split("; line").next().unwrap().split(", ");
    keys.map(|key| key.trim_matches('`').to_owned()).collect()
}

#[test]
fn every_key_has_a_row() {
    let (options, records): (Vec<KeyRow>, Vec<KeyRow>) =
        KeyRow::all().into_iter().partition(|row| row.is_option);
    let of = |rows: Vec<KeyRow>| rows.into_iter().map(|row| row.key);
    let expected: BTreeSet<String> = of(records).chain(SILENT.map(String::from)).collect();
    assert_eq!(keys(&json!({"nosuch": 1})), expected);
    let expected: BTreeSet<String> = of(options).collect();
    assert_eq!(keys(&json!({"options": {"nosuch": 1}})), expected);
}

#[test]
fn every_key_changes_an_answer_and_null_is_the_default_of_every_one_but_the_id() {
    let rows = KeyRow::all();
    let plain = answers(rows.iter().map(|row| &row.record), 0);
    let of = |value: &dyn Fn(&KeyRow) -> Value| {
        let records: Vec<Value> = rows.iter().map(|row| row.with(value(row))).collect();
        answers(&records, 0)
    };
    let (changed, null) = (of(&|row| row.value.clone()), of(&|_| Value::Null));
    for (at, row) in rows.iter().enumerate() {
        assert_ne!(plain[at], changed[at], "{}", row.key);
        if row.key != "id" {
            assert_eq!(plain[at], null[at], "{}", row.key);
        }
    }
}

fn with(record: &Value, keys: &Value) -> Value {
    let mut record = record.as_object().unwrap().clone();
    record.extend(keys.as_object().unwrap().clone());
    record.into()
}

/// A row has options, a record, the keys that say the same as the options, and other keys, which win: the page token is that of
/// the other client, robots.txt is read as the record says, and an option that the record lacks is that of the command line.
#[test]
fn an_option_is_the_default_of_a_key() {
    let folder = folder("defaults");
    for line in include_str!("record_options.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (options, record) = (row["options"].as_str().unwrap(), &row["record"]);
        if let Some(robots) = row["same"]["robots_txt"].as_str() {
            fs::write(folder.join("robots.txt"), robots).unwrap();
        }
        let (same, other) = (with(record, &row["same"]), with(record, &row["other"]));
        let by_keys = answered(&folder, "", [&same, &other, record], 0);
        let by_options = answered(&folder, options, [record, &other], 0);
        assert_eq!(by_options, by_keys[..2], "{options}");
        let id = json!({"id": 0});
        assert_ne!(with(&by_keys[2], &id), by_keys[0], "{options}");
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
    let rows = KeyRow::all();
    let questions = rows.iter().map(|row| row.with(row.value.clone()));
    let questions: Vec<Value> = questions.collect();
    let answers = answers(&questions, 0);
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
    let flags = QUESTION.rows().filter_map(|key| key.flag);
    let flags = flags.map(str::to_owned);
    let reading = OPTIONS.keys.iter();
    let reading = reading.map(|key| format!("--{}", key.name.replace('_', "-")));
    for flag in flags.chain(reading) {
        let is_there = |line: &str| line.split_whitespace().any(|word| word == flag);
        assert!(help.lines().any(is_there), "{flag}");
    }
}

#[test]
fn an_unknown_word_of_an_option_lists_the_words() {
    let keys = OPTIONS.keys.iter();
    let keys: Vec<_> = keys.filter_map(|key| Some((key, words(key)?))).collect();
    let records = keys.iter().map(|(key, _)| {
        let value = match key.shape {
            Shape::List(_) => json!(["?"]),
            _ => json!("?"),
        };
        json!({"options": {key.name: value}})
    });
    let refused = answers(&records.collect::<Vec<_>>(), 1);
    for ((key, words), refused) in keys.iter().zip(refused) {
        assert_eq!(refused["error"]["code"], "invalid-options");
        let message = refused["error"]["message"].as_str().unwrap();
        let (name, words) = (key.name, words.join(", "));
        let expected = format!("`{name}` is `?`; it is one of: {words}; line ");
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
