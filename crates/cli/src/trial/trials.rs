//! The cases that a client goes through: the controls first, then the cases that were chosen.

use std::collections::BTreeSet;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::case::{Ability, Case, Level, fits};
use super::client::Client;
use super::judge::{Outcome, Seen, judge, shows};
use super::site::Sites;

/// A case and what came of it.
pub(super) struct Tried {
    pub(super) case: Arc<Case>,
    pub(super) seen: Seen,
    pub(super) outcome: Outcome,
}

/// Which cases are listed.
pub(super) struct Choice<'a> {
    pub(super) ids: &'a [String],
    pub(super) levels: &'a [Level],
}

impl Choice<'_> {
    pub(super) fn has(&self, case: &Case) -> bool {
        let is_id = self.ids.is_empty() || self.ids.iter().any(|pattern| fits(pattern, &case.id));
        is_id && (self.levels.is_empty() || self.levels.contains(&case.level))
    }
}

/// The chosen cases of a client.
pub(super) struct Trials {
    pub(super) tried: Vec<Tried>,
    /// Why no case was tested, if the client did not even do what is asked of every client.
    pub(super) failed: Option<String>,
}

/// Sends a client through the chosen cases, and through all controls.
pub(super) fn trials(
    cases: &[Arc<Case>],
    choice: &Choice<'_>,
    client: &Client<'_>,
    jobs: usize,
) -> io::Result<Trials> {
    let wanted = |case: &&Arc<Case>| case.control.is_some() || choice.has(case);
    let wanted: Vec<&Arc<Case>> = cases.iter().filter(wanted).collect();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        while let Some(case) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            if client.interrupt.is_asked() {
                break;
            }
            let seen = seen(case, client);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((Arc::clone(case), seen));
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut found = Vec::new();
    for (case, seen) in done {
        found.push((case, seen?));
    }
    let mut tried = judged(found);
    let failed = failed(&tried);
    tried.retain(|tried| choice.has(&tried.case));
    Ok(Trials { tried, failed })
}

/// How a client ended that did not request the page of a control which nothing closes.
fn failed(tried: &[Tried]) -> Option<String> {
    let is_fetch = |one: &&Tried| one.case.control == Some(Ability::Fetch);
    let mut controls = tried.iter().filter(is_fetch).peekable();
    controls.peek()?;
    let missed = controls.find(|one| shows(&one.case, &one.seen).is_none());
    let is_shown = tried
        .iter()
        .any(|one| shows(&one.case, &one.seen) == Some(Ability::Fetch));
    let missed = missed.filter(|_| !is_shown)?;
    Some(format!(
        "the client did not request the page of {}, which nothing closes, so that nothing was tested; {}",
        missed.case.id, missed.seen.end
    ))
}

/// The requests and the output of a client that is sent to the pages of a case.
fn seen(case: &Arc<Case>, client: &Client<'_>) -> io::Result<Seen> {
    let served = if client.follows_links() {
        Arc::new(case.after_links())
    } else {
        Arc::clone(case)
    };
    let sites = Sites::open(&served, client.agent)?;
    let urls: Vec<String> = served.start.iter().map(|at| sites.url(at)).collect();
    let ran = client.run(&urls)?;
    Ok(Seen {
        requests: sites.requests(),
        output: Some(ran.output),
        has_timed_out: ran.has_timed_out,
        end: ran.end,
    })
}

/// The outcomes, in the order of the ids.
pub(super) fn judged(mut found: Vec<(Arc<Case>, Seen)>) -> Vec<Tried> {
    found.sort_by(|(one, _), (other, _)| one.id.cmp(&other.id));
    let shown = found.iter().filter_map(|(case, seen)| shows(case, seen));
    let abilities: BTreeSet<Ability> = shown.collect();
    let tried = found.into_iter().map(|(case, seen)| Tried {
        outcome: judge(&case, &seen, &abilities),
        case,
        seen,
    });
    tried.collect()
}
