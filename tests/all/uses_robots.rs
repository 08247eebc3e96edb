//! AI-use preferences in robots.txt: `Content-Usage`, `Content-Signal`, `License`, and the rules for training.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use robots_policy::robots_txt::{GroupSelection, LeadingStar, RobotsTxtReader};
use robots_policy::uses::{Answer, FileUses, Label, Level};
use robots_policy::{Accessor, DiagnosticCode, RobotsTxt, Severity};
use serde_json::Value;

fn uses(file: &str, agent: &str, target: &str) -> FileUses {
    let robots = RobotsTxt::parse(file.as_bytes()).value;
    let me = match agent {
        "*" => Accessor::anonymous(),
        agent => Accessor::new(agent).unwrap(),
    };
    robots.uses(&me, target)
}

/// The strictest statement about a label.
fn answer(uses: &FileUses, label: Label) -> Answer {
    let about = uses
        .preferences()
        .iter()
        .filter(|said| said.label() == label);
    about
        .map(|said| said.answer())
        .max()
        .unwrap_or(Answer::Unstated)
}

/// All statements as `label=answer`, in order.
fn said(uses: &FileUses) -> String {
    let mut said = String::new();
    for preference in uses.preferences() {
        write!(said, "{}={} ", preference.label(), preference.answer()).unwrap();
    }
    for (level, _) in uses.levels() {
        write!(said, "use={level} ").unwrap();
    }
    for (license, _) in uses.licenses() {
        write!(said, "<{license}> ").unwrap();
    }
    said.trim_end().to_owned()
}

/// The codes of the diagnostics, with their lines.
fn codes(file: &str) -> Vec<(&'static str, usize)> {
    let read = RobotsTxt::parse(file.as_bytes());
    let found = read.diagnostics.iter();
    found
        .map(|found| (found.code().name(), found.provenance().line().unwrap()))
        .collect()
}

/// The vectors of a file that decide here: those of robots.txt alone.
#[test]
fn the_vectors_about_robots_txt_agree() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/suites/ai-signals/vectors.jsonl");
    let Ok(vectors) = fs::read_to_string(path) else {
        eprintln!("skipped: there is no ../shared/suites/ai-signals");
        return;
    };
    let (mut asked, mut wrong) = (0, String::new());
    for vector in vectors.lines() {
        let vector: Value = serde_json::from_str(vector).unwrap();
        let (Some(file), None) = (vector["robots_txt"].as_str(), vector.get("headers")) else {
            continue;
        };
        let agent = vector["agent"].as_str().unwrap();
        let uses = uses(file, agent, vector["url"].as_str().unwrap());
        for (key, expected) in vector["expect"].as_object().unwrap() {
            let Ok(label) = key.parse::<Label>() else {
                continue;
            };
            let is_ours = ["aipref", "content-signal", "canel"];
            if !is_ours.contains(&label.vocabulary().name()) {
                continue;
            }
            asked += 1;
            let answer = answer(&uses, label);
            if answer.name() != expected.as_str().unwrap() {
                writeln!(wrong, "{}: {key} is {answer}, not {expected}", vector["id"]).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(asked > 80, "only {asked} answers were compared");
}
