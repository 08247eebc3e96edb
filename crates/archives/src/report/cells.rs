//! The cells of each measure, in the language of `definition`.
//!
//! **Invariants.** Nothing is counted as allowed that was not read: such a row is `unknown`.
//!
//! **What breaks if touched.** The tests run for every row and agent. A list is read only where a test before it holds.

use std::sync::LazyLock;

use robots_policy::uses::Activity;
use robots_policy::{Directive, DirectiveKind, DirectiveSet, DirectiveValue, Timestamp};

use super::classes::{
    ADDRESS, FILES, LONGEST_SNIPPET, NO_HOST, NONE, OPPOSITES, OTHER, PAGE, RESPONSES, SNIPPETS,
    TYPES, UNKNOWN, UNSTATED,
};
use super::definition::{Cells, Expr, all, any, case, col, has};
use crate::columns::{Column, columns};

/// The state of a page for its agent.
pub(super) const STATE: Expr = Expr::Shared(0);
/// The kind of a response.
pub(super) const KIND: Expr = Expr::Shared(RESPONSE);
/// How many words several measures have.
pub(super) const WORDS: usize = 8;
/// The place of the word that says what a response is.
pub(super) const RESPONSE: usize = 7;

/// The words that are computed of every row, because several measures have them, by their names: the state, and for each step
/// of the measure `kept` whether it permits the page, `yes`, `no` or `unknown`; and what the response is.
pub fn shared_words() -> &'static [(&'static str, Expr); WORDS] {
    static SHARED: LazyLock<[(&'static str, Expr); WORDS]> = LazyLock::new(|| {
        let answer = |name| case([(col(name), "yes"), (col(name).no(), "no")], UNKNOWN);
        let noai = Expr::InForce(vec![col("noai"), col("noml")]);
        [
            ("state", state()),
            ("step_fetch", fetch()),
            ("step_index", answer("index")),
            ("step_snippet", answer("snippet")),
            ("step_archive", answer("archive")),
            (
                "step_noai",
                case([(noai, "no"), (is_unread(), UNKNOWN)], "yes"),
            ),
            ("step_train", train()),
            ("response", response()),
        ]
    });
    &SHARED
}

fn state() -> Expr {
    let directives = Expr::InForce(in_columns().map(restricts).collect());
    let restricts = [directives].into_iter();
    // What an engine never does restricts no page.
    let kept_out = [("answer", "use_input"), ("train", "use_train")]
        .map(|(used, asked)| all([is_kept_out(used), is_refused(asked)]));
    let restricts = restricts.chain(kept_out);
    let is_unknown = [fetch().is(&[UNKNOWN]), is_unread()];
    let cases = [
        (col("access_allowed").no(), "closed"),
        (any(restricts), "restricted"),
        (any(is_unknown), UNKNOWN),
    ];
    case(cases, "free")
}

/// Whether an answer about the page is not known.
fn is_unread() -> Expr {
    any(["index", "follow", "archive", "snippet"].map(|it| col(it).null()))
}

/// The kind of a response: a page, one of the files beside pages, or an answer without a page.
fn response() -> Expr {
    let files = FILES.map(|(place, name)| (Expr::Place.is(&[place]), name));
    let statuses = RESPONSES.iter();
    let statuses = statuses.map(|(most, name)| (col("status").at_most(*most), *name));
    let without = [(col("status").null(), PAGE)];
    case(files.into_iter().chain(without).chain(statuses), OTHER)
}

/// A policy token makes no requests and needs no leave; where robots.txt answers about none of its uses, nothing is known of it.
fn fetch() -> Expr {
    let makes_none = col("access_reason").is(&["makes-no-requests"]);
    let is_answered = any(["answer", "train"].map(|used| col(used).given()));
    let cases = [
        (all([makes_none.clone(), is_answered]), "yes"),
        (makes_none, UNKNOWN),
        (col("access_allowed"), "yes"),
        (col("access_allowed").no(), "no"),
    ];
    case(cases, UNKNOWN)
}

/// The statements of the sources, and the answer of the engine if there is one. Tables of the versions before have an answer
/// although a document that may speak about the use was not read: `unread` has its address.
fn train() -> Expr {
    let is_former = Expr::NoAnswer.is(&[UNSTATED]);
    let is_unread = has("unread", Expr::Member("unread", "url").given());
    let cases = [
        (any([is_refused("use_train"), is_kept_out("train")]), "no"),
        (all([is_former, is_unread]), UNKNOWN),
        (col("train").given(), "yes"),
        (col("profile").filled(), UNKNOWN),
        (col("use_train").is(&["allow"]), "yes"),
    ];
    case(cases, UNKNOWN)
}

/// Whether an engine makes no use of the page, or a limited one.
fn is_kept_out(used: &str) -> Expr {
    col(used).is(&["limited", "no"])
}

/// Whether a statement forbids a use, or sets terms for it.
fn is_refused(stated: &str) -> Expr {
    col(stated).is(&["conditional", "disallow"])
}

/// The directives that have a column, each with its column. Permissions have none; the columns `index`, `follow` and `archive`
/// are answers.
fn in_columns() -> impl Iterator<Item = (Directive, Expr)> {
    static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(columns);
    let columns = COLUMNS.iter();
    columns.filter_map(|column| Some((column.directive()?, Expr::Column(column.clone()))))
}

/// Whether a directive in this column is in force.
fn in_force((directive, column): (Directive, Expr)) -> Expr {
    match directive.kind() {
        DirectiveKind::Flag => column,
        _ => column.given(),
    }
}

/// Whether a directive in force restricts: the highest level of a preview does not.
fn restricts((directive, column): (Directive, Expr)) -> Expr {
    match (directive.kind(), directive.permissive_value()) {
        (DirectiveKind::Level(words), Some(DirectiveValue::Level(most))) => {
            let words = words.iter().copied().filter(|word| *word != most);
            column.is(&words.collect::<Vec<_>>())
        }
        _ => in_force((directive, column)),
    }
}

/// One cell with this name for each row.
pub(super) fn one(name: Expr) -> Vec<Cells> {
    vec![Cells::of(name)]
}

/// Likewise, with the state of the row as the part.
pub(super) fn by_state(name: Expr) -> Vec<Cells> {
    vec![Cells::of(name).part(STATE)]
}

/// A cell for each value of a member of a list.
pub(super) fn each(list: &str, member: &'static str) -> Vec<Cells> {
    vec![Cells::of(Expr::Item).each(list, member, all([]))]
}

pub(super) fn closed_by() -> Vec<Cells> {
    let rule = |is: &dyn Fn(Expr) -> Expr| {
        let is_rule = Expr::Member("reasons", "directive").is(&["disallow"]);
        has(
            "reasons",
            all([is_rule, is(Expr::Member("reasons", "scope"))]),
        )
    };
    let cases = [
        (col("access_reason").is(&["unreachable"]), "unreachable"),
        (rule(&|scope| scope.is(&["*"])), "every-client"),
        (rule(&|scope| scope.like("purpose:*")), "purpose"),
        (rule(&|scope| scope.like("signature:*")), "signer"),
        (rule(&Expr::given), "own-group"),
    ];
    vec![Cells::of(case(cases, OTHER)).only(col("access_allowed").no())]
}

pub(super) fn status() -> Expr {
    let classes = [
        (199, OTHER),
        (299, "2xx"),
        (399, "3xx"),
        (499, "4xx"),
        (599, "5xx"),
    ];
    let classes = classes.map(|(most, class)| (col("status").at_most(most), class));
    case(
        [(col("status").null(), NONE)].into_iter().chain(classes),
        OTHER,
    )
}

pub(super) fn content_type() -> Expr {
    let fits = |pattern: &&str| Expr::Kind.like(pattern);
    let classes = TYPES.iter();
    let classes = classes.map(|(class, patterns)| (any(patterns.iter().map(fits)), *class));
    case(classes.chain([(Expr::Kind.is(&[""]), NONE)]), OTHER)
}

pub(super) fn tld() -> Expr {
    let cases = [
        (col("host").like("[*"), ADDRESS),
        (Expr::Label.is(&[""]), NO_HOST),
        (Expr::Digits(Box::new(Expr::Label)), ADDRESS),
    ];
    case(cases, Expr::Label)
}

pub(super) fn month() -> Expr {
    case(
        [(col("date").null(), NONE)],
        Expr::Month(Box::new(col("date"))),
    )
}

pub(super) fn uses() -> Vec<Cells> {
    let of = |activity: &Activity| {
        let column = col(&format!("use_{}", activity.name().replace('-', "_")));
        Cells::of(activity.name()).part(case([(column.clone().null(), Expr::NoAnswer)], column))
    };
    Activity::ALL.iter().map(of).collect()
}

pub(super) fn engine() -> Vec<Cells> {
    let of = |used: &str| {
        let why = col(&format!("{used}_why"));
        let cases = [
            (col(used).given(), col(used)),
            (why.clone().is(&["not-known"]), UNKNOWN.into()),
            (why.is(&["asked-not-to"]), "asked-not-to".into()),
        ];
        Cells::of(used)
            .part(case(cases, "unsaid"))
            .only(col("profile").filled())
    };
    vec![of("answer"), of("train")]
}

/// Conflicts: who obeys robots.txt never reads `noindex`.
pub(super) const NEVER_READ: &str = "disallow-and-noindex";
pub(super) const OF_PLACES: &str = "field-against-meta";
pub(super) const OF_SCOPES: &str = "own-against-every-client";

pub(super) fn conflict() -> Vec<Cells> {
    let permit = |name| Expr::Member("permits", name);
    let reason = |name| Expr::Member("reasons", name);
    let pair = |(own, opposites): &(Directive, &[Directive])| {
        // `none` may be a reason for a part of what it states alone.
        let done = in_columns().filter(|(it, _)| opposites.contains(it));
        let names: Vec<&str> = opposites.iter().map(|it| it.name()).collect();
        let permitted = permit("directive").is(&[own.name()]);
        all([
            permitted,
            reason("directive").is(&names),
            any(done.map(in_force)),
        ])
    };
    let against = |name: &str, member, word| {
        let differ = permit(member)
            .is(&[word])
            .differs(reason(member).is(&[word]));
        let pairs = any(OPPOSITES.iter().map(pair));
        let reasons = has("reasons", all([reason("vocabulary").null(), differ, pairs]));
        Cells::of(name).only(has("permits", reasons))
    };
    let never_read = all([col("access_allowed").no(), col("noindex")]);
    vec![
        Cells::of(NEVER_READ).only(never_read),
        against(OF_PLACES, "source", "meta"),
        against(OF_SCOPES, "scope", "*"),
    ]
}

pub(super) fn snippet() -> Expr {
    let most = || col("max_snippet");
    let classes = SNIPPETS.iter();
    let classes = classes.map(|(class, limit)| (most().at_most((*limit).into()), *class));
    let rest = [(most().given(), LONGEST_SNIPPET)];
    // What is beyond the part that was read may forbid them all.
    let none = [(col("snippet").no(), "0"), (col("snippet").null(), UNKNOWN)];
    case(none.into_iter().chain(classes).chain(rest), "no-limit")
}

pub(super) fn image_preview() -> Expr {
    let level = col("max_image_preview");
    let cases = [
        (level.clone().is(&[NONE]), NONE.into()),
        (is_unread(), UNKNOWN.into()),
        (level.clone().given(), level),
    ];
    case(cases, "unsaid")
}

pub(super) fn until() -> Vec<Cells> {
    let deadline = col("unavailable_after");
    // A page whose deadline has passed is not indexed.
    let is_past = all([col("noindex"), deadline.clone().past()]);
    let month = Expr::Month(Box::new(deadline.clone()));
    let part = case([(is_past, "past")], "coming");
    vec![Cells::of(month).part(part).only(deadline.given())]
}

/// The steps of the funnel: a page is in all of them up to the first that drops it.
pub(super) fn kept() -> Vec<Cells> {
    let steps = [
        "all", "fetch", "index", "snippet", "archive", "noai", "train",
    ];
    let of = |(at, name): (usize, &str)| {
        let unknown = any((1..=at).map(|step| Expr::Shared(step).is(&[UNKNOWN])));
        let is_left = all((1..=at).map(|step| Expr::Shared(step).is(&["yes", UNKNOWN])));
        Cells::of(name)
            .part(case([(unknown, UNKNOWN)], "yes"))
            .only(is_left)
    };
    steps.into_iter().enumerate().map(of).collect()
}

pub(super) fn host() -> Vec<Cells> {
    let host = case([(col("host").filled(), col("host"))], NO_HOST);
    let restricted = Cells::of(host.clone()).part("restricted");
    vec![
        Cells::of(host).part("rows"),
        restricted.only(STATE.is(&["closed", "restricted"])),
    ]
}

pub(super) fn directives() -> Vec<Cells> {
    let of = |it: (Directive, Expr)| Cells::of(it.0.name()).only(in_force(it));
    in_columns().map(of).collect()
}

/// The sources of a directive in force: those of statements that alone put it in force.
pub(super) fn sources() -> Vec<Cells> {
    let of = |it: (Directive, Expr)| {
        let stating = Directive::ALL.iter();
        let stating = any(stating.filter_map(|other| stating_alone(*other, it.0)));
        let statements = all([Expr::Member("reasons", "vocabulary").null(), stating]);
        let sources = Cells::of(it.0.name()).part(Expr::Item);
        sources
            .only(in_force(it))
            .each("reasons", "source", statements)
    };
    in_columns().map(of).collect()
}

/// Whether a statement of `other` puts a directive in force alone, if there is a value with which it does.
fn stating_alone(other: Directive, directive: Directive) -> Option<Expr> {
    let alone = |value| DirectiveSet::from_iter([(other, value)]);
    let is_in = |set: DirectiveSet| set.contains(directive);
    let stated = Expr::Member("reasons", "directive").is(&[other.name()]);
    let past = alone(DirectiveValue::Deadline(Timestamp::from_unix(0)));
    if other == directive || is_in(alone(DirectiveValue::Flag)) {
        return Some(stated);
    }
    let (_, own) = in_columns().find(|(it, _)| *it == other)?;
    if is_in(alone(DirectiveValue::Ceiling(Some(0)))) {
        return Some(all([stated, own.at_most(0)]));
    }
    let is_past = is_in(past.resolved_at(Timestamp::from_unix(1)));
    is_past.then(|| all([stated, own.past()]))
}

pub(super) fn unread() -> Vec<Cells> {
    let of_document = Expr::Member("unread", "source").is(&["document"]);
    vec![Cells::of(Expr::Item).each("unread", "why", of_document)]
}

/// The sources that keep an answer from being known.
pub(super) fn not_known() -> Vec<Cells> {
    let keeps = Expr::Member("unread", "keeps").filled();
    vec![Cells::of(Expr::Item).each("unread", "source", keeps)]
}
