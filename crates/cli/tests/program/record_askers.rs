//! Several askers in one record: each gets the answer of a record of its own, byte for byte.

use std::path::Path;

use robots_policy_kit::case::cases;
use robots_policy_kit::files::rows;
use robots_policy_kit::output::ends;
use serde_json::{Map, Value, json};

use crate::doors::process::{characters_of, octets, record};
use crate::doors::question::Question;
use crate::scanning::fed;

/// The keys of an asker.
const KEYS: [&str; 7] = [
    "agent",
    "page_agent",
    "purposes",
    "signature_agent",
    "obeys_global",
    "policy_tokens",
    "as",
];

/// Askers that read documents to different ends, and by names that metas of the fixtures have.
fn askers() -> Vec<Value> {
    rows(include_str!("record_askers.jsonl"))
}

/// The records of the fixtures, each with an id and without its asker, and the asker.
fn records() -> Vec<(Map<String, Value>, Value)> {
    let cases = cases();
    let mut all = Vec::new();
    for (at, question) in Question::all(&cases).iter().enumerate() {
        let asked = [record(question, octets), record(question, characters_of)];
        for one in asked.into_iter().flatten() {
            let mut one = one.as_object().unwrap().clone();
            let own = KEYS
                .iter()
                .filter_map(|key| Some(((*key).to_owned(), one.remove(*key)?)));
            let own: Map<String, Value> = own.collect();
            one.insert("id".to_owned(), at.into());
            all.push((one, own.into()));
        }
    }
    all
}

/// A form of an asker that says the same.
fn plain(asker: &Value) -> Value {
    let mut asker = asker.as_object().unwrap().clone();
    let Some(agent) = asker.remove("agent") else {
        return asker.into();
    };
    let names = agent.as_array().cloned().unwrap_or_else(|| vec![agent]);
    let names = names
        .iter()
        .map(|name| name.as_str().unwrap().to_lowercase());
    let names: Vec<String> = names.filter(|name| name != "*").collect();
    if !names.is_empty() {
        asker.insert("agent".to_owned(), names.into());
    }
    asker.into()
}

fn with(mut record: Map<String, Value>, asker: &Value) -> String {
    record.extend(asker.as_object().unwrap().clone());
    format!("{}\n", Value::from(record))
}

fn answers(words: &str, input: &str) -> String {
    let words = words.split_whitespace();
    let output = fed(
        Path::new("."),
        ["eval", "--jsonl"].into_iter().chain(words),
        input.as_bytes(),
    );
    ends(&output, 0)
}

/// Compares two runs answer by answer, so that a failure shows one.
fn same(together: &str, alone: &str) {
    for (together, alone) in together.lines().zip(alone.lines()) {
        assert_eq!(together, alone);
    }
    assert_eq!(together.lines().count(), alone.lines().count());
}

#[test]
fn each_asker_of_a_record_has_the_answer_of_a_record_of_its_own() {
    let (mut together, mut alone) = (String::new(), String::new());
    let records = records();
    assert!(records.len() > 500, "{}", records.len());
    for (record, own) in records {
        let mut askers = askers();
        if !askers.contains(&plain(&own)) {
            askers.push(own);
        }
        for asker in &askers {
            alone += &with(record.clone(), asker);
        }
        together += &with(record, &json!({"askers": askers}));
    }
    same(&answers("", &together), &answers("", &alone));
    assert_eq!(answers("--jobs 2", &together), answers("", &together));
}

#[test]
fn several_askers_of_the_command_line_each_answer_a_record_that_names_none() {
    let askers = "--as googlebot,gptbot,bingbot";
    let (mut unnamed, mut named) = (String::new(), String::new());
    for (record, _) in records() {
        unnamed += &with(record.clone(), &json!({}));
        let askers = [
            json!({"as": "googlebot"}),
            json!({"as": "gptbot"}),
            json!({"as": "bingbot"}),
        ];
        named += &with(record, &json!({"askers": askers}));
    }
    same(&answers(askers, &unnamed), &answers("", &named));
    let record = r#"{"id": "a", "purposes": ["train"]}"#;
    let asked = answers("--agent A --agent B,C", record);
    let askers = r#"{"id": "a", "askers": [{"agent": "A", "purposes": ["train"]}, {"agent": ["B", "C"], "purposes": ["train"]}]}"#;
    assert_eq!(asked, answers("", askers));
}
