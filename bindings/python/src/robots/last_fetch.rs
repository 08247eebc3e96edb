//! The last fetch of robots.txt as a caller states it, and the state of one that failed.
//!
//! **L1.** The rules of an engine for a robots.txt that cannot be had depend on the time since the first failure, and on the
//! last good copy. An outcome alone has neither beside a copy, so a failing fetch is kept whole, and a pickle replays it. Where
//! the time is not known, a ladder begins at its first step, as after a first failure. The session `engines` of the Python
//! tests compares both ways.

use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_policy::robots_txt::{
    AnswerFields, Cause, Fetched, Next, RobotsFetch, RobotsFetchSettings, RobotsTxtReader,
};
use robots_policy::{Policy, Timestamp};
use robots_policy_input::{RobotsGiven, RobotsPast};

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
        let past = RobotsPast {
            lasting: Some(lasting(self.hours.unwrap_or(0.0))?),
            copy: self
                .cached
                .as_ref()
                .map(|copy| copy.octets.as_slice().into()),
            site_up: None,
        };
        let given = RobotsGiven {
            status: self.status,
            body,
        };
        if !given.is_given() && self.hours.is_some() {
            return Err(no_status());
        }
        given.fetch_after(&past, reader, now).ok_or_else(no_status)
    }
}

/// A number of hours as a time.
fn lasting(hours: f64) -> PyResult<Duration> {
    if (0.0..=MOST_HOURS).contains(&hours) {
        return Ok(Duration::from_secs_f64(hours * 3600.0));
    }
    Err(PyValueError::new_err(format!(
        "robots_hours: {hours} is not a number of hours; write for how long the fetch of robots.txt has been ending so, such as 48"
    )))
}

fn no_status() -> PyErr {
    PyValueError::new_err(
        "robots_hours: it is about a fetch whose end is not known; write robots_status too, 0 for a request without an answer",
    )
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
            let _ = fetch.answered(&mut fetch.begin(), Fetched::of(200, copy), since);
        }
        let failed = match cause {
            Cause::NetworkError => Fetched::NetworkError,
            Cause::Undecodable => Fetched::Undecodable,
            Cause::Redirects => Fetched::LeadsNowhere,
            Cause::RateLimited => Fetched::of(429, b""),
            _ => Fetched::of(503, b""),
        };
        let _ = fetch.answered(&mut fetch.begin(), failed, since);
        Failing::of(&fetch, since)
    }

    /// Adds it to a policy.
    pub(crate) fn add_to(&self, policy: Policy) -> Policy {
        policy.with_robots(self.0.at(self.1))
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

/// A policy that holds a fetch that ended with a redirect too many: it allows everything, and its file was not read.
pub(super) fn redirected(policy: Policy) -> Policy {
    let at = Timestamp::from_unix(0);
    let mut fetch = RobotsFetch::new(RobotsFetchSettings::new());
    let answer = || Fetched::Response {
        status: 301,
        fields: AnswerFields {
            location: Some("/robots.txt".into()),
            ..AnswerFields::default()
        },
        body: Some(b""),
    };
    let mut ask = fetch.begin();
    while fetch.answered(&mut ask, answer(), at) != Next::Done {}
    policy.with_robots(fetch.at(at))
}

impl PartialEq for Failing {
    fn eq(&self, other: &Failing) -> bool {
        self.since() == other.since()
    }
}

/// A century: more is a mistake of the unit.
const MOST_HOURS: f64 = 876_600.0;
