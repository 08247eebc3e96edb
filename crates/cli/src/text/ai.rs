//! The view of AI: whether an engine may fetch a page, what it is asked, and whether its owner says that it listens.

use robots_policy::Provenance;
use robots_policy::Verdict;
use robots_policy::uses::{Activity, Uses};

use super::Page;
use super::access;
use super::answers::{Answer, FETCH, said};
use super::uses::{asked, asking};
use crate::names::plain_line;

/// The titles of the answers and the widths of their columns.
pub(super) const COLUMNS: &[(&str, usize)] =
    &[(FETCH, 5), ("train", 5), ("input", 5), ("listens", 7)];

/// The uses that engines of AI are asked about.
const ASKED: [Activity; 2] = [Activity::Train, Activity::Input];

/// The answers, in the order of the columns.
pub(super) fn answers(page: &Page<'_>, verdict: &Verdict<'_>) -> Vec<Answer> {
    let uses = verdict.uses();
    let mut all = vec![access::fetch(page, verdict, verdict.access())];
    all.extend(ASKED.map(|activity| asked(&uses, activity)));
    all.push(listens(&uses, &ASKED));
    all
}

/// Whether the owner says that the engine listens to what it is asked not to do.
pub(crate) fn listens(uses: &Uses, activities: &[Activity]) -> Answer {
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
    let place = |at: &Provenance| page.inputs.locate(at).place;
    let uses = verdict.uses();
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
    for activity in ASKED {
        if uses.asked_not_to(activity) == Some(true) {
            let asking = asking(&uses, activity, uses.listens(activity), &place);
            if !all.contains(&asking) {
                all.push(asking);
            }
        }
    }
    plain_line(&all.join(", ")).into_owned()
}
