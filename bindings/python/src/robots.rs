//! How a fetch of robots.txt ended.

mod fetch;
mod last_fetch;

pub(crate) use self::fetch::{RobotsFetch, is_whole};
pub(crate) use self::last_fetch::LastFetch;

use bytes::Bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBytes, PyTuple};
use robots_policy::robots_txt::{AnswerFields, Cause, RobotsFetchSettings};
use robots_policy::{Diagnostic, Parsed, Timestamp, Why};
use robots_policy_show::robots_html;

use self::last_fetch::Failing;
use crate::client::Agent;
use crate::input::{FieldLines, Octets, Target, Text, now_or, status_of};
use crate::parts::{self, Class};
use crate::robots_txt::{RobotsTxt, Settings};

/// Knowledge of the robots.txt of an authority: how its fetch ended. Frozen, hashable, picklable.
#[pyclass(frozen, eq, name = "RobotsOutcome", module = "robots_policy")]
#[derive(PartialEq)]
pub(crate) struct Robots {
    outcome: robots_policy::robots_txt::Robots,
    diagnostics: Vec<Diagnostic>,
    /// The octets of the file, where there are rules.
    file: Bytes,
    /// How they were read.
    settings: Settings,
    /// The fetch, if it fails.
    failing: Option<Failing>,
}

impl Robots {
    pub(crate) fn of_fetch(
        fetch: &robots_policy::robots_txt::RobotsFetch,
        file: Bytes,
        settings: Settings,
        now: Timestamp,
    ) -> Robots {
        let outcome = fetch.outcome(now);
        let failing = Failing::of(fetch, now);
        let has_rules = outcome.rules().is_some();
        let has_copy = failing.as_ref().is_some_and(Failing::has_copy);
        Robots {
            diagnostics: if has_rules {
                fetch.diagnostics().to_vec()
            } else {
                Vec::new()
            },
            file: if has_rules || has_copy {
                file
            } else {
                Bytes::new()
            },
            settings,
            outcome,
            failing,
        }
    }

    /// The table that a notebook shows.
    pub(crate) fn html(&self) -> PyResult<String> {
        Ok(robots_html(self.policy(), now_or(None)?))
    }

    /// Why an answer is not that of the file.
    fn unread_because(&self) -> Option<Why> {
        match &self.outcome {
            robots_policy::robots_txt::Robots::Unread { why } => Some(*why),
            _ => None,
        }
    }

    /// The name of why there are no rules.
    fn because(&self) -> Option<&'static str> {
        let cause = self.outcome.cause().map(Cause::name);
        cause.or(self.unread_because().map(Why::name))
    }

    /// A policy that holds it.
    pub(crate) fn policy(&self) -> robots_policy::Policy {
        let policy = robots_policy::Policy::new();
        if let Some(failing) = &self.failing {
            return failing.add_to(policy);
        }
        match &self.outcome {
            robots_policy::robots_txt::Robots::Unavailable(Cause::Redirects) => {
                last_fetch::redirected(policy)
            }
            robots_policy::robots_txt::Robots::Rules(rules) => policy.with_robots(Parsed {
                value: rules.clone(),
                diagnostics: self.diagnostics.clone(),
            }),
            outcome => policy.with_robots(outcome.clone()),
        }
    }
}

#[pymethods]
impl Robots {
    /// A robots.txt that was not fetched: nothing is known, and nothing is allowed.
    #[staticmethod]
    pub(crate) fn unknown() -> Robots {
        Robots {
            outcome: robots_policy::robots_txt::Robots::Unknown,
            diagnostics: Vec::new(),
            file: Bytes::new(),
            settings: Settings::default(),
            failing: None,
        }
    }

    /// The outcome of one answer; status 0 is a request without an answer.
    ///
    /// The codings that ``Content-Encoding`` names are undone; where they cannot be, the file is unreachable. With a
    /// status of 2xx and without a body, with 202 and with the challenge of a firewall nothing is known of the file;
    /// ``b""`` is a file without a line. Give the bytes where you have them: a text is read as it is.
    #[staticmethod]
    #[pyo3(signature = (status, body=None, *, headers=None, at=None, dialect=None))]
    fn from_response(
        status: i64,
        body: Option<Text>,
        headers: Option<FieldLines>,
        at: Option<&Bound<'_, PyAny>>,
        dialect: Option<&str>,
    ) -> PyResult<Robots> {
        let settings = Settings::new(dialect, None, false)?;
        let status = checked_status(status)?;
        if let Some(body) = &body {
            body.checked_file("body")?;
        }
        let at = now_or(at)?;
        let headers = headers.unwrap_or_default().to_map();
        let given = body.as_ref().map(|body| body.octets.as_slice());
        let body = fetch::undone(&headers, given.unwrap_or_default(), settings);
        let fields = AnswerFields {
            // The caller has followed what it follows.
            location: None,
            ..AnswerFields::from_headers(&headers)
        };
        let fetched = fetch::fetched(status, fields, given.is_some(), body.as_deref());
        let own = RobotsFetchSettings::new().with_reader(settings.reader());
        let mut fetch = robots_policy::robots_txt::RobotsFetch::new(own);
        let _ = fetch.answered(&mut fetch.begin(), fetched, at);
        let file = Bytes::copy_from_slice(&body.unwrap_or_default());
        Ok(Robots::of_fetch(&fetch, file, settings, at))
    }

    /// The file, if its rules decide.
    #[getter]
    fn file(&self) -> Option<RobotsTxt> {
        let value = self.outcome.rules()?.clone();
        let read = Parsed {
            value,
            diagnostics: self.diagnostics.clone(),
        };
        Some(RobotsTxt::of_read(read, self.file.clone(), self.settings))
    }

    /// Why there are no rules; ``None`` if there are, or if nothing is known.
    #[getter]
    fn cause<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let cause = self.outcome.cause();
        cause
            .map(|cause| Class::Cause.word(py, cause.name()))
            .transpose()
    }

    /// Why an answer is not that of the file; its ``state`` is ``"unknown"``.
    #[getter]
    fn why<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let why = self.unread_because();
        why.map(|why| Class::Why.word(py, why.name())).transpose()
    }

    /// The kind of answer that decides about the site.
    ///
    /// It is ``"rules"``, those of the file; ``"unavailable"``, all is allowed (RFC 9309 §2.3.1.3); ``"unreachable"``,
    /// nothing is allowed (§2.3.1.4); or ``"unknown"``.
    #[getter]
    fn state(&self) -> &'static str {
        state_of(&self.outcome)
    }

    /// Whether the agent may fetch an absolute URL, or a path that begins with ``/``.
    ///
    /// ``None`` is an answer that is not known::
    ///
    ///     RobotsOutcome.from_response(404).allowed("https://example.com/", "ExampleBot")  # True
    ///     RobotsOutcome.from_response(503).allowed("https://example.com/", "ExampleBot")  # False
    ///     RobotsOutcome.unknown().allowed("https://example.com/", "ExampleBot")  # None
    fn allowed(&self, url: Target, agent: Agent) -> PyResult<Option<bool>> {
        let url = url.checked()?;
        Ok(self.outcome.access(agent.get(), &url).allowed())
    }

    /// Whether it may be fetched, the reason, and the line that decides.
    fn access<'py>(
        &self,
        py: Python<'py>,
        url: Target,
        agent: Agent,
    ) -> PyResult<Bound<'py, PyAny>> {
        let url = url.checked()?;
        parts::access(py, &self.outcome.access(agent.get(), &url))
    }

    /// `failing` is the cause of a fetch that fails since `since`.
    #[staticmethod]
    #[pyo3(signature = (state, cause, since, file, dialect, failing=None))]
    fn _restore(
        state: &str,
        cause: Option<&str>,
        since: i64,
        file: Octets,
        dialect: &str,
        failing: Option<&str>,
    ) -> PyResult<Robots> {
        use robots_policy::robots_txt::Robots as Outcome;

        let settings = Settings::new(Some(dialect), None, false)?;
        let known = |cause: &str| {
            let cause = cause.parse::<Cause>();
            cause.map_err(|error| PyValueError::new_err(error.to_string()))
        };
        let known_cause = || known(cause.unwrap_or_default());
        let since = Timestamp::from_unix(since);
        let failing = match failing {
            Some(cause) => {
                let copy = file.as_slice();
                let is_over = state == "unavailable";
                Failing::replayed(settings.reader(), copy, since, known(cause)?, is_over)
            }
            None => None,
        };
        let (outcome, diagnostics) = match state {
            "rules" => {
                let read = settings.reader().read(file.as_slice());
                (Outcome::Rules(read.value), read.diagnostics)
            }
            "unavailable" => (Outcome::Unavailable(known_cause()?), Vec::new()),
            "unreachable" => {
                let cause = known_cause()?;
                (Outcome::Unreachable { since, cause }, Vec::new())
            }
            _ => (of_why(cause)?, Vec::new()),
        };
        Ok(Robots {
            outcome,
            diagnostics,
            file: Bytes::copy_from_slice(file.as_slice()),
            settings,
            failing,
        })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let robots = slf.get();
        let failing = robots.failing.as_ref().and_then(Failing::since);
        let since = failing.map_or(0, |(since, _)| since.as_unix());
        let restore = slf.get_type().getattr("_restore")?;
        let file = PyBytes::new(py, &robots.file);
        let dialect = robots.settings.dialect_name();
        let cause = failing.map(|(_, cause)| cause.name());
        let (state, because) = (robots.state(), robots.because());
        let arguments = (state, because, since, file, dialect, cause);
        Ok((restore, arguments.into_pyobject(py)?))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut state = DefaultHasher::new();
        (self.state(), self.because(), &self.file).hash(&mut state);
        state.finish()
    }

    fn __repr__(&self) -> String {
        match self.because() {
            Some(cause) => format!("<RobotsOutcome: {}, {cause}>", self.state()),
            None => format!("<RobotsOutcome: {}>", self.state()),
        }
    }

    /// The table that a notebook shows.
    fn _repr_html_(&self) -> PyResult<String> {
        self.html()
    }
}

/// A robots.txt that was not read for this reason, or was not asked for.
fn of_why(why: Option<&str>) -> PyResult<robots_policy::robots_txt::Robots> {
    use robots_policy::robots_txt::Robots as Outcome;
    let Some(why) = why else {
        return Ok(Outcome::Unknown);
    };
    let why = why.parse::<Why>();
    let why = why.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Outcome::Unread { why })
}

/// The word for how a fetch ended.
pub(crate) fn state_of(outcome: &robots_policy::robots_txt::Robots) -> &'static str {
    use robots_policy::robots_txt::Robots as Outcome;
    match outcome {
        Outcome::Rules(_) => "rules",
        Outcome::Unavailable(_) => "unavailable",
        Outcome::Unreachable { .. } => "unreachable",
        _ => "unknown",
    }
}

pub(super) fn checked_status(status: i64) -> PyResult<u16> {
    let checked = status_of("status", Some(status))?;
    Ok(checked.unwrap_or_default())
}

/// The URL of the robots.txt that governs a URL; ``None`` for one that is not http or https.
#[pyfunction]
pub(crate) fn robots_txt_url(url: Target) -> Option<String> {
    robots_policy::robots_txt::robots_txt_url(&url.0)
}

/// The key under which the robots.txt of a URL is kept.
#[pyfunction]
pub(crate) fn authority(url: Target) -> Option<String> {
    robots_policy::robots_txt::authority(&url.0)
}
