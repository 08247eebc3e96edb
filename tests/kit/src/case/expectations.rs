//! The comparison of an answer with what its author expects.

use std::collections::BTreeSet;

use serde_json::Value;

/// The differences between a record and `expect`, one key each.
pub fn differences(expect: &Value, got: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    for (key, expected) in expect.as_object().unwrap() {
        let found = match key.as_str() {
            "texts" => pick(&got["reasons"], "text"),
            "spans" => pick(&got["reasons"], "span"),
            "access" | "fetch" | "uses" | "preferences" => part(&got[key], expected),
            "codes" | "codes_some" => codes(got),
            _ => got[key].clone(),
        };
        let holds = match key.as_str() {
            "codes" => words(&found) == words(expected),
            "codes_some" => words(expected).is_subset(&words(&found)),
            _ => found == *expected,
        };
        if !holds {
            wrong.push(format!("{key}\n  expected {expected}\n  found    {found}"));
        }
    }
    wrong
}

/// The codes of the diagnostics, each once, in order of their first place.
fn codes(got: &Value) -> Value {
    let mut codes: Vec<Value> = Vec::new();
    for item in got["diagnostics"].as_array().into_iter().flatten() {
        if !codes.contains(&item["code"]) {
            codes.push(item["code"].clone());
        }
    }
    codes.into()
}

fn words(list: &Value) -> BTreeSet<&str> {
    let items = list.as_array().into_iter().flatten();
    items.map(|item| item.as_str().unwrap()).collect()
}

fn pick(items: &Value, key: &str) -> Value {
    let items = items.as_array().into_iter().flatten();
    items.map(|item| item[key].clone()).collect()
}

/// The expected keys of an object, or of each item of an array.
fn part(found: &Value, expected: &Value) -> Value {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let keys = expected.iter().map(|(key, value)| {
                let found = found.get(key).cloned().unwrap_or_default();
                (key.clone(), part(&found, value))
            });
            Value::Object(keys.collect())
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let items = found.iter().zip(expected);
            items
                .map(|(found, expected)| part(found, expected))
                .collect()
        }
        _ => found.clone(),
    }
}
