//! The reading of one engine.

use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use robots_policy::engines::{Profile, UseAnswer};
use robots_policy::report::Record;
use robots_policy::uses::Activity;
use robots_policy::{Snippet, Timestamp, engines};

use crate::input::to_datetime;
use crate::parts;
use crate::policy::Policy;
use crate::uses::Uses;
use crate::verdict::{Verdict, hash_of, word};

/// The reading of one engine, beside the general verdict.
///
/// As in [`Verdict`], the answers to common questions are held.
#[pyclass(frozen, module = "robots_policy")]
pub(crate) struct AsVerdict {
    policy: Arc<robots_policy::Policy>,
    profile: Profile,
    url: String,
    now: Timestamp,
    answers: Answers,
    /// Gathered when they are first asked for.
    uses: OnceLock<Arc<robots_policy::uses::Uses>>,
}

#[derive(Clone, Copy)]
struct Answers {
    index: Option<bool>,
    follow: Option<bool>,
    archive: Option<bool>,
    snippet: Snippet,
    allowed: Option<bool>,
}

impl AsVerdict {
    pub(crate) fn new(
        policy: Arc<robots_policy::Policy>,
        profile: Profile,
        url: String,
        now: Timestamp,
    ) -> AsVerdict {
        let engine = policy.engine_verdict(profile, &url, now);
        let answers = Answers {
            index: engine.index(),
            follow: engine.follow(),
            archive: engine.archive(),
            snippet: engine.snippet(),
            allowed: engine.access().allowed(),
        };
        AsVerdict {
            policy,
            profile,
            url,
            now,
            answers,
            uses: OnceLock::new(),
        }
    }

    fn verdict(&self) -> engines::AsVerdict<'_> {
        self.policy
            .engine_verdict(self.profile, &self.url, self.now)
    }

    fn gathered(&self) -> &Arc<robots_policy::uses::Uses> {
        self.uses.get_or_init(|| Arc::new(self.verdict().uses()))
    }
}

/// A fact about each activity of which documents of engines speak.
fn by_activity(
    py: Python<'_>,
    fact: impl Fn(Activity) -> Option<bool>,
) -> PyResult<Bound<'_, PyDict>> {
    let facts = PyDict::new(py);
    for activity in engines::AsVerdict::ACTIVITIES {
        facts.set_item(parts::activity(py, activity)?, fact(activity))?;
    }
    Ok(facts)
}

/// True, false, `"limited"`, or `None`.
fn use_answer(py: Python<'_>, answer: Option<UseAnswer>) -> PyResult<Bound<'_, PyAny>> {
    Ok(match answer {
        None => py.None().into_bound(py),
        Some(UseAnswer::Limited) => UseAnswer::Limited.name().into_pyobject(py)?.into_any(),
        Some(answer) => {
            let is_used = answer == UseAnswer::Yes;
            is_used.into_pyobject(py)?.to_owned().into_any()
        }
    })
}

#[pymethods]
impl AsVerdict {
    #[getter]
    fn profile(&self) -> &'static str {
        self.profile.name()
    }

    #[getter]
    fn verified<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let verified = self.profile.verified();
        verified.map(|day| parts::date(py, day)).transpose()
    }

    #[getter]
    fn general(&self) -> Verdict {
        let client = self.verdict().general().client().clone();
        Verdict::new(Arc::clone(&self.policy), client, self.url.clone(), self.now)
    }

    #[getter]
    fn access<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parts::access(py, self.verdict().access())
    }

    #[getter]
    fn allowed(&self) -> Option<bool> {
        self.answers.allowed
    }

    #[getter]
    fn obtainable(&self) -> bool {
        self.answers.allowed != Some(false)
    }

    #[getter]
    fn crawl_delay(&self) -> Option<f64> {
        let delay = self.verdict().crawl_delay();
        delay.map(|delay| delay.as_secs_f64())
    }

    #[getter]
    fn index(&self) -> Option<bool> {
        self.answers.index
    }

    #[getter]
    fn index_if_embedded(&self) -> Option<bool> {
        self.verdict().index_if_embedded()
    }

    #[getter]
    fn follow(&self) -> Option<bool> {
        self.answers.follow
    }

    #[getter]
    fn archive(&self) -> Option<bool> {
        self.answers.archive
    }

    #[getter]
    fn snippet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parts::snippet(py, self.answers.snippet)
    }

    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        use_answer(py, self.gathered().used(Activity::Input))
    }

    #[getter]
    fn asked_not_to<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let uses = self.gathered();
        by_activity(py, |activity| uses.asked_not_to(activity))
    }

    #[getter]
    fn listens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let uses = self.gathered();
        by_activity(py, |activity| uses.listens(activity))
    }

    #[getter]
    fn train<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        use_answer(py, self.gathered().used(Activity::Train))
    }

    #[getter]
    fn directives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        parts::directives(py, self.verdict().directives().iter())
    }

    #[getter]
    fn not_honoured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let engine = self.verdict();
        let left = engine.not_honoured().iter();
        let left: PyResult<Vec<_>> = left.map(|left| parts::not_honoured(py, left)).collect();
        PyTuple::new(py, left?)
    }

    #[getter]
    fn differs(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        PyTuple::new(py, self.verdict().differs()).map(Bound::unbind)
    }

    #[getter]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let engine = self.verdict();
        let marks: PyResult<Vec<_>> = engine
            .marks()
            .iter()
            .map(|mark| parts::mark(py, mark))
            .collect();
        PyTuple::new(py, marks?)
    }

    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::reasons(py, self.verdict().because())
    }

    #[getter]
    fn uses(&self) -> Uses {
        Uses::of_verdict(Arc::clone(self.gathered()))
    }

    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::diagnostics(py, self.verdict().addressed().diagnostics())
    }

    #[getter]
    fn unread<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::unread(py, self.verdict().addressed().unread())
    }

    #[getter]
    fn ledger<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::ledger(py, self.verdict().addressed())
    }

    #[getter]
    fn url(&self) -> &str {
        &self.url
    }

    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_datetime(py, self.now)
    }

    #[getter]
    fn policy(&self) -> Policy {
        Policy::of(Arc::clone(&self.policy))
    }

    #[pyo3(signature = (*, ledger=false))]
    fn to_json<'py>(&self, py: Python<'py>, ledger: bool) -> PyResult<Bound<'py, PyBytes>> {
        let engine = self.verdict();
        let record = Record::of_engine(&self.url, &engine);
        let record = if ledger {
            record.with_ledger(engine.addressed())
        } else {
            record
        };
        parts::json(py, serde_json::to_vec(&record))
    }

    #[pyo3(signature = (*, ledger=false))]
    fn to_dict<'py>(&self, py: Python<'py>, ledger: bool) -> PyResult<Bound<'py, PyAny>> {
        parts::from_json(py, self.to_json(py, ledger)?)
    }

    // Without it, a page that an engine leaves out would be true in a condition.
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "an AsVerdict is neither true nor false; ask for verdict.index, verdict.follow, verdict.archive, verdict.allowed, verdict.snippet, verdict.answer or verdict.train",
        ))
    }

    fn __eq__(&self, other: &AsVerdict) -> bool {
        self.verdict() == other.verdict()
    }

    fn __hash__(&self) -> u64 {
        hash_of((self.profile.name(), &self.url, self.now))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "an AsVerdict is not pickled, because it holds its whole policy; pickle verdict.to_dict() or verdict.to_json()",
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let answers = self.answers;
        Ok(format!(
            "<AsVerdict on {:?} as {}: allowed={}, index={}, follow={}, archive={}, snippet={}, answer={}, train={}>",
            self.url,
            self.profile,
            word(answers.allowed),
            word(answers.index),
            word(answers.follow),
            word(answers.archive),
            word(answers.snippet.allowed),
            use_answer(py, self.gathered().used(Activity::Input))?.repr()?,
            use_answer(py, self.gathered().used(Activity::Train))?.repr()?,
        ))
    }
}
