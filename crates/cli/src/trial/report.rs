//! The report of a trial: text of 80 columns, a line of JSON a case, and the file of a result.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::case::{Basis, Level};
use super::judge::Outcome;
use super::site::Request;
use super::trials::Tried;

/// Who was tried, and when.
#[derive(Clone, Serialize)]
pub(super) struct Subject {
    pub(super) client: String,
    pub(super) version: Option<String>,
    pub(super) agent: String,
    pub(super) day: String,
}

/// The report as text: a line a case, with the reason of each that is not right.
pub(super) fn text(out: &mut dyn Write, subject: &Subject, tried: &[Tried]) -> io::Result<()> {
    let version = subject.version.as_deref().unwrap_or_default();
    writeln!(out, "{}", format!("{} {version}", subject.client).trim())?;
    for one in tried {
        let clause = one.case.basis.first().map(Basis::clause);
        let clause = clause.unwrap_or_default();
        writeln!(out, "{:13}{:32}{clause}", one.outcome.words(), one.case.id)?;
        if !matches!(one.outcome, Outcome::Ok | Outcome::NotTested) {
            writeln!(out, "{:13}{}", "", one.case.about)?;
            if one.case.level == Level::Open {
                writeln!(out, "{:13}(no text decides, so it is not a fault)", "")?;
            }
        }
    }
    for line in summary(tried) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The counts: both kinds of errors apart, and cases that no text decides.
fn summary(tried: &[Tried]) -> Vec<String> {
    let scored: Vec<&Tried> = tried
        .iter()
        .filter(|one| one.case.level != Level::Open)
        .collect();
    let of = |outcome: Outcome| scored.iter().filter(|one| one.outcome == outcome).count();
    let open = tried.len() - scored.len();
    let [right, closed, blocked, untold, fast, often, untested, late] = Outcome::ALL.map(of);
    vec![
        format!(
            "{} scored cases: {right} ok, {untested} not tested, {late} time-out",
            scored.len()
        ),
        format!("fail-open: {closed} READ closed, {untold} untold"),
        format!("over-blocked: {blocked}; too fast: {fast}; too often: {often}"),
        format!("{open} further cases that no text decides"),
    ]
}

/// The case, its outcome and the requests.
#[derive(Serialize)]
struct Line<'a> {
    client: &'a str,
    id: &'a str,
    outcome: Outcome,
    level: Level,
    is_fault: bool,
    clauses: Vec<String>,
    about: &'a str,
    requests: &'a [Request],
}

/// The report as JSON, a line a case.
pub(super) fn json(out: &mut dyn Write, subject: &Subject, tried: &[Tried]) -> io::Result<()> {
    for one in tried {
        let line = Line {
            client: &subject.client,
            id: &one.case.id,
            outcome: one.outcome,
            level: one.case.level,
            is_fault: one.outcome.is_fault(one.case.level),
            clauses: one.case.basis.iter().map(Basis::clause).collect(),
            about: &one.case.about,
            requests: &one.seen.requests,
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    Ok(())
}

/// The file of a result, which the page of the corpus has: no times in it, so that two runs write the same bytes.
#[derive(Serialize)]
struct ResultFile<'a> {
    #[serde(flatten)]
    subject: &'a Subject,
    outcomes: BTreeMap<&'a str, Outcome>,
}

pub(super) fn result(subject: &Subject, tried: &[Tried]) -> String {
    let outcomes = tried.iter().map(|one| (one.case.id.as_str(), one.outcome));
    let file = ResultFile {
        subject,
        outcomes: outcomes.collect(),
    };
    let text = serde_json::to_string_pretty(&file);
    text.map(|text| text + "\n").unwrap_or_default()
}
