//! Redirects: counted and resolved. A page may not redirect in a circle.

use std::fmt;

use http::StatusCode;
use http::header::LOCATION;
use robots_policy::authority;
use url::Url;

use super::problem::{Error, Problem};
use super::response::Response;
use super::{Client, check};

/// One redirect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hop {
    /// Who said so.
    pub(crate) from: Url,
    /// In which words.
    pub(crate) status: StatusCode,
    /// Where to.
    pub(crate) to: Url,
}

impl Hop {
    /// Whether it leads to another authority, whose robots.txt speaks for what is there.
    pub(crate) fn leaves_authority(&self) -> bool {
        authority(self.from.as_str()) != authority(self.to.as_str())
    }

    /// Whether it leads from a secure connection to one that anybody can read and change.
    pub(crate) fn is_downgrade(&self) -> bool {
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

/// A way along redirects. The caller asks for each URL, and may stop before any.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    at: Url,
    hops: Vec<Hop>,
    most: usize,
    may_return: bool,
}

impl Walk {
    /// A way that begins at `url`, of as many redirects as the client follows.
    pub(crate) fn new(client: &Client, url: &Url) -> Walk {
        let mut at = url.clone();
        at.set_fragment(None);
        Walk {
            at,
            hops: Vec::new(),
            most: client.settings().redirects(),
            may_return: false,
        }
    }

    /// Follows at least `redirects` redirects, even in a circle: the second answer of a URL may differ from its first.
    #[must_use]
    pub(super) fn with_at_least(mut self, redirects: usize) -> Walk {
        self.most = self.most.max(redirects);
        self.may_return = true;
        self
    }

    /// The URL to ask for.
    pub(crate) fn at(&self) -> &Url {
        &self.at
    }

    /// The redirects so far.
    pub(crate) fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// Goes where `response` sends, and says whether it sent anywhere. A redirect without a place is a last answer.
    ///
    /// # Errors
    /// One redirect too many, a circle, and a place that cannot be asked for.
    pub(crate) fn follow(&mut self, response: &Response) -> Result<bool, Error> {
        let place = place(response);
        // A walk that may return would follow an empty place until its limit.
        let Some(place) = place.filter(|place| !self.may_return || !place.is_empty()) else {
            return Ok(false);
        };
        let to = self
            .next(&place)
            .map_err(|problem| Error::new(&self.at, problem))?;
        let from = std::mem::replace(&mut self.at, to.clone());
        self.hops.push(Hop {
            from,
            status: response.status(),
            to,
        });
        Ok(true)
    }

    fn next(&self, place: &str) -> Result<Url, Problem> {
        let refused = |why| Problem::Location(place.to_owned(), why);
        let mut to = self
            .at
            .join(place)
            .map_err(|error| refused(error.to_string()))?;
        to.set_fragment(None);
        check(&to).map_err(refused)?;
        let returns = to == self.at || self.hops.iter().any(|hop| hop.from == to);
        if returns && !self.may_return {
            return Err(Problem::Loop(to.into()));
        }
        if self.hops.len() >= self.most {
            return Err(Problem::Redirects(self.most));
        }
        Ok(to)
    }
}

/// Where a response sends.
fn place(response: &Response) -> Option<String> {
    if !REDIRECTS.contains(&response.status().as_u16()) {
        return None;
    }
    let place = response.headers().get(LOCATION)?;
    Some(String::from_utf8_lossy(place.as_bytes()).into_owned())
}

/// The statuses that send elsewhere (RFC 9110 §15.4).
const REDIRECTS: [u16; 5] = [301, 302, 303, 307, 308];
