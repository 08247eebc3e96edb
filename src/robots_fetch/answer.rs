//! The answer to a request for robots.txt.

use std::borrow::Cow;
use std::fmt::Write as _;

use http::HeaderMap;
use http::header::{CACHE_CONTROL, LOCATION};

/// The answer to a request for robots.txt.
///
/// Turn off the redirects of the HTTP client: [`RobotsFetch::answered`](super::RobotsFetch::answered) counts them and says
/// which to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fetched<'a> {
    /// A whole response. A body that is longer than the parsing limit may end anywhere after it.
    Response {
        /// The status code.
        status: u16,
        /// The value of `Location`.
        location: Option<Cow<'a, str>>,
        /// The value of `Cache-Control`, lines joined by commas.
        cache_control: Option<Cow<'a, str>>,
        /// The body, without content coding.
        body: &'a [u8],
    },
    /// A redirect to a reference that does not resolve, or that leads to a scheme which is not asked: unreachable.
    LeadsNowhere,
    /// No response, or one that broke off. A fetch that was given up, by a timeout for example, is one.
    NetworkError,
    /// A response whose content coding cannot be undone.
    Undecodable,
}

impl<'a> Fetched<'a> {
    /// A response as HTTP clients have it; `body` is without content coding.
    ///
    /// Lines of `Cache-Control` are joined. The octets of a `Location` that are not UTF-8 are percent-encoded.
    ///
    /// ```
    /// use robots_policy::robots_txt::Fetched;
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("location", http::HeaderValue::from_bytes("/ü".as_bytes()).unwrap());
    /// let fetched = Fetched::from_response(301, &headers, b"");
    /// assert!(matches!(fetched, Fetched::Response { location: Some(place), .. } if place == "/ü"));
    /// ```
    pub fn from_response(status: u16, headers: &'a HeaderMap, body: &'a [u8]) -> Fetched<'a> {
        let location = headers.get(LOCATION).map(|value| text(value.as_bytes()));
        let mut lines = headers.get_all(CACHE_CONTROL).iter();
        let first = lines.next().map(|line| text(line.as_bytes()));
        let cache_control = lines.fold(first, |joined, line| {
            Some(format!("{}, {}", joined.unwrap_or_default(), text(line.as_bytes())).into())
        });
        Fetched::Response {
            status,
            location,
            cache_control,
            body,
        }
    }
}

/// UTF-8 as it is, other octets percent-encoded.
fn text(value: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(value) {
        return text.into();
    }
    let mut text = String::new();
    for chunk in value.utf8_chunks() {
        text.push_str(chunk.valid());
        for octet in chunk.invalid() {
            let _ = write!(text, "%{octet:02X}");
        }
    }
    text.into()
}

/// The next step of a fetch. There are no others than these two: a loop that follows and ends is whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use = "a redirect that is not followed leaves robots.txt unknown"]
pub enum Next<'a> {
    /// Ask for this reference, relative to the URL that was asked for. Where it does not resolve, or leads to a scheme
    /// that is not asked, answer with [`Fetched::LeadsNowhere`].
    Follow(Cow<'a, str>),
    /// None: the outcome is known.
    Done,
}

/// One fetch of a robots.txt, from its first request to its outcome. It holds the redirects that were followed, so an
/// abandoned fetch does not count.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "ask for robots.txt, and hand each answer to `RobotsFetch::answered`"]
pub struct Ask {
    pub(super) followed: u32,
    pub(super) is_conditional: bool,
    /// Of the request under way.
    pub(super) is_unconditional: bool,
}

impl Ask {
    /// Whether a copy of the file is held, so that a conditional request may be made to the URL that gave it
    /// (`If-None-Match`, `If-Modified-Since`). Without one, a 304 has no copy to confirm and counts as unreachable.
    pub fn may_be_conditional(&self) -> bool {
        self.is_conditional
    }

    /// Notes that the request under way is made without conditions, to another URL than the one that gave the copy for
    /// example. A 304 to such a request confirms no copy and counts as unreachable (RFC 9110 §15.4.5).
    pub fn without_conditions(&mut self) {
        self.is_unconditional = true;
    }
}
