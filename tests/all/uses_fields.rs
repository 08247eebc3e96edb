//! AI-use preferences in fields: `Content-Usage`, `Content-Signal`, and `noimageai` of an image.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::uses::{Answer, Label, Level};
use robots_policy::{
    Accessor, DiagnosticCode, HeaderReader, Limits, Parsed, Policy, Scope, Severity, Signal,
    Source, Span, Statement, Timestamp,
};
use serde_json::Value;

type Lines = Vec<(String, String)>;

fn read(lines: &[(&str, &str)]) -> Parsed<Vec<Signal>> {
    HeaderReader::new().read_lines(lines.iter().copied())
}

fn usage(value: &str) -> Parsed<Vec<Signal>> {
    read(&[("Content-Usage", value)])
}

fn signal(value: &str) -> Parsed<Vec<Signal>> {
    read(&[("Content-Signal", value)])
}

/// The statements, each with its text.
fn said(read: &Parsed<Vec<Signal>>) -> Vec<String> {
    let signals = read.value.iter();
    signals
        .map(|signal| format!("{} «{}»", signal.statement(), signal.provenance().text()))
        .collect()
}

fn codes(read: &Parsed<Vec<Signal>>) -> Vec<&'static str> {
    read.diagnostics
        .iter()
        .map(|found| found.code().name())
        .collect()
}

#[test]
fn the_vectors_about_fields_agree() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/suites/ai-signals/vectors.jsonl");
    let Ok(vectors) = fs::read_to_string(path) else {
        eprintln!("skipped: there is no ../shared/suites/ai-signals");
        return;
    };
    let (mut asked, mut wrong) = (0, String::new());
    for vector in vectors.lines() {
        let vector: Value = serde_json::from_str(vector).unwrap();
        let (Some(headers), None) = (vector.get("headers"), vector.get("robots_txt")) else {
            continue;
        };
        let lines: Lines = serde_json::from_value(headers.clone()).unwrap();
        let policy = Policy::new().with_signals(HeaderReader::new().read_lines(lines));
        let me = Accessor::new(vector["agent"].as_str().unwrap()).unwrap();
        let verdict = policy.verdict(&me, "/a", Timestamp::from_unix(0));
        for (key, expected) in vector["expect"].as_object().unwrap() {
            let is_ours = ["aipref:", "content-signal:"];
            if !is_ours.iter().any(|start| key.starts_with(start)) {
                continue;
            }
            asked += 1;
            let answer = verdict.uses().preference(key.parse().unwrap());
            if answer.name() != expected.as_str().unwrap() {
                writeln!(wrong, "{}: {key} is {answer}, not {expected}", vector["id"]).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(asked > 40, "only {asked} answers were compared");
}
