//! The elements of the columns that are lists.

use std::borrow::Cow;
use std::sync::OnceLock;

use robots_policy::ledger::Asked;
use robots_policy::uses::{Answer, Pointer, Uses};
use robots_policy::{Because, Provenance, Scope, Source, Unread, Why};

use super::column::moment;
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
    let about_use = about_use(row.uses());
    let has_rule = row.verdict.access().rule().is_some();
    let robots = (has_rule || about_use.contains(&Source::RobotsTxt)).then_some(Source::RobotsTxt);
    let signals = row.verdict.signals();
    let signals = signals.map(|signal| signal.provenance().source());
    let all = robots.into_iter().chain(signals).chain(about_use);
    distinct(all.map(Source::name), each);
}

/// The inputs that state something about AI use.
fn about_use(uses: &Uses) -> Vec<Source> {
    // Most pages have nothing of the kind.
    if uses.is_empty() {
        return Vec::new();
    }
    let preferences = uses.preferences().iter();
    let preferences = preferences.map(|preference| preference.provenance().source());
    // A licence that robots.txt points at is a statement of robots.txt, also if it was not read.
    let pointers = uses.unread();
    let pointers = pointers.filter_map(|pointer| pointer.provenance().map(Provenance::source));
    preferences.chain(pointers).collect()
}

pub(super) fn not_honoured<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    let left = row.verdict.not_honoured().iter();
    distinct(left.map(|left| left.directive().name()), each);
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
            Cell::Null,
        ]);
    }
    for token in row.uses().tokens() {
        if token.answer() == Answer::Unstated {
            continue;
        }
        let text = token.provenance().map_or("", Provenance::text);
        each(&[
            token.token().to_lowercase().into(),
            token.group().unwrap_or("*").into(),
            Source::RobotsTxt.name().into(),
            token.line().map(number).into(),
            text.into(),
            TOKENS.into(),
        ]);
    }
    for stated in row.uses().reasons() {
        let (label, place) = (stated.label(), stated.provenance());
        each(&[
            label.name().into(),
            stated.scope().into(),
            place.source().name().into(),
            place.line().map(number).into(),
            place.text().into(),
            label.vocabulary().name().into(),
        ]);
    }
}

/// The vocabulary of policy tokens, as in the JSON record.
const TOKENS: &str = "tokens";

pub(super) fn licenses<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    for url in row.uses().licenses() {
        each(&[url.into()]);
    }
}

pub(super) fn license_answers<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    for (url, observed) in row.verdict.observed_licenses() {
        each(&[
            url.into(),
            observed.url.as_deref().into(),
            observed.status.map(i64::from).into(),
            observed.fetched.map(moment).into(),
            observed.sha256.as_deref().into(),
            observed.record_id.as_deref().into(),
        ]);
    }
}

pub(super) fn permits<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    // Most pages have no statements.
    if row.verdict.signals().next().is_none() {
        return;
    }
    let mut seen = Vec::new();
    for (directive, _) in row.verdict.permits() {
        seen.clear();
        for signal in row.verdict.permitted_by(directive) {
            let stated = (signal.scope(), signal.provenance().source().name());
            if !seen.contains(&stated) {
                seen.push(stated);
                let (scope, source) = stated;
                let scope: Cow<'static, str> = match scope {
                    Scope::Global => "*".into(),
                    Scope::Token(_) => scope.to_string().into(),
                };
                each(&[directive.name().into(), scope.into(), source.into()]);
            }
        }
    }
}

pub(super) fn unread<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    for unread in row.unread() {
        each(&[
            unread.source().name().into(),
            unread.why().name().into(),
            unread.pointer().map(Pointer::url).into(),
            keeps(unread).into(),
        ]);
    }
}

/// The names of the answers that a source keeps from being known, with blanks between them. Each text is made once.
fn keeps(unread: &Unread) -> &'static str {
    static TEXTS: [OnceLock<String>; 1 << Asked::ALL.len()] =
        [const { OnceLock::new() }; 1 << Asked::ALL.len()];
    let set = unread
        .kept()
        .fold(0, |set, asked| set | 1 << asked as usize);
    let made = || {
        let names: Vec<&str> = unread.kept().map(Asked::name).collect();
        names.join(" ")
    };
    TEXTS.get(set).map_or("", |text| text.get_or_init(made))
}

pub(super) fn ledger<'r>(row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    for entry in row.verdict.ledger() {
        let observed = entry.observed();
        let text = |text: &Option<Box<str>>| text.as_deref().map(str::to_owned).into();
        each(&[
            entry.source().name().into(),
            entry.state().name().into(),
            entry.why().map(Why::name).into(),
            text(&observed.url),
            observed.status.map(i64::from).into(),
            observed.fetched.map(moment).into(),
            text(&observed.sha256),
            text(&observed.record_id),
        ]);
    }
}
