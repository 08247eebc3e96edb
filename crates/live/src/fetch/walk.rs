//! Redirects: counted and resolved. A page may not redirect in a circle.

use std::fmt;

use http::StatusCode;
use robots_policy::robots_txt::authority;
use url::Url;

use super::problem::{Problem, ProblemKind};
use super::response::Response;
use super::{HttpClient, why_not};

/// One redirect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The URL that redirects.
    pub from: Url,
    /// The reference in its `Location`.
    pub status: StatusCode,
    /// The target.
    pub to: Url,
}

impl Hop {
    /// Whether it leads to another authority, whose robots.txt governs the target.
    pub fn leaves_authority(&self) -> bool {
        authority(self.from.as_str()) != authority(self.to.as_str())
    }

    /// Whether it leads from an encrypted connection to one that others can read and change.
    pub fn is_downgrade(&self) -> bool {
        self.from.scheme() == "https" && self.to.scheme() == "http"
    }
}

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} answers {}, see {}",
            self.from,
            self.status.as_u16(),
            self.to
        )?;
        if self.leaves_authority() {
            f.write_str(", of another authority")?;
        }
        if self.is_downgrade() {
            f.write_str(", without a secure connection")?;
        }
        Ok(())
    }
}

/// A chain of redirects: its first URL, and its URL so far.
#[derive(Clone, Debug)]
pub(super) struct Way {
    at: Url,
    pub(super) hops: Vec<Hop>,
}

impl Way {
    pub(super) fn new(url: &Url) -> Way {
        let mut at = url.clone();
        at.set_fragment(None);
        Way {
            at,
            hops: Vec::new(),
        }
    }

    /// The URL to request.
    pub(super) fn at(&self) -> &Url {
        &self.at
    }

    /// Follows a redirect of this status to this reference.
    ///
    /// # Errors
    /// A reference that does not resolve, or that leads to a URL that cannot be requested.
    pub(super) fn follow(&mut self, status: StatusCode, reference: &str) -> Result<(), Problem> {
        let to = self
            .target(reference)
            .map_err(|problem| Problem::new(&self.at, problem))?;
        self.go(status, to);
        Ok(())
    }

    fn target(&self, reference: &str) -> Result<Url, ProblemKind> {
        let refused = |why| ProblemKind::Location(reference.to_owned(), why);
        let mut to = self
            .at
            .join(reference)
            .map_err(|error| refused(error.to_string()))?;
        to.set_fragment(None);
        match why_not(&to) {
            Some(why) => Err(refused(why)),
            None => Ok(to),
        }
    }

    fn go(&mut self, status: StatusCode, to: Url) {
        let from = std::mem::replace(&mut self.at, to.clone());
        self.hops.push(Hop { from, status, to });
    }

    fn has_been_at(&self, url: &Url) -> bool {
        *url == self.at || self.hops.iter().any(|hop| hop.from == *url)
    }
}

/// The chain to a page, which must not be a circle. The caller requests each URL, and may stop before any. The rules for
/// a robots.txt are those of the library.
#[derive(Clone, Debug)]
pub struct Walk {
    way: Way,
    most: usize,
}

impl Walk {
    /// A chain that begins at `url`, with as many redirects as the client follows.
    pub fn new(client: &HttpClient, url: &Url) -> Walk {
        Walk::with_most(url, client.settings().redirects)
    }

    /// A chain that begins at `url`, with at most this many redirects.
    pub fn with_most(url: &Url, most: usize) -> Walk {
        Walk {
            way: Way::new(url),
            most,
        }
    }

    /// The URL to request.
    pub fn at(&self) -> &Url {
        self.way.at()
    }

    /// The redirects so far.
    pub fn hops(&self) -> &[Hop] {
        &self.way.hops
    }

    /// Follows the redirect in `response`, and returns whether there was one. A redirect without a target is a last
    /// answer.
    ///
    /// # Errors
    /// One redirect too many, a circle, and a URL that cannot be requested.
    pub fn follow(&mut self, response: &Response) -> Result<bool, Problem> {
        if !is_redirect(response.status()) {
            return Ok(false);
        }
        let Some(place) = response.location() else {
            return Ok(false);
        };
        self.go(response.status(), &place)?;
        Ok(true)
    }

    /// Follows a redirect of this status to this reference.
    ///
    /// # Errors
    /// Those of [`Walk::follow`].
    pub fn go(&mut self, status: StatusCode, reference: &str) -> Result<(), Problem> {
        let to = self
            .next(reference)
            .map_err(|problem| Problem::new(self.at(), problem))?;
        self.way.go(status, to);
        Ok(())
    }

    fn next(&self, place: &str) -> Result<Url, ProblemKind> {
        let to = self.way.target(place)?;
        if self.way.has_been_at(&to) {
            return Err(ProblemKind::Loop(to.into()));
        }
        if self.way.hops.len() >= self.most {
            return Err(ProblemKind::Redirects(self.most));
        }
        Ok(to)
    }
}

/// Whether an answer of this status sends elsewhere, if it names a place.
pub fn is_redirect(status: StatusCode) -> bool {
    REDIRECTS.contains(&status.as_u16())
}

/// The statuses that send elsewhere (RFC 9110 §15.4).
const REDIRECTS: [u16; 5] = [301, 302, 303, 307, 308];
