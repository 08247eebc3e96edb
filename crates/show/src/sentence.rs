//! A verdict in one or two sentences, for which the page has the same words; `tests/browser/words.test.mjs` compares both.

use robots_policy::ledger::Asked;
use robots_policy::uses::{Activity, Missing};
use robots_policy::{Directive, Severity, Unread, Verdict};
use robots_policy_input::words;

use super::page::Page;
use robots_policy_input::number::number;

/// The permitted and the forbidden uses, as text.
pub(super) fn sentence(page: &Page<'_>, verdict: &Verdict<'_>) -> String {
    if verdict.profile().is_some() {
        let unread =
            unread(verdict).filter(|_| page.is_given() && (page.is_read || page.problem.is_none()));
        return unread.unwrap_or_default();
    }
    let mut sentences = Vec::new();
    match verdict.access().allowed() {
        _ if page.is_fetch_unknown() => sentences.push(of_fetch(None)),
        None => {}
        allowed => sentences.push(of_fetch(allowed)),
    }
    if !page.is_given() {
        sentences.push(format!(
            "The rules of the page are not known: {}.",
            Page::NOT_GIVEN
        ));
    } else if page.is_read {
        sentences.extend(of_page(verdict));
    }
    sentences.join(" ")
}

/// Whether it may be fetched.
pub(super) fn of_fetch(allowed: Option<bool>) -> String {
    String::from(match allowed {
        Some(true) => "May be fetched.",
        Some(false) => "Must not be fetched.",
        None => "It is not known whether it may be fetched.",
    })
}

fn of_page(verdict: &Verdict<'_>) -> Vec<String> {
    let directives = || verdict.directives().iter().map(|(directive, _)| directive);
    let bans: Vec<&str> = directives().filter_map(Directive::ban).collect();
    let mut sentences = Vec::new();
    if !bans.is_empty() {
        sentences.push(format!("Must not be {}.", bans.join(", nor ")));
    }
    let more = directives().filter_map(Directive::sentence);
    sentences.extend(more.map(str::to_owned));
    let snippet = verdict.snippet();
    if let Some(limit) = snippet.max_chars.filter(|_| snippet.allowed != Some(false)) {
        sentences.push(words::with(words::EXCERPTS, limit));
    }
    let is_banned = verdict.directives().contains(Directive::NoIndex);
    if let Some(until) = verdict.index_until().filter(|_| !is_banned) {
        sentences.push(words::with(words::UNTIL, until));
    }
    sentences.extend(unread(verdict));
    let mut in_force = verdict.directives().iter();
    let is_limit = |(own, value): (Directive, _)| own.permissive_value() != Some(value);
    match in_force.any(is_limit) {
        _ if !sentences.is_empty() => {}
        true => sentences.push(words::RESTRICTED.to_owned()),
        _ if restricts_use(verdict) => {
            sentences.push(words::RESTRICTED_FOR_AI.to_owned());
        }
        _ if !verdict.is_obtainable() => {
            sentences.push(words::with(words::NOTHING_ELSE, faults(verdict)));
        }
        _ if lacks_document(verdict) => {
            sentences.push(words::with(words::FREE, faults(verdict)));
        }
        _ => sentences.push(format!("The page restricts nothing{}.", faults(verdict))),
    }
    sentences
}

/// The number of warnings and errors, in parentheses: a restriction that was misspelt is one. Notices count that are shown unasked.
fn faults(verdict: &Verdict<'_>) -> String {
    let count = |severity| {
        let of = verdict
            .diagnostics()
            .filter(|found| found.severity() == severity && found.code().is_always_shown());
        u64::try_from(of.count()).unwrap_or(u64::MAX)
    };
    let counts = [
        (count(Severity::Error), "error"),
        (count(Severity::Warning), "warning"),
        (count(Severity::Notice), "notice"),
    ];
    let counts = counts.into_iter().filter(|(many, _)| *many > 0);
    let counts: Vec<String> = counts.map(|(many, word)| number(many, word)).collect();
    if counts.is_empty() {
        return String::new();
    }
    format!(" ({} below)", counts.join(" and "))
}

/// The sentence about the sources that keep an answer about the page from being known.
fn unread(verdict: &Verdict<'_>) -> Option<String> {
    let each = sources(verdict, OF_PAGE);
    (!each.is_empty()).then(|| format!("The {}: `?` is not known.", each.join("; the ")))
}

/// The sources that keep one of these answers from being known, each with its reason.
pub(super) fn sources(verdict: &Verdict<'_>, asked: &[Asked]) -> Vec<String> {
    let keeps = |unread: &Unread| asked.iter().any(|asked| unread.keeps(*asked));
    let mut each: Vec<String> = Vec::new();
    for unread in verdict.unread().filter(keeps) {
        let (source, why) = (unread.source(), unread.why());
        let one = format!("{} {}", words::subject(source), words::unread(why));
        if !each.contains(&one) {
            each.push(one);
        }
    }
    each
}

/// Whether a document about AI use was not read that a source points at, or that is not one of its format.
fn lacks_document(verdict: &Verdict<'_>) -> bool {
    let uses = verdict.uses();
    uses.unread()
        .any(|pointer| pointer.why() != Missing::TdmRep)
}

/// Whether a source restricts an activity.
fn restricts_use(verdict: &Verdict<'_>) -> bool {
    let uses = verdict.uses();
    let mut activities = Activity::ALL.iter();
    activities.any(|activity| uses.asked_not_to(*activity) == Some(true))
}

/// The answers about the page.
pub(super) const OF_PAGE: &[Asked] = &[Asked::Index, Asked::Follow, Asked::Archive, Asked::Snippet];
