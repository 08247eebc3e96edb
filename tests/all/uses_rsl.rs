//! The documents of the shared vectors, each read by itself.

use std::collections::BTreeMap;
use std::fs;

use robots_policy::uses::{Answer, Rsl};
use robots_policy_kit::files::fixtures;
use serde_json::Value;

use crate::rsl::answers;

/// The part of the shared vectors that is about one document: labels of RSL, where only one document is pointed at.
#[test]
fn the_documents_of_the_shared_vectors_answer() {
    let path = fixtures().join("../../shared/suites/ai-signals/vectors.jsonl");
    let Ok(vectors) = fs::read_to_string(path) else {
        return;
    };
    let mut compared = 0;
    for line in vectors.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let Some(documents) = vector["rsl"].as_object() else {
            continue;
        };
        let target = vector["url"].as_str().unwrap();
        // Which documents reach the client is a matter of robots.txt and the fields; without one of them
        // every use is unstated. Of several, the strictest answer holds.
        let is_pointed_at = !["rs-12", "rs-15"].contains(&vector["id"].as_str().unwrap());
        let mut strictest: BTreeMap<String, Answer> = BTreeMap::new();
        for document in documents.values().filter(|_| is_pointed_at) {
            let rsl = Rsl::parse(document.as_str().unwrap().as_bytes()).value;
            for (label, answer) in answers(&rsl, target) {
                let so_far = strictest.entry(label.to_string()).or_insert(answer);
                *so_far = answer.max(*so_far);
            }
        }
        for (label, expected) in vector["expect"].as_object().unwrap() {
            if label.starts_with("rsl:") && is_pointed_at {
                let answer = strictest.get(label).copied().unwrap_or(Answer::Unstated);
                assert_eq!(answer.name(), expected, "{} {label}", vector["id"]);
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
}
