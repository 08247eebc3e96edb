//! The statements of one source.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyTuple;
use robots_policy::engines::Profile;
use robots_policy::header::Validity;
use robots_policy::ledger::Document;
use robots_policy::meta::Placement;
use robots_policy::{Client, Policy, Signal, Why};
use robots_policy_input::{Ending, FedDocument, Readers, ReadingOptions};

use crate::client::Agent;
use crate::engine::{askers, engines_of};
use crate::input::{FieldLines, Octets, Text, options_of, readers_of, seems_long};
use crate::parts;

/// The statements of one source, or of several that ``|`` unites.
#[pyclass(frozen, module = "robots_policy.signals")]
#[derive(Default)]
pub(crate) struct Signals {
    parts: Vec<Policy>,
}

impl Signals {
    fn of(part: Policy) -> Signals {
        Signals { parts: vec![part] }
    }

    fn of_document(document: Document) -> Signals {
        Signals::of(Policy::new().with_document(document))
    }

    /// Adds them to a policy.
    pub(crate) fn add_to(&self, policy: Policy) -> Policy {
        self.parts.iter().cloned().fold(policy, Policy::union)
    }

    /// Every statement that every client hears.
    fn heard(&self) -> impl Iterator<Item = &Signal> {
        self.parts.iter().flat_map(Policy::signals)
    }
}

#[pymethods]
impl Signals {
    #[new]
    fn new() -> Signals {
        Signals::default()
    }

    /// Everything unusual in the sources that were read.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let diagnostics = self.parts.iter().flat_map(Policy::diagnostics);
        parts::diagnostics(py, diagnostics)
    }

    fn __or__(&self, other: &Signals) -> Signals {
        let mut parts = self.parts.clone();
        for part in &other.parts {
            if !parts.contains(part) {
                parts.push(part.clone());
            }
        }
        Signals { parts }
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

/// The statements in the fields of a response.
#[pyfunction]
#[pyo3(signature = (headers, *, options=None))]
pub(crate) fn signals_from_headers(
    headers: FieldLines,
    #[pyo3(from_py_with = options_of)] options: Option<ReadingOptions>,
) -> Signals {
    let readers = readers_of(options.as_ref(), headers.are_joined);
    let policy = Policy::new()
        .with_content_type(headers.lines("content-type"))
        .with_fields(readers.fields.read_lines(headers.pairs()))
        .with_validity(Validity::from_lines(headers.pairs()));
    Signals::of(policy)
}

/// The statements of metas that another parser found: pairs of name and content, or triples with the placement.
///
/// They stand for a head that was read whole. The body was not, and may hold a licence, so that answers about AI use
/// are ``None`` unless they are a no.
#[pyfunction]
#[pyo3(signature = (metas, *, options=None))]
pub(crate) fn signals_from_metas(
    metas: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = options_of)] options: Option<ReadingOptions>,
) -> PyResult<Signals> {
    let readers = readers_of(options.as_ref(), false);
    let mut read = Vec::new();
    for meta in metas.try_iter()? {
        read.push(meta_of(&meta?)?);
    }
    let metas = read
        .iter()
        .map(|(name, content, placement)| (&**name, &**content, *placement));
    let read = robots_policy::meta::signals_from_metas(metas, &readers.metas);
    Ok(Signals::of_document(read.into()))
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

/// The statements of a document that streams in: its metas and links, and the licences that it holds.
///
/// Answers about the page need the head, so that the download can stop when :meth:`feed` returns true. Those about AI
/// use need the body too, which may hold a licence::
///
///     metas = MetaExtractor(headers=response.headers)
///     for chunk in response:
///         metas.feed(chunk)
///     policy = Policy(signals_from_headers(response.headers) | metas.finish(cut=False))
///
/// ``engine`` names engines; the document is then read to its end if metas in the body count for one of them.
///
/// A ``Content-Length`` of ``headers``, without a ``Content-Encoding``, says whether all bytes came.
#[pyclass(frozen, module = "robots_policy.signals")]
pub(crate) struct MetaExtractor {
    /// The document as far as it came, and whether anything, or the end, came after the chunk in which its head was over.
    state: Mutex<Option<(FedDocument, bool)>>,
    headers: FieldLines,
    content_type: Option<String>,
    readers: Readers,
    askers: Vec<Client>,
}

#[pymethods]
impl MetaExtractor {
    #[new]
    #[pyo3(signature = (content_type=None, *, headers=None, agents=None, engine=None, options=None))]
    fn new(
        content_type: Option<String>,
        headers: Option<FieldLines>,
        agents: Option<Vec<Agent>>,
        #[pyo3(from_py_with = engines_of)] engine: Option<Vec<Profile>>,
        #[pyo3(from_py_with = options_of)] options: Option<ReadingOptions>,
    ) -> MetaExtractor {
        let engines = engine.unwrap_or_default();
        let readers = readers_of(options.as_ref(), false).for_engines(&engines);
        let agents = agents.into_iter().flatten().map(Agent::into_inner);
        let engines = engines.into_iter().flat_map(askers);
        let mut extractor = MetaExtractor {
            state: Mutex::default(),
            headers: headers.unwrap_or_default(),
            content_type,
            readers,
            askers: agents.chain(engines).collect(),
        };
        extractor.state = Mutex::new(Some((extractor.begin(), false)));
        extractor
    }

    /// Take the next bytes; return whether the head has been read. What comes after it is searched for a licence.
    fn feed(&self, py: Python<'_>, chunk: Octets) -> PyResult<bool> {
        let mut state = self.lock(py);
        let Some((document, went_on)) = state.as_mut() else {
            return Err(finished());
        };
        let chunk = chunk.as_slice();
        *went_on |= document.is_over();
        Ok(if seems_long(chunk) {
            py.detach(|| document.feed(chunk))
        } else {
            document.feed(chunk)
        })
    }

    /// Whether the head has been read, so that answers about the page need no more bytes.
    #[getter]
    fn done(&self, py: Python<'_>) -> bool {
        let state = self.lock(py);
        state.iter().all(|(document, _)| document.is_over())
    }

    /// The statements of the document. ``cut`` is true if it broke off, false if these were all of its bytes.
    ///
    /// Without ``cut`` no one states where the document ends: then an end inside markup is one that broke off; and if
    /// nothing was fed after the chunk that ended the head, not even ``b""``, answers about AI use are ``None`` unless
    /// they are a no. A ``Content-Length`` larger than what was fed is a document that broke off, whatever ``cut``
    /// says.
    #[pyo3(signature = (*, cut=None))]
    fn finish(&self, py: Python<'_>, cut: Option<bool>) -> PyResult<Signals> {
        let (document, went_on) = self.lock(py).take().ok_or_else(finished)?;
        let document = self.end(document, went_on, cut);
        Ok(Signals::of_document(document))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<MetaExtractor, done={}>", self.done(py))
    }
}

impl MetaExtractor {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Option<(FedDocument, bool)>> {
        let state = self.state.lock_py_attached(py);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self) -> FedDocument {
        let fed = FedDocument::new(&self.readers, &self.askers, || self.extractor());
        let is_typed =
            self.content_type.is_some() || self.headers.lines("content-type").next().is_some();
        if is_typed { fed } else { fed.untyped() }
    }

    fn extractor(&self) -> robots_policy::MetaExtractor {
        let extractor = robots_policy::MetaExtractor::from_headers(&self.headers.to_map());
        match &self.content_type {
            Some(content_type) => extractor.with_content_type(content_type),
            None => extractor,
        }
    }

    /// Ends a document. A caller that stopped after its head, and says nothing, may not have all of it.
    fn end(&self, document: FedDocument, went_on: bool, cut: Option<bool>) -> Document {
        let stated = Ending::of(None, self.headers.pairs(), Some(document.octets()));
        let ending = match (stated, cut) {
            (Ending::WithoutStart, _) => Ending::WithoutStart,
            (_, Some(true)) => Ending::Cut(Why::Incomplete),
            (Ending::Open, Some(false)) => Ending::Whole,
            (stated, _) => stated,
        };
        let is_all = ending == Ending::Whole || went_on || !document.is_over();
        let extractor = || self.extractor();
        let read = document.finish(&self.readers, &self.askers, extractor, ending, is_all);
        read.document
    }
}

fn finished() -> PyErr {
    PyValueError::new_err("this MetaExtractor is finished; make another for the next document")
}
