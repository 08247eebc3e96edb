//! One fetch of robots.txt as the caller sees it: the answer that goes in, and the step that comes out.
//!
//! The caller owns the requests and the state of a fetch ([`Ask`]); [`RobotsFetch`](super::RobotsFetch) owns the meaning of
//! answers. An answer borrows the body, so a file that is cut by the limit is never copied as a whole.

use std::borrow::Cow;

use http::HeaderMap;

use super::fields::AnswerFields;
use crate::why::Why;

/// The answer to a request for robots.txt, or the reason why there is none.
///
/// Turn off the redirects of the HTTP client: [`RobotsFetch::answered`](super::RobotsFetch::answered) counts them and returns
/// those to follow. [`Fetched::from_response`] makes one from the usual parts of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fetched<'a> {
    /// A whole response. A body that is longer than the parsing limit may end anywhere after it.
    Response {
        /// The status code, 0 if there was no answer. A number that is not one counts as unreachable.
        status: u16,
        /// Its fields, as far as they are known.
        fields: AnswerFields<'a>,
        /// The body, after its content coding was undone; `None` if that cannot be done. A body that still has the mark of
        /// a coding is unreachable and not an empty file, as is one that is not text where a field names a coding. Other octets
        /// that are not text, and of which no line opens a group, were not read.
        body: Option<&'a [u8]>,
    },
    /// A redirect to a reference that does not resolve, or to a scheme that is not requested: unreachable.
    LeadsNowhere,
    /// No response, or one that broke off: unreachable. A fetch that was given up, by a timeout for example, is one.
    NetworkError,
    /// A response whose content coding cannot be undone: unreachable.
    Undecodable,
    /// A response with a status of a file, whose body the caller does not have: neither allowed nor disallowed.
    NotAtHand(Why),
}

impl<'a> Fetched<'a> {
    /// A response with the types that HTTP clients have; `body` is without content coding. See
    /// [`AnswerFields::from_headers`].
    pub fn from_response(status: u16, headers: &'a HeaderMap, body: &'a [u8]) -> Fetched<'a> {
        Fetched::Response {
            status,
            fields: AnswerFields::from_headers(headers),
            body: Some(body),
        }
    }

    /// A response of which no field is known; `body` is without content coding.
    pub fn of(status: u16, body: &'a [u8]) -> Fetched<'a> {
        Fetched::Response {
            status,
            fields: AnswerFields::default(),
            body: Some(body),
        }
    }
}

/// The next step of a fetch.
///
/// There are no others than these two, so a loop that follows until it is done is complete.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use = "a redirect that is not followed leaves robots.txt unknown"]
pub enum Next<'a> {
    /// Request this reference, relative to the URL of the last request. If it does not resolve, or leads to a scheme that you
    /// do not request, answer with [`Fetched::LeadsNowhere`].
    Follow(Cow<'a, str>),
    /// No further request: [`RobotsFetch::outcome`](super::RobotsFetch::outcome) has the result.
    Done,
}

/// One fetch of a robots.txt, from its first request to its outcome.
///
/// [`RobotsFetch::ask`](super::RobotsFetch::ask) and [`RobotsFetch::begin`](super::RobotsFetch::begin) make one. It counts the
/// redirects that were followed, so a fetch that is abandoned leaves no trace.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "ask for robots.txt, and hand each answer to `RobotsFetch::answered`"]
pub struct Ask {
    /// The redirects that were followed.
    pub(super) followed: u32,
    /// Whether a copy was held when the fetch began.
    pub(super) is_conditional: bool,
    /// Whether the request under way has no conditions; each answer resets it.
    pub(super) is_unconditional: bool,
}

impl Ask {
    /// Whether a copy of the file is held, so that a conditional request may be made to the URL that gave it
    /// (`If-None-Match`, `If-Modified-Since`). Without one, a 304 has no copy to confirm and counts as unreachable.
    pub fn may_be_conditional(&self) -> bool {
        self.is_conditional
    }

    /// Notes that the request under way is made without conditions, for example to another URL than the one that gave the
    /// copy. A 304 to such a request does not confirm a copy and counts as unreachable (RFC 9110 §15.4.5).
    ///
    /// It holds for one request. Call it again for the next one if that has no conditions either.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Timestamp;
    /// use robots_policy::robots_txt::{Age, Fetched, RobotsFetch};
    ///
    /// let now = Timestamp::from_unix(0);
    /// let headers = http::HeaderMap::new();
    /// let mut fetch = RobotsFetch::default();
    /// let _ = fetch.answered(&mut fetch.begin(), Fetched::from_response(200, &headers, b"User-agent: *"), now);
    ///
    /// let mut ask = fetch.begin();
    /// assert!(ask.may_be_conditional());
    /// ask.without_conditions();
    /// let _ = fetch.answered(&mut ask, Fetched::from_response(304, &headers, b""), now);
    /// assert_eq!(fetch.age(now), Age::Unreachable);
    /// ```
    pub fn without_conditions(&mut self) {
        self.is_unconditional = true;
    }
}
