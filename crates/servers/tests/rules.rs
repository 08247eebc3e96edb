//! Answers, traps and errors of all kinds of configurations, each a line of a file beside this one.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, missing_docs)] // a test fails by panicking

use std::fs;
use std::path::Path;

use robots_policy_servers::{
    ConfigText, Configuration, Files, Prediction, Request, ServerKind, TrapCode,
};
use serde_json::Value;

fn rows(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name);
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The configuration of a row, in a file that may have a name.
fn read(row: &Value) -> (Configuration, &str) {
    let name = row["file"].as_str().unwrap_or("main");
    let text = row["text"].as_str().unwrap();
    let read = Configuration::read(kind(row), &[ConfigText { name, text }]);
    (read.unwrap(), text)
}

fn kind(row: &Value) -> ServerKind {
    ServerKind::of_name(row["kind"].as_str().unwrap()).unwrap()
}

fn files() -> Files {
    let files = ["index.html", "about.html", "docs/index.html"];
    Files::new(files.map(str::to_owned))
}

/// A request for a path of a folder with these files.
fn request<'r>(target: &'r str, files: &'r Files) -> Request<'r> {
    Request {
        secure: true,
        host: Some("example.org"),
        port: None,
        target,
        files: Some(files),
    }
}

/// `@2000@` is a text of this length.
fn long(text: &str) -> String {
    let parts: Vec<&str> = text.split('@').collect();
    match &*parts {
        [before, length, after] => {
            format!("{before}{}{after}", "a".repeat(length.parse().unwrap()))
        }
        _ => text.to_owned(),
    }
}

fn fields(predicted: &Prediction) -> Vec<String> {
    let mut fields: Vec<String> = predicted
        .fields
        .iter()
        .map(|field| format!("{}: {}", field.name, field.value))
        .collect();
    fields.sort();
    fields
}

#[test]
fn answers_are_those_of_the_documents() {
    for row in rows("answers.jsonl") {
        let (configuration, text) = read(&row);
        for (address, wanted) in row["answers"].as_object().unwrap() {
            let rest = address
                .split_once("://")
                .map_or(&**address, |(_, rest)| rest);
            let (host, _) = rest.split_once('/').unwrap();
            let answer = configuration.fields(&Request {
                secure: !address.starts_with("http://"),
                host: Some(if host.is_empty() { "example.org" } else { host }),
                port: None,
                target: &rest[host.len()..],
                files: None,
            });
            let said = match answer.unknown.first() {
                Some(unknown) => Value::from(unknown.why.name()),
                None => Value::from(fields(&answer)),
            };
            assert_eq!(said, *wanted, "{} {address}", row["about"]);
            for field in &answer.fields {
                assert!(
                    text.get(field.place.start..field.place.end)
                        .is_some_and(|place| !place.is_empty()),
                    "{field:?}"
                );
            }
        }
    }
}

/// The answer to a path without a file: another file and the statement that chose it, a status, or the reason why it is not known.
#[test]
fn fallbacks_are_known() {
    for row in rows("fallbacks.jsonl") {
        let (configuration, text) = read(&row);
        let files = files();
        for (target, wanted) in row["answers"].as_object().unwrap() {
            let answer = configuration.fields(&request(target, &files));
            let by = answer.by.and_then(|place| text.get(place.start..place.end));
            let said = match (answer.unknown.first(), &answer.file, answer.status) {
                (Some(unknown), ..) => unknown.why.name().to_owned(),
                (None, Some(file), _) if file != target => {
                    format!("{file} by {}", by.unwrap_or_default())
                }
                (None, _, Some(status)) => status.to_string(),
                (None, ..) => String::from("as it is"),
            };
            assert_eq!(said, wanted.as_str().unwrap(), "{text} {target}");
        }
    }
}

#[test]
fn each_trap_fires_where_it_must_and_nowhere_else() {
    let rows = rows("traps.jsonl");
    for row in &rows {
        let code = row["code"].as_str().unwrap();
        let has = |key: &str| {
            let text = long(row[key].as_str().unwrap());
            let name = row["file"].as_str().unwrap_or("main");
            let sources = [ConfigText { name, text: &text }];
            let traps = Configuration::read(kind(row), &sources).unwrap().traps();
            traps.iter().any(|trap| trap.code.name() == code)
        };
        assert!(has("fires"), "{row}");
        assert!(!has("quiet"), "{row}");
    }
    for code in TrapCode::ALL {
        assert!(
            rows.iter().any(|row| row["code"] == code.name()),
            "{} has no row",
            code.name()
        );
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_what_is_allowed() {
    for row in rows("wrong.jsonl") {
        let text = row["text"].as_str().unwrap();
        let name = row["file"].as_str().unwrap_or("main");
        let wrong = Configuration::read(kind(&row), &[ConfigText { name, text }]).unwrap_err();
        assert_eq!(wrong.to_string(), row["says"].as_str().unwrap());
    }
}

/// Texts that nginx 1.22 and Caddy 2.6 sent, and one of a later Caddy, whose documents have it.
#[test]
fn texts_of_a_configuration_are_those_that_servers_send() {
    for row in rows("texts.jsonl") {
        let (configuration, text) = read(&row);
        let files = files();
        for (target, wanted) in row["answers"].as_object().unwrap() {
            let answer = configuration.fields(&request(target, &files));
            assert_eq!(answer.text.as_deref(), wanted.as_str(), "{text} {target}");
            assert!(
                answer.text.is_none() || answer.by.is_some(),
                "{text} {target}"
            );
        }
    }
}
