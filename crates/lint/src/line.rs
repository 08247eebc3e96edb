//! Findings as lines of JSON, each with its fingerprint.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::finding::Finding;

/// A finding as a line of JSON: `docs/finding.schema.json` is its schema.
#[derive(Debug, Serialize)]
pub struct FindingLine<'f> {
    version: u8,
    r#type: &'static str,
    fingerprint: String,
    #[serde(flatten)]
    finding: &'f Finding,
}

impl<'f> FindingLine<'f> {
    /// The version of the form.
    pub const VERSION: u8 = 1;

    /// The lines of these findings.
    pub fn of_all(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<FindingLine<'f>> {
        let lines = fingerprinted(findings).into_iter();
        lines
            .map(|(finding, fingerprint)| FindingLine {
                version: FindingLine::VERSION,
                r#type: "finding",
                fingerprint,
                finding,
            })
            .collect()
    }
}

/// The fingerprint of each finding. A second one that would be equal has a number after it, so that each is another.
pub fn fingerprinted<'f>(
    findings: impl IntoIterator<Item = &'f Finding>,
) -> Vec<(&'f Finding, String)> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let named = findings.into_iter().map(|finding| {
        let print = finding.fingerprint();
        let times = known.entry(print.clone()).or_default();
        *times += 1;
        match *times {
            1 => (finding, print),
            again => (finding, format!("{print}-{again}")),
        }
    });
    named.collect()
}
