//! The cells of each measure, in the language of `definition`.
//!
//! **Invariants.** Nothing is counted as allowed that was not read: such a row is `unknown`.
//!
//! **What breaks if touched.** The tests run for every row and agent. A list is read only where a test before it holds.

use std::sync::LazyLock;

use robots_policy::uses::Activity;
use robots_policy::{Directive, DirectiveKind, DirectiveSet, DirectiveValue, Timestamp};

use super::classes::{ADDRESS, LONGEST_SNIPPET, NO_HOST, NONE, OPPOSITES, OTHER, SNIPPETS, TYPES};
use super::definition::{
    Cells, List, Shared, Test, Text, Value, all, any, case, column, differ, each, given, has, is,
    like, no, null, yes,
};
use crate::columns::columns;

/// The words that several measures have, in the order of [`Shared::ALL`].
static SHARED: LazyLock<[Text; Shared::ALL.len()]> = LazyLock::new(|| Shared::ALL.map(word));

impl Shared {
    /// Its definition, in which no other word of this kind is.
    pub fn text(self) -> &'static Text {
        let [state, ..] = &*SHARED;
        SHARED.get(self as usize).unwrap_or(state)
    }
}

fn word(shared: Shared) -> Text {
    match shared {
        Shared::State => state(),
        Shared::Fetch => fetch(),
        Shared::Index => answer("index"),
        Shared::Snippet => answer("snippet"),
        Shared::Archive => answer("archive"),
        Shared::NoAi => case([(any([yes("noai"), yes("noml")]), "no")], "yes"),
        Shared::Train => train(),
    }
}

fn state() -> Text {
    let own = [is_kept_out("answer"), is_kept_out("train")];
    let restricts = in_columns().map(restricts).chain(own);
    let is_unknown = [is(fetch(), &[UNKNOWN]), null("index")];
    let cases = [
        (no("access_allowed"), "closed"),
        (any(restricts), "restricted"),
        (any(is_unknown), UNKNOWN),
    ];
    case(cases, "free")
}

/// A policy token makes no requests and needs no leave; where robots.txt answers about none of its uses, nothing is known of it.
fn fetch() -> Text {
    let makes_none = || is(column("access_reason"), &["makes-no-requests"]);
    let is_answered = any([given("answer"), given("train")]);
    let cases = [
        (all([makes_none(), is_answered]), "yes"),
        (makes_none(), UNKNOWN),
        (yes("access_allowed"), "yes"),
        (no("access_allowed"), "no"),
    ];
    case(cases, UNKNOWN)
}

fn answer(column: &str) -> Text {
    case([(yes(column), "yes"), (no(column), "no")], UNKNOWN)
}

/// What the sources state, and the answer of the engine if there is one. A document that may speak about it was not read where
/// `unread` has its address.
fn train() -> Text {
    let is_refused = is(column("use_train"), &["conditional", "disallow"]);
    let is_unread = has(
        List::Unread,
        Test::Given(Value::Member(List::Unread, "url")),
    );
    let cases = [
        (any([is_refused, is_kept_out("train")]), "no"),
        (is_unread, UNKNOWN),
        (given("train"), "yes"),
        (Test::Filled(column("profile")), UNKNOWN),
        (given("use_train"), "yes"),
    ];
    case(cases, UNKNOWN)
}

/// Whether an engine does not make a use of the page, or a limited one.
fn is_kept_out(column_of_use: &str) -> Test {
    is(column(column_of_use), &["limited", "no"])
}

/// The directives that have a column. Permissions have none; the columns `index`, `follow` and `archive` are answers.
fn in_columns() -> impl Iterator<Item = Directive> {
    let columns = columns();
    let directives = Directive::ALL.iter().copied();
    directives.filter(move |directive| {
        let own = column_of(*directive);
        directive.kind() != DirectiveKind::Permissive
            && columns.iter().any(|column| column.name() == own)
    })
}

fn column_of(directive: Directive) -> String {
    directive.name().replace('-', "_")
}

/// Whether a directive is in force.
fn in_force(directive: Directive) -> Test {
    match directive.kind() {
        DirectiveKind::Flag | DirectiveKind::Permissive => yes(&column_of(directive)),
        _ => given(&column_of(directive)),
    }
}

/// Whether a directive in force restricts: the highest level of a preview does not.
fn restricts(directive: Directive) -> Test {
    match (directive.kind(), directive.permissive_value()) {
        (DirectiveKind::Level(words), Some(DirectiveValue::Level(most))) => {
            let words = words.iter().copied().filter(|word| *word != most);
            is(column(&column_of(directive)), &words.collect::<Vec<_>>())
        }
        _ => in_force(directive),
    }
}

/// One cell with this name for each row.
pub(super) fn one(name: impl Into<Text>) -> Vec<Cells> {
    vec![Cells::of(name)]
}

/// Likewise, with the state of the row as the part.
pub(super) fn by_state(name: Text) -> Vec<Cells> {
    vec![Cells::of(name).part(Shared::State)]
}

/// A cell for each value of a member of a list.
pub(super) fn member(list: List, member: &'static str) -> Vec<Cells> {
    vec![each(list, member, all([]))]
}

pub(super) fn closed_by() -> Vec<Cells> {
    let scope = || Value::First(List::Reasons, "scope");
    let group = case(
        [
            (is(scope(), &["*"]), "every-client"),
            (like(scope(), "purpose:*"), "purpose"),
            (like(scope(), "signature:*"), "signer"),
            (Test::Given(scope()), "own-group"),
        ],
        OTHER,
    );
    let reason = || column("access_reason");
    let cases = [
        (is(reason(), &["unreachable"]), "unreachable".into()),
        (is(reason(), &["disallow-rule"]), group),
    ];
    vec![Cells::of(case(cases, OTHER)).only(no("access_allowed"))]
}

pub(super) fn status() -> Text {
    let most = |status| Test::AtMost(column("status"), status);
    let cases = [
        (null("status"), NONE),
        (most(199), OTHER),
        (most(299), "2xx"),
        (most(399), "3xx"),
        (most(499), "4xx"),
        (most(599), "5xx"),
    ];
    case(cases, OTHER)
}

pub(super) fn content_type() -> Text {
    let class = |(class, patterns): &(&str, &[&str])| {
        let patterns = patterns.iter().map(|pattern| like(Text::Kind, pattern));
        (any(patterns), (*class).into())
    };
    let none = (is(Text::Kind, &[""]), NONE.into());
    let classes = TYPES.iter().map(class).chain([none]);
    Text::Case(classes.collect(), Box::new(OTHER.into()))
}

pub(super) fn tld() -> Text {
    let cases = [
        (like(column("host"), "[*"), ADDRESS),
        (is(Text::Label, &[""]), NO_HOST),
        (Test::Digits(Text::Label), ADDRESS),
    ];
    case(cases, Text::Label)
}

pub(super) fn month() -> Text {
    case([(null("date"), NONE)], Text::Month(column("date")))
}

pub(super) fn uses() -> Vec<Cells> {
    let of = |activity: &Activity| {
        let name = format!("use_{}", activity.name().replace('-', "_"));
        let part = case([(null(&name), "unstated")], column(&name));
        Cells::of(activity.name()).part(part)
    };
    Activity::ALL.iter().map(of).collect()
}

pub(super) fn engine() -> Vec<Cells> {
    let of = |use_of: &str| {
        let part = case([(null(use_of), "unsaid")], column(use_of));
        let is_engine = Test::Filled(column("profile"));
        Cells::of(use_of).part(part).only(is_engine)
    };
    vec![of("answer"), of("train")]
}

/// Conflicts: who obeys robots.txt never reads `noindex`.
pub(super) const NEVER_READ: &str = "disallow-and-noindex";
pub(super) const OF_PLACES: &str = "field-against-meta";
pub(super) const OF_SCOPES: &str = "own-against-every-client";

pub(super) fn conflict() -> Vec<Cells> {
    let permit = |name| Value::Member(List::Permits, name);
    let reason = |name| Value::Member(List::Reasons, name);
    let pair = |(own, opposites): &(Directive, &[Directive])| {
        // `none` may be a reason for a part of what it states alone.
        let done = in_columns().filter(|it| opposites.contains(it));
        let names: Vec<&str> = opposites.iter().map(|it| it.name()).collect();
        all([
            is(permit("directive"), &[own.name()]),
            is(reason("directive"), &names),
            any(done.map(in_force)),
        ])
    };
    let against = |name: &str, differ: Test| {
        let pairs = any(OPPOSITES.iter().map(pair));
        let stated = Test::Null(reason("vocabulary"));
        let reasons = has(List::Reasons, all([stated, differ, pairs]));
        Cells::of(name).only(has(List::Permits, reasons))
    };
    let each = |name, word| differ(is(permit(name), &[word]), is(reason(name), &[word]));
    vec![
        Cells::of(NEVER_READ).only(all([no("access_allowed"), yes("noindex")])),
        against(OF_PLACES, each("source", "meta")),
        against(OF_SCOPES, each("scope", "*")),
    ]
}

pub(super) fn snippet() -> Text {
    let most = |(class, most): &(&str, u32)| {
        let test = Test::AtMost(column("max_snippet"), (*most).into());
        (test, (*class).into())
    };
    let none = (no("snippet"), "0".into());
    let longest = (given("max_snippet"), LONGEST_SNIPPET.into());
    let unknown = (null("snippet"), UNKNOWN.into());
    let classes = SNIPPETS.iter().map(most);
    let cases = [none].into_iter().chain(classes).chain([longest, unknown]);
    Text::Case(cases.collect(), Box::new("no-limit".into()))
}

pub(super) fn image_preview() -> Text {
    let level = "max_image_preview";
    let unread = any(["index", "follow", "archive", "snippet"].map(null));
    let cases = [
        (given(level), column(level).into()),
        (unread, UNKNOWN.into()),
    ];
    case::<Text, 2>(cases, "unsaid")
}

pub(super) fn until() -> Vec<Cells> {
    let deadline = || column("unavailable_after");
    // A page whose deadline has passed is not indexed.
    let past = all([yes("noindex"), Test::Past(deadline())]);
    let month = Cells::of(Text::Month(deadline())).part(case([(past, "past")], "coming"));
    vec![month.only(Test::Given(deadline()))]
}

/// The steps of the funnel: a page is in all of them up to the first that drops it.
pub(super) fn kept() -> Vec<Cells> {
    let [_state, steps @ ..] = Shared::ALL;
    let of = |at: usize| {
        let so_far = || steps.into_iter().take(at);
        let unknown = any(so_far().map(|step| is(step, &[UNKNOWN])));
        let is_left = all(so_far().map(|step| is(step, &["yes", UNKNOWN])));
        let name = so_far().last().map_or("all", Shared::name);
        Cells::of(name)
            .part(case([(unknown, UNKNOWN)], "yes"))
            .only(is_left)
    };
    (0..=steps.len()).map(of).collect()
}

pub(super) fn host() -> Vec<Cells> {
    let host = || case([(Test::Filled(column("host")), column("host"))], NO_HOST);
    let restricted = is(Shared::State, &["closed", "restricted"]);
    vec![
        Cells::of(host()).part("rows"),
        Cells::of(host()).part("restricted").only(restricted),
    ]
}

pub(super) fn directives() -> Vec<Cells> {
    let of = |directive: Directive| Cells::of(directive.name()).only(in_force(directive));
    in_columns().map(of).collect()
}

/// The sources of a directive in force: those of statements that alone put it in force.
pub(super) fn sources() -> Vec<Cells> {
    let of = |directive: Directive| {
        let stating = Directive::ALL.iter();
        let stating = stating.filter_map(|other| stating_alone(*other, directive));
        let is_stated = Test::Null(Value::Member(List::Reasons, "vocabulary"));
        let statements = each(List::Reasons, "source", all([is_stated, any(stating)]));
        Cells {
            name: directive.name().into(),
            part: Text::Item,
            only: in_force(directive),
            ..statements
        }
    };
    in_columns().map(of).collect()
}

/// Whether a statement of `other` puts a directive in force alone, if there is a value with which it does.
fn stating_alone(other: Directive, directive: Directive) -> Option<Test> {
    let alone = |value| DirectiveSet::from_iter([(other, value)]);
    let stated = is(Value::Member(List::Reasons, "directive"), &[other.name()]);
    let own = || column(&column_of(other));
    let past = alone(DirectiveValue::Deadline(Timestamp::from_unix(0)));
    if other == directive || alone(DirectiveValue::Flag).contains(directive) {
        Some(stated)
    } else if alone(DirectiveValue::Ceiling(Some(0))).contains(directive) {
        Some(all([stated, Test::AtMost(own(), 0)]))
    } else if past
        .resolved_at(Timestamp::from_unix(1))
        .contains(directive)
    {
        Some(all([stated, Test::Past(own())]))
    } else {
        None
    }
}

pub(super) fn unread() -> Vec<Cells> {
    let source = Value::Member(List::Unread, "source");
    vec![each(List::Unread, "why", is(source, &["document"]))]
}

const UNKNOWN: &str = "unknown";
