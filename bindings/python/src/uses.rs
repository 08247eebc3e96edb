//! The answers about AI use for one asker.

use std::sync::Arc;

use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple};
use robots_policy::uses::{Activity, Label, Vocabulary};

use crate::parts::{self, Class, tuple};

/// The statements of all sources about AI use, for one agent. ``bool(uses)`` raises: there are six answers.
///
/// A mapping of each :class:`Activity` to its :class:`Answer`, or to ``None`` if it is not known: a source that could
/// forbid it was not read, and no other forbids it. Each vocabulary answers for itself, by its own rules; each activity
/// is answered by the labels whose definition covers it: ``disallow`` outweighs ``conditional``, which outweighs
/// ``allow``. ``unstated`` is neither a yes nor a no: all sources are known, and none speaks. :attr:`Verdict.unread`
/// has the sources that are not known::
///
///     policy = verdict.policy
///     for pointer in verdict.uses.unread:
///         if pointer.why == "license":
///             policy = policy.with_license(pointer.url, get(pointer.url))
///     if policy.verdict(agent, url).uses.of("train") == "allow": ...
#[pyclass(frozen, eq, mapping, module = "robots_policy")]
#[derive(PartialEq)]
pub(crate) struct Uses {
    inner: Arc<robots_policy::uses::Uses>,
}

impl Uses {
    pub(crate) fn of_verdict(inner: Arc<robots_policy::uses::Uses>) -> Uses {
        Uses { inner }
    }

    /// The answer about an activity; `None` if it is not known.
    fn answer<'py>(&self, py: Python<'py>, activity: Activity) -> PyResult<Bound<'py, PyAny>> {
        match self.inner.of(activity) {
            Some(answer) => Class::Answer.word(py, answer.name()),
            None => Ok(py.None().into_bound(py)),
        }
    }
}

#[pymethods]
impl Uses {
    /// The strictest answer of the labels whose definition covers the activity; ``None`` if it is not known.
    fn of<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = activity_of)] activity: Activity,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.answer(py, activity)
    }

    /// The answer of a vocabulary: ``preference("aipref:train-ai")`` or ``preference("aipref", "train-ai")``.
    #[pyo3(signature = (label, name=None))]
    pub(crate) fn preference<'py>(
        &self,
        py: Python<'py>,
        label: &Bound<'py, PyAny>,
        name: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.inner.preference(label_of(label, name)?);
        Class::Answer.word(py, answer.name())
    }

    /// The statements that give an activity its answer, in the order of their sources.
    fn because<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = activity_of)] activity: Activity,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let because = self.inner.because(activity);
        tuple(py, because.map(|stated| parts::preference(py, stated)))
    }

    /// The terms on which an activity is allowed, if it is ``conditional``: of licences, or a level of signals.
    fn terms<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = activity_of)] activity: Activity,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let name = activity.name();
        let terms = self.inner.terms(activity);
        tuple(
            py,
            terms.map(|terms| parts::terms(py, name, terms.vocabulary().name(), terms)),
        )
    }

    /// Whether a vocabulary states anything.
    fn states(&self, #[pyo3(from_py_with = vocabulary_of)] vocabulary: Vocabulary) -> bool {
        self.inner.states(vocabulary)
    }

    /// Whether no source states anything about AI use, or points at a document that may.
    #[getter]
    fn is_empty(&self) -> bool {
        self.inner.is_empty()
    }

    /// Every statement that addresses the agent, those that decide nothing included.
    #[getter]
    fn preferences<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let stated = self.inner.preferences().iter();
        tuple(py, stated.map(|stated| parts::preference(py, stated)))
    }

    /// The statements that give the labels their answers, without directives, which are reasons of the verdict.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let stated = self.inner.reasons();
        tuple(py, stated.map(|stated| parts::preference(py, stated)))
    }

    /// The highest level at which the content may be used: the key ``use`` of Content Signals.
    #[getter]
    fn level<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let level = self.inner.level();
        level
            .map(|level| Class::Level.word(py, level.name()))
            .transpose()
    }

    /// The address of the policy of a TDM reservation that is in force, as it is written.
    #[getter]
    fn tdm_policy(&self) -> Option<&str> {
        self.inner.tdm_policy()
    }

    /// The answers for the policy tokens of the agent.
    #[getter]
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let tokens = self.inner.tokens().iter();
        tuple(py, tokens.map(|token| parts::policy_token(py, token)))
    }

    /// The documents that the caller can still fetch: licences that a source points at, then ``tdmrep.json``.
    #[getter]
    fn unread<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let unread = self.inner.unread();
        tuple(py, unread.map(|pointer| parts::pointer(py, &pointer)))
    }

    /// The six activities.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let activities = Activity::ALL.iter();
        tuple(
            py,
            activities.map(|activity| Class::Activity.word(py, activity.name())),
        )
    }

    /// The answers, in the order of the activities; ``None`` is one that is not known.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let activities = Activity::ALL.iter();
        tuple(py, activities.map(|activity| self.answer(py, *activity)))
    }

    /// The activities with their answers.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let item = |activity: &Activity| {
            let answer = self.answer(py, *activity)?;
            PyTuple::new(py, [Class::Activity.word(py, activity.name())?, answer])
        };
        tuple(py, Activity::ALL.iter().map(item))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        activity: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let activity = activity_of(activity).map_err(|error| {
            // A key that a mapping lacks.
            PyKeyError::new_err(error.value(py).to_string())
        })?;
        self.of(py, activity)
    }

    fn __contains__(&self, activity: &Bound<'_, PyAny>) -> bool {
        activity_of(activity).is_ok()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.keys(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        Activity::ALL.len()
    }

    // Without it, six answers would be true in a condition whatever they are.
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "Uses are neither true nor false; write uses.of('train') == 'allow' to ask about one activity, and uses.is_empty whether no source says anything",
        ))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "Uses are not pickled; pickle dict(uses), or verdict.to_dict()",
        ))
    }

    fn __repr__(&self) -> String {
        let answers = Activity::ALL.iter();
        let answers = answers.map(|activity| match self.inner.of(*activity) {
            Some(answer) => format!("{activity}={answer}"),
            None => format!("{activity}=None"),
        });
        format!("<Uses: {}>", answers.collect::<Vec<_>>().join(", "))
    }
}

/// An activity by its name.
fn activity_of(object: &Bound<'_, PyAny>) -> PyResult<Activity> {
    let expected = "activity: expected a member of Activity, such as 'train'";
    let activity = text(object, expected)?.parse();
    activity.map_err(|error| PyValueError::new_err(format!("activity: {error}")))
}

/// A vocabulary by its name.
fn vocabulary_of(object: &Bound<'_, PyAny>) -> PyResult<Vocabulary> {
    let expected = "vocabulary: expected a member of Vocabulary, such as 'aipref'";
    let vocabulary = text(object, expected)?.parse();
    vocabulary.map_err(|error| PyValueError::new_err(format!("vocabulary: {error}")))
}

/// The label of these arguments: `aipref:train-ai`, or the vocabulary and the name.
fn label_of(label: &Bound<'_, PyAny>, name: Option<&Bound<'_, PyAny>>) -> PyResult<Label> {
    let given = text(
        label,
        "label: expected a member of Label, such as 'aipref:train-ai', or a vocabulary and a name",
    )?;
    let name = name.map(|name| text(name, "name: expected that of a label, such as 'train-ai'"));
    let (vocabulary, name) = match (name.transpose()?, given.split_once(':')) {
        (Some(name), _) => (given.clone(), name),
        (None, Some((vocabulary, name))) => (vocabulary.to_owned(), name.to_owned()),
        (None, None) => return Err(no_label(&given, "")),
    };
    let found = vocabulary.parse::<Vocabulary>().ok();
    let found = found.and_then(|vocabulary| Label::of(vocabulary, &name));
    found.ok_or_else(|| no_label(&vocabulary, &name))
}

/// The error of a label that is not in the table, with what was probably meant.
fn no_label(vocabulary: &str, name: &str) -> PyErr {
    let instead = match (vocabulary, name) {
        (activity, "") if activity.parse::<Activity>().is_ok() => {
            format!("; for the activity write uses.of({activity:?})")
        }
        (_, "") => String::from("; write the vocabulary too, as in 'aipref:train-ai'"),
        ("content-signal", "use") => String::from("; the level of Content Signals is uses.level"),
        ("tokens", _) => String::from("; the answers for policy tokens are in uses.tokens"),
        _ => String::new(),
    };
    let label = [vocabulary, name].join(if name.is_empty() { "" } else { ":" });
    PyValueError::new_err(format!(
        "label: {label:?} is not a label; the labels are the members of Label{instead}"
    ))
}

fn text(object: &Bound<'_, PyAny>, expected: &str) -> PyResult<String> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_string_lossy().into_owned());
    }
    let kind = object.get_type();
    Err(PyTypeError::new_err(format!(
        "{expected}, not {}",
        kind.name()?
    )))
}
