//! The fields of an answer for robots.txt: those that lead elsewhere, say how long it holds, or say that the body is not the file.
//!
//! This module reads them and concludes nothing; the conclusions are in [`super::content`].

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::Duration;

use http::HeaderMap;
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, HeaderName, LOCATION, RETRY_AFTER};

use crate::date::Timestamp;
use crate::octets::{coding_by_mark, is_named_coded, not_text};
use crate::robots_txt::reader::RobotsTxt;
use crate::why::Why;

/// The fields of an answer for robots.txt that matter, as far as the caller has them.
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::AnswerFields;
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("location", http::HeaderValue::from_bytes("/ü".as_bytes()).unwrap());
/// headers.insert("cf-mitigated", http::HeaderValue::from_static("challenge"));
/// let fields = AnswerFields::from_headers(&headers);
/// assert_eq!(fields.location.as_deref(), Some("/ü"));
/// assert!(fields.is_challenge && !fields.names_coding);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerFields<'a> {
    /// The value of `Location`, relative or absolute. It matters for redirects only.
    pub location: Option<Cow<'a, str>>,
    /// The value of `Cache-Control`, lines joined by commas.
    pub cache_control: Option<Cow<'a, str>>,
    /// The value of `Retry-After`: the time after which a fetch that failed is made again.
    pub retry_after: Option<Cow<'a, str>>,
    /// Whether `Content-Encoding` names a coding. Clients that undo a coding may keep the field, so it counts only for a body
    /// that is not text: br and deflate have no mark, and would be a file without rules.
    pub names_coding: bool,
    /// Whether a field says that the answer is a challenge to the client, and not that of the site: `cf-mitigated`,
    /// `x-amzn-waf-action`.
    pub is_challenge: bool,
    /// Whether more octets of the body are known to exist than the caller has, whatever the parsing limit is: a store may have cut
    /// it at a limit of its own. It is then read as one that the limit cuts.
    pub is_cut: bool,
}

impl<'a> AnswerFields<'a> {
    /// The fields of a response with the types that HTTP clients have.
    ///
    /// Lines of `Cache-Control` are joined, and the first `Retry-After` counts. Of several `Location` that differ none counts, as in
    /// browsers. Octets that are not UTF-8 are percent-encoded.
    pub fn from_headers(headers: &'a HeaderMap) -> AnswerFields<'a> {
        let mut lines = headers.get_all(CACHE_CONTROL).iter();
        let first = lines.next().map(|line| text(line.as_bytes()));
        let mut places = headers.get_all(LOCATION).iter();
        let place = places.next();
        let place = place.filter(|place| places.all(|other| other == *place));
        AnswerFields {
            location: place.map(|value| text(value.as_bytes())),
            cache_control: lines.fold(first, |joined, line| {
                Some(format!("{}, {}", joined.unwrap_or_default(), text(line.as_bytes())).into())
            }),
            retry_after: headers.get(RETRY_AFTER).map(|value| text(value.as_bytes())),
            names_coding: values(headers, &CONTENT_ENCODING)
                .any(|name| !name.is_empty() && !name.eq_ignore_ascii_case(b"identity")),
            is_challenge: AnswerFields::are_of_challenge(
                headers
                    .iter()
                    .map(|(name, value)| (name.as_str().as_bytes(), value.as_bytes())),
            ),
            is_cut: false,
        }
    }

    /// The time that the server wants to be left alone for: seconds, or until a date. `None` without the field, and for another
    /// value of it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use robots_policy::Timestamp;
    /// use robots_policy::robots_txt::AnswerFields;
    ///
    /// let now: Timestamp = "Wed, 25 Nov 2026 15:00:00 GMT".parse()?;
    /// let seconds = |value: &'static str| {
    ///     let fields = AnswerFields { retry_after: Some(value.into()), ..AnswerFields::default() };
    ///     fields.wait(now).as_ref().map(Duration::as_secs)
    /// };
    /// assert_eq!(seconds(" 120 "), Some(120));
    /// assert_eq!(seconds("Wed, 25 Nov 2026 15:00:07 GMT"), Some(7));
    /// assert_eq!(seconds("Wed, 25 Nov 2020 15:00:07 GMT"), Some(0));
    /// assert_eq!((seconds("soon"), seconds("-1"), seconds("")), (None, None, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wait(&self, now: impl Into<Timestamp>) -> Option<Duration> {
        retry_after(self.retry_after.as_deref()?, now.into())
    }

    /// Whether field lines, name and value of each, say that their response is a challenge: [`AnswerFields::is_challenge`] for a
    /// caller without a `HeaderMap`.
    ///
    /// ```
    /// use robots_policy::robots_txt::AnswerFields;
    ///
    /// let lines = [(b"CF-Mitigated".as_slice(), b"challenge".as_slice())];
    /// assert!(AnswerFields::are_of_challenge(lines.into_iter()));
    /// ```
    pub fn are_of_challenge<'l>(mut lines: impl Iterator<Item = (&'l [u8], &'l [u8])>) -> bool {
        let says = |value: &[u8], said: &str| {
            let mut members = value.split(|octet| *octet == b',');
            members.any(|member| member.trim_ascii().eq_ignore_ascii_case(said.as_bytes()))
        };
        lines.any(|(name, value)| {
            let mut challenges = CHALLENGES.iter();
            challenges.any(|(field, said)| {
                name.eq_ignore_ascii_case(field.as_bytes()) && says(value, said)
            })
        })
    }

    /// Whether an answer with this status leads elsewhere. An empty reference leads only back to the redirect itself.
    pub(super) fn lead_on(&self, status: u16) -> bool {
        let place = self.location.as_deref().unwrap_or_default();
        matches!(status, 301 | 302 | 303 | 307 | 308) && !place.trim_ascii().is_empty()
    }

    /// Whether the octets of a body are those of a content coding and not lines.
    pub(super) fn leave_coded(&self, body: &[u8]) -> bool {
        coding_by_mark(body).is_some() || self.names_coding && is_named_coded(body)
    }
}

/// Why octets that were read as `rules` are not a file: they are still coded, or they are not text and no line of them opens a
/// group. Rules without a group bind no one, and octets before them may have hidden its line.
pub(super) fn not_a_file(body: &[u8], rules: &RobotsTxt) -> Option<Why> {
    if coding_by_mark(body).is_some() {
        return Some(Why::ContentCoding);
    }
    // Google's parser takes any octets for a file.
    if rules.is_googles() || rules.groups().next().is_some() {
        return None;
    }
    not_text(body, None, false)
}

/// The members of the lines of a field.
fn values<'h>(headers: &'h HeaderMap, field: &HeaderName) -> impl Iterator<Item = &'h [u8]> {
    let lines = headers.get_all(field).iter();
    let members = lines.flat_map(|line| line.as_bytes().split(|octet| *octet == b','));
    members.map(<[u8]>::trim_ascii)
}

/// The value of a field as text: UTF-8 as it is, other octets percent-encoded.
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

/// The fields by which a challenge says that it is one, each with the value that does. The documents:
/// - <https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response>:
///   every challenge page has the field, and the value is the only one.
/// - <https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html>: `challenge` comes with the
///   status 202, `captcha` with 405.
const CHALLENGES: [(&str, &str); 3] = [
    ("cf-mitigated", "challenge"),
    ("x-amzn-waf-action", "challenge"),
    ("x-amzn-waf-action", "captcha"),
];

/// The time that the value of a `Retry-After` field states (RFC 9110 §10.2.3): seconds, or the time from `now` until a date. `None` for another value.
fn retry_after(value: &str, now: Timestamp) -> Option<Duration> {
    let value = value.trim_ascii();
    if !value.is_empty() && value.bytes().all(|octet| octet.is_ascii_digit()) {
        // More digits than a number has are a long time, too.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let until: Timestamp = value.parse().ok()?;
    let left = until.as_unix().saturating_sub(now.as_unix());
    Some(Duration::from_secs(left.try_into().unwrap_or_default()))
}
