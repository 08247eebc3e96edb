//! The statements of one source.

use std::sync::Mutex;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyTuple;
use robots_policy::header::Validity;
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::{Parsed, Policy, Signal};
use robots_policy_archives::Readers;

use crate::accessor::Agent;
use crate::engine::{Engines, askers};
use crate::input::{FieldLines, Octets, ReadingOptions, Text, seems_long};
use crate::parts;

/// The statements of one source, or several, about a response.
#[pyclass(frozen, module = "robots_policy")]
pub(crate) struct Signals {
    read: Parsed<Vec<Signal>>,
    validity: Validity,
    /// The metas of the body, which engines alone hear; `None` if no document was read to its end for engines.
    body: Option<Vec<Signal>>,
}

impl Signals {
    fn of(read: Parsed<Vec<Signal>>) -> Signals {
        Signals {
            read,
            validity: Validity::default(),
            body: None,
        }
    }

    /// A document that was read to its end.
    fn of_whole(readers: &Readers, mut read: Parsed<Vec<Signal>>) -> Signals {
        let is_heard = |signal: &Signal| {
            let placement = signal.provenance().source().placement();
            placement != Some(Placement::Body) || readers.metas.counts(Placement::Body)
        };
        let (heard, body) = read.value.into_iter().partition(is_heard);
        read.value = heard;
        Signals {
            body: Some(body),
            ..Signals::of(read)
        }
    }

    /// Adds them to a policy.
    pub(crate) fn add_to(&self, policy: Policy) -> Policy {
        let policy = policy
            .with_signals(self.read.clone())
            .with_validity(self.validity);
        match &self.body {
            None => policy,
            Some(body) => policy.with_whole_document(Parsed {
                value: body.clone(),
                diagnostics: Vec::new(),
            }),
        }
    }
}

/// Adds those that are not there yet.
fn add<T: PartialEq + Clone>(all: &mut Vec<T>, others: &[T]) {
    for other in others {
        if !all.contains(other) {
            all.push(other.clone());
        }
    }
}

#[pymethods]
impl Signals {
    #[new]
    fn new() -> Signals {
        Signals::of(crate::policy::nothing())
    }

    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::diagnostics(py, self.read.diagnostics.iter())
    }

    fn __or__(&self, other: &Signals) -> Signals {
        let mut read = self.read.clone();
        add(&mut read.value, &other.read.value);
        add(&mut read.diagnostics, &other.read.diagnostics);
        let mut body = self.body.clone();
        if let Some(others) = &other.body {
            add(body.get_or_insert_default(), others);
        }
        Signals {
            read,
            validity: self.validity.shorter(other.validity),
            body,
        }
    }

    fn __len__(&self) -> usize {
        self.read.value.len()
    }

    // Without it, a page that says nothing would be false in a condition.
    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "Signals are neither true nor false; write len(signals) to count them, and Policy(signals).verdict(agent) to ask what they mean",
        ))
    }

    fn __repr__(&self) -> String {
        let signals = self.read.value.iter().map(ToString::to_string);
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
    Ok(Signals {
        read: readers.fields.read_lines(headers.pairs()),
        validity: Validity::from_lines(headers.pairs()),
        body: None,
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
    Ok(Signals::of(read))
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
    #[pyo3(signature = (content_type=None, *, headers=None, agents=None, as_=None, options=None))]
    fn new(
        content_type: Option<&str>,
        headers: Option<FieldLines>,
        agents: Option<Vec<Agent>>,
        as_: Option<Engines>,
        options: Option<ReadingOptions>,
    ) -> PyResult<MetaExtractor> {
        let engines = as_.map(|engines| engines.0).unwrap_or_default();
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
            inner = inner.with_accessors(&agents.chain(engines).collect::<Vec<_>>());
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
        let read = if cut {
            inner.finish_cut()
        } else {
            inner.finish()
        };
        Ok(if self.readers.whole {
            Signals::of_whole(&self.readers, read)
        } else {
            Signals::of(read)
        })
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
