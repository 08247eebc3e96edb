//! The last fetch of robots.txt as a caller states it, and the state of one that failed.
//!
//! **L1.** The rules of an engine for a robots.txt that cannot be had depend on the time since the first failure, and on the
//! last good copy. An outcome alone has neither beside a copy, so a failing fetch is kept whole, and a pickle replays it. A time
//! that is not known is no time at all: a ladder then begins at its first step, which never opens a site that a later step
//! would. `test_engines.py` compares both ways.

use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_policy::robots_txt::{
    Cause, Fetched, RobotsFetch, RobotsFetchSettings, RobotsTxtReader,
};
use robots_policy::{Policy, Timestamp};

use crate::input::Text;

/// How the last fetch of robots.txt ended, beside its body.
#[derive(Default)]
pub(crate) struct LastFetch {
    pub(crate) status: Option<u16>,
    /// For how many hours it has been ending so.
    pub(crate) hours: Option<f64>,
    /// The body of the last good copy.
    pub(crate) cached: Option<Text>,
}

impl LastFetch {
    /// Whether the caller says nothing about it.
    pub(crate) fn is_unstated(&self) -> bool {
        self.status.is_none() && self.hours.is_none() && self.cached.is_none()
    }

    /// The fetch, after these answers.
    ///
    /// # Errors
    /// `ValueError` for hours that are not a number of hours, and for a fetch whose end is not known.
    pub(crate) fn fetch(
        &self,
        reader: RobotsTxtReader,
        body: Option<&[u8]>,
        now: Timestamp,
    ) -> PyResult<RobotsFetch> {
        let began = began(now, self.hours.unwrap_or(0.0))?;
        let status = match (self.status, body) {
            (Some(status), _) => status,
            (None, Some(_)) => 200,
            (None, None) => return Err(no_status()),
        };
        let mut fetch = RobotsFetch::new(RobotsFetchSettings::new().with_reader(reader));
        if let Some(copy) = &self.cached {
            answer(&mut fetch, 200, copy.octets.as_slice(), began);
        }
        answer(&mut fetch, status, body.unwrap_or_default(), began);
        Ok(fetch)
    }
}

/// The moment that was so many hours before now.
fn began(now: Timestamp, hours: f64) -> PyResult<Timestamp> {
    if !(0.0..=MOST_HOURS).contains(&hours) {
        return Err(PyValueError::new_err(format!(
            "robots_hours: {hours} is not a number of hours; write for how long the fetch of robots.txt has been ending so, such as 48"
        )));
    }
    #[allow(clippy::cast_possible_truncation)] // of a number that fits
    let seconds = (hours * 3600.0) as i64;
    Ok(Timestamp::from_unix(now.as_unix().saturating_sub(seconds)))
}

fn no_status() -> PyErr {
    PyValueError::new_err(
        "robots_hours, robots_cached: they are about a fetch whose end is not known; write robots_status too, 0 for a request without an answer",
    )
}

fn answer(fetch: &mut RobotsFetch, status: u16, body: &[u8], at: Timestamp) {
    let fetched = match status {
        0 => Fetched::NetworkError,
        status => Fetched::Response {
            status,
            location: None,
            cache_control: None,
            body,
        },
    };
    let _ = fetch.answered(&mut fetch.begin(), fetched, at);
}

/// A fetch that fails, and the moment of its outcome.
#[derive(Clone)]
pub(crate) struct Failing(Arc<RobotsFetch>, Timestamp);

impl Failing {
    /// The state of a fetch; `None` if the last one did not fail.
    pub(crate) fn of(fetch: &RobotsFetch, now: Timestamp) -> Option<Failing> {
        let is_failing = fetch.unreachable().is_some();
        is_failing.then(|| Failing(Arc::new(fetch.clone()), now))
    }

    /// A fetch that has failed since then, with or without a copy; `is_over` if the patience with it is.
    pub(crate) fn replayed(
        reader: RobotsTxtReader,
        copy: &[u8],
        since: Timestamp,
        cause: Cause,
        is_over: bool,
    ) -> Option<Failing> {
        let patience = is_over.then_some(Duration::ZERO);
        let settings = RobotsFetchSettings::new().with_reader(reader);
        let mut fetch = RobotsFetch::new(settings.with_patience(patience));
        if !copy.is_empty() {
            answer(&mut fetch, 200, copy, since);
        }
        let failed = match cause {
            Cause::NetworkError => Fetched::NetworkError,
            Cause::Undecodable => Fetched::Undecodable,
            Cause::Redirects => Fetched::LeadsNowhere,
            Cause::RateLimited => status(429),
            _ => status(503),
        };
        let _ = fetch.answered(&mut fetch.begin(), failed, since);
        Failing::of(&fetch, since)
    }

    /// Adds it to a policy.
    pub(crate) fn add_to(&self, policy: Policy) -> Policy {
        policy.with_fetch(&self.0, self.1)
    }

    /// Since when it fails, and the latest cause.
    pub(crate) fn since(&self) -> Option<(Timestamp, Cause)> {
        self.0.unreachable()
    }

    /// Whether there is a last good copy.
    pub(crate) fn has_copy(&self) -> bool {
        let since = self.since();
        since.is_some_and(|(since, _)| self.0.outcome(since).rules().is_some())
    }
}

impl PartialEq for Failing {
    fn eq(&self, other: &Failing) -> bool {
        self.since() == other.since()
    }
}

/// An answer without a body.
fn status(status: u16) -> Fetched<'static> {
    Fetched::Response {
        status,
        location: None,
        cache_control: None,
        body: b"",
    }
}

/// A century: more is a mistake of the unit.
const MOST_HOURS: f64 = 876_600.0;
