//! The cells that a row counts in, measure by measure.
//!
//! **What it is.** The definition of every measure of the cube over a [`Row`]. `crates/cli/src/report/sql.rs` has the definition over
//! the columns of a table, which are made of the same row.
//!
//! **Invariants.** A cell depends on nothing that the table does not hold, or the queries could not count it. Nothing is
//! counted as allowed that was not read: such a row is `unknown`.
//!
//! **What breaks if touched.** This runs for every row and agent. Names that exist already cost no allocation, and statements
//! are walked over only where some are in force.
//!
//! **Which test notices.** `report_sql` in the tests of the program: the queries give these cells.

use robots_policy::engines::{Profile, UseAnswer};
use robots_policy::robots_txt::{Reason, Subject};
use robots_policy::uses::Activity;
use robots_policy::{Because, Directive, DirectiveValue, Scope, Signal};

use super::classes::{self, Month, NONE, OPPOSITES};
use super::cube::Cube;
use super::measure::Measure;
use crate::columns::Row;

/// The state of a row for its agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Free,
    Restricted,
    Closed,
    Unknown,
}

impl State {
    fn of(row: &Row<'_>) -> State {
        match row.verdict.restricted() {
            _ if row.verdict.access().allowed() == Some(false) => State::Closed,
            Some(true) => State::Restricted,
            Some(false) if may_fetch(row).is_some() => State::Free,
            _ => State::Unknown,
        }
    }

    fn name(self) -> &'static str {
        match self {
            State::Free => "free",
            State::Restricted => "restricted",
            State::Closed => "closed",
            State::Unknown => "unknown",
        }
    }
}

/// Whether robots.txt leaves the page to the agent. A policy token makes no requests and needs no leave; where robots.txt answers
/// about none of its uses, nothing is known of it.
fn may_fetch(row: &Row<'_>) -> Option<bool> {
    let access = row.verdict.access();
    if access.reason() != Reason::MakesNoRequests {
        return access.allowed();
    }
    let uses = row.uses();
    let mut activities = Profile::ACTIVITIES.into_iter();
    let is_answered = activities.any(|activity| uses.used(activity).is_some());
    is_answered.then_some(true)
}

/// Counts a row in every measure of the cube.
pub(super) fn count(cube: &mut Cube, row: &Row<'_>) {
    let (state, page) = (State::of(row), Page(row));
    for measure in Measure::ALL {
        let mut one = |name: &str, part: &str| cube.count(*measure, name, part, 1);
        match measure {
            Measure::State => one(state.name(), ""),
            Measure::ClosedBy => page.closed_by().into_iter().for_each(|name| one(name, "")),
            Measure::Status => one(classes::status(row.status), state.name()),
            Measure::Type => one(classes::content_type(row.content_type), state.name()),
            Measure::Tld => lower(classes::tld(row.host), |tld| one(tld, state.name())),
            Measure::Month => match row.date.map(jiff::Timestamp::as_second) {
                Some(date) => Month::with(date, |month| one(month, state.name())),
                None => one(NONE, state.name()),
            },
            Measure::Permit => {
                for (directive, _) in row.verdict.permits() {
                    one(directive.name(), "");
                }
            }
            Measure::Use => page.uses(one),
            Measure::Engine => page.engine(one),
            Measure::Conflict => page.conflicts().names().for_each(|name| one(name, "")),
            Measure::Extension => page.extensions(|name| one(name, "")),
            Measure::Snippet => one(page.snippet(), ""),
            Measure::ImagePreview => one(page.image_preview(), ""),
            Measure::Until => page.until(one),
            Measure::Kept => page.kept(one),
            Measure::Host => host(row, state, one),
            // The keys of the report beside the cube.
            Measure::Access
            | Measure::Directives
            | Measure::Sources
            | Measure::Diagnostics
            | Measure::Unread => {}
        }
    }
}

/// Offers a row as an example of its names, each with the text that decided.
pub(super) fn examples(
    row: &Row<'_>,
    example: &mut impl FnMut(Measure, &str, &dyn Fn() -> String),
) {
    let page = Page(row);
    if let Some((name, rule)) = page.closed_by().zip(row.verdict.access().rule()) {
        example(Measure::ClosedBy, name, &|| rule.text().into_owned());
    }
    let found = page.conflicts();
    if found.is_never_read {
        example(Measure::Conflict, NEVER_READ, &|| page.never_read());
    }
    for (name, pair) in [(OF_PLACES, found.of_places), (OF_SCOPES, found.of_scopes)] {
        if let Some((permit, reason)) = pair {
            let texts = [permit, reason].map(|signal| signal.provenance().text());
            example(Measure::Conflict, name, &|| texts.join(BETWEEN));
        }
    }
    for extension in row.verdict.extensions() {
        example(Measure::Extension, extension.name(), &|| {
            extension.to_string()
        });
    }
}

/// The statements about a page, to one agent.
pub(super) struct Page<'r>(pub(super) &'r Row<'r>);

impl<'r> Page<'r> {
    /// The reason why the page is closed, if robots.txt closes it.
    pub(super) fn closed_by(&self) -> Option<&'static str> {
        let access = self.0.verdict.access();
        match access.reason() {
            _ if access.allowed() != Some(false) => None,
            Reason::Unreachable => Some("unreachable"),
            Reason::DisallowRule => Some(match access.group() {
                Some(Subject::Global) => "every-client",
                Some(Subject::Agent(_)) => "own-group",
                Some(Subject::Purpose(_)) => "purpose",
                Some(Subject::Signature(_)) => "signer",
                _ => classes::OTHER,
            }),
            _ => Some(classes::OTHER),
        }
    }

    /// The rule that disallows the page, and its first `noindex`.
    fn never_read(&self) -> String {
        let rule = self.0.verdict.access().rule();
        let rule = rule.map(|rule| rule.text().into_owned());
        let because = self.0.because_of(Directive::NoIndex);
        let stated = because.first().map(|because| because.text().into_owned());
        let texts: Vec<String> = rule.into_iter().chain(stated).collect();
        texts.join(BETWEEN)
    }

    /// Whether every source of the page was read that an answer depends on.
    fn is_read(&self) -> bool {
        let verdict = self.0.verdict;
        let answers = [verdict.index(), verdict.follow(), verdict.archive()];
        answers.iter().all(Option::is_some) && verdict.snippet().allowed.is_some()
    }

    fn uses(&self, mut one: impl FnMut(&str, &str)) {
        let uses = self.0.uses();
        for activity in Activity::ALL {
            one(activity.name(), uses.of(*activity).name());
        }
    }

    fn engine(&self, mut one: impl FnMut(&str, &str)) {
        if self.0.verdict.profile().is_none() {
            return;
        }
        let uses = self.0.uses();
        for (name, activity) in [("answer", Activity::Input), ("train", Activity::Train)] {
            one(name, uses.used(activity).map_or("unsaid", UseAnswer::name));
        }
    }

    /// Names outside the table, each once: they come in their order.
    fn extensions(&self, mut one: impl FnMut(&str)) {
        let mut last = None;
        for extension in self.0.verdict.extensions() {
            if last != Some(extension.name()) {
                one(extension.name());
            }
            last = Some(extension.name());
        }
    }

    fn snippet(&self) -> &'static str {
        let limit = self.0.verdict.directives().get(Directive::MaxSnippet);
        match (self.0.verdict.snippet().allowed, limit) {
            (Some(false), _) => classes::snippet(0),
            (_, Some(DirectiveValue::Ceiling(Some(most)))) => classes::snippet(most),
            (None, _) => UNKNOWN,
            _ => "no-limit",
        }
    }

    fn image_preview(&self) -> &'static str {
        match self.0.verdict.directives().get(Directive::MaxImagePreview) {
            Some(DirectiveValue::Level(word)) => word,
            _ if self.is_read() => "unsaid",
            _ => UNKNOWN,
        }
    }

    fn until(&self, mut one: impl FnMut(&str, &str)) {
        let deadline = self.0.verdict.directives().get(Directive::UnavailableAfter);
        if let Some(DirectiveValue::Deadline(moment)) = deadline {
            let is_past = moment <= self.0.verdict.now();
            let part = if is_past { "past" } else { "coming" };
            Month::with(moment.as_unix(), |month| one(month, part));
        }
    }

    fn kept(&self, mut one: impl FnMut(&str, &str)) {
        let row = self.0;
        let has = |directive| row.verdict.directives().contains(directive);
        let steps: [(&str, &dyn Fn() -> Option<bool>); 7] = [
            ("all", &|| Some(true)),
            ("fetch", &|| may_fetch(row)),
            ("index", &|| row.verdict.index()),
            ("snippet", &|| row.verdict.snippet().allowed),
            ("archive", &|| row.verdict.archive()),
            ("noai", &|| {
                Some(!has(Directive::NoAi) && !has(Directive::NoMl))
            }),
            ("train", &|| self.trains()),
        ];
        let mut part = "yes";
        for (name, step) in steps {
            match step() {
                Some(true) => {}
                Some(false) => return,
                None => part = UNKNOWN,
            }
            one(name, part);
        }
    }

    /// Whether the page may be used for training: what the sources state, and the answer of the engine if there is one. `None`
    /// where nothing is stated, or where a document that may speak about it was not read.
    fn trains(&self) -> Option<bool> {
        let uses = self.0.uses();
        let stated = uses.of(Activity::Train);
        let profile = self.0.verdict.profile();
        let (is_refused, is_allowed) = match profile.map(|_| uses.used(Activity::Train)) {
            None => (false, stated.is_allowed()),
            Some(own) => {
                let is_yes = own == Some(UseAnswer::Yes);
                (own.is_some() && !is_yes, is_yes)
            }
        };
        if is_refused || stated.restricts() {
            return Some(false);
        }
        let is_unread = || !uses.is_empty() && uses.unread().next().is_some();
        (is_allowed && !is_unread()).then_some(true)
    }

    /// The conflicts of the statements, with those that are in one.
    pub(super) fn conflicts(&self) -> Conflicts<'r> {
        let row = self.0;
        let in_force = row.verdict.directives();
        let is_closed = row.verdict.access().allowed() == Some(false);
        let mut found = Conflicts {
            is_never_read: is_closed && in_force.contains(Directive::NoIndex),
            ..Conflicts::default()
        };
        // Most pages have permissions without a restriction, or none of both.
        let opposes = |permit: Directive| {
            let mut opposites = opposites(permit).iter();
            opposites.any(|opposite| in_force.contains(*opposite))
        };
        let permits = row.verdict.permits().map(|(directive, _)| directive);
        for permit in permits.filter(|permit| opposes(*permit)) {
            for signal in row.verdict.permitted_by(permit) {
                found.look(row, permit, signal);
            }
        }
        found
    }
}

/// The conflicts of a page: for the kinds that have two statements, the permission and the restriction.
#[derive(Default)]
pub(super) struct Conflicts<'r> {
    pub(super) is_never_read: bool,
    pub(super) of_places: Option<(&'r Signal, &'r Signal)>,
    pub(super) of_scopes: Option<(&'r Signal, &'r Signal)>,
}

impl<'r> Conflicts<'r> {
    /// Compares a permission with the reasons of the row.
    fn look(&mut self, row: &Row<'r>, permit: Directive, signal: &'r Signal) {
        let is_meta = |signal: &Signal| signal.provenance().source().placement().is_some();
        for because in row.verdict.because() {
            let Because::Signal(reason) = because else {
                continue;
            };
            let stated = because.directive().map(|(stated, _)| stated);
            if !stated.is_some_and(|stated| opposites(permit).contains(&stated)) {
                continue;
            }
            if is_meta(signal) != is_meta(reason) {
                self.of_places.get_or_insert((signal, reason));
            }
            if is_own(signal) != is_own(reason) {
                self.of_scopes.get_or_insert((signal, reason));
            }
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            self.is_never_read.then_some(NEVER_READ),
            self.of_places.map(|_| OF_PLACES),
            self.of_scopes.map(|_| OF_SCOPES),
        ];
        all.into_iter().flatten()
    }
}

/// Whether a statement addresses a client by its name.
fn is_own(signal: &Signal) -> bool {
    *signal.scope() != Scope::Global
}

/// The directives that state the opposite of a permission.
fn opposites(permit: Directive) -> &'static [Directive] {
    let mut all = OPPOSITES.iter();
    all.find(|(own, _)| *own == permit)
        .map_or(&[], |(_, opposites)| opposites)
}

/// Counts the host of a row.
fn host(row: &Row<'_>, state: State, mut one: impl FnMut(&str, &str)) {
    let host = row.host.filter(|host| !host.is_empty());
    let host = host.unwrap_or(classes::NO_HOST);
    one(host, "rows");
    if matches!(state, State::Closed | State::Restricted) {
        one(host, "restricted");
    }
}

/// Uses a text in lower case. Hosts of the web have no other letters.
fn lower(text: &str, then: impl FnOnce(&str)) {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        then(&text.to_ascii_lowercase());
    } else {
        then(text);
    }
}

/// Between the two texts of a conflict.
const BETWEEN: &str = " / ";
const UNKNOWN: &str = "unknown";
/// Conflicts: who obeys robots.txt never reads `noindex`.
pub(super) const NEVER_READ: &str = "disallow-and-noindex";
pub(super) const OF_PLACES: &str = "field-against-meta";
pub(super) const OF_SCOPES: &str = "own-against-every-client";
