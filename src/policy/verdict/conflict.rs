//! Content Signals of robots.txt and of the field that contradict each other.
//!
//! The readers report a contradiction inside of one source. This one depends on the client and on the path, since the lines of
//! robots.txt do, so that it belongs to a verdict and not to a reading. The stricter statement counts (`policy::uses`); both
//! are reported where they are.
//!
//! **Which test notices.** The case `uses/r-232-signals-that-disagree`.

use super::Verdict;
use crate::ai::preference::{Answer, Label, Level};
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::provenance::{Provenance, Source};
use crate::signal::Statement;

/// A key and its value, with the place of the statement.
type Stated<'s> = (Said, &'s Provenance);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Preference(Label, Answer),
    Level(Level),
}

impl Said {
    /// Whether two statements are about one key and differ.
    fn contradicts(self, other: Said) -> bool {
        match (self, other) {
            (Said::Preference(one, _), Said::Preference(two, _)) => one == two && self != other,
            (Said::Level(one), Said::Level(two)) => one != two,
            _ => false,
        }
    }
}

/// The diagnostics for the client of a verdict, those of robots.txt first. Without the field there are none, at the cost of one
/// look at the statements.
pub(super) fn conflicts(verdict: &Verdict<'_>) -> Vec<Diagnostic> {
    let field: Vec<Stated<'_>> = verdict
        .signals()
        .filter(|signal| signal.provenance().source() == Source::ContentSignal)
        .filter_map(|signal| Some((said(signal.statement())?, signal.provenance())))
        .collect();
    let Some(rules) = verdict.robots().rules().filter(|_| !field.is_empty()) else {
        return Vec::new();
    };
    let uses = rules.uses_after(verdict.access(), verdict.client(), verdict.target());
    let preferences = uses.preferences().iter();
    let preferences = preferences.map(|stated| {
        let said = Said::Preference(stated.label(), stated.answer());
        (said, stated.provenance())
    });
    let levels = uses.levels().iter();
    let levels = levels.map(|(level, at)| (Said::Level(*level), at));
    let file: Vec<Stated<'_>> = preferences.chain(levels).collect();
    let reported = |own: &[Stated<'_>], others: &[Stated<'_>]| -> Vec<Diagnostic> {
        let differs = |(said, _): &&Stated<'_>| {
            let mut others = others.iter();
            others.any(|(other, _)| said.contradicts(*other))
        };
        let contradicted = own.iter().filter(differs);
        let found = contradicted
            .map(|(_, at)| Diagnostic::new(DiagnosticCode::SignalConflict, (*at).clone()));
        // Its own source may contradict it too.
        let known = &verdict.policy.diagnostics;
        found.filter(|found| !known.contains(found)).collect()
    };
    [reported(&file, &field), reported(&field, &file)].concat()
}

fn said(statement: &Statement) -> Option<Said> {
    match statement {
        Statement::Preference(label, answer) => Some(Said::Preference(*label, *answer)),
        Statement::Level(level) => Some(Said::Level(*level)),
        _ => None,
    }
}
