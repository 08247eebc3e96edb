//! Predictions, compared with what Debian's nginx, Apache and Caddy served.
//!
//! `record.py` beside this file writes the answers, and `.ci/run servers` records them again.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, missing_docs)] // a test fails by panicking

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_servers::{
    ConfigText, Configuration, Files, Prediction, Request, ServerKind, is_about_robots,
};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/configurations")
}

fn site() -> Files {
    let list = fs::read_to_string(folder().join("files.txt")).unwrap();
    let mut files: Vec<String> = list.lines().map(str::to_owned).collect();
    files.sort();
    Files::new(files)
}

/// A configuration in its parts; those that are withheld are files that are not at hand.
fn parts(text: &str) -> Vec<(&str, &str)> {
    let mut parts = text.split("#### file: ");
    let mut found = vec![("main", parts.next().unwrap())];
    found.extend(parts.map(|part| part.split_once('\n').unwrap()));
    found.retain(|(name, _)| !name.starts_with("withheld"));
    found
}

/// The server of a configuration, if a file is one.
fn kind(path: &Path) -> Option<ServerKind> {
    ServerKind::of_name(path.extension()?.to_str()?)
}

/// A configuration; `None` of one that is refused, and with which Apache answers 500 to every request.
fn read(path: &Path) -> Option<Configuration> {
    let text = fs::read_to_string(path).unwrap();
    let parts = parts(&text).into_iter();
    let sources: Vec<ConfigText<'_>> = parts
        .map(|(name, text)| ConfigText { name, text })
        .collect();
    let read = Configuration::read(kind(path).unwrap(), &sources);
    assert_eq!(read.is_err(), text.starts_with("# refused"), "{read:?}");
    read.ok()
}

fn configurations() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = entries.filter(|path| kind(path).is_some()).collect();
    found.sort();
    found
}

/// Name, in lower case, and value of the fields, by name; two with one name in their order.
fn sorted<'f>(fields: impl Iterator<Item = (&'f str, &'f str)>) -> Vec<(String, &'f str)> {
    let own = fields.filter(|(name, _)| is_about_robots(name));
    let own = own.map(|(name, value)| (name.to_ascii_lowercase(), value));
    let mut own: Vec<(String, &str)> = own.collect();
    own.sort_by(|a, b| a.0.cmp(&b.0));
    own
}

fn served(row: &Value) -> Vec<(String, &str)> {
    let fields = row["fields"].as_array().unwrap().iter();
    sorted(fields.map(|field| (field[0].as_str().unwrap(), field[1].as_str().unwrap())))
}

fn predicted(predicted: &Prediction) -> Vec<(String, &str)> {
    let fields = predicted.fields.iter();
    sorted(fields.map(|field| (&*field.name, &*field.value)))
}

#[test]
fn predicted_fields_are_those_that_are_served() {
    let site = site();
    let mut wrong = String::new();
    let mut said = String::new();
    let (mut equal, mut unknown) = (0, 0);
    let all = configurations();
    for path in &all {
        let name = path.file_name().unwrap().to_str().unwrap();
        let configuration = read(path);
        let rows = fs::read_to_string(folder().join(format!("{name}.served.jsonl"))).unwrap();
        let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in rows.lines() {
            let row: Value = serde_json::from_str(row).unwrap();
            let Some(configuration) = &configuration else {
                assert_eq!(row["status"], 500, "{name}");
                continue;
            };
            let (host, target) = (
                row["host"].as_str().unwrap(),
                row["target"].as_str().unwrap(),
            );
            let answer = configuration.fields(&Request {
                secure: false,
                host: Some(host),
                port: None,
                target,
                files: Some(&site),
            });
            if let Some(first) = answer.unknown.first() {
                unknown += 1;
                let reason = format!(
                    "{} line {}: {}",
                    first.why.name(),
                    first.place.line,
                    first.reason
                );
                reasons.entry(reason).or_default().push(target.to_owned());
                continue;
            }
            let status = u16::try_from(row["status"].as_u64().unwrap()).unwrap();
            if predicted(&answer) == served(&row) && answer.status == Some(status) {
                equal += 1;
            } else {
                writeln!(
                    wrong,
                    "{name} {host}{target}: served {status} {:?}, predicted {:?} {:?}",
                    served(&row),
                    answer.status,
                    predicted(&answer)
                )
                .unwrap();
            }
        }
        for (reason, targets) in reasons {
            writeln!(said, "{name} {reason}: {}", targets.join(" ")).unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    writeln!(
        said,
        "{} configurations, {equal} equal, {unknown} unknown",
        all.len()
    )
    .unwrap();
    insta::assert_snapshot!("unknown", said);
}
