//! The texts that examples show: the bytes that decided.

use robots_policy::Directive;

use super::cells::{NEVER_READ, opposites};
use super::measure::Measure;
use super::page::Page;
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
            name => {
                let both = opposites(&Page::new(row), name)?;
                Some(both.map(|signal| signal.provenance().text()).join(BETWEEN))
            }
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

/// Between the two texts of a conflict.
const BETWEEN: &str = " / ";
