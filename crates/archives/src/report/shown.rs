//! The texts that examples show: the bytes that decided.

use robots_policy::{Because, Directive, Scope, Signal};

use super::cells::{NEVER_READ, OF_PLACES, OF_SCOPES};
use super::classes::OPPOSITES;
use super::measure::Measure;
use crate::columns::Row;

/// The measures that have examples.
pub(super) const EXAMPLES: [Measure; 5] = [
    Measure::ClosedBy,
    Measure::Directives,
    Measure::Diagnostics,
    Measure::Extension,
    Measure::Conflict,
];

/// The text of a row that counts by this name, if there is one.
pub(super) fn text_of(row: &Row<'_>, measure: Measure, name: &str) -> Option<String> {
    match measure {
        Measure::ClosedBy => rule(row),
        Measure::Directives => stated(row, Directive::from_name(name)?),
        Measure::Diagnostics => {
            let mut diagnostics = row.verdict.diagnostics();
            let first = diagnostics.find(|diagnostic| diagnostic.code().name() == name)?;
            Some(first.provenance().text().to_owned())
        }
        Measure::Extension => {
            let extensions = row.verdict.extensions();
            let own = extensions.filter(|extension| extension.name() == name);
            own.map(ToString::to_string).min()
        }
        Measure::Conflict => match name {
            NEVER_READ => {
                let texts = [rule(row), stated(row, Directive::NoIndex)];
                let texts: Vec<String> = texts.into_iter().flatten().collect();
                Some(texts.join(BETWEEN))
            }
            OF_PLACES => opposites(row, &|signal| {
                signal.provenance().source().placement().is_some()
            }),
            OF_SCOPES => opposites(row, &|signal| *signal.scope() != Scope::Global),
            _ => None,
        },
        _ => None,
    }
}

/// The rule that closes the page.
fn rule(row: &Row<'_>) -> Option<String> {
    row.verdict
        .access()
        .rule()
        .map(|rule| rule.text().into_owned())
}

/// The first statement of a directive in force.
fn stated(row: &Row<'_>, directive: Directive) -> Option<String> {
    let because = row.because_of(directive);
    because.first().map(|because| because.text().into_owned())
}

/// The first permission and restriction in force that are opposites, of which one is of a kind.
fn opposites(row: &Row<'_>, is_of_kind: &dyn Fn(&Signal) -> bool) -> Option<String> {
    for (directive, _) in row.verdict.permits() {
        let opposites = OPPOSITES.iter().find(|(own, _)| *own == directive);
        let opposites = opposites.map_or(&[][..], |(_, opposites)| opposites);
        let mut in_force = opposites
            .iter()
            .filter(|it| row.verdict.directives().contains(**it));
        if in_force.next().is_none() {
            continue;
        }
        for permit in row.verdict.permitted_by(directive) {
            for because in row.verdict.because() {
                let stated = because.directive().map(|(stated, _)| stated);
                if let Because::Signal(reason) = because
                    && stated.is_some_and(|stated| opposites.contains(&stated))
                    && is_of_kind(permit) != is_of_kind(reason)
                {
                    let texts = [permit, reason].map(|signal| signal.provenance().text());
                    return Some(texts.join(BETWEEN));
                }
            }
        }
    }
    None
}

/// Between the two texts of a conflict.
const BETWEEN: &str = " / ";
