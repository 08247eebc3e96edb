//! The rows of the contract are the keys that answers have: no answer has another, and an answer has each.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)] // a test fails by panicking

use std::collections::BTreeSet;
use std::fs;
use std::slice;

use robots_policy::Timestamp;
use robots_policy_input::contract::{ANSWER, Key, Shape, Table};
use robots_policy_input::{Clock, OPTIONS, QUESTION, ReadingOptions, RecordDefaults, answer_line};
use serde_json::Value;

/// Records whose answers have the keys that those of the fixtures lack.
fn records() -> Vec<String> {
    let fixtures = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/archives/records.jsonl"
    );
    let lines = fs::read_to_string(fixtures).unwrap() + include_str!("contract.jsonl");
    lines.lines().map(str::to_owned).collect()
}

/// The answers that are verdicts.
fn answers() -> Vec<Value> {
    let defaults = RecordDefaults::new(Clock::At(Timestamp::from_unix(1_790_000_000)));
    let answer = |record: &String| {
        let mut answer = Vec::new();
        answer_line(record.as_bytes(), 0, &defaults, &mut answer).unwrap();
        serde_json::from_slice(&answer).unwrap()
    };
    let answers: Vec<Value> = records().iter().map(answer).collect();
    let answers = answers.into_iter();
    answers
        .filter(|answer| answer.get("error").is_none())
        .collect()
}

/// Notes the row of each key of an object and of its parts.
fn walk(table: &'static Table, object: &Value, seen: &mut BTreeSet<String>) {
    for (name, value) in object.as_object().unwrap() {
        let row = table.rows().find(|row| row.name == name);
        let row = row.unwrap_or_else(|| panic!("{} has no row for {name}", table.name));
        seen.insert(format!("{}.{name}", table.name));
        if let Some(part) = part(row) {
            let values = value
                .as_array()
                .map_or(slice::from_ref(value), Vec::as_slice);
            for value in values {
                walk(part, value, seen);
            }
        }
    }
}

/// The table of a value that is an object or an array of objects.
fn part(row: &Key) -> Option<&'static Table> {
    let one = match row.shape {
        Shape::List(one) | Shape::OrNull(one) => *one,
        one => one,
    };
    match one {
        Shape::Table(table) => Some(table),
        _ => None,
    }
}

/// Every table with a name below a table, as it is met first.
fn tables(table: &'static Table, found: &mut Vec<&'static Table>) {
    if found.iter().any(|known| known.name == table.name) {
        return;
    }
    found.push(table);
    for part in table.rows().filter_map(part) {
        tables(part, found);
    }
}

#[test]
fn answers_have_the_keys_of_the_contract_and_no_others() {
    let mut seen = BTreeSet::new();
    for answer in answers() {
        walk(&ANSWER, &answer, &mut seen);
    }
    let mut all = Vec::new();
    tables(&ANSWER, &mut all);
    // An archive has it, and no question.
    let never = ["LedgerEntry.record_id", "LedgerEntry.sha256"];
    let rows = all.iter().flat_map(|table| {
        table
            .rows()
            .map(|row| format!("{}.{}", table.name, row.name))
    });
    let unseen: Vec<String> = rows
        .filter(|row| !seen.contains(row) && !never.contains(&&**row))
        .collect();
    assert!(unseen.is_empty(), "no answer has {unseen:?}");
}

#[test]
fn the_defaults_of_the_options_are_those_of_the_library() {
    let library = serde_json::to_value(ReadingOptions::of_library()).unwrap();
    let library = library.as_object().unwrap();
    assert_eq!(library.len(), OPTIONS.keys.len());
    for key in OPTIONS.keys {
        let absent = key.absent.unwrap().replace('`', "");
        let value = match &library[key.name] {
            Value::Array(words) => words
                .iter()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>()
                .join(", "),
            Value::String(word) => word.clone(),
            value => value.to_string(),
        };
        assert_eq!(absent, value, "{}", key.name);
    }
}

#[test]
fn meanings_are_one_cell_of_a_table() {
    let mut all = Vec::new();
    for table in [&QUESTION, &ANSWER] {
        tables(table, &mut all);
    }
    for key in all.iter().flat_map(|table| table.keys) {
        let is_cell = |text: &str| !text.contains(['|', '\n']) && !text.ends_with('.');
        assert!(
            is_cell(key.meaning) && !key.meaning.is_empty(),
            "{}",
            key.name
        );
        assert!(key.absent.is_none_or(is_cell), "{}", key.name);
    }
}
