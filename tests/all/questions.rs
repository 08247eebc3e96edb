//! Whether an engine is asked not to do something, and whether its owner says that it listens: the same two facts in every
//! part of a record, for every engine.

use robots_policy::engines::Profile;
use robots_policy::ledger::Document;
use robots_policy::report::Json;
use robots_policy::uses::{Activity, TdmRep};
use robots_policy::{Policy, RobotsTxt, Timestamp, Verdict};
use serde_json::{Value, json};

use crate::engines::EngineVector;
use crate::rows;

fn now() -> Timestamp {
    "2026-11-21T00:00:00Z".parse().unwrap()
}

fn robots(file: &str) -> Policy {
    let file = RobotsTxt::parse(file.as_bytes());
    Policy::new()
        .with_robots(file)
        .with_document(Document::not_applicable())
}

fn inputs() -> Vec<Policy> {
    let tdmrep = br#"[{"location": "/", "tdm-reservation": 1}]"#;
    let mut all = vec![
        Policy::new(),
        Policy::new()
            .with_tdmrep(TdmRep::parse(tdmrep))
            .with_document(Document::not_applicable()),
    ];
    let files: Vec<String> = rows(include_str!("rows/asked_files.jsonl"));
    all.extend(files.iter().map(|file| robots(file)));
    all.extend(
        super::uses::vectors()
            .iter()
            .map(super::uses::UseVector::policy),
    );
    all
}

/// Asks every engine about every input.
fn for_all(mut hold: impl FnMut(&Verdict<'_>, &Value, Activity)) {
    let inputs = inputs();
    let mut vectors = crate::engines::vectors();
    vectors.extend(rows::<EngineVector>(include_str!("rows/asked.jsonl")));
    for profile in Profile::all() {
        let of_vectors = vectors.iter().map(|vector| vector.policy(profile));
        for policy in inputs.iter().cloned().chain(of_vectors) {
            let verdict = policy.engine_verdict(profile, "https://example.com/a", now());
            let record = serde_json::to_value(Json::new(0, &verdict)).unwrap();
            for activity in Profile::ACTIVITIES {
                hold(&verdict, &record, activity);
            }
        }
    }
}

/// The key of `as` about what the engine does.
fn used(activity: Activity) -> &'static str {
    match activity {
        Activity::Train => "train",
        _ => "answer",
    }
}

#[test]
fn no_engine_uses_what_it_is_asked_not_to() {
    let mut asked = 0;
    for_all(|_, record, activity| {
        let stated = &record["uses"][activity.name()];
        let is_asked = [json!("disallow"), json!("conditional")].contains(stated);
        let engine = &record["as"];
        assert_eq!(
            engine["asked_not_to"][activity.name()] == json!(true),
            is_asked,
            "{record:#}"
        );
        if is_asked {
            asked += 1;
            assert_ne!(engine[used(activity)], json!(true), "{record:#}");
        } else {
            assert_eq!(
                engine["listens"][activity.name()],
                json!(null),
                "{record:#}"
            );
            // An owner may say that it never does.
            let is_not = engine[used(activity)] == json!(false);
            assert!(!is_not || is_never(engine, activity), "{record:#}");
        }
    });
    assert!(asked > 1000, "{asked}");
}

/// Whether the owner of an engine says that what it fetches is never used so.
fn is_never(engine: &Value, activity: Activity) -> bool {
    let profile: Profile = engine["profile"].as_str().unwrap().parse().unwrap();
    let cells = profile.cells();
    let cell = cells.iter().find(|known| known.cell == "never used for");
    cell.unwrap()
        .value
        .split(", ")
        .any(|never| never == activity.name())
}

#[test]
fn what_asks_is_among_the_reasons() {
    for_all(|_, record, activity| {
        let stated = &record["uses"][activity.name()];
        if *stated != json!("disallow") {
            return;
        }
        let mut reasons = record["reasons"].as_array().unwrap().iter();
        // A directive of convention is a reason of the verdict itself.
        let convention = ["noai", "noml", "noimageai"].map(Value::from);
        let asks = reasons.any(|reason| {
            reason.get("vocabulary").is_some() && reason["value"] == *stated
                || convention.contains(&reason["directive"])
        });
        assert!(asks, "{activity}: {record:#}");
    });
}
