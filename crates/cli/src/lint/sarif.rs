//! Findings as SARIF 2.1.0, for code hosts and editors.

use std::collections::BTreeMap;
use std::io::{self, Write};

use robots_policy_input::quote::percent_encoded_but;
use robots_policy_lint::{Code, Finding, Level, Place, Rule};
use serde_json::{Value, json};

use super::findings::{Findings, below};

/// Writes the findings that are shown.
pub(super) fn write(out: &mut dyn Write, found: &Findings) -> io::Result<()> {
    let shown = found.fingerprinted();
    let cut = shown.len().saturating_sub(MOST);
    let mut rules: BTreeMap<Code, usize> = BTreeMap::new();
    for (finding, _) in shown.iter().take(MOST) {
        rules.insert(finding.code, 0);
    }
    for (number, at) in rules.values_mut().enumerate() {
        *at = number;
    }
    let results = shown.iter().take(MOST);
    let results =
        results.map(|(finding, print)| result(found, finding, print, rules.get(&finding.code)));
    let results: Vec<Value> = results.collect();
    let rules: Vec<Value> = rules.keys().map(|code| rule(code.rule())).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "robots-policy",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": found.unseen.is_empty(),
                "toolExecutionNotifications": notifications(found, cut),
            }],
            "results": results,
        }],
    });
    serde_json::to_writer(&mut *out, &log)?;
    writeln!(out)
}

fn notifications(found: &Findings, cut: usize) -> Vec<Value> {
    let cut = (cut > 0).then(|| {
        let text = format!("{cut} further findings are left out: hosts show {MOST}");
        json!({ "level": "warning", "message": { "text": text } })
    });
    let unseen = found.unseen.iter().map(|(input, why)| {
        let text = format!("{input} was not looked at: {why}");
        json!({ "level": "error", "message": { "text": text } })
    });
    unseen.chain(cut).collect()
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.name,
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.consequence },
        "help": {
            "text": format!("{} {} ({})", rule.consequence, rule.advice, rule.clause),
            "markdown": format!("{} {}\n\n{}", rule.consequence, rule.advice, rule.clause),
        },
        "defaultConfiguration": { "level": level(rule.level) },
    })
}

fn result(found: &Findings, finding: &Finding, print: &str, rule: Option<&usize>) -> Value {
    let mut lines = vec![finding.message.clone()];
    lines.extend(below(finding));
    let others = finding.others.iter().enumerate().map(|(at, other)| {
        json!({
            "id": at + 1,
            "message": { "text": other.label },
            "physicalLocation": physical(found, &other.place),
        })
    });
    json!({
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": level(finding.level),
        "message": { "text": lines.join("\n") },
        "locations": [{ "physicalLocation": physical(found, &finding.place) }],
        "relatedLocations": others.collect::<Vec<_>>(),
        "partialFingerprints": { "robotsPolicy/v1": print },
        "occurrenceCount": finding.count.max(1),
    })
}

fn physical(found: &Findings, place: &Place) -> Value {
    let artifact = json!({ "uri": uri(&found.path(&place.input)) });
    if place.line == 0 {
        return json!({ "artifactLocation": artifact });
    }
    let marked = place.text.get(place.marked.clone()).unwrap_or_default();
    json!({
        "artifactLocation": artifact,
        "region": {
            "startLine": place.line,
            "startColumn": place.column,
            "endColumn": place.column + marked.chars().count(),
            "snippet": { "text": marked },
        },
    })
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "note",
        Level::Off => "none",
    }
}

/// The name of an input as a URI reference.
fn uri(name: &str) -> String {
    let name = name.strip_prefix("./").unwrap_or(name);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:@!$&'*+,;=?%".contains(&byte);
    // A colon in the first part of a path would end a scheme.
    let is_address = name.contains("://");
    percent_encoded_but(name, |byte| {
        is_plain(byte) && (is_address || !matches!(byte, b':' | b'?' | b'%'))
    })
}

/// The most results that hosts show.
const MOST: usize = 5000;
