//! The answers of robots.txt: may it be fetched, and why.

use std::fmt::Display;

use robots_policy::robots_txt::{Access, Cause, Reason, Robots};
use robots_policy::{Because, Verdict};
use robots_policy_input::names::plain_line;
use robots_policy_input::words;

use super::answers::{Answer, Row, Witness};
use super::page::Page;

/// The rows about fetching: the answer of robots.txt, and one for each purpose. There are none if robots.txt is not
/// known.
pub(super) fn of_access<'v>(page: &Page<'_>, verdict: &Verdict<'v>) -> Vec<Row<'v>> {
    let access = verdict.access();
    if !is_answered(verdict, access) {
        return Vec::new();
    }
    let purposes = access.purposes().iter();
    let purposes = purposes.map(|(purpose, access)| {
        let label = plain_line(&format!("  {purpose}")).into_owned();
        of_fetch(page, verdict, label, access)
    });
    let own = of_fetch(page, verdict, String::from("fetch"), access);
    std::iter::once(own).chain(purposes).collect()
}

fn of_fetch<'v>(
    page: &Page<'_>,
    verdict: &Verdict<'v>,
    label: String,
    access: &Access<'v>,
) -> Row<'v> {
    Row {
        label,
        answer: fetch(page, verdict, access),
        reasons: rule(access).into_iter().map(Witness::Because).collect(),
        note: note(page, verdict, access),
        effect: FORBIDS,
        is_use: false,
    }
}

/// The row about fetching where robots.txt is not known.
pub(super) fn unknown_access<'v>(page: &Page<'_>, verdict: &Verdict<'v>) -> Row<'v> {
    Row {
        answer: Answer::Unread,
        ..of_fetch(page, verdict, String::from("fetch"), verdict.access())
    }
}

/// Whether anything is known about fetching, or that robots.txt was not read. An engine that reads no robots.txt fetches without
/// one.
fn is_answered(verdict: &Verdict<'_>, access: &Access<'_>) -> bool {
    let is_given = verdict.addressed().access().allowed().is_some();
    let is_unread = matches!(
        access.reason(),
        Reason::NotRead | Reason::NotReadWhole | Reason::OtherTime
    );
    access.allowed().is_some() || is_unread || verdict.profile().is_some() && is_given
}

/// May it be fetched?
pub(super) fn fetch(page: &Page<'_>, verdict: &Verdict<'_>, access: &Access<'_>) -> Answer {
    if page.is_fetch_unknown() {
        return Answer::Unread;
    }
    match access.allowed() {
        Some(allowed) => Some(allowed).into(),
        None if access.reason() == Reason::MakesNoRequests => Answer::Unstated,
        None if is_answered(verdict, access) => Answer::Unread,
        None => Answer::Stated,
    }
}

/// The line of robots.txt that decides.
fn rule<'v>(access: &Access<'v>) -> Option<Because<'v>> {
    let (rule, group) = access.rule().zip(access.group())?;
    Some(Because::Rule(rule, group))
}

/// The reason why it may be fetched or not, if no line decides.
fn note(page: &Page<'_>, verdict: &Verdict<'_>, access: &Access<'_>) -> String {
    let robots = verdict.robots();
    // The words of the note have the consequence for a client, which an engine need not draw.
    let is_as_general = verdict.addressed().access().reason() == access.reason();
    match (access.reason(), page.robots.filter(|_| is_as_general)) {
        (Reason::Unavailable | Reason::Unreachable, Some(note)) => {
            plain_line(&note.words).into_owned()
        }
        _ => without_rule(robots, access),
    }
}

/// The reason of an answer that a group or no group gives, if no line decides.
pub(super) fn of_rules(reason: Reason, group: Option<impl Display>) -> String {
    match (reason, group) {
        (Reason::AllowRule | Reason::DisallowRule, _) => String::new(),
        (Reason::NoMatch, Some(group)) => {
            plain_line(&format!("no rule of group {group} matches")).into_owned()
        }
        _ => reason.sentence().to_owned(),
    }
}

fn without_rule(robots: &Robots, access: &Access<'_>) -> String {
    let reason = access.reason();
    match (reason, access.group()) {
        (Reason::AllowRule | Reason::DisallowRule | Reason::NoMatch, group) => {
            of_rules(reason, group)
        }
        // A file that the general reading has, and the engine does not have.
        (Reason::Unavailable, _) if robots.rules().is_some() => {
            format!("robots.txt counts as absent: {}", reason.sentence())
        }
        (Reason::Unreachable, _) if robots.rules().is_some() => {
            format!("robots.txt cannot be had at present: {}", reason.sentence())
        }
        (Reason::Unavailable | Reason::Unreachable, _) => {
            let cause = robots.cause();
            let cause = cause.map_or("robots.txt has no rules", Cause::sentence);
            format!("{cause}: {}", reason.sentence())
        }
        (Reason::Unknown, _) if robots.cause().is_some() || robots.rules().is_some() => {
            String::from(words::SITE_UNKNOWN)
        }
        _ => reason.sentence().to_owned(),
    }
}

/// The effect of a line that forbids fetching.
pub(super) const FORBIDS: &str = "forbids fetching it";
