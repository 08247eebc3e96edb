//! Findings as Code Quality of GitLab.

use std::io::{self, Write};

use robots_policy_lint::{Finding, Level};
use serde_json::{Value, json};

use super::findings::Findings;

/// Writes the findings that are shown.
pub(super) fn write(out: &mut dyn Write, found: &Findings) -> io::Result<()> {
    let issues = found.fingerprinted().into_iter();
    let issues: Vec<Value> = issues
        .map(|(finding, print)| issue(found, finding, &print))
        .collect();
    serde_json::to_writer(&mut *out, &issues)?;
    writeln!(out)
}

fn issue(found: &Findings, finding: &Finding, print: &str) -> Value {
    let severity = match finding.level {
        Level::Error => "major",
        Level::Warning => "minor",
        Level::Info | Level::Off => "info",
    };
    json!({
        "description": finding.message,
        "check_name": finding.code,
        "fingerprint": print,
        "severity": severity,
        "location": {
            "path": found.path(&finding.place.input),
            "lines": { "begin": finding.place.line.max(1) },
        },
    })
}
