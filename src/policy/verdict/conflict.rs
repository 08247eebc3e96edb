//! Content Signals of robots.txt and of the field that contradict each other.
//!
//! The readers report a contradiction inside of one source. This one depends on the client and on the path, since the lines of
//! robots.txt do, so that it belongs to a verdict and not to a reading. The stricter statement counts (`policy::uses`); both
//! are reported where they are.
//!
//! **Which test notices.** The case `uses/r-232-signals-that-disagree`.

use super::Verdict;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::provenance::{Provenance, Source};
use crate::signal::Statement;

/// Whether two statements are about one key and differ.
fn contradict(one: &Statement, other: &Statement) -> bool {
    match (one, other) {
        (Statement::Preference(label, _), Statement::Preference(key, _)) => {
            label == key && one != other
        }
        (Statement::Level(one), Statement::Level(other)) => one != other,
        _ => false,
    }
}

/// The diagnostics for the client of a verdict, those of robots.txt first. Without the field there are none, at the cost of one
/// look at the statements.
pub(super) fn conflicts(verdict: &Verdict<'_>) -> Vec<Diagnostic> {
    let field: Vec<(Statement, &Provenance)> = verdict
        .signals()
        .filter(|signal| signal.provenance().source() == Source::ContentSignal)
        .map(|signal| (signal.statement().clone(), signal.provenance()))
        .collect();
    let Some(rules) = verdict.robots().rules().filter(|_| !field.is_empty()) else {
        return Vec::new();
    };
    let uses = rules.uses_after(verdict.access(), verdict.client(), verdict.target());
    let preferences = uses.preferences().iter();
    let preferences = preferences.map(|stated| {
        let said = Statement::Preference(stated.label(), stated.answer());
        (said, stated.provenance())
    });
    let levels = uses.levels().iter();
    let levels = levels.map(|(level, at)| (Statement::Level(*level), at));
    let file: Vec<(Statement, &Provenance)> = preferences.chain(levels).collect();
    let reported = |own: &[(Statement, &Provenance)], others: &[(Statement, &Provenance)]| {
        let contradicted = own.iter().filter(|(said, _)| {
            let mut others = others.iter();
            others.any(|(other, _)| contradict(said, other))
        });
        let found = contradicted
            .map(|(_, at)| Diagnostic::new(DiagnosticCode::SignalConflict, (*at).clone()));
        // Its own source may contradict it too.
        let known = &verdict.policy.diagnostics;
        let found = found.filter(|found| !known.contains(found));
        found.collect::<Vec<Diagnostic>>()
    };
    [reported(&file, &field), reported(&field, &file)].concat()
}
