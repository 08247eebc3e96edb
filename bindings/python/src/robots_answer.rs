//! One answer for a robots.txt, as an archive holds it.

use bytes::Bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_policy::Timestamp;
use robots_policy::robots_txt::{
    Next, RobotsFetch, RobotsFetchSettings, authority, robots_txt_url,
};
use robots_policy_archives::{Answer, led_to, robots_at};
use robots_policy_live::StoredBody;
use url::Url;

use crate::input::{Octets, Target};
use crate::robots::Robots;
use crate::robots_txt::Settings;

/// One answer for the robots.txt of an authority: a row of :func:`robots_answers`. Frozen, hashable.
///
/// ``authority`` is one, a URL of it, or ``"robots.txt https://example.com/rules"``, as the table has an answer at
/// another address, to which a redirect may lead. ``body`` is ``None`` if its coding is not known, which matters to a
/// file alone. :class:`RobotsStore` and ``robots_policy.spark`` decide by these properties which of several answers
/// counts, and where a redirect leads. Data never raises: a status that is none counts as 500.
#[pyclass(frozen, eq, module = "robots_policy.robots")]
#[derive(PartialEq)]
pub(crate) struct RobotsAnswer {
    authority: String,
    /// The URL of the robots.txt, from which a redirect leads on.
    url: Url,
    answer: Answer,
}

#[pymethods]
impl RobotsAnswer {
    #[new]
    #[pyo3(signature = (authority, status, location=None, body=None))]
    fn new(
        authority: Target,
        status: i64,
        location: Option<String>,
        body: Option<Octets>,
    ) -> PyResult<RobotsAnswer> {
        let given = authority.0;
        let Some((authority, url)) = own(&given) else {
            return Err(PyValueError::new_err(format!(
                "authority {:?} is not one; write 'https://example.com', or robots_policy.authority(url)",
                &*given
            )));
        };
        Ok(RobotsAnswer {
            authority,
            url,
            answer: Answer {
                at: 0,
                // As in judge_batch: a number that is not a status is an error of the server.
                status: u16::try_from(status).unwrap_or(500),
                location,
                // Tables have no length beside a body.
                body: body.map(|body| StoredBody::unrecorded(body.as_slice().to_vec())),
                record_id: None,
            },
        })
    }

    /// The key of the site, such as ``"https://example.com"``; of one at another address, that of the table.
    #[getter]
    fn authority(&self) -> &str {
        &self.authority
    }

    /// Whether it gives rules, their absence or another place, and not only a failure.
    ///
    /// An answer with an outcome counts before every failure, however late.
    #[getter]
    fn has_outcome(&self) -> bool {
        self.answer.has_outcome()
    }

    /// Whether the outcome depends on the body.
    #[getter]
    fn is_file(&self) -> bool {
        self.answer.is_file()
    }

    /// Whether it is a redirect that is followed.
    #[getter]
    fn is_redirect(&self) -> bool {
        self.answer.redirect().is_some()
    }

    /// The authority whose robots.txt a redirect leads to, or the key of the table for another address.
    #[getter]
    fn leads_to(&self) -> Option<String> {
        let place = self.url.join(&self.answer.redirect()?).ok()?;
        robots_at(place)
    }

    /// How a fetch ends with this answer. A redirect is one too many.
    fn outcome(&self, py: Python<'_>) -> Robots {
        let settings = Settings::default();
        // The time is not known: the rules of an engine for a failing fetch begin at their first step.
        let at = Timestamp::from_unix(i64::MAX);
        let mut fetch = RobotsFetch::new(RobotsFetchSettings::new().with_reader(settings.reader()));
        py.detach(|| {
            let mut ask = fetch.begin();
            while fetch.answered(&mut ask, self.answer.fetched(), at) != Next::Done {}
        });
        let body = self.answer.body.clone();
        let body = body.map(StoredBody::into_octets).unwrap_or_default();
        Robots::of_fetch(&fetch, Bytes::from(body), settings, at)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut state = DefaultHasher::new();
        let Answer {
            status,
            location,
            body,
            ..
        } = &self.answer;
        (&self.authority, status, location, body).hash(&mut state);
        state.finish()
    }

    fn __repr__(&self) -> String {
        format!(
            "<RobotsAnswer of {:?}: {}>",
            self.authority, self.answer.status
        )
    }

    /// The table that a notebook shows, that of its outcome.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.outcome(py).html()
    }
}

/// The authority of a URL, and the URL of its robots.txt; those of the key of an answer at another address.
fn own(url: &str) -> Option<(String, Url)> {
    if let Some(address) = led_to(url) {
        let url = Url::parse(address).ok()?;
        return Some((robots_at(url.clone())?, url));
    }
    let place = robots_txt_url(url)?;
    authority(url).zip(Url::parse(&place).ok())
}
