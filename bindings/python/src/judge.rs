//! The one call that does it all: a response, judged for one agent or as one engine.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use robots_policy::engines::Profile;
use robots_policy::ledger::Assumed;
use robots_policy::parts::Parts as PageParts;
use robots_policy_archives::Asker;
use robots_policy_input::{Parts, ReadingOptions, Stated};
use robots_policy_show::Kept;

use crate::client::{Agent, with_policy_tokens};
use crate::engine::{askers, engine_if_given};
use crate::input::{
    Documents, FieldLines, Given, Place, PolicyTokens, Target, Text, absent_of, check_assumed,
    check_stated, licenses_of, now_or, options_of, readers_of, seems_long, status_of, time_of,
};
use crate::policy::{RobotsArgument, Verdict};
use crate::robots::LastFetch;

/// Who asks: a client, or an engine.
///
/// # Errors
/// `ValueError` for both an agent and an engine, `TypeError` for neither.
fn asker_of(
    py: Python<'_>,
    agent: Option<Agent>,
    engine: Option<Profile>,
    policy_tokens: Option<PolicyTokens>,
) -> PyResult<Asker> {
    match (agent, engine) {
        (Some(_), Some(_)) => Err(PyValueError::new_err(
            "agent and engine exclude each other: agent asks what a client may do, engine what an engine does; leave one out",
        )),
        (None, None) => Err(PyTypeError::new_err(
            "agent: it is missing; write a product token such as 'ExampleBot', '*', or engine='googlebot' for what an engine does",
        )),
        (None, Some(_)) if policy_tokens.is_some() => Err(PyValueError::new_err(
            "policy_tokens and engine exclude each other: a profile has its own policy tokens",
        )),
        (None, Some(profile)) => Ok(Asker::engine(profile)),
        (Some(agent), None) => {
            let client = with_policy_tokens(py, agent.into_inner(), policy_tokens)?;
            Ok(Asker::new("", client))
        }
    }
}

/// Judge one response for one agent, or as one engine.
///
/// ``agent`` is a product token, such as ``"ExampleBot"``, or a :class:`Client`; ``"*"`` is a client without a name.
/// ``url`` is absolute, or a path; ``/`` if it is left out. ``headers`` are those of an HTTP client, ``html`` is the
/// document as octets or as characters, ``robots_txt`` the text of robots.txt or how its fetch ended. A mistake of the
/// caller raises; bytes of untrusted files never do::
///
///     verdict = judge("ExampleBot", url, headers=fields, html=body, robots_txt=b"User-agent: *\\nDisallow: /private")
///     if verdict.allowed and verdict.may_index: ...
///
/// A response of ``requests``, ``httpx``, ``aiohttp``, ``urllib3``, ``urllib.request``, ``http.client``, Playwright or
/// Scrapy, as ``response`` or in the place of ``url``, gives its address, fields, status and body, if they are known::
///
///     verdict = judge("ExampleBot", httpx.get(url), robots_txt=cache.outcome(url))
///
/// A body that the client has not read is not read here either; ``html`` gives it. Of redirects only the last response
/// counts; if they led to another site, facts of a site need ``url=response.url`` beside them. ``headers``, ``status``
/// and another ``url`` beside a response that has them raise.
///
/// ``robots_status`` is the status of the answer for robots.txt, 0 for a request without one, with its body in
/// ``robots_txt``; ``robots_hours`` for how long the fetch has been ending so, ``robots_cached`` the body of the last
/// good copy, ``site_up`` whether the site answers otherwise. Engines differ by the last three.
/// An empty text needs ``robots_status=200``, because tables write it for no file; an empty ``RobotsTxt`` is a file.
///
/// For AI use, ``tdmrep`` is the body of ``/.well-known/tdmrep.json``, and ``tdmrep_status`` the status of its fetch,
/// 404 for a site that has none; ``licenses`` maps addresses to licences in RSL that sources point at;
/// ``policy_tokens`` are added to those of the agent.
///
/// A source that is not given is not known, and keeps the answers that it could forbid from being a yes.
/// ``assume_absent`` is your word that sources do not exist: ``"fields"``, ``"document"``, ``"robots.txt"``,
/// ``"tdmrep.json"``, ``"licenses"``, ``"embedded"``, or ``"rest"`` for each that is not given, as one name or a list;
/// ``rest`` does not open what robots.txt may close. A source that is named and given is an error.
///
/// Other facts beside the bytes: ``status`` is the status of the response, 0 for a request without an answer, and 200
/// if it is left out; ``cut`` says that ``html`` ends before the end of the document, as does a larger
/// ``Content-Length``; ``fetched`` and ``robots_fetched`` are the times at which the response and robots.txt were
/// fetched, for :attr:`Verdict.ledger`.
///
/// ``engine="googlebot"`` instead of an agent asks what that engine does. The document is then read to its end if metas
/// in the body count for the engine.
///
/// ``parts=True`` keeps the document, for :attr:`Verdict.parts` and what may be quoted of it.
///
/// ``now`` is the time for which the answers hold, that of the call without it; ``options`` says how inputs are read,
/// as :class:`robots_policy.typing.Options`.
#[pyfunction]
#[pyo3(signature = (agent=None, url=None, *, response=None, engine=None, headers=None, html=None, robots_txt=None, robots_status=None, robots_hours=None, robots_cached=None, site_up=None, tdmrep=None, tdmrep_status=None, licenses=None, policy_tokens=None, now=None, options=None, status=None, cut=None, assume_absent=None, fetched=None, robots_fetched=None, parts=None))]
#[allow(clippy::too_many_arguments)] // as the caller names them
pub(crate) fn judge(
    py: Python<'_>,
    agent: Option<Agent>,
    url: Option<Place<'_>>,
    response: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = engine_if_given)] engine: Option<Profile>,
    headers: Option<FieldLines>,
    html: Option<Text>,
    robots_txt: Option<RobotsArgument<'_>>,
    robots_status: Option<i64>,
    robots_hours: Option<f64>,
    robots_cached: Option<Text>,
    site_up: Option<bool>,
    tdmrep: Option<Text>,
    tdmrep_status: Option<i64>,
    #[pyo3(from_py_with = licenses_of)] licenses: Option<Vec<(String, Text)>>,
    policy_tokens: Option<PolicyTokens>,
    now: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = options_of)] options: Option<ReadingOptions>,
    status: Option<i64>,
    cut: Option<bool>,
    #[pyo3(from_py_with = absent_of)] assume_absent: Option<Assumed>,
    fetched: Option<&Bound<'_, PyAny>>,
    robots_fetched: Option<&Bound<'_, PyAny>>,
    parts: Option<bool>,
) -> PyResult<Verdict> {
    let has_parts = parts == Some(true);
    let asker = asker_of(py, agent, engine, policy_tokens)?;
    let (url, response) = place(url, response)?;
    let facts_of_site = [
        ("robots_txt", robots_txt.is_some()),
        ("robots_status", robots_status.is_some()),
        ("site_up", site_up.is_some()),
        ("tdmrep", tdmrep.is_some()),
        ("tdmrep_status", tdmrep_status.is_some()),
    ];
    let of_site = facts_of_site.iter().find(|(_, is_given)| *is_given);
    let of_site = of_site.map(|(name, _)| *name);
    let given = Given {
        url,
        headers,
        html,
        status,
        is_cut: cut == Some(true),
    };
    let given = match &response {
        Some(response) => given.of_response(response, of_site)?,
        None => given,
    };
    let (headers, html) = (given.headers, given.html);
    let url = Target::or_root(given.url)?;
    let tdmrep_status = status_of("tdmrep_status", tdmrep_status)?;
    let documents = Documents::new(tdmrep, tdmrep_status, licenses);
    let now = now_or(now)?;
    let are_joined = headers.as_ref().is_some_and(|fields| fields.are_joined);
    let readers = readers_of(options.as_ref(), are_joined);
    let readers = readers.for_engines(asker.profile().as_slice());
    let last = LastFetch {
        status: status_of("robots_status", robots_status)?,
        hours: robots_hours,
        cached: robots_cached,
    };
    let stated = Stated {
        status: status_of("status", given.status)?,
        is_cut: given.is_cut,
        fetched: time_of("fetched", fetched)?,
        robots_fetched: time_of("robots_fetched", robots_fetched)?,
        assumed: assume_absent.unwrap_or_default(),
    };
    let has_robots = robots_txt.is_some() || robots_status.is_some();
    check_stated(&stated, html.is_some(), has_robots)?;
    let robots_status = last.status;
    let mut policy = RobotsArgument::policy(robots_txt, py, &readers, &last, now)?;
    if let Some(is_up) = site_up {
        policy = policy.with_site_up(is_up);
    }
    let policy = stated.add_to(documents.add_to(py, policy), robots_status);
    let types = headers
        .iter()
        .flat_map(|fields| fields.lines("content-type"));
    let policy = policy.with_content_type(types);
    let document = html.as_ref().map(|html| html.octets.as_slice());
    let parts = Parts {
        fields: headers.as_ref().map(|fields| fields.pairs().collect()),
        document,
        is_text: html.as_ref().is_some_and(|html| html.is_text),
        is_cut: stated.is_cut,
        status: stated.status,
        chunk: None,
    };
    // The clients whose metas are read.
    let clients = match asker.profile() {
        Some(profile) => askers(profile).into(),
        None => vec![asker.client().clone()],
    };
    let policy = if document.is_some_and(seems_long) {
        py.detach(|| parts.read(&readers, &clients, policy))
    } else {
        parts.read(&readers, &clients, policy)
    };
    check_assumed(&policy)?;
    let fields = headers.iter().flat_map(FieldLines::pairs);
    let kept = Kept::new(&policy, fields, document);
    let verdict = Verdict::new(Arc::new(policy), |policy| asker.judge(policy, &url, now));
    let page = has_parts.then(|| Arc::new(parts.page_parts().map(PageParts::into_owned)));
    Ok(verdict.with_kept(Arc::new(kept), page))
}

/// The target, and the response, which is in the place of the target if it is not named.
///
/// # Errors
/// `ValueError` for two responses.
fn place<'py>(
    url: Option<Place<'py>>,
    response: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Option<Target>, Option<Bound<'py, PyAny>>)> {
    match (url, response) {
        (Some(Place::Response(_)), Some(_)) => Err(PyValueError::new_err(
            "response: there are two, one of them in the place of the URL; leave one out",
        )),
        (Some(Place::Response(response)), None) => Ok((None, Some(response))),
        (Some(Place::Target(url)), response) => Ok((Some(url), response.cloned())),
        (None, response) => Ok((None, response.cloned())),
    }
}
