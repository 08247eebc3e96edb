//! The page-level statements as one engine reads them: which reach it, which it acts on, and their union.

use super::NotHonoured;
use super::loosen;
use super::mark::{Mark, MarkKind, Marks};
use crate::date::Timestamp;
use crate::diagnostic::DiagnosticCode;
use crate::directive::{Directive, DirectiveKind, DirectiveSet, DirectiveValue};
use crate::policy::Policy;
use crate::profile::{Binding, Cell, Honour, NAMES, Profile, Row};
use crate::provenance::{Placement, Source};
use crate::signal::{Signal, Statement};
use crate::token::{ProductToken, Scope};

/// The statements of a page as an engine reads them.
#[derive(Default)]
pub(super) struct Page<'p> {
    /// Those that address it, in its places and carriers, and that it acts on.
    pub(super) heard: Vec<&'p Signal>,
    pub(super) not_honoured: Vec<NotHonoured<'p>>,
    /// The directives in force for it.
    pub(super) done: DirectiveSet,
}

impl<'p> Page<'p> {
    /// Reads the statements of a policy.
    pub(super) fn new(
        policy: &'p Policy,
        profile: Profile,
        now: Timestamp,
        marks: &mut Marks,
    ) -> Page<'p> {
        let row = profile.row();
        let mut page = Page::default();
        let mut closed = ClosedLine::default();
        // The general reading does not hear the body, so that an engine leaves it nowhere there.
        let general = policy.signals.iter().map(|signal| (signal, true));
        // Another asker may have had the body read.
        let body = policy.body.iter().filter(|_| profile.reads_body());
        let body = body.map(|signal| (signal, false));
        for (signal, is_general) in general.chain(body) {
            let is_closed = row.closes_line.value && closed.closes(signal, profile);
            if !addresses(profile, signal) {
                if is_general {
                    mark_unheard(profile, signal, marks);
                }
                continue;
            }
            let counts = counts(row, signal, marks);
            mark_other_name(profile, signal, marks);
            if is_closed && counts {
                marks.doubt(NAMES.closes_line, &row.closes_line);
                if profile.is_with_disputed() {
                    let at = Some(signal.provenance().clone());
                    let name = NAMES.closes_line;
                    marks.depart(MarkKind::ClosedLine, name, &row.closes_line, at);
                    continue;
                }
            }
            page.take(row, signal, counts, marks);
        }
        doubt_places(policy, row, marks);
        page.unite(row, now, marks);
        page
    }

    /// Takes a statement that addresses the engine: it is acted on, or listed as not honoured.
    fn take(&mut self, row: &Row, signal: &'p Signal, counts: bool, marks: &mut Marks) {
        let Some((directive, value)) = signal.directive() else {
            return;
        };
        let is_field = signal.provenance().source().placement().is_none();
        let cell = row.honours.of(directive);
        let (why, evidence) = if counts {
            (cell.value, cell.evidence)
        } else {
            (Honour::Stated, row.fields.evidence)
        };
        let is_left = restricts(directive, value) && why != Honour::Honoured;
        if is_left && (counts || is_field) {
            self.not_honoured.push(NotHonoured {
                signal,
                directive,
                why,
                evidence,
            });
        }
        if counts && restricts(directive, value) {
            marks.doubt(NAMES.honours, cell);
        }
        if counts && !is_left {
            self.heard.push(signal);
        }
    }

    /// The union of what the engine acts on, and after it the steps that are not unions.
    fn unite(&mut self, row: &Row, now: Timestamp, marks: &mut Marks) {
        let stated = || self.heard.iter().filter_map(|signal| signal.directive());
        let mut done = DirectiveSet::default();
        for (directive, value) in stated() {
            put(row, directive, value, &mut done);
        }
        let mut done = done.resolved_at(now);
        if stated().any(|(directive, _)| directive == Directive::None)
            && row.none.value != Row::GENERAL.none.value
        {
            let at = loosen::stated_by(&self.heard, &[Directive::None]);
            marks.depart(MarkKind::NoneIs, NAMES.none, &row.none, at);
        }
        loosen::let_permissions_win(row, &self.heard, &mut done, marks);
        loosen::rewrite(row, &self.heard, &mut done, marks);
        let says_embedded = stated().any(|(directive, _)| directive.is_exception());
        if says_embedded && done.contains(Directive::NoIndex) {
            marks.doubt(NAMES.embedded, &row.embedded);
        }
        let exceptions: Vec<Directive> = stated().map(|(directive, _)| directive).collect();
        let exceptions = exceptions.into_iter().filter(|_| row.embedded.value);
        self.done = done.with_exceptions(exceptions);
    }
}

/// The directives that a statement would put in force if it were the only one; an exception only if it is in force.
pub(super) fn alone(
    row: &Row,
    signal: &Signal,
    now: Timestamp,
    in_force: &DirectiveSet,
) -> DirectiveSet {
    let Some((directive, value)) = signal.directive() else {
        return DirectiveSet::default();
    };
    let mut alone = DirectiveSet::default();
    put(row, directive, value, &mut alone);
    let mut alone = alone.resolved_at(now);
    loosen::rewrite(row, &[], &mut alone, &mut Marks::default());
    let exception = Some(directive).filter(|it| it.is_exception() && in_force.contains(*it));
    alone.with_stated(exception)
}

/// Puts a directive in force as an engine reads it: `none` may be other restrictions than in the table.
fn put(row: &Row, directive: Directive, value: DirectiveValue, set: &mut DirectiveSet) {
    if directive == Directive::None {
        row.none.value.iter().for_each(|is| set.add_alone(*is));
    } else {
        set.insert(directive, value);
    }
}

/// Whether a statement has an effect that an engine could leave out. A permission does not, an exception does.
fn restricts(directive: Directive, value: DirectiveValue) -> bool {
    directive.is_exception()
        || (directive.kind() != DirectiveKind::Permissive
            && directive.permissive_value() != Some(value))
}

/// Whether a statement addresses the engine: by a name, or as one for every client that binds it.
fn addresses(profile: Profile, signal: &Signal) -> bool {
    let is_meta = signal.provenance().source().placement().is_some();
    let names = if is_meta {
        profile.page_names()
    } else {
        profile.scopes()
    };
    match signal.scope() {
        Scope::Global => profile.row().global.value != Binding::Ignored,
        Scope::Token(token) => {
            let mut names = names.iter();
            names.any(|name| name.eq_ignore_ascii_case(token.as_str()))
        }
    }
}

/// Marks a statement that the general reading hears and the engine does not: one for every client, or to its own token.
fn mark_unheard(profile: Profile, signal: &Signal, marks: &mut Marks) {
    if !signal.statement().restricts() {
        return;
    }
    let row = profile.row();
    let at = Some(signal.provenance().clone());
    match signal.scope() {
        Scope::Global => {
            let kind = MarkKind::GeneralRuleNotBinding;
            marks.depart(kind, NAMES.global, &row.global, at);
        }
        Scope::Token(token) if is_own(profile, token) => {
            marks.depart(MarkKind::NameNotRead, NAMES.page_names, &row.page_names, at);
        }
        Scope::Token(_) => {}
    }
}

/// Whether this is the first token of an engine.
fn is_own(profile: Profile, token: &ProductToken) -> bool {
    let own = profile.tokens().first();
    own.is_some_and(|own| own.eq_ignore_ascii_case(token.as_str()))
}

/// Marks a statement to a name of the engine that is not its own token.
fn mark_other_name(profile: Profile, signal: &Signal, marks: &mut Marks) {
    let Scope::Token(token) = signal.scope() else {
        return;
    };
    if !is_own(profile, token) && signal.statement().restricts() {
        let at = Some(signal.provenance().clone());
        let row = profile.row();
        marks.depart(MarkKind::OtherName, NAMES.page_names, &row.page_names, at);
    }
}

/// Whether the engine reads statements of this carrier and place.
fn counts(row: &Row, signal: &Signal, marks: &mut Marks) -> bool {
    let at = || Some(signal.provenance().clone());
    let Some(placement) = signal.provenance().source().placement() else {
        return counts_in_field(row, signal, marks);
    };
    let Some((name, cell)) = place(row, placement) else {
        return true;
    };
    let general = place(Row::GENERAL, placement).is_some_and(|(_, cell)| cell.value);
    if signal.statement().restricts() {
        if cell.value != general {
            let kind = if cell.value {
                MarkKind::BodyCounts
            } else {
                MarkKind::PlaceNotCounted
            };
            marks.add(Mark::new(kind, name, cell).at(at()));
        }
        marks.doubt(name, cell);
    }
    cell.value
}

/// Whether the engine reads this field. Documents of owners are about `X-Robots-Tag`.
fn counts_in_field(row: &Row, signal: &Signal, marks: &mut Marks) -> bool {
    let at = signal.provenance();
    let counts = row.fields.value || !is_field(at.source());
    if !signal.statement().restricts() {
        return counts;
    }
    if !counts {
        let kind = MarkKind::FieldNotRead;
        marks.depart(kind, NAMES.fields, &row.fields, Some(at.clone()));
    } else if at.source() == Source::RobotsTag {
        marks.doubt(NAMES.robots_tag, &row.robots_tag);
    }
    counts
}

/// The cell about metas in a place; `None` for the head, where they count for every engine. A template is inert as a
/// `noscript` is to a client that runs scripts.
fn place(row: &Row, placement: Placement) -> Option<(&'static str, &Cell<bool>)> {
    match placement {
        Placement::Head => None,
        Placement::Body => Some((NAMES.body, &row.body)),
        Placement::Noscript | Placement::Template => Some((NAMES.noscript, &row.noscript)),
    }
}

/// Marks a doubt about metas that were left out because of their place, as those in a template. Those of the body are none: the
/// general reading does not hear it.
fn doubt_places(policy: &Policy, row: &Row, marks: &mut Marks) {
    let left_out = policy.diagnostics.iter();
    let left_out = left_out.filter(|it| it.code() == DiagnosticCode::NotCounted);
    let placements = left_out.filter_map(|it| it.provenance().source().placement());
    let placements = placements.filter(|placement| *placement != Placement::Body);
    for (name, cell) in placements.filter_map(|placement| place(row, placement)) {
        if !cell.value {
            marks.doubt(name, cell);
        }
    }
}

/// Whether a source is a field with directives.
fn is_field(source: Source) -> bool {
    matches!(source, Source::RobotsTag | Source::XRobotsTag)
}

/// A line of a field that an unknown word with a colon has closed.
///
/// **What it is.** Yandex's published parser takes every unknown word with a colon but `unavailable_after` for the name of
/// another robot and reads no further in that line. **Invariant.** Statements of a line come in the order of their bytes.
/// **What breaks if touched.** It is read from a grammar and was never seen to happen, so it is off by default.
/// **Which test notices.** The vector `pv-150` in `tests/all/engines.rs`.
#[derive(Default)]
struct ClosedLine {
    is_closed: bool,
    line: Option<usize>,
}

impl ClosedLine {
    /// Whether the line of this statement was closed before it; the statement itself may close it for those after it.
    fn closes(&mut self, signal: &Signal, profile: Profile) -> bool {
        let at = signal.provenance();
        if at.source() != Source::XRobotsTag {
            return false;
        }
        let is_closed = self.is_closed && self.line == at.line();
        let has_value = match signal.statement() {
            Statement::Directive(directive, value) => {
                *value != DirectiveValue::Flag && *directive != Directive::UnavailableAfter
            }
            Statement::Extension(extension) => extension.value().is_some(),
            _ => false,
        };
        if has_value && addresses(profile, signal) {
            (self.is_closed, self.line) = (true, at.line());
        }
        is_closed || has_value
    }
}
