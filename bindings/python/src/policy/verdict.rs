//! The verdict for one asker: a client, or an engine in its place.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyString, PyTuple};
use robots_policy::engines::{Profile, UseAnswer};
use robots_policy::parts::{Parts as PageParts, Permit, Quotable, Refusal};
use robots_policy::report::record::terms;
use robots_policy::report::{Json, PartsRecord, content_usage_of, robots_tag_of};
use robots_policy::uses::Activity;
use robots_policy::{Directive, Source, Verdict as Judged};
use robots_policy_show::{Kept, verdict_html};

use super::Policy;
use crate::client::Client;
use crate::errors::ErrorClass;
use crate::input::to_datetime;
use crate::parts::{self, Class};
use crate::uses::Uses;

self_cell::self_cell! {
    /// A policy, and the verdict that borrows it.
    struct Held {
        owner: Arc<robots_policy::Policy>,
        #[covariant]
        dependent: Judged,
    }
}

/// The answer for one agent: what it may do with a response, or what one engine does, and why.
///
/// It has several answers, so ``bool(verdict)`` raises.
///
/// ``index``, ``follow``, ``archive`` and ``snippet.allowed`` are ``None`` if the fields or the document are not known
/// and neither forbids it; what begins with ``may_`` is true only if both are known. ``unread`` says which source is
/// not known, why, and which answers it keeps from being known. For an engine ``access.allowed`` is ``None`` where
/// neither can be said, and for a token without requests.
#[pyclass(frozen, module = "robots_policy")]
pub(crate) struct Verdict {
    held: Held,
    /// Gathered when they are first asked for.
    uses: OnceLock<Arc<robots_policy::uses::Uses>>,
    /// The lines at which it points, where its response was at hand.
    kept: Arc<Kept>,
    page: Page,
}

/// The parts of the document, if they were asked for, and if there is one.
pub(crate) type Page = Option<Arc<Option<PageParts<'static>>>>;

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
            page: None,
        }
    }

    /// This verdict with the lines of its response, and the parts of its document.
    pub(crate) fn with_kept(self, kept: Arc<Kept>, page: Page) -> Verdict {
        Verdict { kept, page, ..self }
    }

    /// What may be quoted of the document; `None` without one.
    ///
    /// # Errors
    /// `ValueError` if the caller of `judge` did not ask for parts.
    fn quotable(&self) -> PyResult<Option<Quotable<'_>>> {
        let page = self.page.as_ref().ok_or_else(|| {
            PyValueError::new_err("the document was not kept; write judge(..., parts=True)")
        })?;
        Ok(page
            .as_ref()
            .as_ref()
            .map(|parts| self.get().quotable(parts)))
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
    /// The name of the engine's profile, such as ``"googlebot"``; :func:`engines` has what is known of it.
    ///
    /// For an agent it is ``None``, as are ``verified``, ``answer`` and ``train``; ``listens`` has ``None`` alone, and
    /// ``not_honoured``, ``differs`` and ``marks`` are empty.
    #[getter]
    fn profile(&self) -> Option<&'static str> {
        self.get().profile().map(Profile::name)
    }

    /// The oldest day on which one of the facts about the engine was verified.
    #[getter]
    fn verified<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let verified = self.get().profile().and_then(Profile::verified);
        verified.map(|day| parts::date(py, day)).transpose()
    }

    /// The verdict without a profile, for a client of the engine's name; for an agent an equal verdict.
    #[getter]
    fn general(&self) -> Verdict {
        let general = self.get().general();
        let verdict = Verdict::new(Arc::clone(self.held.borrow_owner()), |policy| {
            policy.verdict(general.client(), general.target(), general.now())
        });
        verdict.with_kept(Arc::clone(&self.kept), self.page.clone())
    }

    /// The answer of robots.txt: whether the URL may be fetched, and the group and the rule that decide it.
    #[getter]
    fn access<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parts::access(py, self.get().access())
    }

    /// Whether robots.txt lets it be fetched: ``access.allowed``.
    ///
    /// ``None`` if robots.txt is not known, or was cut and no rule that was read forbids it::
    ///
    ///     if verdict.allowed is not True:
    ///         skip(url)
    #[getter]
    fn allowed(&self) -> Option<bool> {
        self.get().access().allowed()
    }

    /// Whether an obedient crawler could have seen the page, and so its fields and metas.
    ///
    /// It is false if robots.txt forbids the fetch. The other answers are the same in both cases: they are about a page
    /// that was fetched all the same.
    #[getter]
    fn obtainable(&self) -> bool {
        self.get().is_obtainable()
    }

    /// The seconds to wait between two requests because of robots.txt.
    #[getter]
    fn crawl_delay(&self) -> Option<f64> {
        let delay = self.get().crawl_delay();
        delay.map(|delay| delay.as_secs_f64())
    }

    /// Whether robots.txt or a directive closes the page to the agent, or limits what may be done with it.
    ///
    /// Use for AI is not heard: ``uses`` has it. ``None`` if nothing that was read restricts it, and a source that
    /// could is not known.
    #[getter]
    fn page_restricted(&self) -> Option<bool> {
        self.get().page_restricted()
    }

    /// Whether it may be kept in a public index. ``None`` if that is not known; ``unread`` says why.
    #[getter]
    fn index(&self) -> Option<bool> {
        self.get().index()
    }

    /// True if the page may be indexed only where it is embedded.
    #[getter]
    fn index_if_embedded(&self) -> Option<bool> {
        self.get().index_if_embedded()
    }

    /// Whether its links may be followed; ``None`` if that is not known.
    #[getter]
    fn follow(&self) -> Option<bool> {
        self.get().follow()
    }

    /// Whether a stored copy may be offered; ``None`` if that is not known.
    #[getter]
    fn archive(&self) -> Option<bool> {
        self.get().archive()
    }

    /// Whether it is known that it may be indexed: ``index is True``, and no source was left out.
    ///
    /// It is about the page alone, and can be true for a page that robots.txt forbids to fetch: ask ``allowed`` too.
    #[getter]
    fn may_index(&self) -> bool {
        self.get().may_index()
    }

    /// Whether it is known that its links may be followed.
    #[getter]
    fn may_follow(&self) -> bool {
        self.get().may_follow()
    }

    /// Whether it is known that a stored copy may be offered.
    #[getter]
    fn may_archive(&self) -> bool {
        self.get().may_archive()
    }

    /// The time from which it may no longer be indexed, by ``unavailable_after``; ``None`` without one.
    #[getter]
    fn index_until<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let until = self.get().index_until();
        until.map(|until| to_datetime(py, until)).transpose()
    }

    /// Whether it may be excerpted, and how many characters.
    #[getter]
    fn snippet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        parts::snippet(py, self.get().snippet())
    }

    /// Whether an engine uses it in answers of a machine, by the documents of its owner.
    ///
    /// ``None`` where they say nothing, where it is not known, and where it would be true although the engine is
    /// asked not to: ``unused`` says which.
    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        use_answer(py, self.gathered().used(Activity::Input))
    }

    /// Whether an engine uses it for training, likewise.
    #[getter]
    fn train<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        use_answer(py, self.gathered().used(Activity::Train))
    }

    /// Whether it is asked not to ``train``, and not to take it as ``input`` of answers, by any statement.
    ///
    /// ``None`` if no statement asks and a source that may is not known.
    #[getter]
    fn asked_not_to<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let uses = self.gathered();
        by_activity(py, |activity| Ok(uses.asked_not_to(activity)))
    }

    /// Whether its owner says that it listens to what asks so; ``None`` where no document says, or nothing asks.
    #[getter]
    fn listens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let uses = self.gathered();
        by_activity(py, |activity| Ok(uses.listens(activity)))
    }

    /// Why ``answer`` (of ``input``) and ``train`` are ``None``.
    #[getter]
    fn unused<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let uses = self.gathered();
        by_activity(py, |activity| {
            let unused = uses.unused(activity);
            unused
                .map(|unused| Class::Unused.word(py, unused.name()))
                .transpose()
        })
    }

    /// The directives in force for the agent, or that the engine acts on.
    #[getter]
    fn directives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        parts::directives(py, self.get().directives().iter())
    }

    /// The directives that address the engine and that it does not act on.
    #[getter]
    fn not_honoured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let left = self.get().not_honoured().iter();
        parts::tuple(py, left.map(|left| parts::not_honoured(py, left)))
    }

    /// The answers that are not those of the general verdict, such as ``"archive"``.
    #[getter]
    fn differs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.get().differs())
    }

    /// Where the reading of the engine leaves the general one, and what is not known about it.
    #[getter]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let marks = self.get().marks().iter();
        parts::tuple(py, marks.map(|mark| parts::mark(py, mark)))
    }

    /// The explicit permissions, such as ``index`` or ``max-snippet: -1``, with their values.
    ///
    /// They lift no restriction: a page with ``index`` and ``noindex`` may not be indexed.
    #[getter]
    fn permits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        parts::directives(py, self.get().permits())
    }

    /// The names outside the table of directives that address the agent, each with its values in their order.
    ///
    /// They bind no one; ``None`` is a name without a value: ``{"mydirective": (None,)}``.
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

    /// The statements that the verdict follows from, with their bytes; the rule of robots.txt is the first.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::reasons(py, self.get().because())
    }

    /// The statements that each alone would put the directive in force as it is.
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

    /// The statements of the sources about AI use: training, input to a model, an index of an AI system.
    ///
    /// For an engine with what its owner documents about directives.
    #[getter]
    fn uses(&self) -> Uses {
        Uses::of_verdict(Arc::clone(self.gathered()))
    }

    /// The answer of one vocabulary about AI use, as :meth:`Uses.preference`.
    #[pyo3(signature = (label, name=None))]
    fn preference<'py>(
        &self,
        py: Python<'py>,
        label: &Bound<'py, PyAny>,
        name: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.uses().preference(py, label, name)
    }

    /// The terms of all uses that are allowed on terms, and the address of a TDM policy that is in force.
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let all = terms(&self.get().uses());
        let terms = all
            .iter()
            .map(|one| parts::terms(py, &one.activity, &one.from, &one.terms));
        parts::tuple(py, terms)
    }

    /// Everything unusual in the inputs: misspelt names, values that cannot be read, inputs that were cut.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::diagnostics(py, self.get().diagnostics())
    }

    /// The inputs that were longer than their parsing limit, such as ``"robots.txt"`` or ``"x-robots-tag"``.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let inputs: Vec<&str> = self.get().truncated().map(Source::input).collect();
        PyFrozenSet::new(py, inputs)
    }

    /// The sources that are not known: those that were not read, or not whole, and those that were not given.
    ///
    /// A source that was not given is among them if it keeps an answer from being known. To ask whether an answer is
    /// known, look at the answer; most responses have a source that is not known, such as ``tdmrep.json``.
    #[getter]
    fn unread<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::unread(py, self.get().unread())
    }

    /// The state of each source of the response, in a fixed order. It changes no answer.
    #[getter]
    fn ledger<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::ledger(py, self.get())
    }

    /// The parts of the document, as the JSON record has them: which texts may be quoted, marks and links.
    ///
    /// ``None`` without a document, and without ``parts=True`` in :func:`judge`.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let page = self.page.as_deref().and_then(Option::as_ref);
        let record = page.map(|page| PartsRecord::new(self.get(), page));
        record
            .map(|record| parts::from_json(py, json(serde_json::to_vec(&record))?))
            .transpose()
    }

    /// The document with spaces in the place of each text that may not be quoted, in as many bytes.
    ///
    /// It is for extractors of texts. All of it is spaces if the page may not be quoted, or that is not known::
    ///
    ///     text = trafilatura.extract(judge("ExampleBot", response, parts=True).blanked())
    ///
    /// Robots metas are read from the document itself, not from this.
    fn blanked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let quotable = self.quotable()?;
        let blanked = quotable.as_ref().map(Quotable::blanked);
        Ok(PyBytes::new(py, &blanked.unwrap_or_default()))
    }

    /// Whether an excerpt may be shown, and why it may not, or why that is not known.
    ///
    /// Each of its pieces between ``…`` is in open places of the page, and it is no longer than ``max-snippet``. A text
    /// that is not in the page is not known.
    fn may_quote(&self, text: &str) -> PyResult<(Option<bool>, Option<String>)> {
        let quotable = self.quotable()?;
        let Some(permit) = quotable.as_ref().map(|quotable| quotable.permits(text)) else {
            return Ok((None, Some(String::from("there is no document"))));
        };
        Ok(match permit {
            Permit::Yes => (Some(true), None),
            Permit::No(refusal @ (Refusal::Unknown | Refusal::Unread(_))) => {
                (None, Some(refusal.to_string()))
            }
            Permit::No(refusal) => (Some(false), Some(refusal.to_string())),
            Permit::NotFound => (None, Some(permit.to_string())),
        })
    }

    /// The longest excerpt around a byte of the document, of at most ``wanted`` characters and ``max-snippet``.
    ///
    /// ``None`` if nothing may be quoted.
    fn excerpt(&self, around: usize, wanted: usize) -> PyResult<Option<String>> {
        let quotable = self.quotable()?;
        let excerpt = quotable.and_then(|quotable| quotable.excerpt(around, wanted));
        Ok(excerpt.map(|excerpt| excerpt.text().to_owned()))
    }

    /// The agent that was asked about; for an engine, the client of its name.
    #[getter]
    fn client(&self) -> Client {
        Client::of(self.get().client().clone())
    }

    /// The URL or the path that was asked about; ``/`` if none was given.
    #[getter]
    fn url(&self) -> &str {
        self.get().target()
    }

    /// The time for which the answers hold, in UTC.
    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_datetime(py, self.get().now())
    }

    /// Everything that was said about the response, to ask it for other agents, or to add a document to it.
    #[getter]
    fn policy(&self) -> Policy {
        Policy::of(Arc::clone(self.held.borrow_owner()))
    }

    /// The record of the JSON contract, version 1; with the key ``ledger`` if it is asked for.
    ///
    /// That of an engine has the keys ``as`` and ``general``, and one with ``parts=True`` in :func:`judge` ``parts``.
    #[pyo3(signature = (*, ledger=false))]
    fn to_json<'py>(&self, py: Python<'py>, ledger: bool) -> PyResult<Bound<'py, PyBytes>> {
        let mut record = Json::new(self.url(), self.get());
        if ledger {
            record = record.with_ledger();
        }
        if let Some(page) = &self.page {
            record = record.with_parts(page.as_ref().as_ref());
        }
        Ok(PyBytes::new(py, &json(serde_json::to_vec(&record))?))
    }

    /// The record of :meth:`to_json` as a dict, which can be pickled.
    #[pyo3(signature = (*, ledger=false))]
    fn to_dict<'py>(&self, py: Python<'py>, ledger: bool) -> PyResult<Bound<'py, PyAny>> {
        parts::from_json(py, self.to_json(py, ledger)?)
    }

    /// The ``Robots-Tag`` field that says the same as the general verdict; ``None`` if nothing restricts.
    fn to_robots_tag(&self, py: Python<'_>) -> PyResult<Option<String>> {
        robots_tag_of(self.get())
            .map_err(|error| ErrorClass::Unwritable.error(py, &error.to_string()))
    }

    /// The ``Content-Usage`` field that states the same preferences of AIPREF; ``None`` if there are none.
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

    /// The table that a notebook shows, with the bytes that decided; :func:`judge` keeps their lines.
    fn _repr_html_(&self) -> String {
        verdict_html(self.get(), &self.kept)
    }
}

fn json(written: serde_json::Result<Vec<u8>>) -> PyResult<Vec<u8>> {
    written.map_err(|error| PyTypeError::new_err(error.to_string()))
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
    fact: impl Fn(Activity) -> PyResult<Option<T>>,
) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    for activity in Profile::ACTIVITIES {
        facts.set_item(Class::Activity.word(py, activity.name())?, fact(activity)?)?;
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
