//! The observations of one place over time: what holds when.
//!
//! **Invariant.** An answer without an outcome, such as a 503, replaces none that has one: a crawler continues with its last good
//! copy (RFC 9309 §2.3.1.4).

use super::place::Observation;

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

/// The observation that holds at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Current<'o> {
    /// The last one until then that has an outcome; without one, the last failure.
    pub observation: &'o Observation,
    /// The last failure after it, until then.
    pub failure: Option<&'o Observation>,
}

/// The observation that holds at a time in seconds since 1970; `None` where none was made until then. Observations come in the
/// order of their times.
pub fn current(observations: &[Observation], at: i64) -> Option<Current<'_>> {
    let end = observations.partition_point(|observation| observation.at <= at);
    let until = observations.get(..end)?;
    let last = until.last()?;
    let has_outcome = |observation: &&Observation| observation.without_body().has_outcome();
    let good = until.iter().rev().find(has_outcome);
    let observation = good.unwrap_or(last);
    Some(Current {
        observation,
        failure: (observation != last).then_some(last),
    })
}
