//! The verdict for one asker.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyString, PyTuple};
use robots_policy::report::{Json, Record, content_usage_of, robots_tag_of};
use robots_policy::{Directive, Snippet, Source, Timestamp};

use crate::client::Client;
use crate::errors::ErrorClass;
use crate::input::to_datetime;
use crate::parts;
use crate::policy::Policy;
use crate::uses::Uses;

/// The verdict for one asker.
///
/// The answers to the questions that every caller has are held; the others are read from the policy when they are asked for.
#[pyclass(frozen, module = "robots_policy")]
pub(crate) struct Verdict {
    policy: Arc<robots_policy::Policy>,
    client: robots_policy::Client,
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
    restricted: Option<bool>,
    snippet: Snippet,
    allowed: Option<bool>,
}

impl Verdict {
    pub(crate) fn new(
        policy: Arc<robots_policy::Policy>,
        client: robots_policy::Client,
        url: String,
        now: Timestamp,
    ) -> Verdict {
        let verdict = policy.verdict(&client, &url, now);
        let answers = Answers {
            index: verdict.index(),
            follow: verdict.follow(),
            archive: verdict.archive(),
            restricted: verdict.restricted(),
            snippet: verdict.snippet(),
            allowed: verdict.access().allowed(),
        };
        Verdict {
            policy,
            client,
            url,
            now,
            answers,
            uses: OnceLock::new(),
        }
    }

    fn verdict(&self) -> robots_policy::Verdict<'_> {
        self.policy.verdict(&self.client, &self.url, self.now)
    }
}

#[pymethods]
impl Verdict {
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
    fn restricted(&self) -> Option<bool> {
        self.answers.restricted
    }

    #[getter]
    fn index(&self) -> Option<bool> {
        self.answers.index
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
    fn may_index(&self) -> bool {
        self.answers.index == Some(true)
    }

    #[getter]
    fn may_follow(&self) -> bool {
        self.answers.follow == Some(true)
    }

    #[getter]
    fn may_archive(&self) -> bool {
        self.answers.archive == Some(true)
    }

    #[getter]
    fn index_until<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let until = self.verdict().index_until();
        until.map(|until| to_datetime(py, until)).transpose()
    }

    #[getter]
    fn snippet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parts::snippet(py, self.answers.snippet)
    }

    #[getter]
    fn directives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        parts::directives(py, self.verdict().directives().iter())
    }

    #[getter]
    fn permits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        parts::directives(py, self.verdict().permits())
    }

    #[getter]
    fn extensions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let extensions = PyDict::new(py);
        for extension in self.verdict().extensions() {
            let (name, value) = (extension.name(), extension.value());
            let known: Vec<Option<String>> = match extensions.get_item(name)? {
                Some(values) => values.extract()?,
                None => Vec::new(),
            };
            let values = known.into_iter().chain([value.map(str::to_owned)]);
            extensions.set_item(name, PyTuple::new(py, values.collect::<Vec<_>>())?)?;
        }
        Ok(extensions)
    }

    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::reasons(py, self.verdict().because())
    }

    fn reasons_for<'py>(
        &self,
        py: Python<'py>,
        directive: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let name: String = directive.extract()?;
        let verdict = self.verdict();
        match Directive::from_name(&name) {
            Some(directive) => parts::reasons(py, verdict.because_of(directive)),
            None => Err(pyo3::exceptions::PyValueError::new_err(format!(
                "{name:?} is not a directive; the directives are the members of Directive"
            ))),
        }
    }

    #[getter]
    pub(crate) fn uses(&self) -> Uses {
        let uses = self.uses.get_or_init(|| Arc::new(self.verdict().uses()));
        Uses::of_verdict(Arc::clone(uses))
    }

    #[pyo3(signature = (label, name=None))]
    fn preference<'py>(
        &self,
        py: Python<'py>,
        label: &Bound<'py, PyAny>,
        name: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.uses().preference(py, label, name)
    }

    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let record = Record::new((), &self.verdict());
        let terms = record.terms.iter();
        let terms = terms.map(|one| parts::terms(py, &one.activity, &one.from, &one.terms));
        PyTuple::new(py, terms.collect::<PyResult<Vec<_>>>()?)
    }

    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::diagnostics(py, self.verdict().diagnostics())
    }

    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let inputs: Vec<&str> = self.verdict().truncated().map(Source::input).collect();
        PyFrozenSet::new(py, inputs)
    }

    #[getter]
    fn unread<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::unread(py, self.verdict().unread())
    }

    #[getter]
    fn ledger<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::ledger(py, &self.verdict())
    }

    #[getter]
    fn client(&self) -> Client {
        Client::of(self.client.clone())
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
        let verdict = self.verdict();
        let record = Json::new(&self.url, &verdict);
        let record = if ledger { record.with_ledger() } else { record };
        parts::json(py, serde_json::to_vec(&record))
    }

    #[pyo3(signature = (*, ledger=false))]
    fn to_dict<'py>(&self, py: Python<'py>, ledger: bool) -> PyResult<Bound<'py, PyAny>> {
        parts::from_json(py, self.to_json(py, ledger)?)
    }

    fn to_robots_tag(&self, py: Python<'_>) -> PyResult<Option<String>> {
        robots_tag_of(&self.verdict())
            .map_err(|error| ErrorClass::Unwritable.error(py, &error.to_string()))
    }

    fn to_content_usage(&self) -> Option<String> {
        content_usage_of(&self.verdict())
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "a Verdict is neither true nor false; ask for verdict.may_index, verdict.may_follow, verdict.may_archive, verdict.allowed, verdict.snippet or verdict.uses",
        ))
    }

    fn __eq__(&self, other: &Verdict) -> bool {
        self.verdict() == other.verdict()
    }

    fn __hash__(&self) -> u64 {
        hash_of((&self.client, &self.url, self.now))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Verdict is not pickled, because it holds its whole policy; pickle verdict.to_dict() or verdict.to_json()",
        ))
    }

    fn __repr__(&self) -> String {
        let answers = self.answers;
        format!(
            "<Verdict on {:?} for {}: allowed={}, index={}, follow={}, archive={}, snippet={}>",
            self.url,
            self.client,
            word(answers.allowed),
            word(answers.index),
            word(answers.follow),
            word(answers.archive),
            word(answers.snippet.allowed)
        )
    }

    fn __str__(&self) -> String {
        self.verdict().to_string()
    }
}

/// An answer in the words of Python.
pub(crate) fn word(answer: Option<bool>) -> &'static str {
    match answer {
        Some(true) => "True",
        Some(false) => "False",
        None => "None",
    }
}

/// The hash of the values that make two verdicts equal.
pub(crate) fn hash_of(values: impl Hash) -> u64 {
    let mut state = DefaultHasher::new();
    values.hash(&mut state);
    state.finish()
}
