//! The robots.txt of an authority.

use std::ops::ControlFlow;

use http::HeaderMap;
use http::header::CACHE_CONTROL;
use url::Url;

use super::Client;
use super::problem::{Error, Problem};
use super::response::Response;
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
        /// The status; 300 to 399 where a redirect led nowhere.
        status: u16,
        /// The lines of `Cache-Control`, joined by commas.
        cache_control: Option<String>,
        /// The body of a success, without content coding, cut one byte behind the limit.
        body: Vec<u8>,
    },
    /// Without a response, or with one that broke off.
    NetworkError,
    /// With a body that cannot be decoded.
    Undecodable,
}

impl Client {
    /// Asks for the robots.txt that speaks for `page`, and takes at most `most` bytes of it and one more.
    pub(crate) fn robots_txt(&self, page: &Url, most: usize) -> RobotsAnswer {
        let mut walk = Walk::new(self, &robots_txt_of(page)).with_at_least(REDIRECTS);
        let (end, error) = match self.walk_robots(&mut walk, most) {
            Ok(end) => (end, None),
            Err((status, error)) => (ended(error.problem(), status), Some(error)),
        };
        RobotsAnswer {
            hops: walk.hops().to_vec(),
            end,
            error,
        }
    }

    fn walk_robots(&self, walk: &mut Walk, most: usize) -> Result<RobotsEnd, (u16, Error)> {
        loop {
            let response = self.get(walk.at()).map_err(|error| (0, error))?;
            let status = response.status().as_u16();
            if !walk.follow(&response).map_err(|error| (status, error))? {
                return read(response, most).map_err(|error| (status, error));
            }
            response.discard();
        }
    }
}

/// The URL of the robots.txt that speaks for `page`.
pub(crate) fn robots_txt_of(page: &Url) -> Url {
    let mut url = page.clone();
    url.set_path("/robots.txt");
    url.set_query(None);
    url.set_fragment(None);
    url
}

fn read(response: Response, most: usize) -> Result<RobotsEnd, Error> {
    let status = response.status().as_u16();
    let cache_control = joined(response.headers());
    let mut body = Vec::new();
    if response.status().is_success() {
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
        status,
        cache_control,
        body,
    })
}

/// How a problem counts for a robots.txt.
fn ended(problem: &Problem, status: u16) -> RobotsEnd {
    match problem {
        Problem::Redirects(_) | Problem::Loop(_) | Problem::Location(..) => RobotsEnd::Response {
            status,
            cache_control: None,
            body: Vec::new(),
        },
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

/// The redirects that RFC 9309 §2.3.1.2 asks to follow.
const REDIRECTS: usize = 5;
