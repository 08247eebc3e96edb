//! The robots.txt of an authority.

use std::ops::ControlFlow;

use http::header::CACHE_CONTROL;
use http::{HeaderMap, StatusCode};
use robots_policy::robots_txt_url;
use url::Url;

use super::Client;
use super::problem::{Error, Problem};
use super::response::Response;
use super::validators::Validators;
use super::walk::{Hop, Walk};

/// What the request for a robots.txt gave, and along which way.
#[derive(Clone, Debug)]
pub(crate) struct RobotsAnswer {
    /// The redirects that were followed.
    pub(crate) hops: Vec<Hop>,
    /// How it ended.
    pub(crate) end: RobotsEnd,
    /// What went wrong, in words.
    pub(crate) error: Option<Error>,
}

/// How a request for a robots.txt ended: no more than decides, so that it can be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RobotsEnd {
    /// With a response, its redirects followed.
    Response {
        /// The status. 304 only after a request with conditions: the copy is still valid.
        status: u16,
        /// The lines of `Cache-Control`, joined by commas.
        cache_control: Option<String>,
        /// The validators by which the server recognises it.
        validators: Option<Validators>,
        /// The body of a success, without content coding, cut one byte after the limit.
        body: Vec<u8>,
    },
    /// With one redirect too many.
    Redirects,
    /// With a redirect to a place that cannot be asked, or with a 304 to a request without conditions.
    Nowhere,
    /// Without a response, or with one that broke off.
    NetworkError,
    /// With a body that cannot be decoded.
    Undecodable,
}

impl Client {
    /// Asks for the robots.txt that speaks for `page`, and takes at most `most` bytes of it and one more. If `copy`
    /// gives the validators of a copy, the request asks only whether that copy is still valid.
    pub(crate) fn robots_txt(
        &self,
        page: &Url,
        copy: Option<&Validators>,
        most: usize,
    ) -> RobotsAnswer {
        let place = robots_txt_url(page.as_str()).and_then(|place| Url::parse(&place).ok());
        let mut walk = Walk::new(self, place.as_ref().unwrap_or(page)).with_at_least(REDIRECTS);
        let read = match place {
            Some(_) => self.walk_robots(&mut walk, copy, most),
            None => Err(Error::new(page, Problem::Url(NO_PLACE.to_owned()))),
        };
        let (end, error) = match read {
            Ok(end) => (end, None),
            Err(error) => (ended(error.problem()), Some(error)),
        };
        RobotsAnswer {
            hops: walk.hops().to_vec(),
            end,
            error,
        }
    }

    fn walk_robots(
        &self,
        walk: &mut Walk,
        copy: Option<&Validators>,
        most: usize,
    ) -> Result<RobotsEnd, Error> {
        loop {
            let response = self.get_robots(walk.at(), copy)?;
            if !walk.follow(&response)? {
                return read(response, most);
            }
            response.discard();
        }
    }

    /// Asks for one URL. A 304 answers only a request with conditions; after any other request it asks once more.
    fn get_robots(&self, url: &Url, copy: Option<&Validators>) -> Result<Response, Error> {
        let conditions = copy.map(|copy| copy.conditions(url)).unwrap_or_default();
        let response = self.get_with(url, &conditions)?;
        if response.status() != StatusCode::NOT_MODIFIED || !conditions.is_empty() {
            return Ok(response);
        }
        response.discard();
        let response = self.get(url)?;
        if response.status() == StatusCode::NOT_MODIFIED {
            return Err(Error::new(url, Problem::Nowhere(304)));
        }
        Ok(response)
    }
}

impl RobotsEnd {
    /// The validators by which the server recognises the answer, if it is a file.
    pub(crate) fn validators(&self) -> Option<&Validators> {
        match self {
            RobotsEnd::Response {
                status: 200..=299,
                validators,
                ..
            } => validators.as_ref(),
            _ => None,
        }
    }

    /// This answer, updated by a later 304 (RFC 9111 §4.3.4); any other later answer replaces it.
    #[must_use]
    pub(crate) fn then(self, later: RobotsEnd) -> RobotsEnd {
        match (self, later) {
            (
                RobotsEnd::Response {
                    status,
                    cache_control,
                    validators,
                    body,
                },
                RobotsEnd::Response {
                    status: 304,
                    cache_control: newer,
                    validators: others,
                    ..
                },
            ) => RobotsEnd::Response {
                status,
                cache_control: newer.or(cache_control),
                validators: match validators {
                    Some(validators) => Some(validators.updated(others)),
                    None => others,
                },
                body,
            },
            (_, later) => later,
        }
    }
}

/// Reads the last response of a walk.
fn read(response: Response, most: usize) -> Result<RobotsEnd, Error> {
    let status = response.status();
    if status.is_redirection() && status != StatusCode::NOT_MODIFIED {
        let problem = Problem::Nowhere(status.as_u16());
        return Err(Error::new(response.url(), problem));
    }
    let cache_control = joined(response.headers());
    let validators = Validators::of(response.url(), response.headers());
    let mut body = Vec::new();
    if status.is_success() {
        let room = most.saturating_add(1);
        response.read(|piece| {
            let taken = piece.len().min(room.saturating_sub(body.len()));
            body.extend_from_slice(piece.get(..taken).unwrap_or_default());
            if body.len() < room {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
    } else {
        response.discard();
    }
    Ok(RobotsEnd::Response {
        status: status.as_u16(),
        cache_control,
        validators,
        body,
    })
}

/// How a problem counts for a robots.txt.
fn ended(problem: &Problem) -> RobotsEnd {
    match problem {
        Problem::Redirects(_) => RobotsEnd::Redirects,
        Problem::Location(..) | Problem::Nowhere(_) => RobotsEnd::Nowhere,
        Problem::UnknownCoding(_) | Problem::Undecodable(..) | Problem::LargeBody(_) => {
            RobotsEnd::Undecodable
        }
        _ => RobotsEnd::NetworkError,
    }
}

fn joined(headers: &HeaderMap) -> Option<String> {
    let lines = headers.get_all(CACHE_CONTROL).iter();
    let lines: Vec<_> = lines
        .map(|line| String::from_utf8_lossy(line.as_bytes()))
        .collect();
    (!lines.is_empty()).then(|| lines.join(", "))
}

/// The trouble with a URL that no robots.txt governs.
const NO_PLACE: &str = "no robots.txt governs it";
/// The redirects that RFC 9309 §2.3.1.2 asks to follow.
const REDIRECTS: usize = 5;
