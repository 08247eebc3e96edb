//! The answers of one authority over time, for the joins of Spark. The rule is [`History`].

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_policy::Why;
use robots_policy_archives::{Chosen, History, Seen, Span};

/// An answer in a table.
struct TimelineAnswer {
    index: usize,
    at: i64,
    has_outcome: bool,
    is_redirect: bool,
    /// Two answers that say the same have one number.
    state: i64,
}

impl Seen for TimelineAnswer {
    fn at(&self) -> i64 {
        self.at
    }

    fn has_outcome(&self) -> bool {
        self.has_outcome
    }

    fn is_redirect(&self) -> bool {
        self.is_redirect
    }

    fn is_like(&self, other: &TimelineAnswer) -> bool {
        self.state == other.state
    }
}

/// The first and the last second, and the answers that may be current: the tier of each, its place, and why it is not current, if
/// it is not.
type Interval = (i64, i64, Vec<(usize, usize, Option<&'static str>)>);

/// The times at which answers hold, in their order. The answers are of one authority, in the order of their times; `within` is
/// `None` for the latest ones, whose time is every one.
#[pyfunction(name = "_timeline")]
pub(crate) fn timeline(
    times: Vec<i64>,
    has_outcome: Vec<bool>,
    is_redirect: Vec<bool>,
    states: Vec<i64>,
    within: Option<i64>,
) -> PyResult<Vec<Interval>> {
    let lengths = [has_outcome.len(), is_redirect.len(), states.len()];
    if !times.is_sorted() || lengths.iter().any(|length| *length != times.len()) {
        return Err(PyValueError::new_err(
            "times: they come in their order, and each has an outcome or not, is a redirect or not, and has a state",
        ));
    }
    let facts = times.into_iter().zip(has_outcome);
    let facts = facts.zip(is_redirect).zip(states);
    let rows = facts
        .enumerate()
        .map(|(index, (facts, state))| TimelineAnswer {
            index,
            at: facts.0.0,
            has_outcome: facts.0.1,
            is_redirect: facts.1,
            state,
        });
    let rows: Vec<TimelineAnswer> = rows.collect();
    let history = History::new(&rows);
    let spans = match within {
        Some(within) => history.spans(within),
        None => vec![(Span::ALWAYS, history.numbered(i64::MAX, i64::MAX))],
    };
    let held = spans.into_iter().filter(|(_, chosen)| !chosen.is_empty());
    let of = |(tier, chosen): (usize, Chosen<'_, TimelineAnswer>)| {
        (tier, chosen.observation.index, chosen.why.map(Why::name))
    };
    let held = held.map(|(span, chosen)| {
        let chosen = chosen.into_iter().map(of);
        (span.since, span.until, chosen.collect())
    });
    Ok(held.collect())
}
