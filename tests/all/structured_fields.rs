//! The HTTP working group's test data for RFC 9651, through the strict modes; skipped where the data is not beside the
//! project.

use std::collections::BTreeSet;
use std::fs;

use robots_policy::header::{Fields, RobotsTagMode};
use robots_policy::{
    Client, DiagnosticCode, HeaderReader, Limits, Parsed, Policy, ProductToken, Scope, Signal,
    Statement, Timestamp,
};
use robots_policy_kit::files::{corpus, files};
use serde_json::Value;

fn suites() -> Vec<(String, Vec<Value>)> {
    let folder = corpus("suites/structured-field-tests");
    let paths = folder.iter().flat_map(|folder| files(folder));
    let json = paths.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    json.map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (
            name,
            serde_json::from_slice(&fs::read(path).unwrap()).unwrap(),
        )
    })
    .collect()
}

fn read(mode: RobotsTagMode, raw: &Value) -> Parsed<Fields> {
    let lines = raw
        .as_array()
        .unwrap()
        .iter()
        .map(|line| ("Robots-Tag", line.as_str().unwrap()));
    HeaderReader::new()
        .with_mode(mode)
        .with_limits(Limits::default().with_field(1 << 20))
        .read_lines(lines)
}

fn ignored(read: &Parsed<Fields>) -> bool {
    read.diagnostics
        .iter()
        .any(|diagnostic| diagnostic.code() == DiagnosticCode::FieldIgnored)
}

/// Subject and name of every rule that a value in the suite's notation asserts or names.
fn expected_rules(mode: RobotsTagMode, expected: &Value) -> BTreeSet<(String, String)> {
    let mut rules = BTreeSet::new();
    for member in expected.as_array().unwrap() {
        let (subject, item) = match mode {
            RobotsTagMode::StrictList => (
                member[0]["value"]
                    .as_str()
                    .filter(|_| member[0]["__type"] == "token"),
                member,
            ),
            _ => (
                member[0]
                    .as_str()
                    .filter(|_| member[1][0] == true || member[1][0].is_array()),
                &member[1],
            ),
        };
        let Some(subject) = subject.filter(|s| *s == "*" || ProductToken::new(s).is_ok()) else {
            continue;
        };
        for inner in item[0]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|inner| inner[0]["__type"] == "token")
        {
            rules.insert((
                subject.to_ascii_lowercase(),
                inner[0]["value"].as_str().unwrap().to_ascii_lowercase(),
            ));
        }
        for parameter in item[1].as_array().unwrap() {
            rules.insert((
                subject.to_ascii_lowercase(),
                parameter[0].as_str().unwrap().to_owned(),
            ));
        }
    }
    rules
}

fn found_rules(read: &Parsed<Fields>) -> BTreeSet<(String, String)> {
    let name = |signal: &Signal| match signal.statement() {
        Statement::Directive(directive, _) => directive.name().to_owned(),
        Statement::Extension(extension) => extension.name().to_owned(),
        _ => panic!("{signal:?}"),
    };
    read.value
        .iter()
        .map(|signal| (signal.scope().to_string(), name(signal)))
        .collect()
}

#[test]
fn r_20_the_suite_passes_in_the_strict_modes() {
    for (file, suite) in suites() {
        let mut ran = 0;
        for case in suite {
            let mode = match case["header_type"].as_str().unwrap() {
                "list" => RobotsTagMode::StrictList,
                "dictionary" => RobotsTagMode::StrictDictionary,
                _ => continue,
            };
            ran += 1;
            let read = read(mode, &case["raw"]);
            let name = format!("{file}: {}", case["name"]);
            if case["must_fail"] == true {
                assert!(ignored(&read) && read.value.is_empty(), "{name}");
            } else if !(case["can_fail"] == true && ignored(&read)) {
                assert!(!ignored(&read), "{name}");
                assert_eq!(
                    found_rules(&read),
                    expected_rules(mode, &case["expected"]),
                    "{name}"
                );
            }
        }
        eprintln!("{file}: {ran} cases");
    }
}

/// For every client that a strict mode names, the lenient mode restricts at least as much.
fn lenient_reads_every_rule_that_strict_reads(raw: &Value) {
    let now = Timestamp::from_unix(0);
    let lenient = Policy::new().with_fields(read(RobotsTagMode::Lenient, raw));
    for mode in [RobotsTagMode::StrictList, RobotsTagMode::StrictDictionary] {
        let strict = Policy::new().with_fields(read(mode, raw));
        let scopes = strict.signals().iter().map(Signal::scope);
        let askers = scopes.map(|scope| match scope {
            Scope::Global => Client::anonymous(),
            Scope::Token(token) => Client::anonymous().with_token(token.clone()),
        });
        for asker in askers {
            let heard = *lenient.verdict(&asker, "/", now).directives();
            let strictly = *strict.verdict(&asker, "/", now).directives();
            assert_eq!(
                heard.union(&strictly),
                heard,
                "{raw} as {mode:?} to {asker:?}"
            );
        }
    }
}

#[test]
fn r_121_lenient_finds_all_that_strict_finds_in_the_suite() {
    for (_, suite) in suites() {
        for case in suite {
            lenient_reads_every_rule_that_strict_reads(&case["raw"]);
        }
    }
}
