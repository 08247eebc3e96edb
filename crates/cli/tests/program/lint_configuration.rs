//! `robots-policy.toml`: the JSON Schema refuses what the reader does. What people see is in the session `lint_intent`.

use std::fs;

use robots_policy_kit::files::root;
use serde_json::Value;
use toml::Table;

use crate::engines::{misfits_of, schema};
use crate::scanning::{folder, run};

/// A configuration as JSON, in which a date is a text.
fn json(text: &str) -> Value {
    fn of(value: &toml::Value) -> Value {
        match value {
            toml::Value::Datetime(own) => Value::String(own.to_string()),
            toml::Value::Array(values) => values.iter().map(of).collect(),
            toml::Value::Table(table) => table
                .iter()
                .map(|(key, value)| (key.clone(), of(value)))
                .collect(),
            value => serde_json::to_value(value).unwrap(),
        }
    }
    of(&toml::Value::Table(text.parse::<Table>().unwrap()))
}

#[test]
fn the_schema_takes_what_the_reader_takes() {
    let folder = folder("lint-configuration-schema");
    fs::write(folder.join("robots.txt"), "User-agent: *\nDisallow: /a\n").unwrap();
    let example = fs::read_to_string(root().join("fixtures/lint/intent/robots-policy.toml"));
    let each = include_str!("lint_configuration/each.toml");
    let mut texts = vec![String::new(), each.to_owned(), example.unwrap()];
    let right = texts.len();
    for row in include_str!("lint_configuration/wrong.txt").lines().skip(1) {
        let row = row.replace("\\n", "\n");
        let (own, wrong) = row.split_once(" | ").unwrap();
        assert!(each.contains(own), "{own}");
        texts.push(each.replacen(own, wrong, 1));
    }
    let documents: Vec<Value> = texts.iter().map(|text| json(text)).collect();
    let misfits = misfits_of(&folder, &schema("robots-policy.schema.json"), &documents);
    for (at, (text, misfits)) in texts.iter().zip(misfits).enumerate() {
        fs::write(folder.join("own.toml"), text).unwrap();
        let run = run(&folder, "lint robots.txt --config own.toml --fail-on never");
        let is_taken = [run.status.code() != Some(2), misfits.is_empty()];
        assert_eq!(is_taken, [at < right; 2], "{misfits:?}\n{text}");
    }
}
