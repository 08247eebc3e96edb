//! Every case of `fixtures/`: what its author expects, and the snapshot beside it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub
)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use robots_policy::report::{Record, Text};
use robots_policy::{Code, Directive, Source, Statement};
use robots_policy_kit::case::{Ask, Case, cases, differences, fed_in_every_way};
use robots_policy_kit::files::{lines_of, root};
use serde_json::Value;

/// The record of an ask, as the program writes it.
fn record(case: &Case, ask: &Value) -> (String, Value, String) {
    let ask = Ask(ask);
    let policy = ask.policy(case);
    let verdict = policy.verdict(&ask.accessor(), ask.url(), ask.now());
    let record = Record {
        id: &case.name,
        verdict: &verdict,
    };
    let json = serde_json::to_string_pretty(&record).unwrap();
    let value = serde_json::from_str(&json).unwrap();
    (json, value, Text::new(&verdict).to_string())
}

#[test]
fn every_case_gives_what_its_author_expects() {
    let mut wrong = String::new();
    for case in cases() {
        for (index, ask) in case.asks.iter().enumerate() {
            let (_, got, _) = record(&case, ask);
            let expect = &ask["expect"];
            assert!(
                expect["directives"].is_object(),
                "{}: ask {index} expects no directives",
                case.name
            );
            for difference in differences(expect, &got) {
                writeln!(wrong, "{} ask {index}: {difference}", case.name).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_case_matches_its_snapshot() {
    for case in cases() {
        let mut told = format!("{}\n", case.about);
        for ask in &case.asks {
            let (json, _, text) = record(&case, ask);
            write!(told, "\n{text}{json}\n").unwrap();
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(&case.folder);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!("verdict", told));
    }
}

#[test]
fn r_98_every_document_reads_the_same_in_any_chunks() {
    for case in cases() {
        if let Some(document) = &case.document {
            for ask in &case.asks {
                let _ = fed_in_every_way(|| Ask(ask).extractor(&case), document, &case.name);
            }
        }
    }
}

#[test]
fn r_115_every_statement_and_remark_points_at_its_bytes() {
    for case in cases() {
        for ask in &case.asks {
            let policy = Ask(ask).policy(&case);
            let places = policy
                .signals()
                .iter()
                .map(robots_policy::Signal::provenance);
            let remarks = policy
                .diagnostics()
                .iter()
                .map(robots_policy::Diagnostic::provenance);
            for at in places.chain(remarks) {
                let line = match at.line() {
                    Some(number) if at.source() == Source::RobotsTxt => {
                        let robots = case.robots_txt.as_deref().unwrap();
                        if str::from_utf8(robots).is_ok() && !robots.contains(&0) {
                            let quoted = at.span().of(lines_of(robots)[number - 1]);
                            assert_eq!(at.text().as_bytes(), quoted, "{}: {at:?}", case.name);
                        }
                        continue;
                    }
                    Some(index) => {
                        let named = |(name, _): &&(Vec<u8>, Vec<u8>)| {
                            name.eq_ignore_ascii_case(at.source().name().as_bytes())
                        };
                        case.fields
                            .iter()
                            .filter(named)
                            .nth(index)
                            .map(|(_, value)| value.as_slice())
                    }
                    // A document that was not saved cannot be quoted.
                    None => Some(case.document.as_deref().unwrap_or_default()),
                };
                let quoted = at
                    .span()
                    .of(line.unwrap_or_else(|| panic!("{}: no line for {at:?}", case.name)));
                let is_other_encoding = !case
                    .document
                    .as_deref()
                    .is_none_or(|d| str::from_utf8(d).is_ok() && !d.contains(&0));
                // A document that is not read has no bytes to quote; its type is quoted instead.
                let is_type = at.span().is_empty()
                    && case
                        .content_type()
                        .is_some_and(|own| own.starts_with(at.text()));
                if !is_other_encoding && !is_type {
                    assert_eq!(
                        at.text(),
                        String::from_utf8_lossy(quoted),
                        "{}: {at:?}",
                        case.name
                    );
                }
            }
        }
    }
}

#[test]
fn every_directive_and_every_remark_has_a_case() {
    let (mut directives, mut codes) = (BTreeSet::new(), BTreeSet::new());
    for case in cases() {
        for ask in &case.asks {
            let policy = Ask(ask).policy(&case);
            for signal in policy.signals() {
                if let Statement::Directive(directive, _) = signal.statement() {
                    directives.insert(*directive);
                }
            }
            codes.extend(
                policy
                    .diagnostics()
                    .iter()
                    .map(robots_policy::Diagnostic::code),
            );
        }
    }
    let no_case: Vec<_> = Directive::ALL
        .iter()
        .filter(|d| !directives.contains(d))
        .collect();
    assert!(no_case.is_empty(), "directives without a case: {no_case:?}");
    // No case says that its bytes were cut; `unread.rs` does.
    codes.insert(Code::IncompleteDocument);
    let no_case: Vec<_> = Code::ALL
        .iter()
        .filter(|c| !codes.contains(c))
        .map(|c| c.name())
        .collect();
    assert!(no_case.is_empty(), "remarks without a case: {no_case:?}");
}

/// The requirements that have a test: a case folder or a test function that names them.
#[test]
fn every_requirement_is_named_by_a_test() {
    let mut names: Vec<String> = cases().into_iter().map(|case| case.name).collect();
    for folder in [
        "src",
        "src/header",
        "src/meta",
        "src/robots_txt",
        "src/report",
        "tests/all",
        "tests/counting",
    ] {
        for file in fs::read_dir(root().join(folder)).into_iter().flatten() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(path).unwrap();
                let functions = text
                    .split("fn ")
                    .skip(1)
                    .map(|rest| rest.split('(').next().unwrap().replace('_', "-"));
                names.extend(functions);
            }
        }
    }
    let is_named = |number: &u32| {
        let label = format!("r-{number:02}");
        names.iter().any(|name| {
            name.match_indices(&label)
                .any(|(at, _)| !name[at + label.len()..].starts_with(|c: char| c.is_ascii_digit()))
        })
    };
    let wanted = (1..=34)
        .chain(36..=41)
        .chain(44..=48)
        .chain(86..=105)
        .chain(49..=85)
        .chain(115..=124);
    let unnamed: Vec<_> = wanted.filter(|number| !is_named(number)).collect();
    assert!(
        unnamed.is_empty(),
        "requirements without a test: {unnamed:?}"
    );
}
