//! Everything that was said about a response, and the one call that does it all.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use robots_policy::{Parsed, Timestamp};
use robots_policy_archives::{Parts, Readers};

use crate::accessor::{Agent, with_policy_tokens};
use crate::input::{
    Documents, FieldLines, Licenses, PolicyTokens, ReadingOptions, Status, Target, Text, now_or,
    seems_long,
};
use crate::robots::Robots;
use crate::robots_txt::{RobotsTxt, coded};
use crate::signals::Signals;
use crate::verdict::Verdict;

/// Everything that was said about one response, by its sources, to its clients.
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
    #[pyo3(signature = (signals=None, robots=None, *, tdmrep=None, tdmrep_status=None, licenses=None))]
    fn new(
        py: Python<'_>,
        signals: Option<&Bound<'_, Signals>>,
        robots: Option<RobotsArgument<'_>>,
        tdmrep: Option<Text>,
        tdmrep_status: Option<i64>,
        licenses: Option<Licenses>,
    ) -> PyResult<Policy> {
        let documents = Documents::new(tdmrep, Status("tdmrep_status", tdmrep_status), licenses)?;
        let mut policy = RobotsArgument::policy(robots, py, &Readers::default());
        if let Some(signals) = signals {
            let Signals { read, validity } = signals.get();
            policy = policy.with_signals(read.clone()).with_validity(*validity);
        }
        Ok(Policy::of(Arc::new(documents.add_to(py, policy))))
    }

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
        Ok(self.with(py, &Documents::new(tdmrep, Status("status", status), None)?))
    }

    fn with_license(&self, py: Python<'_>, url: &str, body: Text) -> Policy {
        self.with(py, &Documents::of_license(url, body))
    }

    #[pyo3(signature = (agent, url=None, *, now=None))]
    fn verdict(
        &self,
        agent: Agent,
        url: Option<Target>,
        now: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Verdict> {
        let url = Target::or_root(url)?;
        Ok(Verdict::new(
            Arc::clone(&self.inner),
            agent.into_inner(),
            url,
            now_or(now)?,
        ))
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
        format!("{:?}", self.inner)
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
            PyTypeError::new_err(
                "robots: expected the text or the bytes of a robots.txt, a RobotsTxt, or a Robots; \
                 Robots.from_response(status, body) takes the answer of the server",
            )
        })
    }
}

impl RobotsArgument<'_> {
    /// A policy that holds it.
    fn policy(
        robots: Option<RobotsArgument<'_>>,
        py: Python<'_>,
        readers: &Readers,
    ) -> robots_policy::Policy {
        let policy = robots_policy::Policy::new();
        match robots {
            None => policy,
            Some(RobotsArgument::Outcome(robots)) => robots.get().policy(),
            Some(RobotsArgument::Read(file)) => file.get().policy(),
            Some(RobotsArgument::File(file)) => {
                let file = file.octets.as_slice();
                if let Some(outcome) = coded(file) {
                    return policy.with_robots(outcome);
                }
                let read = || readers.robots.read(file);
                let read = if seems_long(file) {
                    py.detach(read)
                } else {
                    read()
                };
                policy.with_robots_txt(read)
            }
        }
    }
}

/// Judges one response for one agent.
#[pyfunction]
#[pyo3(signature = (agent, url=None, *, headers=None, html=None, robots=None, tdmrep=None, tdmrep_status=None, licenses=None, policy_tokens=None, now=None, options=None))]
#[allow(clippy::too_many_arguments)] // as the caller names them
pub(crate) fn judge(
    py: Python<'_>,
    agent: Agent,
    url: Option<Target>,
    headers: Option<FieldLines>,
    html: Option<Text>,
    robots: Option<RobotsArgument<'_>>,
    tdmrep: Option<Text>,
    tdmrep_status: Option<i64>,
    licenses: Option<Licenses>,
    policy_tokens: Option<PolicyTokens>,
    now: Option<&Bound<'_, PyAny>>,
    options: Option<ReadingOptions>,
) -> PyResult<Verdict> {
    let url = Target::or_root(url)?;
    let accessors = [with_policy_tokens(py, agent.into_inner(), policy_tokens)?];
    let documents = Documents::new(tdmrep, Status("tdmrep_status", tdmrep_status), licenses)?;
    let now: Timestamp = now_or(now)?;
    let fields = headers.unwrap_or_default();
    let readers = ReadingOptions::readers(options.as_ref(), fields.are_joined)?;
    let policy = documents.add_to(py, RobotsArgument::policy(robots, py, &readers));
    let document = html.as_ref().map(|html| html.octets.as_slice());
    let parts = Parts {
        fields: fields.pairs().collect(),
        document,
        is_text: html.as_ref().is_some_and(|html| html.is_text),
        chunk: None,
    };
    let policy = if document.is_some_and(seems_long) {
        py.detach(|| parts.read(&readers, &accessors, policy))
    } else {
        parts.read(&readers, &accessors, policy)
    };
    let [accessor] = accessors;
    Ok(Verdict::new(Arc::new(policy), accessor, url, now))
}

/// Signals and diagnostics without any.
pub(crate) fn nothing() -> Parsed<Vec<robots_policy::Signal>> {
    Parsed {
        value: Vec::new(),
        diagnostics: Vec::new(),
    }
}
