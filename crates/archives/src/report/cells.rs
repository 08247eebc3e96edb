//! The measures: for each a function of a row that hands over the cells in which the row counts.
//!
//! **Invariants.** Nothing is counted as allowed that was not read: such a row is `unknown`. A function reads the row through
//! [`Page`] alone, and its answer is one of the row's columns: of two rows with the same values the cells are the same.
//!
//! **Which test notices.** `report/tests.rs` has examples by hand. `report_cells` in the tests of the program runs queries of
//! the documentation over the tables, which know nothing of these functions.

use robots_policy::ledger::Input;
use robots_policy::robots_txt::{Reason, Subject};
use robots_policy::uses::{Activity, Answer, Unused};
use robots_policy::{Because, Directive, DirectiveSet, DirectiveValue, Extension, Scope, Signal};

use super::classes::{
    self, ADDRESS, LONGEST_SNIPPET, NO_HOST, NONE, OTHER, SNIPPETS, TYPES, UNKNOWN,
};
use super::page::Page;
use crate::columns::moment;

/// Takes the name and the part of a cell; the part is `""` where a measure has none.
pub(super) type Count<'c> = dyn FnMut(&str, &str) + 'c;

pub(super) fn state(page: &Page<'_>, count: &mut Count<'_>) {
    count(page.state(), "");
}

pub(super) fn response(page: &Page<'_>, count: &mut Count<'_>) {
    count(page.response(), "");
}

pub(super) fn closed_by(page: &Page<'_>, count: &mut Count<'_>) {
    let access = page.verdict().access();
    if access.allowed() != Some(false) {
        return;
    }
    let groups = || page.verdict().because().filter_map(group);
    let has = |is: fn(&Subject<'_>) -> bool| groups().any(|group| is(&group));
    count(
        if access.reason() == Reason::Unreachable {
            "unreachable"
        } else if has(|group| matches!(group, Subject::Global)) {
            "every-client"
        } else if has(|group| matches!(group, Subject::Purpose(_))) {
            "purpose"
        } else if has(|group| matches!(group, Subject::Signature(_))) {
            "signer"
        } else if has(|_| true) {
            "own-group"
        } else {
            OTHER
        },
        "",
    );
}

/// The clients of the group whose rule is a reason.
fn group(because: Because<'_>) -> Option<Subject<'_>> {
    match because {
        Because::Rule(_, group) => Some(group),
        _ => None,
    }
}

pub(super) fn status(page: &Page<'_>, count: &mut Count<'_>) {
    let class = match page.row.status {
        None => NONE,
        Some(200..=299) => "2xx",
        Some(300..=399) => "3xx",
        Some(400..=499) => "4xx",
        Some(500..=599) => "5xx",
        Some(_) => OTHER,
    };
    count(class, page.state());
}

pub(super) fn content_type(page: &Page<'_>, count: &mut Count<'_>) {
    let kind = classes::kind(page.row.content_type);
    let mut classes = TYPES.iter();
    let fits = |patterns: &[&str]| patterns.iter().any(|it| classes::fits(&kind, it));
    let class = classes.find(|(_, patterns)| fits(patterns));
    let other = if kind.is_empty() { NONE } else { OTHER };
    count(class.map_or(other, |(class, _)| class), page.state());
}

pub(super) fn tld(page: &Page<'_>, count: &mut Count<'_>) {
    let host = page.row.host;
    let label = classes::label(host);
    let name = if host.is_some_and(|host| host.starts_with('[')) {
        ADDRESS
    } else if label.is_empty() {
        NO_HOST
    } else if label.bytes().all(|byte| byte.is_ascii_digit()) {
        ADDRESS
    } else {
        &label
    };
    count(name, page.state());
}

pub(super) fn month(page: &Page<'_>, count: &mut Count<'_>) {
    let month = page
        .row
        .date
        .map(|date| classes::month(date.as_microsecond()));
    count(month.as_deref().unwrap_or(NONE), page.state());
}

pub(super) fn host(page: &Page<'_>, count: &mut Count<'_>) {
    let host = page.row.host.filter(|host| !host.is_empty());
    let host = host.unwrap_or(NO_HOST);
    count(host, "rows");
    if ["closed", "restricted"].contains(&page.state()) {
        count(host, "restricted");
    }
}

/// Counts every word once.
fn distinct<'w>(words: impl Iterator<Item = &'w str>, part: &str, count: &mut Count<'_>) {
    let mut seen = Vec::new();
    for word in words {
        if !seen.contains(&word) {
            seen.push(word);
            count(word, part);
        }
    }
}

pub(super) fn permit(page: &Page<'_>, count: &mut Count<'_>) {
    // Most pages have no statements.
    if page.verdict().signals().next().is_some() {
        let permits = page.verdict().permits();
        distinct(permits.map(|(directive, _)| directive.name()), "", count);
    }
}

pub(super) fn uses(page: &Page<'_>, count: &mut Count<'_>) {
    for activity in Activity::ALL {
        let stated = page.row.uses().of(*activity);
        count(activity.name(), stated.map_or(UNKNOWN, Answer::name));
    }
}

pub(super) fn engine(page: &Page<'_>, count: &mut Count<'_>) {
    if page.verdict().profile().is_none() {
        return;
    }
    for (name, activity) in [("answer", Activity::Input), ("train", Activity::Train)] {
        let uses = page.row.uses();
        let part = match (uses.used(activity), uses.unused(activity)) {
            (Some(answer), _) => answer.name(),
            (None, Some(Unused::NotKnown)) => UNKNOWN,
            (None, Some(Unused::AskedNotTo)) => "asked-not-to",
            (None, _) => "unsaid",
        };
        count(name, part);
    }
}

/// Conflicts: who obeys robots.txt never reads `noindex`.
pub(super) const NEVER_READ: &str = "disallow-and-noindex";
pub(super) const OF_PLACES: &str = "field-against-meta";
pub(super) const OF_SCOPES: &str = "own-against-every-client";

pub(super) fn conflict(page: &Page<'_>, count: &mut Count<'_>) {
    let is_closed = page.verdict().access().allowed() == Some(false);
    if is_closed && page.has(Directive::NoIndex) {
        count(NEVER_READ, "");
    }
    for name in [OF_PLACES, OF_SCOPES] {
        if opposites(page, name).is_some() {
            count(name, "");
        }
    }
}

/// The two statements of a conflict of this name, of which one is of a field, or for every client.
pub(super) fn opposites<'p>(page: &Page<'p>, name: &str) -> Option<[&'p Signal; 2]> {
    match name {
        OF_PLACES => page.opposites(|signal| signal.provenance().source().placement().is_some()),
        OF_SCOPES => page.opposites(|signal| *signal.scope() == Scope::Global),
        _ => None,
    }
}

pub(super) fn extension(page: &Page<'_>, count: &mut Count<'_>) {
    let extensions = page.verdict().extensions();
    distinct(extensions.map(Extension::name), "", count);
}

pub(super) fn snippet(page: &Page<'_>, count: &mut Count<'_>) {
    let most = match page.value(Directive::MaxSnippet) {
        Some(DirectiveValue::Ceiling(most)) => most,
        _ => None,
    };
    // What is beyond the part that was read may forbid them all.
    let name = match page.verdict().snippet().allowed {
        Some(false) => "0",
        None => UNKNOWN,
        Some(true) => most.map_or("no-limit", |most| {
            let class = SNIPPETS.iter().find(|(_, limit)| most <= *limit);
            class.map_or(LONGEST_SNIPPET, |(class, _)| class)
        }),
    };
    count(name, "");
}

pub(super) fn image_preview(page: &Page<'_>, count: &mut Count<'_>) {
    let level = match page.value(Directive::MaxImagePreview) {
        Some(DirectiveValue::Level(level)) => Some(level),
        _ => None,
    };
    let name = match level {
        Some(NONE) => NONE,
        _ if page.is_unread() => UNKNOWN,
        level => level.unwrap_or("unsaid"),
    };
    count(name, "");
}

pub(super) fn until(page: &Page<'_>, count: &mut Count<'_>) {
    if let Some(DirectiveValue::Deadline(deadline)) = page.value(Directive::UnavailableAfter) {
        // A page whose deadline has passed is not indexed.
        let is_past = page.has(Directive::NoIndex) && deadline <= page.verdict().now();
        let part = if is_past { "past" } else { "coming" };
        count(&classes::month(moment(deadline)), part);
    }
}

/// The steps of the funnel: a page is in all of them up to the first that drops it.
pub(super) fn kept(page: &Page<'_>, count: &mut Count<'_>) {
    let verdict = page.verdict();
    count("all", "yes");
    let mut is_known = true;
    let steps: [(&str, &dyn Fn() -> Option<bool>); 6] = [
        ("fetch", &|| page.fetch()),
        ("index", &|| verdict.index()),
        ("snippet", &|| verdict.snippet().allowed),
        ("archive", &|| verdict.archive()),
        ("noai", &|| noai(page)),
        ("train", &|| train(page)),
    ];
    for (name, permits) in steps {
        match permits() {
            Some(false) => return,
            Some(true) => {}
            None => is_known = false,
        }
        count(name, if is_known { "yes" } else { UNKNOWN });
    }
}

fn noai(page: &Page<'_>) -> Option<bool> {
    if page.has(Directive::NoAi) || page.has(Directive::NoMl) {
        return Some(false);
    }
    (!page.is_unread()).then_some(true)
}

/// The statements of the sources, and the answer of the engine if there is one.
fn train(page: &Page<'_>) -> Option<bool> {
    let uses = page.row.uses();
    if page.is_refused(Activity::Train) || page.is_kept_out(Activity::Train) {
        return Some(false);
    }
    let is_stated = || uses.of(Activity::Train) == Some(Answer::Allow);
    let is_client = page.verdict().profile().is_none();
    let is_used = uses.used(Activity::Train).is_some();
    (is_used || is_client && is_stated()).then_some(true)
}

pub(super) fn access(page: &Page<'_>, count: &mut Count<'_>) {
    count(page.verdict().access().reason().name(), "");
}

pub(super) fn directives(page: &Page<'_>, count: &mut Count<'_>) {
    for (directive, _) in page.in_force() {
        count(directive.name(), "");
    }
}

/// The sources of a directive in force: those of statements that alone put it in force.
pub(super) fn sources(page: &Page<'_>, count: &mut Count<'_>) {
    let now = page.verdict().now();
    for (directive, _) in page.in_force() {
        let states = |because: &Because<'_>| {
            let Some(stated) = because.directive() else {
                return false;
            };
            let alone = || DirectiveSet::from_iter([stated]).resolved_at(now);
            stated.0 == directive || alone().contains(directive)
        };
        let stating = page.verdict().because().filter(states);
        let sources = stating.map(|because| because.provenance().source().name());
        distinct(sources, "", &mut |source, _| {
            count(directive.name(), source);
        });
    }
}

pub(super) fn diagnostics(page: &Page<'_>, count: &mut Count<'_>) {
    let diagnostics = page.verdict().diagnostics();
    distinct(diagnostics.map(|it| it.code().name()), "", count);
}

pub(super) fn unread(page: &Page<'_>, count: &mut Count<'_>) {
    let unread = page.row.unread().iter();
    let of_document = unread.filter(|unread| unread.source() == Input::Document);
    distinct(of_document.map(|unread| unread.why().name()), "", count);
}

/// The sources that keep an answer from being known.
pub(super) fn not_known(page: &Page<'_>, count: &mut Count<'_>) {
    let unread = page.row.unread().iter();
    let keep = unread.filter(|unread| unread.kept().next().is_some());
    distinct(keep.map(|unread| unread.source().name()), "", count);
}
