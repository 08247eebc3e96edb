//! The robots.txt of an authority, and the documents that are kept beside it.

use std::borrow::Cow;

use crate::StoredBody;
use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, StatusCode};
use robots_policy::robots_txt::{AnswerFields, Ask, Fetched, Next, RobotsFetch, robots_txt_url};
use robots_policy::{RobotsTxt, Timestamp};
use serde::{Deserialize, Serialize};
use url::Url;

use super::HttpClient;
use super::problem::{Problem, ProblemKind};
use super::response::{Response, ends_if};
use super::validators::Validators;
use super::vary::Vary;
use super::walk::{Hop, Way};

/// The result of the request for a robots.txt, and the redirects to it.
#[derive(Clone, Debug)]
pub struct RobotsAnswer {
    /// The redirects that were followed.
    pub hops: Vec<Hop>,
    /// How it ended.
    pub end: RobotsEnd,
    /// The problem, as text.
    pub problem: Option<Problem>,
}

/// The outcome of a request for a robots.txt, or for a document beside it, reduced to the parts that decide, so that it can
/// be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RobotsEnd {
    /// With a response; a redirect is the last of its chain and was not followed.
    Response(RobotsResponse),
    /// With a redirect to a URL that cannot be requested.
    Nowhere,
    /// Without a response, or with an incomplete one.
    NetworkError,
    /// With a body that cannot be decoded.
    Undecodable,
}

/// A response to such a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotsResponse {
    /// The status. 304 only after a request with conditions confirms the copy.
    pub(crate) status: u16,
    /// The value of `Location`.
    pub(crate) location: Option<String>,
    /// The lines of `Cache-Control`, joined by commas.
    pub(crate) cache_control: Option<String>,
    /// The value of `Retry-After`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) retry_after: Option<String>,
    /// Whether a field says that it is a challenge to the client.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_challenge: bool,
    /// The validators by which the server recognises it.
    pub(crate) validators: Option<Validators>,
    /// The requests that it is for, or a redirect to it.
    #[serde(default, skip_serializing_if = "Vary::is_nothing")]
    pub(crate) vary: Vary,
    /// The body of a success, without content coding, cut one byte after the limit; what follows there is not read, and
    /// so not counted. The body of another response is not read at all.
    #[serde(flatten, with = "super::octets")]
    pub(crate) body: StoredBody,
}

/// The settings of the requests of one fetch.
#[derive(Clone, Copy)]
pub struct RobotsRequest<'c> {
    /// The validators of the copy that is held: the request to its URL is conditional.
    pub copy: Option<&'c Validators>,
    /// Fields beside those of the client.
    pub fields: &'c HeaderMap,
    /// The most bytes of a body that are read, and one more.
    pub most: usize,
    /// When it is made.
    pub now: Timestamp,
}

impl HttpClient {
    /// Requests the robots.txt that governs `page`, and gives each answer to `fetch`, which follows the redirects and
    /// decides when they end.
    pub fn robots_txt(
        &self,
        page: &Url,
        fetch: &mut RobotsFetch,
        request: RobotsRequest<'_>,
    ) -> RobotsAnswer {
        let place = robots_txt_url(page.as_str()).and_then(|place| Url::parse(&place).ok());
        let mut way = Way::new(place.as_ref().unwrap_or(page));
        let mut ask = fetch.begin();
        let mut vary = Vary::Nothing;
        let mut read = match place {
            Some(_) => self.read_robots(way.at(), &mut ask, request),
            None => Err(Problem::new(page, ProblemKind::Url(NO_PLACE.to_owned()))),
        };
        loop {
            let (end, problem) = match read {
                Ok(end) => (end, None),
                Err(problem) => (ended(problem.kind()), Some(problem)),
            };
            vary = vary.max(end.vary());
            let Next::Follow(reference) = fetch.answered(&mut ask, end.fetched(), request.now)
            else {
                let problem = problem.or_else(|| end.nowhere(&way, fetch));
                let (hops, end) = (way.hops, end.varying(vary));
                return RobotsAnswer { hops, end, problem };
            };
            read = match way.follow(end.status(), &reference) {
                Ok(()) => self.read_robots(way.at(), &mut ask, request),
                Err(problem) => Err(problem),
            };
        }
    }

    /// Requests one URL and reads the answer. A 304 is valid only for a conditional request; after any other, the request
    /// is repeated once.
    fn read_robots(
        &self,
        url: &Url,
        ask: &mut Ask,
        request: RobotsRequest<'_>,
    ) -> Result<RobotsEnd, Problem> {
        let copy = request.copy.filter(|_| ask.may_be_conditional());
        let conditions = copy.map(|copy| copy.conditions(url)).unwrap_or_default();
        if conditions.is_empty() {
            ask.without_conditions();
        }
        self.read_copy(url, request.fields, conditions, request.most)
    }

    /// Requests one URL of a document beside robots.txt, with these fields, and reads the answer; a redirect is an answer
    /// like any other.
    ///
    /// # Errors
    /// Any problem that keeps the answer from arriving whole.
    pub fn document(
        &self,
        url: &Url,
        fields: &HeaderMap,
        copy: Option<&Validators>,
        most: usize,
    ) -> Result<RobotsEnd, Problem> {
        let conditions = copy.map(|copy| copy.conditions(url)).unwrap_or_default();
        self.read_copy(url, fields, conditions, most)
    }

    /// Requests one URL with these fields and conditions. A 304 without conditions is asked about once more.
    fn read_copy(
        &self,
        url: &Url,
        fields: &HeaderMap,
        conditions: HeaderMap,
        most: usize,
    ) -> Result<RobotsEnd, Problem> {
        let is_conditional = !conditions.is_empty();
        let mut all = fields.clone();
        all.extend(conditions);
        let response = self.get_with(url, &all)?;
        if response.status() != StatusCode::NOT_MODIFIED || is_conditional {
            return self.read(response, most);
        }
        response.discard();
        self.read(self.get_with(url, fields)?, most)
    }

    /// Reads the last response of a walk.
    fn read(&self, response: Response, most: usize) -> Result<RobotsEnd, Problem> {
        let status = response.status();
        let heard = AnswerFields::from_headers(response.headers());
        let owned = |value: Option<Cow<'_, str>>| value.map(Cow::into_owned);
        let end = RobotsResponse {
            status: status.as_u16(),
            location: owned(heard.location),
            cache_control: owned(heard.cache_control),
            retry_after: owned(heard.retry_after),
            is_challenge: heard.is_challenge,
            validators: Validators::of(response.url(), response.headers()),
            vary: Vary::of(response.headers()),
            body: StoredBody::default(),
        };
        let frames = [CONTENT_LENGTH, TRANSFER_ENCODING];
        let is_framed = frames
            .iter()
            .any(|field| response.headers().contains_key(field));
        let states_end = is_framed || matches!(status.as_u16(), 204 | 205);
        let mut body = Vec::new();
        let mut is_all = false;
        if status.is_success() {
            let room = most.saturating_add(1);
            response.read(|piece| {
                let taken = piece.len().min(room.saturating_sub(body.len()));
                body.extend_from_slice(piece.get(..taken).unwrap_or_default());
                ends_if(body.len() >= room)
            })?;
            // The end of a connection does not say that there was nothing to send.
            is_all = (states_end || !body.is_empty()) && body.len() < room;
        } else {
            let is_robots = response.url().path() == "/robots.txt";
            let url = response.url().clone();
            let body = response.discard();
            // A person sees these rules in a browser.
            if is_robots
                && matches!(status.as_u16(), 404 | 410)
                && RobotsTxt::parse(&body).value.groups().next().is_some()
            {
                self.notices.borrow_mut().push(format!("{url}: it has rules, and the status {} says that there is none, so that no crawler reads them; serve it with 200", status.as_u16()));
            }
        }
        Ok(RobotsEnd::Response(RobotsResponse {
            body: StoredBody::new(body, 0, is_all),
            ..end
        }))
    }
}

impl RobotsResponse {
    /// This response in the library's type.
    fn fetched(&self) -> Fetched<'_> {
        match self.body.why_missing() {
            Some(why) if matches!(self.status, 200..=299) => return Fetched::NotAtHand(why),
            _ => {}
        }
        Fetched::Response {
            status: self.status,
            fields: AnswerFields {
                location: self.location.as_deref().map(Into::into),
                cache_control: self.cache_control.as_deref().map(Into::into),
                retry_after: self.retry_after.as_deref().map(Into::into),
                // The client has undone the codings that the fields name.
                names_coding: false,
                is_challenge: self.is_challenge,
                is_cut: self.body.is_cut(),
            },
            body: Some(&self.body),
        }
    }
}

impl RobotsEnd {
    /// The response, if there was one.
    pub(crate) fn response(&self) -> Option<&RobotsResponse> {
        match self {
            RobotsEnd::Response(response) => Some(response),
            _ => None,
        }
    }

    /// This outcome in the library's type.
    pub fn fetched(&self) -> Fetched<'_> {
        match self {
            RobotsEnd::Response(response) => response.fetched(),
            RobotsEnd::Nowhere => Fetched::LeadsNowhere,
            RobotsEnd::NetworkError => Fetched::NetworkError,
            RobotsEnd::Undecodable => Fetched::Undecodable,
        }
    }

    /// Gives `fetch` the outcome of a former run, at its time.
    pub fn replay(&self, fetch: &mut RobotsFetch, at: Timestamp) {
        let mut ask = fetch.begin();
        loop {
            // A 304 that confirmed a copy became part of it.
            ask.without_conditions();
            // The last redirect of a chain represents all of them.
            if fetch.answered(&mut ask, self.fetched(), at) == Next::Done {
                return;
            }
        }
    }

    /// The requests that it is for.
    pub fn vary(&self) -> Vary {
        self.response()
            .map_or(Vary::Nothing, |response| response.vary)
    }

    /// This outcome, for these requests.
    fn varying(mut self, of_chain: Vary) -> RobotsEnd {
        if let RobotsEnd::Response(response) = &mut self {
            response.vary = of_chain;
        }
        self
    }

    /// Whether an answer of this time asks to be left alone for a while.
    pub fn asks_to_wait(&self, at: Timestamp) -> bool {
        let retry_after = self
            .response()
            .and_then(|response| response.retry_after.as_deref());
        let fields = AnswerFields {
            retry_after: retry_after.map(Into::into),
            ..AnswerFields::default()
        };
        fields.wait(at).is_some()
    }

    /// The status of the response, if there was one.
    pub fn answered(&self) -> Option<u16> {
        self.response().map(|response| response.status)
    }

    /// The status as a type, 200 if there was no response.
    pub fn status(&self) -> StatusCode {
        let status = self.answered();
        let status = status.and_then(|status| StatusCode::from_u16(status).ok());
        status.unwrap_or_default()
    }

    /// The message that it redirects without a target, if that makes the rules unknown.
    fn nowhere(&self, way: &Way, fetch: &RobotsFetch) -> Option<Problem> {
        let status = self.status();
        let is_it = status.is_redirection() && fetch.unreachable().is_some();
        is_it.then(|| Problem::new(way.at(), ProblemKind::Nowhere(status.as_u16())))
    }

    /// The validators by which the server recognises the answer, if it is a file.
    pub fn validators(&self) -> Option<&Validators> {
        let response = self.response()?;
        let is_file = matches!(response.status, 200..=299);
        response.validators.as_ref().filter(|_| is_file)
    }

    /// This answer, updated by a later 304 (RFC 9111 §4.3.4); any other later answer replaces it.
    #[must_use]
    pub fn then(self, later: RobotsEnd) -> RobotsEnd {
        match (self, later) {
            (RobotsEnd::Response(own), RobotsEnd::Response(newer)) if newer.status == 304 => {
                RobotsEnd::Response(RobotsResponse {
                    cache_control: newer.cache_control.or(own.cache_control),
                    validators: match own.validators {
                        Some(validators) => Some(validators.updated(newer.validators)),
                        None => newer.validators,
                    },
                    vary: own.vary.max(newer.vary),
                    ..own
                })
            }
            (_, later) => later,
        }
    }
}

/// The outcome that a problem means for a robots.txt.
fn ended(problem: &ProblemKind) -> RobotsEnd {
    match problem {
        ProblemKind::Location(..) => RobotsEnd::Nowhere,
        ProblemKind::UnknownCoding(_)
        | ProblemKind::Undecodable(..)
        | ProblemKind::LargeBody(_) => RobotsEnd::Undecodable,
        _ => RobotsEnd::NetworkError,
    }
}

/// The problem with a URL that no robots.txt governs.
const NO_PLACE: &str = "no robots.txt governs it";
