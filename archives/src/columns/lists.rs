//! The elements of the columns that are lists.

use robots_policy::Source;

use super::leaf::{Cell, number};
use super::row::Row;

pub(super) fn extensions<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    for (name, values) in row.verdict.extensions() {
        for value in values {
            each(&[name.into(), value.into()]);
        }
    }
}

/// Hands over every word once.
fn distinct<'r>(words: impl Iterator<Item = &'static str>, each: &mut dyn FnMut(&[Cell<'r>])) {
    let mut seen = Vec::new();
    for word in words {
        if !seen.contains(&word) {
            seen.push(word);
            each(&[word.into()]);
        }
    }
}

pub(super) fn sources<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    let rule = row.verdict.access().rule().map(|_| Source::RobotsTxt);
    let statements = row
        .verdict
        .signals()
        .map(|signal| signal.provenance().source());
    distinct(rule.into_iter().chain(statements).map(Source::name), each);
}

pub(super) fn diagnostics<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    distinct(
        row.verdict
            .diagnostics()
            .map(|diagnostic| diagnostic.code().name()),
        each,
    );
}

pub(super) fn reasons<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    if let Some(rule) = row.verdict.disallowed_by() {
        let group = row.verdict.access().group();
        each(&[
            "disallow".into(),
            group.map(|group| group.to_string()).into(),
            Source::RobotsTxt.name().into(),
            number(rule.line()),
            rule.text().into(),
        ]);
    }
    for signal in row.verdict.reasons() {
        let (place, directive) = (signal.provenance(), signal.directive());
        each(&[
            directive
                .map_or("", |(directive, _)| directive.name())
                .into(),
            signal.scope().to_string().into(),
            place.source().name().into(),
            place.line().map(number).into(),
            place.text().into(),
        ]);
    }
}
