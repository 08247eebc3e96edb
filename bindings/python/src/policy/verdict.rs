//! The verdict for one asker: a client, or an engine in its place.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyString, PyTuple};
use robots_policy::engines::{Profile, UseAnswer};
use robots_policy::report::{Record, content_usage_of, robots_tag_of};
use robots_policy::uses::{Activity, Unused};
use robots_policy::{Directive, Source, Verdict as Judged};
use robots_policy_cli::{Kept, verdict_html};
use robots_policy_records::write_record;

use super::Policy;
use crate::client::Client;
use crate::errors::ErrorClass;
use crate::input::to_datetime;
use crate::parts;
use crate::uses::Uses;

self_cell::self_cell! {
    /// A policy, and the verdict that borrows it.
    struct Held {
        owner: Arc<robots_policy::Policy>,
        #[covariant]
        dependent: Judged,
    }
}

/// The verdict for one asker.
#[pyclass(frozen, module = "robots_policy")]
pub(crate) struct Verdict {
    held: Held,
    /// Gathered when they are first asked for.
    uses: OnceLock<Arc<robots_policy::uses::Uses>>,
    /// The lines at which it points, where its response was at hand.
    kept: Arc<Kept>,
}

impl Verdict {
    /// The verdict that `judge` makes of a policy.
    pub(crate) fn new(
        policy: Arc<robots_policy::Policy>,
        judge: impl for<'p> FnOnce(&'p robots_policy::Policy) -> Judged<'p>,
    ) -> Verdict {
        Verdict {
            held: Held::new(policy, |policy| judge(policy)),
            uses: OnceLock::new(),
            kept: Arc::default(),
        }
    }

    /// This verdict with the lines of its response.
    pub(crate) fn with_kept(self, kept: Arc<Kept>) -> Verdict {
        Verdict { kept, ..self }
    }

    fn get(&self) -> &Judged<'_> {
        self.held.borrow_dependent()
    }

    fn gathered(&self) -> &Arc<robots_policy::uses::Uses> {
        self.uses.get_or_init(|| Arc::new(self.get().uses()))
    }
}

#[pymethods]
impl Verdict {
    #[getter]
    fn profile(&self) -> Option<&'static str> {
        self.get().profile().map(Profile::name)
    }

    #[getter]
    fn verified<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let verified = self.get().profile().and_then(Profile::verified);
        verified.map(|day| parts::date(py, day)).transpose()
    }

    #[getter]
    fn general(&self) -> Verdict {
        let general = self.get().general();
        let verdict = Verdict::new(Arc::clone(self.held.borrow_owner()), |policy| {
            policy.verdict(general.client(), general.target(), general.now())
        });
        verdict.with_kept(Arc::clone(&self.kept))
    }

    #[getter]
    fn access<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parts::access(py, self.get().access())
    }

    #[getter]
    fn allowed(&self) -> Option<bool> {
        self.get().access().allowed()
    }

    #[getter]
    fn obtainable(&self) -> bool {
        self.get().is_obtainable()
    }

    #[getter]
    fn crawl_delay(&self) -> Option<f64> {
        let delay = self.get().crawl_delay();
        delay.map(|delay| delay.as_secs_f64())
    }

    #[getter]
    fn restricted(&self) -> Option<bool> {
        self.get().restricted()
    }

    #[getter]
    fn index(&self) -> Option<bool> {
        self.get().index()
    }

    #[getter]
    fn index_if_embedded(&self) -> Option<bool> {
        self.get().index_if_embedded()
    }

    #[getter]
    fn follow(&self) -> Option<bool> {
        self.get().follow()
    }

    #[getter]
    fn archive(&self) -> Option<bool> {
        self.get().archive()
    }

    #[getter]
    fn may_index(&self) -> bool {
        self.get().may_index()
    }

    #[getter]
    fn may_follow(&self) -> bool {
        self.get().may_follow()
    }

    #[getter]
    fn may_archive(&self) -> bool {
        self.get().may_archive()
    }

    #[getter]
    fn index_until<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let until = self.get().index_until();
        until.map(|until| to_datetime(py, until)).transpose()
    }

    #[getter]
    fn snippet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parts::snippet(py, self.get().snippet())
    }

    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        use_answer(py, self.gathered().used(Activity::Input))
    }

    #[getter]
    fn train<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        use_answer(py, self.gathered().used(Activity::Train))
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
    fn unused<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let uses = self.gathered();
        by_activity(py, |activity| uses.unused(activity).map(Unused::name))
    }

    #[getter]
    fn directives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        parts::directives(py, self.get().directives().iter())
    }

    #[getter]
    fn not_honoured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let left = self.get().not_honoured().iter();
        let left: PyResult<Vec<_>> = left.map(|left| parts::not_honoured(py, left)).collect();
        PyTuple::new(py, left?)
    }

    #[getter]
    fn differs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.get().differs())
    }

    #[getter]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let marks = self.get().marks().iter();
        let marks: PyResult<Vec<_>> = marks.map(|mark| parts::mark(py, mark)).collect();
        PyTuple::new(py, marks?)
    }

    #[getter]
    fn permits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        parts::directives(py, self.get().permits())
    }

    #[getter]
    fn extensions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let extensions = PyDict::new(py);
        for extension in self.get().extensions() {
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
        parts::reasons(py, self.get().because())
    }

    fn reasons_for<'py>(
        &self,
        py: Python<'py>,
        directive: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let name: String = directive.extract()?;
        match Directive::from_name(&name) {
            Some(directive) => parts::reasons(py, self.get().because_of(directive)),
            None => Err(PyValueError::new_err(format!(
                "{name:?} is not a directive; the directives are the members of Directive"
            ))),
        }
    }

    #[getter]
    fn uses(&self) -> Uses {
        Uses::of_verdict(Arc::clone(self.gathered()))
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
        let record = Record::new((), self.get());
        let terms = record.terms.iter();
        let terms = terms.map(|one| parts::terms(py, &one.activity, &one.from, &one.terms));
        PyTuple::new(py, terms.collect::<PyResult<Vec<_>>>()?)
    }

    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::diagnostics(py, self.get().diagnostics())
    }

    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let inputs: Vec<&str> = self.get().truncated().map(Source::input).collect();
        PyFrozenSet::new(py, inputs)
    }

    #[getter]
    fn unread<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::unread(py, self.get().unread())
    }

    #[getter]
    fn ledger<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::ledger(py, self.get())
    }

    #[getter]
    fn client(&self) -> Client {
        Client::of(self.get().client().clone())
    }

    #[getter]
    fn url(&self) -> &str {
        self.get().target()
    }

    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_datetime(py, self.get().now())
    }

    #[getter]
    fn policy(&self) -> Policy {
        Policy::of(Arc::clone(self.held.borrow_owner()))
    }

    #[pyo3(signature = (*, ledger=false))]
    fn to_json<'py>(&self, py: Python<'py>, ledger: bool) -> PyResult<Bound<'py, PyBytes>> {
        let mut record = Vec::new();
        let written = write_record(&mut record, self.url(), self.get(), ledger);
        written.map_err(|error| PyTypeError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &record))
    }

    #[pyo3(signature = (*, ledger=false))]
    fn to_dict<'py>(&self, py: Python<'py>, ledger: bool) -> PyResult<Bound<'py, PyAny>> {
        parts::from_json(py, self.to_json(py, ledger)?)
    }

    fn to_robots_tag(&self, py: Python<'_>) -> PyResult<Option<String>> {
        robots_tag_of(self.get())
            .map_err(|error| ErrorClass::Unwritable.error(py, &error.to_string()))
    }

    fn to_content_usage(&self) -> Option<String> {
        content_usage_of(self.get())
    }

    // Without it, a page that may not be indexed would be true in a condition.
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "a Verdict is neither true nor false; ask for verdict.may_index, verdict.may_follow, verdict.may_archive, verdict.allowed, verdict.snippet or verdict.uses",
        ))
    }

    fn __eq__(&self, other: &Verdict) -> bool {
        self.get() == other.get()
    }

    fn __hash__(&self) -> u64 {
        let (verdict, mut state) = (self.get(), DefaultHasher::new());
        (self.profile(), verdict.client(), self.url(), verdict.now()).hash(&mut state);
        state.finish()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Verdict is not pickled, because it holds its whole policy; pickle verdict.to_dict() or verdict.to_json()",
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let verdict = self.get();
        let asker = match verdict.profile() {
            Some(profile) => format!("as {profile}"),
            None => format!("for {}", verdict.client()),
        };
        let uses = match verdict.profile() {
            Some(_) => {
                let (answer, train) = (self.answer(py)?.repr()?, self.train(py)?.repr()?);
                format!(", answer={answer}, train={train}")
            }
            None => String::new(),
        };
        Ok(format!(
            "<Verdict on {:?} {asker}: allowed={}, index={}, follow={}, archive={}, snippet={}{uses}>",
            self.url(),
            word(self.allowed()),
            word(self.index()),
            word(self.follow()),
            word(self.archive()),
            word(verdict.snippet().allowed)
        ))
    }

    fn __str__(&self) -> String {
        self.get().to_string()
    }

    fn _repr_html_(&self) -> String {
        verdict_html(self.get(), &self.kept)
    }
}

/// An answer in the words of Python.
fn word(answer: Option<bool>) -> &'static str {
    match answer {
        Some(true) => "True",
        Some(false) => "False",
        None => "None",
    }
}

/// A fact about each activity of which documents of engines speak.
fn by_activity<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    fact: impl Fn(Activity) -> Option<T>,
) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    for activity in Profile::ACTIVITIES {
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
