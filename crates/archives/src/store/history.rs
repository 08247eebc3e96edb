//! The observations of one place over time: what holds when.
//!
//! **Invariant.** An answer without an outcome, such as a 503, replaces none that has one: a crawler continues with its last good
//! copy (RFC 9309 §2.3.1.4).

use robots_policy::Why;

use super::place::Observation;
use crate::when::Span;

/// Observations that follow each other and say the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<'o> {
    /// The first one.
    pub first: &'o Observation,
    /// The last one.
    pub last: &'o Observation,
    /// How many there are.
    pub count: usize,
}

/// The runs of observations, which come in the order of their times: A, B, A are three.
pub fn runs(observations: &[Observation]) -> Vec<Run<'_>> {
    let groups = observations.chunk_by(Observation::is_like);
    let runs = groups.filter_map(|group| {
        Some(Run {
            first: group.first()?,
            last: group.last()?,
            count: group.len(),
        })
    });
    runs.collect()
}

/// Why an observation with an outcome permits nothing by itself: another one says something else in the same second, and no one
/// knows which was later.
pub(super) fn contested<'o>(
    one: &Observation,
    good: impl Iterator<Item = &'o Observation>,
) -> Option<Why> {
    let mut same = good.filter(|other| other.at == one.at);
    let is_contested = same.any(|other| !other.is_like(one));
    is_contested.then_some(Why::Earlier)
}

/// The observation that a page is judged by, and why it is not current, if it is not.
#[derive(Clone, Copy)]
pub(super) struct Chosen<'o> {
    pub(super) observation: &'o Observation,
    /// [`Why::Earlier`] or [`Why::Later`].
    pub(super) why: Option<Why>,
}

/// The observations of a place as a page is joined with them: the runs of those with an outcome, and the failures.
pub(super) struct History<'o> {
    /// In the order of their times.
    good: Vec<&'o Observation>,
    failures: Vec<&'o Observation>,
}

impl<'o> History<'o> {
    /// Of observations in the order of their times.
    pub(super) fn new(observations: &'o [Observation]) -> History<'o> {
        let (mut good, mut failures) = (Vec::new(), Vec::new());
        for alike in observations.chunk_by(Observation::is_like) {
            let has_outcome = alike.first().is_some_and(Observation::has_outcome);
            if has_outcome {
                good.extend(alike);
            } else {
                failures.extend(alike);
            }
        }
        History { good, failures }
    }

    /// The observation for a page that was fetched at a time. Current is a run while it lasts, and `within` seconds before and
    /// after it; the one before the page goes before the one after it. Where none is current, it is the last one before the page, or
    /// the first one after it. A failure counts where there is nothing else, and only if it is current.
    pub(super) fn at(&self, at: i64, within: i64) -> Option<Chosen<'o>> {
        let next = self.good.partition_point(|one| one.at <= at);
        let before = next.checked_sub(1).and_then(|place| self.good.get(place));
        let after = self.good.get(next);
        let is_near = |one: &&&Observation| at.abs_diff(one.at) <= within.unsigned_abs();
        let chosen = |why: Option<Why>| {
            move |one: &&'o Observation| Chosen {
                observation: one,
                why,
            }
        };
        let lasts = |one: &&&Observation| after.is_some_and(|after| after.is_like(one));
        let current = before
            .filter(|one| lasts(one) || is_near(one))
            .or(after.filter(is_near));
        current
            .map(|one| chosen(contested(one, self.good.iter().copied()))(one))
            .or_else(|| before.map(chosen(Some(Why::Earlier))))
            .or_else(|| after.map(chosen(Some(Why::Later))))
            .or_else(|| self.failure(at, within))
    }

    /// The failure next to a time; of two the one before it.
    fn failure(&self, at: i64, within: i64) -> Option<Chosen<'o>> {
        let near = self.failures.iter();
        let near = near.filter(|one| at.abs_diff(one.at) <= within.unsigned_abs());
        let observation = near.min_by_key(|one| (at.abs_diff(one.at), one.at))?;
        Some(Chosen {
            observation,
            why: None,
        })
    }

    /// The times around one at which the observation for a page is the same, or fewer of them.
    pub(super) fn span(&self, at: i64, within: i64) -> Span {
        let all = self.good.iter().chain(&self.failures);
        let edges = all.flat_map(|one| {
            let end = one.at.saturating_add(within).saturating_add(1);
            [one.at.saturating_sub(within), one.at, end]
        });
        // Of two failures the nearer one counts, up to the middle between them.
        let middles = self.failures.windows(2).filter_map(|pair| match pair {
            [one, other] => Some(one.at.midpoint(other.at).saturating_add(1)),
            _ => None,
        });
        let mut span = Span::ALWAYS;
        for edge in edges.chain(middles) {
            if edge <= at {
                span.since = span.since.max(edge);
            } else {
                span.until = span.until.min(edge.saturating_sub(1));
            }
        }
        span
    }
}
