//! The elements of the columns that are lists.

use robots_policy::{Because, Source};

use super::leaf::{Cell, number};
use super::row::Row;

pub(super) fn extensions<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    for extension in row.verdict.extensions() {
        each(&[extension.name().into(), extension.value().into()]);
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
    for because in row.verdict.because() {
        let directive = match because {
            Because::Rule(..) => "disallow",
            _ => because
                .directive()
                .map_or("", |(directive, _)| directive.name()),
        };
        let place = because.provenance();
        each(&[
            directive.into(),
            because.subject().to_string().into(),
            place.source().name().into(),
            place.line().map(number).into(),
            because.text().into(),
        ]);
    }
}
