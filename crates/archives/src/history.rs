//! The observations of one place over time: what holds when.
//!
//! **What it is.** One rule for the program, the wheel and Spark, over anything that was seen at a time ([`Seen`]): a store joins
//! pages one by one ([`History::tiers`]), Spark joins tables by all intervals of a place ([`History::spans`]).
//!
//! **Invariants.** Every answer that may be the current one is asked for its `Disallow`: all of the second of the one that is chosen,
//! and, where these are redirects that lead to no known answer, those that would be chosen without them. An answer without an outcome,
//! such as a 503, replaces none that has one: a crawler continues with its last good copy (RFC 9309 §2.3.1.4). Between two neighbours
//! among [`History::edges`] the result does not change.
//!
//! **What breaks if touched.** An edge that is missing gives a page the answer of another time.
//!
//! **Which test notices.** The one below compares every second with a plain reading; `test_arrow_times.py` and
//! `test_spark_timeline.py` have their own.

#[cfg(test)]
mod tests;

use std::iter;
use std::ops::Range;

use robots_policy::Why;

use crate::time::Span;

/// The most tiers that are asked, on the whole way to an answer. A site may redirect to another address each time.
pub const MOST_TIERS: usize = 8;
/// The most answers of one second that are asked. They permit nothing, and those that are left out permit nothing either.
const MOST_ALIKE: usize = 16;

/// An answer that was seen at a time.
pub trait Seen {
    /// When, in seconds since 1970.
    fn at(&self) -> i64;
    /// Whether it gives rules, their absence, or another place, and not only a failure.
    fn has_outcome(&self) -> bool;
    /// Whether it says the same as another one, at whatever time.
    fn is_like(&self, other: &Self) -> bool;
    /// Whether it says nothing by itself, but leads to another place, of which nothing may be known.
    fn is_redirect(&self) -> bool {
        false
    }
}

/// Observations that follow each other and say the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<'o, O> {
    /// The first one.
    pub first: &'o O,
    /// The last one.
    pub last: &'o O,
    /// How many there are.
    pub count: usize,
}

/// The runs of observations, which come in the order of their times: A, B, A are three.
pub fn runs<O: Seen>(observations: &[O]) -> Vec<Run<'_, O>> {
    let groups = observations.chunk_by(O::is_like);
    let runs = groups.filter_map(|group| {
        Some(Run {
            first: group.first()?,
            last: group.last()?,
            count: group.len(),
        })
    });
    runs.collect()
}

/// The observation that a page is judged by, and why it is not current, if it is not.
#[derive(Debug, PartialEq, Eq)]
pub struct Chosen<'o, O> {
    /// The observation.
    pub observation: &'o O,
    /// [`Why::Earlier`] or [`Why::Later`].
    pub why: Option<Why>,
}

impl<O> Clone for Chosen<'_, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for Chosen<'_, O> {}

impl<O> Chosen<'_, O> {
    fn is_same(&self, other: &Chosen<'_, O>) -> bool {
        std::ptr::eq(self.observation, other.observation) && self.why == other.why
    }
}

/// Observations of which each may be the current one, with the numbers of their tiers.
pub type Numbered<'o, O> = Vec<(usize, Chosen<'o, O>)>;

/// The observations of a place as a page is joined with them: those with an outcome, and the failures.
///
/// ```
/// use robots_policy::Why;
/// use robots_policy_archives::{History, Seen};
///
/// struct Answer(i64, &'static str);
/// impl Seen for Answer {
///     fn at(&self) -> i64 {
///         self.0
///     }
///     fn has_outcome(&self) -> bool {
///         self.1 != "503"
///     }
///     fn is_like(&self, other: &Answer) -> bool {
///         self.1 == other.1
///     }
/// }
/// let answers = [Answer(100, "404"), Answer(105, "503"), Answer(120, "404")];
/// let spans = History::new(&answers).spans(10);
/// let all: Vec<_> = spans.iter().map(|(span, chosen)| (span.until, chosen[0].1.why)).collect();
/// assert_eq!(all, [(89, Some(Why::Later)), (119, None), (130, None), (i64::MAX, Some(Why::Earlier))]);
/// ```
pub struct History<'o, O> {
    /// In the order of their times.
    good: Vec<&'o O>,
    /// For each of these the places of its run, so that a long one costs no more than a short one.
    runs: Vec<Range<usize>>,
    failures: Vec<&'o O>,
}

impl<'o, O: Seen> History<'o, O> {
    /// Of observations in the order of their times.
    pub fn new(observations: &'o [O]) -> History<'o, O> {
        let (mut good, mut failures) = (Vec::new(), Vec::new());
        for alike in observations.chunk_by(O::is_like) {
            let has_outcome = alike.first().is_some_and(O::has_outcome);
            if has_outcome {
                good.extend(alike);
            } else {
                failures.extend(alike);
            }
        }
        let mut runs = Vec::with_capacity(good.len());
        for run in good.chunk_by(|one, other| one.is_like(other)) {
            let start = runs.len();
            runs.extend(iter::repeat_n(start..start + run.len(), run.len()));
        }
        History {
            good,
            runs,
            failures,
        }
    }

    /// The observation for a page that was fetched at a time. Current is a run while it lasts, and `within` seconds before and
    /// after it; the one before the page goes before the one after it. Where none is current, it is the last one before the page, or
    /// the first one after it. A failure counts where there is nothing else, and only if it is current.
    pub fn at(&self, at: i64, within: i64) -> Option<Chosen<'o, O>> {
        let failure = || {
            let observation = self.failure(at, within)?;
            Some(Chosen {
                observation,
                why: None,
            })
        };
        self.beside(&[], at, within).or_else(failure)
    }

    /// The observations for a page that was fetched at a time, of which each may be the current one. Those of the first tier are that of
    /// [`History::at`], then the others of its second. If all of a tier are redirects that lead to nothing that is known, the next tier
    /// counts: it is without them, and permits nothing.
    pub fn tiers(&self, at: i64, within: i64) -> impl Iterator<Item = Vec<Chosen<'o, O>>> {
        let mut passed: Vec<&'o O> = Vec::new();
        let first = self.all(self.at(at, within), &passed);
        let tiers = iter::successors(Some(first), move |tier| {
            if !tier.iter().all(|one| one.observation.is_redirect()) {
                return None;
            }
            passed.extend(tier.iter().map(|one| one.observation));
            let mut next = self.all(self.beside(&passed, at, within), &passed);
            for one in &mut next {
                let is_after = one.observation.at() > at;
                let why = if is_after { Why::Later } else { Why::Earlier };
                one.why = one.why.or(Some(why));
            }
            Some(next)
        });
        tiers.take(MOST_TIERS).take_while(|tier| !tier.is_empty())
    }

    /// An observation, and the others of its second that say something else, but those that were passed.
    fn all(&self, chosen: Option<Chosen<'o, O>>, passed: &[&'o O]) -> Vec<Chosen<'o, O>> {
        let mut all: Vec<Chosen<'o, O>> = Vec::from_iter(chosen);
        let Some(one) = chosen.filter(|one| one.observation.has_outcome()) else {
            return all;
        };
        let (until, _) = around(&self.good, one.observation.at());
        let same = until.iter().rev();
        let same = same.take_while(|other| other.at() == one.observation.at());
        for other in same {
            let is_like = |known: &&O| known.is_like(other);
            let is_known = all.iter().any(|known| is_like(&known.observation));
            if !is_known && !passed.iter().any(is_like) && all.len() < MOST_ALIKE {
                all.push(Chosen {
                    observation: other,
                    ..one
                });
            }
        }
        all
    }

    /// The observation with an outcome for a page that was fetched at a time, if some were not there.
    fn beside(&self, passed: &[&'o O], at: i64, within: i64) -> Option<Chosen<'o, O>> {
        let next = self.good.partition_point(|one| one.at() <= at);
        let (before, after) = (self.before(passed, next), self.after(passed, next));
        let is_near = |one: &&O| at.abs_diff(one.at()) <= within.unsigned_abs();
        let chosen = |why: Option<Why>| move |observation: &'o O| Chosen { observation, why };
        let lasts = |one: &&O| after.is_some_and(|after| after.is_like(one));
        let current = before
            .filter(|one| lasts(one) || is_near(one))
            .or(after.filter(is_near));
        current
            .map(|one| chosen(self.contested(one))(one))
            .or_else(|| before.map(chosen(Some(Why::Earlier))))
            .or_else(|| after.map(chosen(Some(Why::Later))))
    }

    /// The last observation of the first ones, this many, that was not passed. Of a run all or none were.
    fn before(&self, passed: &[&'o O], mut end: usize) -> Option<&'o O> {
        loop {
            let last = end.checked_sub(1)?;
            let one = self.good.get(last)?;
            if !passed.iter().any(|passed| passed.is_like(one)) {
                return Some(one);
            }
            end = self.runs.get(last)?.start;
        }
    }

    /// The first observation from this one on that was not passed.
    fn after(&self, passed: &[&'o O], mut next: usize) -> Option<&'o O> {
        loop {
            let one = self.good.get(next)?;
            if !passed.iter().any(|passed| passed.is_like(one)) {
                return Some(one);
            }
            next = self.runs.get(next)?.end;
        }
    }

    /// Why an observation with an outcome permits nothing by itself: another one says something else in the same second, and no
    /// one knows which was later.
    pub fn contested(&self, one: &O) -> Option<Why> {
        let (until, _) = around(&self.good, one.at());
        let same = until.iter().rev();
        let mut same = same.take_while(|other| other.at() == one.at());
        same.any(|other| !other.is_like(one))
            .then_some(Why::Earlier)
    }

    /// The failure next to a time; of two the one before it, and of those of one second the first.
    fn failure(&self, at: i64, within: i64) -> Option<&'o O> {
        let (before, after) = around(&self.failures, at);
        let last = before.last().map(|last| last.at());
        let first = before.partition_point(|one| Some(one.at()) < last);
        let near = before.get(first).into_iter().chain(after.first());
        let near = near.filter(|one| at.abs_diff(one.at()) <= within.unsigned_abs());
        near.copied().min_by_key(|one| at.abs_diff(one.at()))
    }

    /// The times around one at which the observation for a page is the same, or fewer of them.
    pub fn span(&self, at: i64, within: i64) -> Span {
        let mut span = Span::ALWAYS;
        for edge in self.edges(within) {
            if edge <= at {
                span.since = span.since.max(edge);
            } else {
                span.until = span.until.min(edge.saturating_sub(1));
            }
        }
        span
    }

    /// All times, in their order, with what [`History::tiers`] gives at each, and the number of its tier: neighbours differ in it.
    pub fn spans(&self, within: i64) -> Vec<(Span, Numbered<'o, O>)> {
        let mut starts: Vec<i64> = self.edges(within).chain([i64::MIN]).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut all: Vec<(Span, Numbered<'o, O>)> = Vec::new();
        for since in starts {
            let chosen = self.numbered(since, within);
            if let Some((last, held)) = all.last_mut() {
                let mut both = held.iter().zip(&chosen);
                let is_same = held.len() == chosen.len()
                    && both.all(|(held, one)| held.0 == one.0 && held.1.is_same(&one.1));
                if is_same {
                    continue;
                }
                last.until = since.saturating_sub(1);
            }
            let until = i64::MAX;
            all.push((Span { since, until }, chosen));
        }
        all
    }

    /// The observations for a page that was fetched at a time, each with the number of its tier.
    pub fn numbered(&self, at: i64, within: i64) -> Numbered<'o, O> {
        let tiers = self.tiers(at, within).enumerate();
        let chosen =
            tiers.flat_map(|(number, tier)| tier.into_iter().map(move |one| (number, one)));
        chosen.collect()
    }

    /// The times from which on the result may be another one.
    fn edges(&self, within: i64) -> impl Iterator<Item = i64> {
        let all = self.good.iter().chain(&self.failures);
        let edges = all.flat_map(move |one| {
            let end = one.at().saturating_add(within).saturating_add(1);
            [one.at().saturating_sub(within), one.at(), end]
        });
        // Of two failures the nearer one counts, up to the middle between them.
        let middles = self.failures.windows(2).filter_map(|pair| match pair {
            [one, other] => Some(middle(one.at(), other.at()).saturating_add(1)),
            _ => None,
        });
        edges.chain(middles)
    }
}

/// The observations until a time, and those after it.
fn around<'h, 'o, O: Seen>(observations: &'h [&'o O], at: i64) -> (&'h [&'o O], &'h [&'o O]) {
    let next = observations.partition_point(|one| one.at() <= at);
    observations.split_at_checked(next).unwrap_or_default()
}

/// The middle of two times, the earlier one of two: [`i64::midpoint`] takes the later one before 1970.
fn middle(one: i64, other: i64) -> i64 {
    (one & other) + ((one ^ other) >> 1)
}
