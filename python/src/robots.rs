//! How a fetch of robots.txt ended, and the fetch itself.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyAny, PyBytes};
use robots_policy::robots_txt::{Age, Ask, Cause, Fetched, Next, RobotsFetchSettings};
use robots_policy::{Diagnostic, Parsed, Timestamp};
use robots_policy_archives::RobotsGiven;

use crate::accessor::Agent;
use crate::input::{FieldLines, Octets, Target, moment, now_or, to_datetime};
use crate::parts;
use crate::robots_txt::{RobotsTxt, Settings};

/// The known state of the robots.txt of an authority.
#[pyclass(frozen, eq, module = "robots_policy")]
#[derive(PartialEq)]
pub(crate) struct Robots {
    outcome: robots_policy::robots_txt::Robots,
    diagnostics: Vec<Diagnostic>,
    /// The octets of the file, where there are rules.
    file: Bytes,
    /// How they were read.
    settings: Settings,
}

impl Robots {
    pub(crate) fn of_fetch(
        fetch: &robots_policy::robots_txt::RobotsFetch,
        file: Bytes,
        settings: Settings,
        now: Timestamp,
    ) -> Robots {
        let outcome = fetch.outcome(now);
        let has_rules = outcome.rules().is_some();
        Robots {
            diagnostics: if has_rules {
                fetch.diagnostics().to_vec()
            } else {
                Vec::new()
            },
            file: if has_rules { file } else { Bytes::new() },
            settings,
            outcome,
        }
    }

    /// A policy that holds it.
    pub(crate) fn policy(&self) -> robots_policy::Policy {
        let policy = robots_policy::Policy::new();
        match &self.outcome {
            robots_policy::robots_txt::Robots::Rules(rules) => policy.with_robots_txt(Parsed {
                value: rules.clone(),
                diagnostics: self.diagnostics.clone(),
            }),
            outcome => policy.with_robots(outcome.clone()),
        }
    }
}

#[pymethods]
impl Robots {
    #[staticmethod]
    pub(crate) fn unknown() -> Robots {
        Robots {
            outcome: robots_policy::robots_txt::Robots::Unknown,
            diagnostics: Vec::new(),
            file: Bytes::new(),
            settings: Settings::default(),
        }
    }

    #[staticmethod]
    #[pyo3(signature = (status, body=None, *, at=None, dialect=None))]
    fn from_response(
        status: u16,
        body: Option<Octets>,
        at: Option<&Bound<'_, PyAny>>,
        dialect: Option<&str>,
    ) -> PyResult<Robots> {
        let settings = Settings::new(dialect, None, false)?;
        let status = checked_status(status)?;
        let at = now_or(at)?;
        let body = body.as_ref().map_or(&[][..], Octets::as_slice);
        let given = RobotsGiven {
            status: Some(status),
            body: Some(body),
        };
        Ok(match given.fetch(settings.reader(), at) {
            Some(fetch) => Robots::of_fetch(&fetch, Bytes::copy_from_slice(body), settings, at),
            None => Robots::unknown(),
        })
    }

    #[getter]
    fn file(&self) -> Option<RobotsTxt> {
        let value = self.outcome.rules()?.clone();
        let read = Parsed {
            value,
            diagnostics: self.diagnostics.clone(),
        };
        Some(RobotsTxt::of_read(read, self.file.clone(), self.settings))
    }

    #[getter]
    fn cause(&self) -> Option<&'static str> {
        self.outcome.cause().map(Cause::name)
    }

    #[getter]
    fn state(&self) -> &'static str {
        state_of(&self.outcome)
    }

    fn allowed(&self, url: Target, agent: Agent) -> PyResult<Option<bool>> {
        let url = url.checked()?;
        Ok(self.outcome.access(agent.get(), &url).allowed())
    }

    fn access<'py>(
        &self,
        py: Python<'py>,
        url: Target,
        agent: Agent,
    ) -> PyResult<Bound<'py, PyAny>> {
        let url = url.checked()?;
        parts::access(py, &self.outcome.access(agent.get(), &url))
    }

    #[staticmethod]
    fn _restore(
        state: &str,
        cause: Option<&str>,
        since: i64,
        file: Octets,
        dialect: &str,
    ) -> PyResult<Robots> {
        use robots_policy::robots_txt::Robots as Outcome;

        let settings = Settings::new(Some(dialect), None, false)?;
        let cause = || {
            let cause = cause.unwrap_or_default().parse::<Cause>();
            cause.map_err(|error| PyValueError::new_err(error.to_string()))
        };
        let (outcome, diagnostics) = match state {
            "rules" => {
                let read = settings.reader().read(file.as_slice());
                (Outcome::Rules(read.value), read.diagnostics)
            }
            "unavailable" => (Outcome::Unavailable(cause()?), Vec::new()),
            "unreachable" => {
                let (since, cause) = (Timestamp::from_unix(since), cause()?);
                (Outcome::Unreachable { since, cause }, Vec::new())
            }
            _ => (Outcome::Unknown, Vec::new()),
        };
        Ok(Robots {
            outcome,
            diagnostics,
            file: Bytes::copy_from_slice(file.as_slice()),
            settings,
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Restored<'py>)> {
        let py = slf.py();
        let robots = slf.get();
        let since = match &robots.outcome {
            robots_policy::robots_txt::Robots::Unreachable { since, .. } => since.as_unix(),
            _ => 0,
        };
        let restore = slf.get_type().getattr("_restore")?;
        let file = PyBytes::new(py, &robots.file);
        let dialect = robots.settings.dialect_name();
        Ok((
            restore,
            (robots.state(), robots.cause(), since, file, dialect),
        ))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut state = DefaultHasher::new();
        (self.state(), self.cause(), &self.file).hash(&mut state);
        state.finish()
    }

    fn __repr__(&self) -> String {
        match self.cause() {
            Some(cause) => format!("<Robots: {}, {cause}>", self.state()),
            None => format!("<Robots: {}>", self.state()),
        }
    }
}

/// The arguments of `_restore`.
type Restored<'py> = (
    &'static str,
    Option<&'static str>,
    i64,
    Bound<'py, PyBytes>,
    &'static str,
);

fn state_of(outcome: &robots_policy::robots_txt::Robots) -> &'static str {
    use robots_policy::robots_txt::Robots as Outcome;
    match outcome {
        Outcome::Rules(_) => "rules",
        Outcome::Unavailable(_) => "unavailable",
        Outcome::Unreachable { .. } => "unreachable",
        _ => "unknown",
    }
}

fn checked_status(status: u16) -> PyResult<u16> {
    if matches!(status, 0 | 100..=599) {
        return Ok(status);
    }
    Err(PyValueError::new_err(format!(
        "status {status} is neither an HTTP status from 100 to 599 nor 0, for a request without an answer"
    )))
}

/// The robots.txt of one authority over time.
#[pyclass(frozen, module = "robots_policy")]
pub(crate) struct RobotsFetch {
    url: String,
    state: Mutex<State>,
}

struct State {
    fetch: robots_policy::robots_txt::RobotsFetch,
    /// The fetch under way, and the URL of its request.
    under_way: Option<(Ask, String)>,
    file: Bytes,
}

#[pymethods]
impl RobotsFetch {
    #[new]
    #[pyo3(signature = (url, *, redirects=5, patience=None))]
    fn new(url: Target, redirects: u32, patience: Option<f64>) -> PyResult<RobotsFetch> {
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
        let settings = RobotsFetchSettings::new()
            .with_redirects(redirects)
            .with_patience(patience);
        Ok(RobotsFetch {
            url,
            state: Mutex::new(State {
                fetch: robots_policy::robots_txt::RobotsFetch::new(settings),
                under_way: None,
                file: Bytes::new(),
            }),
        })
    }

    #[getter]
    fn url(&self) -> &str {
        &self.url
    }

    fn next(&self, py: Python<'_>, now: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let now = moment(now)?;
        let mut state = self.lock(py);
        let ask = state.fetch.ask(now);
        state.under_way = ask.map(|ask| (ask, self.url.clone()));
        Ok(state.under_way.as_ref().map(|(_, url)| url.clone()))
    }

    #[pyo3(signature = (status, headers=None, body=None, *, now))]
    fn answered(
        &self,
        py: Python<'_>,
        status: u16,
        headers: Option<FieldLines>,
        body: Option<Octets>,
        now: &Bound<'_, PyAny>,
    ) -> PyResult<Option<String>> {
        let (status, now) = (checked_status(status)?, moment(now)?);
        let headers = headers.unwrap_or_default().to_map();
        let body = body.as_ref().map_or(&[][..], Octets::as_slice);
        Ok(self
            .lock(py)
            .answered(&self.url, status, &headers, body, now))
    }

    fn outcome(&self, py: Python<'_>, now: &Bound<'_, PyAny>) -> PyResult<Robots> {
        let now = moment(now)?;
        let state = self.lock(py);
        Ok(Robots::of_fetch(
            &state.fetch,
            state.file.clone(),
            Settings::default(),
            now,
        ))
    }

    fn age(&self, py: Python<'_>, now: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let age = self.lock(py).fetch.age(moment(now)?);
        Ok(match age {
            Age::Nothing => "nothing",
            Age::Fresh => "fresh",
            Age::Stale => "stale",
            Age::Unreachable => "unreachable",
        })
    }

    #[getter]
    fn due<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let due = self.lock(py).fetch.due();
        due.map(|due| to_datetime(py, due)).transpose()
    }

    fn __repr__(&self) -> String {
        format!("<RobotsFetch of {:?}>", self.url)
    }
}

impl RobotsFetch {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, State> {
        let state = self.state.lock_py_attached(py);
        state.unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes an answer to the request under way, and returns the URL of the next request.
    fn answered(
        &mut self,
        url: &str,
        status: u16,
        headers: &http::HeaderMap,
        body: &[u8],
        now: Timestamp,
    ) -> Option<String> {
        let begun = self.under_way.take();
        let (mut ask, url) = begun.unwrap_or_else(|| (self.fetch.begin(), url.to_owned()));
        let fetched = match status {
            0 => Fetched::NetworkError,
            status => Fetched::from_response(status, headers, body),
        };
        if let Next::Follow(reference) = self.fetch.answered(&mut ask, fetched, now) {
            if let Some(next) = followed(&url, &reference) {
                self.under_way = Some((ask, next.clone()));
                return Some(next);
            }
            let _ = self.fetch.answered(&mut ask, Fetched::LeadsNowhere, now);
        } else if matches!(status, 200..=299) {
            self.file = Bytes::copy_from_slice(body);
        }
        None
    }
}

/// The URL that a redirect leads to, if it is one that can be asked.
fn followed(url: &str, reference: &str) -> Option<String> {
    let base = url::Url::parse(url).ok()?;
    let next = base.join(reference).ok()?;
    matches!(next.scheme(), "http" | "https").then(|| next.into())
}

/// The URL of the robots.txt that governs a URL.
#[pyfunction]
pub(crate) fn robots_txt_url(url: Target) -> Option<String> {
    robots_policy::robots_txt::robots_txt_url(&url.0)
}

/// The authority of a URL: the key under which its robots.txt is kept.
#[pyfunction]
pub(crate) fn authority(url: Target) -> Option<String> {
    robots_policy::robots_txt::authority(&url.0)
}
