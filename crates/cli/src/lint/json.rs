//! Findings as JSON, a line each, and a line with the counts.

use std::collections::BTreeMap;
use std::io::{self, Write};

use robots_policy_lint::{FindingLine, Level};
use serde::Serialize;

use super::findings::Findings;

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
    not_looked_at: Vec<BTreeMap<&'static str, &'f String>>,
}

/// Writes the findings that are shown, and the counts of all.
pub(super) fn write(out: &mut dyn Write, found: &Findings) -> io::Result<()> {
    for line in FindingLine::of_all(found.shown()) {
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    let unseen = found.unseen.iter();
    let line = SummaryLine {
        version: FindingLine::VERSION,
        r#type: "summary",
        errors: found.count(Level::Error),
        warnings: found.count(Level::Warning),
        infos: found.count(Level::Info),
        inputs: found.seen.len(),
        ignored: found.taken.ignored,
        in_baseline: found.taken.known,
        not_looked_at: unseen
            .map(|(input, why)| BTreeMap::from([("input", input), ("why", why)]))
            .collect(),
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)
}
