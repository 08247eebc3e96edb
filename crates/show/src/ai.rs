//! The answers about AI of an engine, in the same words in every table: what it is asked, and whether its owner says that it listens.

use robots_policy::Provenance;
use robots_policy::Verdict;
use robots_policy::uses::{Activity, Uses};
use robots_policy_input::names::plain_line;

use super::access;
use super::answers::{Answer, Witness, said, with_field};
use super::page::Page;
use super::uses::{OF_ENGINES, asked, asking};

/// The titles of the answers and the widths of their columns.
pub(super) const COLUMNS: &[(&str, usize)] = &[("train", 5), ("input", 5), (LISTENS, 7)];
/// The title of the answer whether its owner says that it listens.
pub(super) const LISTENS: &str = "listens";

/// The answers, in the order of the columns.
pub(super) fn answers(verdict: &Verdict<'_>) -> Vec<Answer> {
    let uses = verdict.uses();
    let mut all: Vec<Answer> = OF_ENGINES.map(|activity| asked(&uses, activity)).into();
    all.push(match verdict.profile() {
        Some(_) => listens(&uses, &OF_ENGINES),
        None => Answer::Unstated,
    });
    all
}

/// Whether the owner says that the engine listens to what it is asked not to do.
pub fn listens(uses: &Uses, activities: &[Activity]) -> Answer {
    let is_asked = |activity: &&Activity| uses.asked_not_to(**activity) == Some(true);
    let asked = activities.iter().filter(is_asked);
    let heard: Vec<Option<bool>> = asked.map(|activity| uses.listens(*activity)).collect();
    match heard.as_slice() {
        [] => Answer::Unstated,
        [first, rest @ ..] if rest.iter().all(|other| other == first) => match first {
            Some(true) => Answer::Yes,
            Some(false) => Answer::No,
            None => Answer::Unsaid,
        },
        _ => Answer::Unsaid,
    }
}

/// The lines that decide: why it may not fetch, and what asks it.
pub(super) fn because(page: &Page<'_>, verdict: &Verdict<'_>) -> String {
    let place = |at: &Provenance| page.inputs.place(at);
    let mut all: Vec<String> = Vec::new();
    let fetch = access::of_access(page, verdict);
    let is_refused = |answer| matches!(answer, Answer::No);
    for row in fetch.iter().filter(|row| is_refused(row.answer)) {
        let reason = row.reasons.first();
        all.push(reason.map_or_else(
            || row.note.clone(),
            |reason| format!("{} {}", place(&reason.provenance()), said(reason)),
        ));
    }
    add_asking(&mut all, verdict, &place);
    plain_line(&all.join(", ")).into_owned()
}

/// Adds the statements that ask not to do something, or that limit it.
pub(super) fn add_asking(
    all: &mut Vec<String>,
    verdict: &Verdict<'_>,
    place: &impl Fn(&Provenance) -> String,
) {
    let uses = verdict.uses();
    for activity in OF_ENGINES {
        let said = if uses.asked_not_to(activity) == Some(true) {
            asking(&uses, activity, uses.listens(activity), place)
        } else if asked(&uses, activity) == Answer::Limited {
            let limits = verdict.because_of_use(activity);
            let limit = limits.into_iter().next().map(Witness::Because);
            limit.map_or_else(String::new, |limit| {
                format!("{} {}", place(&limit.provenance()), with_field(&limit))
            })
        } else {
            continue;
        };
        if !said.is_empty() && !all.iter().any(|own| own.contains(&said)) {
            all.push(said);
        }
    }
}
