//! Everything that was said about a response, and the verdicts on it.

mod verdict;

pub(crate) use self::verdict::Verdict;

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use robots_policy::Timestamp;
use robots_policy::engines::Profile;
use robots_policy::ledger::{Assumed, Document};
use robots_policy_input::{Readers, Stated};

use crate::client::Agent;
use crate::engine::engine_of;
use crate::input::{
    Documents, Target, Text, absent_of, check_assumed, licenses_of, now_or, seems_long, status_of,
};
use crate::robots::{LastFetch, Robots, state_of};
use crate::robots_txt::RobotsTxt;
use crate::signals::Signals;

/// Everything that was said about one response, by its sources, to its clients.
///
/// ``status`` and ``assume_absent`` are those of :func:`judge`.
///
/// The document of a 206 is not known: leave ``status`` out if ``MetaExtractor`` had the fields of the response.
#[pyclass(frozen, eq, module = "robots_policy")]
#[derive(PartialEq)]
pub(crate) struct Policy {
    inner: Arc<robots_policy::Policy>,
}

impl Policy {
    pub(crate) fn of(inner: Arc<robots_policy::Policy>) -> Policy {
        Policy { inner }
    }

    fn with(&self, py: Python<'_>, documents: &Documents) -> Policy {
        let own = Arc::unwrap_or_clone(Arc::clone(&self.inner));
        Policy::of(Arc::new(documents.add_to(py, own)))
    }
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (signals=None, robots_txt=None, *, tdmrep=None, tdmrep_status=None, licenses=None, status=None, assume_absent=None))]
    #[allow(clippy::too_many_arguments)] // as the caller names them
    fn new(
        py: Python<'_>,
        signals: Option<&Bound<'_, Signals>>,
        robots_txt: Option<RobotsArgument<'_>>,
        tdmrep: Option<Text>,
        tdmrep_status: Option<i64>,
        #[pyo3(from_py_with = licenses_of)] licenses: Option<Vec<(String, Text)>>,
        status: Option<i64>,
        #[pyo3(from_py_with = absent_of)] assume_absent: Option<Assumed>,
    ) -> PyResult<Policy> {
        let tdmrep_status = status_of("tdmrep_status", tdmrep_status)?;
        let documents = Documents::new(tdmrep, tdmrep_status, licenses);
        let (readers, last) = (Readers::default(), LastFetch::default());
        let mut policy = RobotsArgument::policy(robots_txt, py, &readers, &last, now_or(None)?)?;
        if let Some(signals) = signals {
            policy = signals.get().add_to(policy);
        }
        policy = documents.add_to(py, policy);
        let assumed = assume_absent.unwrap_or_default();
        let status = status_of("status", status)?;
        let stated = Stated {
            status,
            assumed,
            ..Stated::default()
        };
        policy = stated.add_to(policy, None);
        if status == Some(206) {
            // Which part came, signals do not say.
            policy = policy.with_status(206);
        }
        check_assumed(&policy)?;
        Ok(Policy::of(Arc::new(policy)))
    }

    /// A policy with the ``/.well-known/tdmrep.json`` of the site, as it was fetched.
    ///
    /// ``status=404`` is a site that has none; ``0`` or ``503`` a fetch that failed, after which it stays unread.
    #[pyo3(signature = (tdmrep=None, *, status=None))]
    fn with_tdmrep(
        &self,
        py: Python<'_>,
        tdmrep: Option<Text>,
        status: Option<i64>,
    ) -> PyResult<Policy> {
        if tdmrep.is_none() && status.is_none() {
            return Err(PyTypeError::new_err(
                "with_tdmrep: expected the body of tdmrep.json, or the status of its fetch, such as status=404 for a site that has none",
            ));
        }
        let status = status_of("status", status)?;
        Ok(self.with(py, &Documents::new(tdmrep, status, None)))
    }

    /// A policy with a licence in RSL, as it was fetched from an address that a source points at.
    fn with_license(&self, py: Python<'_>, url: &str, body: Text) -> Policy {
        self.with(py, &Documents::of_license(url, body))
    }

    /// The verdict for one agent. ``url`` is absolute, or a path; ``/`` if it is left out.
    #[pyo3(signature = (agent, url=None, *, now=None))]
    fn verdict(
        &self,
        agent: Agent,
        url: Option<Target>,
        now: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Verdict> {
        let url = Target::or_root(url)?;
        let (agent, now) = (agent.into_inner(), now_or(now)?);
        let policy = Arc::clone(&self.inner);
        Ok(Verdict::new(policy, |policy| {
            policy.verdict(&agent, &url, now)
        }))
    }

    /// The verdict on an engine by its profile, such as ``"googlebot"``, beside the general verdict.
    ///
    /// Metas in the body count for some engines. They are read by ``MetaExtractor(engine="googlebot")`` and by
    /// :func:`judge` with ``engine``; :meth:`without_document` says that there are none. Else ``index`` is ``None``.
    #[pyo3(signature = (profile, url=None, now=None))]
    fn engine_verdict(
        &self,
        #[pyo3(from_py_with = engine_of)] profile: Profile,
        url: Option<Target>,
        now: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Verdict> {
        let (url, now) = (Target::or_root(url)?, now_or(now)?);
        let policy = Arc::clone(&self.inner);
        Ok(Verdict::new(policy, |policy| {
            policy.engine_verdict(profile, &url, now)
        }))
    }

    /// A policy of a response without a document whose metas could count, such as an image.
    fn without_document(&self) -> Policy {
        let own = Arc::unwrap_or_clone(Arc::clone(&self.inner));
        Policy::of(Arc::new(own.with_document(Document::not_applicable())))
    }

    /// A policy of a site that answers other requests than that for robots.txt, or not; engines differ by it.
    fn with_site_up(&self, is_up: bool) -> Policy {
        let own = Arc::unwrap_or_clone(Arc::clone(&self.inner));
        Policy::of(Arc::new(own.with_site_up(is_up)))
    }

    fn __or__(&self, other: &Policy) -> Policy {
        let (own, other) = (Arc::clone(&self.inner), Arc::clone(&other.inner));
        let union = Arc::unwrap_or_clone(own).union(Arc::unwrap_or_clone(other));
        Policy::of(Arc::new(union))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Policy is not pickled; pickle what it was read from, or verdict.to_dict()",
        ))
    }

    fn __repr__(&self) -> String {
        let robots = state_of(self.inner.robots());
        let stated = self.inner.signals().iter().map(ToString::to_string);
        let stated = stated.collect::<Vec<_>>().join("; ");
        format!("<Policy: robots.txt {robots}; {stated}>")
    }
}

/// The caller's knowledge of robots.txt.
pub(crate) enum RobotsArgument<'py> {
    /// How its fetch ended.
    Outcome(Bound<'py, Robots>),
    /// The file, read.
    Read(Bound<'py, RobotsTxt>),
    /// The file.
    File(Text),
}

impl<'py> FromPyObject<'_, 'py> for RobotsArgument<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<RobotsArgument<'py>> {
        if let Ok(robots) = object.cast::<Robots>() {
            return Ok(RobotsArgument::Outcome(robots.to_owned()));
        }
        if let Ok(file) = object.cast::<RobotsTxt>() {
            return Ok(RobotsArgument::Read(file.to_owned()));
        }
        object.extract().map(RobotsArgument::File).map_err(|_| {
            let is_awaited = object.hasattr("__await__").unwrap_or(false);
            PyTypeError::new_err(if is_awaited {
                "robots_txt: it must be awaited; write robots_txt=await cache.outcome(url)"
            } else {
                "robots_txt: expected the text or the bytes of a robots.txt, a RobotsTxt, or a RobotsOutcome; \
                 RobotsOutcome.from_response(status, body) takes the answer of the server"
            })
        })
    }
}

impl RobotsArgument<'_> {
    /// A policy that holds it, as the last fetch ended at `now`.
    ///
    /// # Errors
    /// `ValueError` for facts about a fetch beside the outcome of one.
    pub(crate) fn policy(
        robots: Option<RobotsArgument<'_>>,
        py: Python<'_>,
        readers: &Readers,
        last: &LastFetch,
        now: Timestamp,
    ) -> PyResult<robots_policy::Policy> {
        let policy = robots_policy::Policy::new();
        let file = match robots {
            Some(RobotsArgument::Outcome(_) | RobotsArgument::Read(_)) if !last.is_unstated() => {
                return Err(PyValueError::new_err(
                    "robots_status, robots_hours, robots_cached: robots_txt has the outcome of a fetch already; pass the text or the bytes of the answer",
                ));
            }
            None if last.is_unstated() => return Ok(policy),
            None => None,
            Some(RobotsArgument::Outcome(robots)) => return Ok(robots.get().policy()),
            Some(RobotsArgument::Read(file)) => return Ok(file.get().policy()),
            Some(RobotsArgument::File(file)) => {
                if last.status.is_none() {
                    file.checked_file("robots_txt")?;
                }
                Some(file)
            }
        };
        let file = file.as_ref().map(|file| file.octets.as_slice());
        let fetch = || last.fetch(readers.robots.clone(), file, now);
        let fetch = if file.is_some_and(seems_long) {
            py.detach(fetch)
        } else {
            fetch()
        };
        Ok(policy.with_robots(fetch?.at(now)))
    }
}
