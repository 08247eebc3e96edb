//! Findings as JSON, a line each, and a line with the counts.

use std::io::{self, Write};

use robots_policy_lint::{Finding, Level};
use serde::Serialize;

use super::found::Found;

/// A line about a finding.
#[derive(Serialize)]
struct FindingLine<'f> {
    version: u8,
    r#type: &'static str,
    fingerprint: String,
    #[serde(flatten)]
    finding: &'f Finding,
}

/// The last line.
#[derive(Serialize)]
struct SummaryLine<'f> {
    version: u8,
    r#type: &'static str,
    errors: usize,
    warnings: usize,
    infos: usize,
    inputs: usize,
    ignored: usize,
    in_baseline: usize,
    not_looked_at: Vec<Unseen<'f>>,
}

#[derive(Serialize)]
struct Unseen<'f> {
    input: &'f str,
    why: &'f str,
}

/// Writes the findings that are shown, and the counts of all.
pub(super) fn write(out: &mut dyn Write, found: &Found) -> io::Result<()> {
    for (finding, fingerprint) in found.fingerprinted() {
        let line = FindingLine {
            version: VERSION,
            r#type: "finding",
            fingerprint,
            finding,
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    let unseen = found.unseen.iter();
    let line = SummaryLine {
        version: VERSION,
        r#type: "summary",
        errors: found.count(Level::Error),
        warnings: found.count(Level::Warning),
        infos: found.count(Level::Info),
        inputs: found.seen.len(),
        ignored: found.taken.ignored,
        in_baseline: found.taken.known,
        not_looked_at: unseen.map(|(input, why)| Unseen { input, why }).collect(),
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)
}

/// The version of the form of the lines.
const VERSION: u8 = 1;
