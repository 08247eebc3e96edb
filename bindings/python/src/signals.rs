//! The statements of one source.

use std::sync::Mutex;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyTuple;
use robots_policy::header::Validity;
use robots_policy::ledger::Document;
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::{DiagnosticCode, Parsed, Policy, Signal};
use robots_policy_archives::Readers;

use crate::client::Agent;
use crate::engine::{Engines, askers};
use crate::input::{FieldLines, Octets, ReadingOptions, Text, seems_long};
use crate::parts;

/// The statements of one source, or several, about a response.
#[pyclass(frozen, module = "robots_policy")]
#[derive(Default)]
pub(crate) struct Signals {
    parts: Vec<Part>,
    validity: Validity,
}

/// The statements of fields, or of one document.
#[derive(Clone)]
struct Part {
    read: Parsed<Vec<Signal>>,
    /// The metas of the body, which engines alone hear.
    body: Vec<Signal>,
    origin: Origin,
}

/// The input of a part, and what its statements do not show of it.
#[derive(Clone)]
enum Origin {
    /// Fields, with their lines of the type.
    Fields(Vec<Vec<u8>>),
    /// The head of a document, or metas that another reader found.
    Head { cut: Cut },
    /// A document that was read to its end for engines. If metas in the body count, the part has them with the others.
    Whole { are_counted: bool, cut: Cut },
}

/// Whether the head was over where the document was cut; `None` if it was not cut.
type Cut = Option<bool>;

impl Part {
    /// Metas of the head, or of a document whose metas in the body count for every client.
    fn of_document(read: Parsed<Vec<Signal>>, origin: Origin) -> Part {
        Part {
            read,
            body: Vec::new(),
            origin,
        }
    }

    /// A document that was read to its end.
    fn of_whole(readers: &Readers, mut read: Parsed<Vec<Signal>>, cut: Cut) -> Part {
        let are_counted = readers.metas.counts(Placement::Body);
        let is_heard = |signal: &Signal| {
            let placement = signal.provenance().source().placement();
            placement != Some(Placement::Body) || are_counted
        };
        let (heard, body) = read.value.into_iter().partition(is_heard);
        read.value = heard;
        Part {
            body,
            ..Part::of_document(read, Origin::Whole { are_counted, cut })
        }
    }

    /// Adds it to a policy.
    fn add_to(&self, policy: Policy) -> Policy {
        let mut read = self.read.clone();
        let (document, cut) = match &self.origin {
            Origin::Fields(types) => {
                return policy
                    .with_fields(read)
                    .with_content_type(types.iter().map(Vec::as_slice));
            }
            Origin::Head { cut } => (Document::from(read), *cut),
            Origin::Whole { are_counted, cut } => {
                read.value.extend_from_slice(&self.body);
                let document = if *are_counted {
                    Document::counted_whole(read)
                } else {
                    Document::whole(read)
                };
                (document, *cut)
            }
        };
        policy.with_document(match cut {
            Some(is_over) => document.cut(is_over),
            None => document,
        })
    }

    fn is_whole(&self) -> bool {
        matches!(self.origin, Origin::Whole { .. })
    }

    /// The part of it that these do not have; `None` if they have all that is known of a file that is not HTML.
    fn beside(&self, others: &[Part]) -> Option<Part> {
        let is_other = |part: &Part| {
            let mut found = part.read.diagnostics.iter();
            found.any(|found| found.code() == DiagnosticCode::NotHtml)
        };
        let mut new = Part {
            read: Parsed::default(),
            body: Vec::new(),
            origin: self.origin.clone(),
        };
        add(&mut new.read.value, &self.read.value, |one| {
            others.iter().any(|part| part.read.value.contains(one))
        });
        add(&mut new.read.diagnostics, &self.read.diagnostics, |one| {
            others
                .iter()
                .any(|part| part.read.diagnostics.contains(one))
        });
        add(&mut new.body, &self.body, |one| {
            others.iter().any(|part| part.body.contains(one))
        });
        // Without its diagnostic it would be a document that was read.
        let is_known = is_other(self) && !is_other(&new) && new.read.value.is_empty();
        let is_needed = self.is_whole() && !others.iter().any(Part::is_whole);
        (!is_known || is_needed).then_some(new)
    }
}

/// Adds those that are not there yet, neither here nor elsewhere.
fn add<T: PartialEq + Clone>(all: &mut Vec<T>, others: &[T], is_there: impl Fn(&T) -> bool) {
    for other in others {
        if !all.contains(other) && !is_there(other) {
            all.push(other.clone());
        }
    }
}

impl Signals {
    fn of(part: Part) -> Signals {
        Signals {
            parts: vec![part],
            validity: Validity::default(),
        }
    }

    /// Adds them to a policy.
    pub(crate) fn add_to(&self, policy: Policy) -> Policy {
        let policy = policy.with_validity(self.validity);
        let parts = self.parts.iter();
        parts.fold(policy, |policy, part| part.add_to(policy))
    }

    /// Every statement that every client hears.
    fn heard(&self) -> impl Iterator<Item = &Signal> {
        self.parts.iter().flat_map(|part| &part.read.value)
    }
}

#[pymethods]
impl Signals {
    #[new]
    fn new() -> Signals {
        Signals::default()
    }

    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let diagnostics = self.parts.iter().flat_map(|part| &part.read.diagnostics);
        parts::diagnostics(py, diagnostics)
    }

    fn __or__(&self, other: &Signals) -> Signals {
        let mut parts = self.parts.clone();
        for part in &other.parts {
            parts.extend(part.beside(&parts));
        }
        Signals {
            parts,
            validity: self.validity.shorter(other.validity),
        }
    }

    fn __len__(&self) -> usize {
        self.heard().count()
    }

    // Without it, a page that says nothing would be false in a condition.
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "Signals are neither true nor false; write len(signals) to count them, and Policy(signals).verdict(agent) to ask what they mean",
        ))
    }

    fn __repr__(&self) -> String {
        let signals = self.heard().map(ToString::to_string);
        format!("<Signals: {}>", signals.collect::<Vec<_>>().join("; "))
    }
}

/// The statements of the fields of a response.
#[pyfunction]
#[pyo3(signature = (headers, *, options=None))]
pub(crate) fn signals_from_headers(
    headers: FieldLines,
    options: Option<ReadingOptions>,
) -> PyResult<Signals> {
    let readers = ReadingOptions::readers(options.as_ref(), headers.are_joined)?;
    let types = headers.lines("content-type").map(<[u8]>::to_vec);
    let part = Part {
        read: readers.fields.read_lines(headers.pairs()),
        body: Vec::new(),
        origin: Origin::Fields(types.collect()),
    };
    Ok(Signals {
        validity: Validity::from_lines(headers.pairs()),
        ..Signals::of(part)
    })
}

/// The statements of metas that another reader found.
#[pyfunction]
#[pyo3(signature = (metas, *, options=None))]
pub(crate) fn signals_from_metas(
    metas: &Bound<'_, PyAny>,
    options: Option<ReadingOptions>,
) -> PyResult<Signals> {
    let readers = ReadingOptions::readers(options.as_ref(), false)?;
    let mut read = Vec::new();
    for meta in metas.try_iter()? {
        read.push(meta_of(&meta?)?);
    }
    let metas = read
        .iter()
        .map(|(name, content, placement)| (&**name, &**content, *placement));
    let read = robots_policy::meta::signals_from_metas(metas, &readers.metas);
    let head = Origin::Head { cut: None };
    Ok(Signals::of(Part::of_document(read, head)))
}

/// Name, content and placement of a meta; without a placement it is in the head.
fn meta_of(meta: &Bound<'_, PyAny>) -> PyResult<(String, String, Placement)> {
    let text = |text: Text| String::from_utf8_lossy(text.octets.as_slice()).into_owned();
    if let Ok((name, content)) = meta.extract::<(Text, Text)>() {
        return Ok((text(name), text(content), Placement::Head));
    }
    let Ok((name, content, placement)) = meta.extract::<(Text, Text, String)>() else {
        return Err(PyTypeError::new_err(
            "metas: expected pairs (name, content), such as ('robots', 'noindex'), or triples with the placement 'head', 'noscript' or 'body'",
        ));
    };
    let placement = placement.parse::<Placement>();
    let placement = placement.map_err(|error| PyValueError::new_err(format!("metas: {error}")))?;
    Ok((text(name), text(content), placement))
}

/// The metas of a document that streams in.
#[pyclass(frozen, module = "robots_policy")]
pub(crate) struct MetaExtractor {
    state: Mutex<Option<robots_policy::MetaExtractor>>,
    readers: Readers,
}

#[pymethods]
impl MetaExtractor {
    #[new]
    #[pyo3(signature = (content_type=None, *, headers=None, agents=None, engine=None, options=None))]
    fn new(
        content_type: Option<&str>,
        headers: Option<FieldLines>,
        agents: Option<Vec<Agent>>,
        engine: Option<Engines>,
        options: Option<ReadingOptions>,
    ) -> PyResult<MetaExtractor> {
        let engines = engine.map(|engines| engines.0).unwrap_or_default();
        let readers = ReadingOptions::readers(options.as_ref(), false)?.for_engines(&engines);
        let mut inner = match headers {
            Some(headers) => robots_policy::MetaExtractor::from_headers(&headers.to_map()),
            None => robots_policy::MetaExtractor::new(),
        };
        if let Some(content_type) = content_type {
            inner = inner.with_content_type(content_type);
        }
        inner = inner.with_rules(rules(&readers));
        if agents.is_some() || !engines.is_empty() {
            let agents = agents.into_iter().flatten().map(Agent::into_inner);
            let engines = engines.into_iter().flat_map(askers);
            inner = inner.with_clients(&agents.chain(engines).collect::<Vec<_>>());
        }
        Ok(MetaExtractor {
            state: Mutex::new(Some(inner)),
            readers,
        })
    }

    fn feed(&self, py: Python<'_>, chunk: Octets) -> PyResult<bool> {
        let mut state = self.lock(py);
        let Some(inner) = state.as_mut() else {
            return Err(finished());
        };
        let chunk = chunk.as_slice();
        let progress = if seems_long(chunk) {
            py.detach(|| inner.feed(chunk))
        } else {
            inner.feed(chunk)
        };
        Ok(progress.is_done())
    }

    #[getter]
    fn done(&self, py: Python<'_>) -> bool {
        let state = self.lock(py);
        state
            .as_ref()
            .is_none_or(|inner| inner.progress().is_done())
    }

    #[pyo3(signature = (*, cut=false))]
    fn finish(&self, py: Python<'_>, cut: bool) -> PyResult<Signals> {
        let inner = self.lock(py).take().ok_or_else(finished)?;
        let is_over = cut.then(|| inner.progress().is_done());
        let read = if cut {
            inner.finish_cut()
        } else {
            inner.finish()
        };
        Ok(Signals::of(if self.readers.whole {
            Part::of_whole(&self.readers, read, is_over)
        } else {
            Part::of_document(read, Origin::Head { cut: is_over })
        }))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<MetaExtractor, done={}>", self.done(py))
    }
}

impl MetaExtractor {
    fn lock(
        &self,
        py: Python<'_>,
    ) -> std::sync::MutexGuard<'_, Option<robots_policy::MetaExtractor>> {
        let state = self.state.lock_py_attached(py);
        state.unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Which metas are read: those of the body too, for engines that hear them.
fn rules(readers: &Readers) -> MetaRules {
    if !readers.whole {
        return readers.metas.clone();
    }
    let all = Placement::ALL.iter().copied();
    let read = all.filter(|at| *at == Placement::Body || readers.metas.counts(*at));
    readers.metas.clone().with_placements(read)
}

fn finished() -> PyErr {
    PyValueError::new_err("this MetaExtractor is finished; make another for the next document")
}
