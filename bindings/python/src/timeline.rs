//! The answers of one authority over time, for the joins of Spark. The rule is [`History`].

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_policy::Why;
use robots_policy_archives::{History, Seen};

/// An answer in a table.
struct Row {
    index: usize,
    at: i64,
    has_outcome: bool,
    /// Two answers that say the same have one number.
    state: i64,
}

impl Seen for Row {
    fn at(&self) -> i64 {
        self.at
    }

    fn has_outcome(&self) -> bool {
        self.has_outcome
    }

    fn is_like(&self, other: &Row) -> bool {
        self.state == other.state
    }
}

/// The first and the last second, the place of the answer, and why it is not current, if it is not.
type Interval = (i64, i64, usize, Option<&'static str>);

/// The times at which an answer holds, in their order. The answers are of one authority, in the order of their times.
#[pyfunction(name = "_timeline")]
pub(crate) fn timeline(
    times: Vec<i64>,
    has_outcome: Vec<bool>,
    states: Vec<i64>,
    within: i64,
) -> PyResult<Vec<Interval>> {
    if !times.is_sorted() || times.len() != has_outcome.len() || times.len() != states.len() {
        return Err(PyValueError::new_err(
            "times: they come in their order, and each has an outcome or not, and a state",
        ));
    }
    let facts = times.into_iter().zip(has_outcome).zip(states);
    let rows = facts
        .enumerate()
        .map(|(index, ((at, has_outcome), state))| Row {
            index,
            at,
            has_outcome,
            state,
        });
    let rows: Vec<Row> = rows.collect();
    let spans = History::new(&rows).spans(within);
    let held = spans.into_iter().filter_map(|(span, chosen)| {
        let chosen = chosen?;
        let why = chosen.why.map(Why::name);
        Some((span.since, span.until, chosen.observation.index, why))
    });
    Ok(held.collect())
}
