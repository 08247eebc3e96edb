//! The fetch of a robots.txt over time.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyAny;
use robots_policy::robots_txt::{Age, AnswerFields, Ask, Fetched, Next, RobotsFetchSettings};
use robots_policy::{Timestamp, Why};
use robots_policy_archives::Answer;

use super::{Robots, checked_status};
use crate::input::{FieldLines, Target, Text, moment, to_datetime};
use crate::robots_txt::Settings;

/// The robots.txt of one authority over time: redirects, 24 hours, the last good copy. No I/O.
///
/// ::
///
///     fetch = RobotsFetch("https://example.com/page")
///     url = fetch.next(now)
///     while url is not None:
///         answer = get(url)  # without following redirects
///         url = fetch.answered(answer.status, answer.headers, answer.body, now=now)
///     robots = fetch.outcome(now)
///
/// Begin with a URL of the site.
///
/// ``redirects`` are followed, five as RFC 9309 names. ``patience`` is the number of seconds after which a
/// file that cannot be reached counts as absent; without it, never. ``limit`` is the number of bytes of the file
/// that are read; 512 KiB without it.
#[pyclass(frozen, module = "robots_policy.robots")]
pub(crate) struct RobotsFetch {
    url: String,
    state: Mutex<FetchState>,
}

struct FetchState {
    fetch: robots_policy::robots_txt::RobotsFetch,
    /// The fetch under way, and the URL of its request.
    under_way: Option<(Ask, String)>,
    file: Bytes,
    /// How the file is read.
    settings: Settings,
}

#[pymethods]
impl RobotsFetch {
    #[new]
    #[pyo3(signature = (url, *, redirects=5, patience=None, limit=None))]
    fn new(
        url: Target,
        redirects: u32,
        patience: Option<f64>,
        limit: Option<usize>,
    ) -> PyResult<RobotsFetch> {
        let given = url.0;
        let Some(url) = robots_policy::robots_txt::robots_txt_url(&given) else {
            return Err(PyValueError::new_err(format!(
                "url {:?} is not an http or https URL; write the URL of a page or of its robots.txt, such as 'https://example.com/'",
                &*given,
            )));
        };
        let patience = patience.map(Duration::try_from_secs_f64).transpose();
        let patience = patience.map_err(|error| {
            PyValueError::new_err(format!("patience: expected a number of seconds: {error}"))
        })?;
        let settings = Settings::new(None, limit, false)?;
        let own = RobotsFetchSettings::new()
            .with_reader(settings.reader())
            .with_redirects(redirects)
            .with_patience(patience);
        Ok(RobotsFetch {
            url,
            state: Mutex::new(FetchState {
                fetch: robots_policy::robots_txt::RobotsFetch::new(own),
                under_way: None,
                file: Bytes::new(),
                settings,
            }),
        })
    }

    /// The URL of the robots.txt at which each fetch begins.
    #[getter]
    fn url(&self) -> &str {
        &self.url
    }

    /// The URL to request now; ``None`` while the outcome is fresh.
    fn next(&self, py: Python<'_>, now: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let now = moment(now)?;
        let mut state = self.lock(py);
        let ask = state.fetch.ask(now);
        state.under_way = ask.map(|ask| (ask, self.url.clone()));
        Ok(state.under_way.as_ref().map(|(_, url)| url.clone()))
    }

    /// Take the answer; return the URL that a redirect leads to, or ``None`` at the end. Status 0: no answer.
    #[pyo3(signature = (status, headers=None, body=None, *, now))]
    fn answered(
        &self,
        py: Python<'_>,
        status: i64,
        headers: Option<FieldLines>,
        body: Option<Text>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<Option<String>> {
        let (status, now) = (checked_status(status)?, moment(now)?);
        let headers = headers.unwrap_or_default().to_map();
        let body = body.as_ref().map(|body| body.octets.as_slice());
        Ok(self
            .lock(py)
            .answered(&self.url, status, &headers, body, now))
    }

    /// The outcome that holds now: the last answer, for 24 hours; the last good copy, while the server fails.
    fn outcome(&self, py: Python<'_>, now: &Bound<'_, PyAny>) -> PyResult<Robots> {
        let now = moment(now)?;
        let state = self.lock(py);
        Ok(Robots::of_fetch(
            &state.fetch,
            state.file.clone(),
            state.settings,
            now,
        ))
    }

    /// How current the outcome is.
    ///
    /// It is ``"nothing"`` before the first answer, ``"fresh"``, ``"stale"`` if a fetch is due, or ``"unreachable"`` if
    /// the server fails.
    fn age(&self, py: Python<'_>, now: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let age = self.lock(py).fetch.age(moment(now)?);
        Ok(match age {
            Age::Nothing => "nothing",
            Age::Fresh => "fresh",
            Age::Stale => "stale",
            Age::Unreachable => "unreachable",
        })
    }

    /// The time of the next fetch; ``None`` before the first answer.
    #[getter]
    fn due<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let due = self.lock(py).fetch.due();
        due.map(|due| to_datetime(py, due)).transpose()
    }

    /// Whether a fetch is due: the outcome is too old, or its answer is from the future, so its age is not known.
    fn is_due(&self, py: Python<'_>, now: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.lock(py).fetch.is_due(moment(now)?))
    }

    /// The bytes that the file takes in memory, with the indices that questions have made so far.
    #[getter]
    fn weight(&self, py: Python<'_>) -> usize {
        let state = self.lock(py);
        state.fetch.weight() + state.file.len()
    }

    fn __repr__(&self) -> String {
        format!("<RobotsFetch of {:?}>", self.url)
    }
}

impl RobotsFetch {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, FetchState> {
        let state = self.state.lock_py_attached(py);
        state.unwrap_or_else(PoisonError::into_inner)
    }
}

impl FetchState {
    /// Takes an answer to the request under way, and returns the URL of the next request.
    fn answered(
        &mut self,
        url: &str,
        status: u16,
        headers: &http::HeaderMap,
        body: Option<&[u8]>,
        now: Timestamp,
    ) -> Option<String> {
        let begun = self.under_way.take();
        let (mut ask, url) = begun.unwrap_or_else(|| (self.fetch.begin(), url.to_owned()));
        let undone = undone(headers, body.unwrap_or_default(), self.settings);
        let fields = AnswerFields::from_headers(headers);
        let fetched = fetched(status, fields, body.is_some(), undone.as_deref());
        if let Next::Follow(reference) = self.fetch.answered(&mut ask, fetched, now) {
            if let Some(next) = followed(&url, &reference) {
                self.under_way = Some((ask, next.clone()));
                return Some(next);
            }
            let _ = self.fetch.answered(&mut ask, Fetched::LeadsNowhere, now);
        } else if status != 304 && self.fetch.unreachable().is_none() {
            // A failed fetch and one that confirms the copy leave the file of the copy.
            self.file = undone.map_or_else(Bytes::new, |body| Bytes::copy_from_slice(&body));
        }
        None
    }
}

/// The answer with this body; a file that the caller does not have is not at hand.
pub(super) fn fetched<'b>(
    status: u16,
    fields: AnswerFields<'b>,
    is_given: bool,
    body: Option<&'b [u8]>,
) -> Fetched<'b> {
    if matches!(status, 200..=299) && !is_given {
        return Fetched::NotAtHand(Why::NotGiven);
    }
    Fetched::Response {
        status,
        fields,
        body,
    }
}

/// A body without its content codings; `None` if they cannot be undone, or not to the end of what is read.
pub(super) fn undone<'b>(
    headers: &http::HeaderMap,
    body: &'b [u8],
    settings: Settings,
) -> Option<Cow<'b, [u8]>> {
    let lines = headers.get_all(http::header::CONTENT_ENCODING).iter();
    let names: Vec<&[u8]> = lines.map(http::HeaderValue::as_bytes).collect();
    if names.is_empty() {
        return Some(body.into());
    }
    let undone = Answer::undone(&names.join(&b", "[..]), body)?;
    // No more than the usual limit is undone.
    let usual = Settings::default().limit();
    (undone.len() <= usual || settings.limit() <= usual).then_some(undone.into())
}

/// Whether a body can be undone from its content codings, to its end and as its checksums say.
#[pyfunction(name = "_is_whole")]
pub(crate) fn is_whole(content_encoding: &[u8], body: &[u8]) -> bool {
    Answer::undone(content_encoding, body).is_some()
}

/// The URL that a redirect leads to, if it is one that can be asked.
fn followed(url: &str, reference: &str) -> Option<String> {
    let base = url::Url::parse(url).ok()?;
    let next = base.join(reference).ok()?;
    matches!(next.scheme(), "http" | "https").then(|| next.into())
}
