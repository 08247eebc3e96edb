//! Many askers of one response are counted as each is alone.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use robots_policy::engines::Profile;
use robots_policy::header::HeaderReader;
use robots_policy::ledger::Document;
use robots_policy::{Policy, RobotsTxt, Timestamp, Why};

use super::super::Report;
use super::*;
use crate::columns::{columns_as, ledger_column};
use crate::judge::{Asker, Judged};

const URL: &str = "https://a.example/page";

fn policies() -> Vec<Policy> {
    let mut policies = Vec::new();
    for line in include_str!("tests/said.jsonl").lines() {
        // The fields of a response and its robots.txt, which speak to askers by name.
        let (fields, robots): (Vec<(String, String)>, String) = serde_json::from_str(line).unwrap();
        let lines = fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        let read = HeaderReader::new().read_lines(lines);
        let policy = Policy::new().with_fields(read);
        let known = policy.clone().with_document(Document::not_applicable());
        let robots = RobotsTxt::parse(robots.as_bytes());
        policies.push(known.clone().with_robots(robots.clone()));
        policies.push(known);
        let cut = Document::unread(Why::Incomplete);
        policies.push(policy.with_document(cut).with_robots(robots));
    }
    policies
}

fn askers() -> Vec<Asker> {
    let named = [
        "ExampleBot",
        "OtherBot",
        "GPTBot",
        "SomeBot",
        "SomeBot-Else",
    ];
    let named = named.map(|name| Asker::new(name.to_lowercase(), name.parse().unwrap()));
    let engines = Profile::all().map(Asker::engine);
    named
        .into_iter()
        .chain([Asker::anonymous()])
        .chain(engines)
        .collect()
}

fn judged<'p>(policy: &'p Policy, asker: &Asker) -> Judged<'p> {
    Judged::by(asker, policy, URL, Timestamp::from_unix(1_900_000_000))
}

/// Hands over the rows of a response for all of these askers.
fn rows(policy: &Policy, askers: &[Asker], mut each: impl FnMut(&Row<'_>)) {
    let mut before: Option<Judged<'_>> = None;
    for asker in askers {
        let own = judged(policy, asker);
        let is_alike = before.as_ref().is_some_and(|before| own.is_alike(before));
        each(&Row {
            common: if is_alike {
                Common::Answers
            } else {
                Common::Response
            },
            ..Row::of_verdict(&own.verdict, &own.answered, asker.name())
        });
        before = Some(own);
    }
}

/// All that the row of a verdict has, without the agent.
fn values(judged: &Judged<'_>) -> Vec<String> {
    let row = Row::of_verdict(&judged.verdict, &judged.answered, "");
    let columns = columns_as().into_iter().chain([ledger_column()]);
    let columns = columns.filter(|column| !column.is_of_agent());
    let mut values = Vec::new();
    for column in columns {
        column.cells(&row, &mut |cells| {
            values.push(format!("{} {cells:?}", column.name()));
        });
    }
    values
}

#[test]
fn verdicts_that_are_alike_differ_in_the_agent_alone() {
    let askers = askers();
    let (mut alike, mut others) = (0, 0);
    for policy in policies() {
        let judged: Vec<Judged<'_>> = askers.iter().map(|it| judged(&policy, it)).collect();
        let values: Vec<Vec<String>> = judged.iter().map(values).collect();
        let all: Vec<_> = judged.iter().zip(&values).collect();
        for (at, (one, values)) in all.iter().enumerate() {
            for (other, other_values) in all.iter().skip(at + 1) {
                if one.is_alike(other) {
                    assert_eq!(values, other_values, "{policy:?}");
                    alike += 1;
                } else {
                    others += usize::from(values != other_values);
                }
            }
        }
    }
    assert!(alike > 50 && others > 50, "{alike} {others}");
}

#[test]
fn many_askers_are_counted_as_each_alone() {
    let mut askers = askers();
    for turn in 0..2 {
        for policy in policies() {
            let (mut together, mut alone) = (Report::default(), Report::default());
            let mut alike = Alike::of(askers.len());
            rows(&policy, &askers, |row| together.row(row, &mut alike));
            rows(&policy, &askers, |row| alone.row(row, &mut Alike::of(1)));
            assert!(together == alone, "turn {turn}: {policy:?}");
            // Most are alike, and a difference makes another outcome.
            let kept = alike.kept.len();
            assert!(kept > 1 && kept < askers.len() / 3, "{kept}");
        }
        askers.reverse();
    }
}

#[test]
fn values_that_differ_have_outcomes_that_differ() {
    let of = |cells: &[Cell<'_>]| {
        let mut outcome = Vec::new();
        for cell in cells {
            push(cell, &mut outcome);
        }
        outcome
    };
    let text = |text: &'static str| Cell::from(text);
    let cells = [
        vec![Cell::Null],
        vec![Cell::Flag(false)],
        vec![Cell::Flag(true)],
        vec![Cell::Integer(0)],
        vec![Cell::Integer(1 << 40)],
        vec![text("")],
        vec![text("a")],
        vec![text("a"), text("b")],
        vec![text("ab"), text("")],
        vec![text(""), text("ab")],
        vec![Cell::Null, text("ab")],
    ];
    for (at, one) in cells.iter().enumerate() {
        for other in cells.iter().skip(at + 1) {
            assert_ne!(of(one), of(other), "{one:?} {other:?}");
        }
    }
}
