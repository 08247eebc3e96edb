//! One answer for a robots.txt, as an archive holds it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use robots_policy::header::TextStart;
use robots_policy::robots_txt::{
    Fetched, Next, RobotsFetch, RobotsFetchSettings, authority, robots_txt_url,
};
use robots_policy::{Limits, Timestamp};
use url::Url;

use crate::damage::Damage;
use crate::http::Message;
use crate::warc::{Record, RecordHeader, RecordKind};

/// An answer, and when it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Seconds since 1970.
    pub at: i64,
    /// The status of the response.
    pub status: u16,
    /// Where a redirect leads.
    pub location: Option<String>,
    /// The body without codings, cut one byte after the parsing limit; `None` if its coding cannot be undone.
    pub body: Option<Vec<u8>>,
}

/// Where answers are kept, by authority.
pub trait Answers: Send + Sync {
    /// The stored answer of an authority, as in `https://example.com`.
    ///
    /// # Errors
    /// The store cannot be read.
    fn get(&self, authority: &str) -> Result<Option<Answer>, StoreError>;
}

/// Why a store cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// The store, as it was named.
    pub store: String,
    /// The problem, and the fix.
    pub why: String,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.store, self.why)
    }
}

impl Error for StoreError {}

impl Answer {
    /// The answer for a robots.txt that a record holds, and its authority; nothing where the record holds something else.
    ///
    /// # Errors
    /// A response that cannot be read as far as is needed.
    pub fn of(record: &mut Record<'_>) -> Result<Option<(String, Answer)>, Damage> {
        let head = record.head();
        let Some(authority) = robots_txt(head) else {
            return Ok(None);
        };
        let Some(message) = Message::read(record)? else {
            return Ok(None);
        };
        let answer = Answer::of_message(message, moment(head))?;
        // A cut file has fewer rules than the whole; the archive reports the damage next.
        let is_whole = record.damage().is_none();
        Ok(is_whole.then_some((authority, answer)))
    }

    /// The answer that a response to a request for robots.txt is; it came at `at`, in seconds since 1970.
    ///
    /// # Errors
    /// A body that breaks off, and a file that was cut before it was stored.
    pub fn of_message(mut message: Message<'_>, at: i64) -> Result<Answer, Damage> {
        let is_named_coded = message.codings_not_found().next().is_some();
        let mut fields = message.fields();
        let location = fields.find(|(name, _)| name.eq_ignore_ascii_case(b"Location"));
        let mut body = Vec::new();
        // Its damage reports an early end.
        let _ = message
            .body()
            .take(most_body() as u64)
            .read_to_end(&mut body);
        let start = TextStart::of(&body);
        let is_text = matches!(start, Some(TextStart::Utf8 | TextStart::Utf16));
        let body = match message.damage() {
            // A body that is not text is not a robots.txt.
            None if is_named_coded && !is_text => None,
            None => Some(body),
            Some(damage) if damage.is_of_coding() => None,
            Some(damage) => return Err(damage.clone()),
        };
        // A cut file has fewer rules than the whole, unless the cut is after the parsing limit.
        let is_read = body.as_ref().is_none_or(|body| body.len() == most_body());
        let is_file = matches!(message.status(), Some(200..=299));
        if let Some(cut) = message.cut().filter(|_| is_file && !is_read) {
            return Err(cut);
        }
        Ok(Answer {
            at,
            status: message.status().unwrap_or_default(),
            location: location.map(|(_, value)| String::from_utf8_lossy(value).into_owned()),
            body,
        })
    }

    /// The answer as the library takes it.
    pub fn fetched(&self) -> Fetched<'_> {
        match &self.body {
            None => Fetched::Undecodable,
            Some(body) => Fetched::Response {
                status: self.status,
                location: self.location.as_deref().map(Into::into),
                cache_control: None,
                body,
            },
        }
    }

    /// Compares two answers of an authority; the store keeps the greater. An answer with an outcome is greater than one
    /// without, because a crawler continues with its last good copy (RFC 9309 §2.3.1.4); then the later one is greater.
    ///
    /// The order is total, so that the store does not depend on the order in which archives are read.
    pub fn rank(&self, other: &Answer) -> Ordering {
        let key = |answer: &Answer| (answer.has_outcome(), answer.at, answer.status);
        key(self)
            .cmp(&key(other))
            .then_with(|| self.location.cmp(&other.location))
            .then_with(|| self.body.cmp(&other.body))
    }

    /// Whether it gives rules, their absence, or another place, and not only a failure.
    pub fn has_outcome(&self) -> bool {
        self.without_body().0.unreachable().is_none()
    }

    /// The reference of a redirect that is followed; `None` for every other answer.
    pub fn redirect(&self) -> Option<Cow<'_, str>> {
        match self.without_body().1 {
            Next::Follow(reference) => Some(reference),
            Next::Done => None,
        }
    }

    /// Whether the outcome depends on the body: it does where an empty one would be a file of rules.
    pub fn is_file(&self) -> bool {
        let (fetch, _) = self.without_body();
        fetch
            .outcome(Timestamp::from_unix(self.at))
            .rules()
            .is_some()
    }

    /// A fetch with this answer as its first, as if it had no body.
    fn without_body(&self) -> (RobotsFetch, Next<'_>) {
        let mut fetch = RobotsFetch::new(RobotsFetchSettings::new());
        let fetched = match self.fetched() {
            Fetched::Response {
                status, location, ..
            } => Fetched::Response {
                status,
                location,
                cache_control: None,
                body: b"",
            },
            other => other,
        };
        let next = fetch.answered(&mut fetch.begin(), fetched, Timestamp::from_unix(self.at));
        (fetch, next)
    }

    /// The form in the store: the date, the status, the length of the location and the location, the kind of body and
    /// the body. Numbers are little-endian.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let location = self.location.as_deref().unwrap_or_default();
        let len = u32::try_from(location.len()).map_err(io::Error::other)?;
        let mut bytes = self.at.to_le_bytes().to_vec();
        bytes.extend(self.status.to_le_bytes());
        bytes.extend(len.to_le_bytes());
        bytes.extend(location.as_bytes());
        match &self.body {
            None => bytes.push(UNDECODABLE),
            Some(body) if body.len() < LEAST_COMPRESSED => {
                bytes.push(PLAIN);
                bytes.extend(body);
            }
            Some(body) => {
                bytes.push(ZSTD);
                bytes.extend(zstd::bulk::compress(body, LEVEL)?);
            }
        }
        Ok(bytes)
    }

    /// Reads the form in the store; `None` where it is another.
    pub fn from_bytes(bytes: &[u8]) -> Option<Answer> {
        let (at, bytes) = bytes.split_first_chunk::<8>()?;
        let (status, bytes) = bytes.split_first_chunk::<2>()?;
        let (len, bytes) = bytes.split_first_chunk::<4>()?;
        let len = usize::try_from(u32::from_le_bytes(*len)).ok()?;
        let (location, bytes) = bytes.split_at_checked(len)?;
        let (kind, body) = bytes.split_first()?;
        let location = str::from_utf8(location).ok()?;
        Some(Answer {
            at: i64::from_le_bytes(*at),
            status: u16::from_le_bytes(*status),
            location: (!location.is_empty()).then(|| location.to_owned()),
            body: match *kind {
                UNDECODABLE => None,
                PLAIN => Some(body.to_vec()),
                ZSTD => Some(zstd::bulk::decompress(body, most_body()).ok()?),
                _ => return None,
            },
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.status, Timestamp::from_unix(self.at))?;
        match (&self.body, &self.location) {
            (None, _) => f.write_str(", its content coding cannot be undone"),
            (Some(_), Some(place)) => write!(f, ", leads to {place}"),
            (Some(body), None) => write!(f, ", {} bytes", body.len()),
        }
    }
}

/// Seconds since 1970; 0 for a date that cannot be read, so that every other answer is later.
fn moment(head: RecordHeader<'_>) -> i64 {
    let date = head.date().and_then(|date| str::from_utf8(date).ok());
    let date: Option<jiff::Timestamp> = date.and_then(|date| date.parse().ok());
    date.map_or(0, jiff::Timestamp::as_second)
}

/// The authority whose robots.txt a record holds.
fn robots_txt(head: RecordHeader<'_>) -> Option<String> {
    if head.kind() != RecordKind::Response || !head.is_of_web() {
        return None;
    }
    let target = head.target_uri()?;
    // Most URLs are not those of a robots.txt, and need not be parsed.
    memchr::memmem::find(target, b"/robots.txt")?;
    authority_at(Url::parse(str::from_utf8(target).ok()?).ok()?)
}

/// The authority whose robots.txt has this `url`, if there is one: where a redirect leads.
pub fn authority_at(mut url: Url) -> Option<String> {
    url.set_fragment(None);
    // A URL that cannot have a user has no user to remove.
    let _ = (url.set_username(""), url.set_password(None));
    let is_it = robots_txt_url(url.as_str()).is_some_and(|own| own == url.as_str());
    is_it.then(|| authority(url.as_str())).flatten()
}

/// The most bytes of a body that are kept. One more than the parsing limit shows that there were more.
fn most_body() -> usize {
    Limits::default().robots_txt() + 1
}

/// Kinds of body.
const UNDECODABLE: u8 = 0;
const PLAIN: u8 = 1;
const ZSTD: u8 = 2;
/// A shorter body does not become shorter.
const LEAST_COMPRESSED: usize = 128;
/// The level affects only writing, and bodies are read more often.
const LEVEL: i32 = 3;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::damage::DamageCode;
    use crate::warc::tests::record;
    use crate::warc::{Archive, Skip};

    fn answer(at: i64, status: u16, body: &[u8]) -> Answer {
        Answer {
            at,
            status,
            location: None,
            body: Some(body.to_vec()),
        }
    }

    #[test]
    fn the_form_in_the_store_gives_back_what_was_kept() {
        let long = b"User-agent: *\nDisallow: /a\n".repeat(20_000);
        let cut = long.get(..most_body()).unwrap();
        for kept in [
            answer(0, 200, b""),
            answer(-1, 200, cut),
            answer(i64::MAX, 404, b"<html>"),
            Answer {
                location: Some(String::from("https://example.com/é")),
                ..answer(1, 301, b"")
            },
            Answer {
                body: None,
                ..answer(1, 200, b"")
            },
        ] {
            let bytes = kept.to_bytes().unwrap();
            assert_eq!(Answer::from_bytes(&bytes), Some(kept));
            for end in 0..bytes.len().min(40) {
                // A cut archive gives no answer, or one with a shorter body; it never panics.
                let _ = Answer::from_bytes(&bytes[..end]);
            }
        }
    }

    #[test]
    fn a_good_answer_survives_failures_and_a_later_one_replaces_it() {
        let ranked = |winner: &Answer, loser: &Answer| {
            assert_eq!(winner.rank(loser), Ordering::Greater);
            assert_eq!(loser.rank(winner), Ordering::Less);
        };
        ranked(&answer(1, 200, b"a"), &answer(2, 503, b""));
        ranked(&answer(2, 404, b""), &answer(1, 200, b"a"));
        ranked(&answer(3, 503, b""), &answer(2, 429, b""));
        ranked(&answer(1, 200, b"b"), &answer(1, 200, b"a"));
        let undecodable = Answer {
            body: None,
            ..answer(9, 200, b"")
        };
        ranked(&answer(1, 404, b""), &undecodable);
    }

    /// The body of the answer in a record, or the code of the damage that prevents one.
    fn of(fields: &str, message: &[u8]) -> Result<Option<Vec<u8>>, DamageCode> {
        let fields = format!("WARC-Target-URI: https://a.example/robots.txt\r\n{fields}");
        let stored = record("response", &fields, message);
        let source = Box::new(io::Cursor::new(stored));
        let mut archive = Archive::new(source, Skip::Verified);
        let mut record = archive.next().unwrap().unwrap();
        let answer = Answer::of(&mut record).map_err(|damage| damage.code())?;
        Ok(answer.and_then(|(_, answer)| answer.body))
    }

    #[test]
    fn a_file_that_is_cut_is_not_an_answer() {
        let cut = "User-agent: *\nDis";
        let ok = |fields: &str, body: &str| format!("HTTP/1.1 200 OK\r\n{fields}\r\n{body}");
        let truncated = "WARC-Truncated: length\r\n";
        let short = "Content-Length: 900000\r\n";
        assert_eq!(of("", ok("", cut).as_bytes()), Ok(Some(cut.into())));
        for (fields, message) in [
            (truncated, ok("", cut)),
            ("", ok(short, cut)),
            ("", ok(short, "")),
            ("", format!("HTTP/1.1 200 OK\r\nAllow: {cut}")),
        ] {
            assert_eq!(of(fields, message.as_bytes()), Err(DamageCode::ShortBody));
        }
        // The reader would not have read the missing part.
        let long = "#".repeat(600_000);
        let kept = long.as_bytes().get(..most_body()).unwrap().to_vec();
        for (fields, message) in [(truncated, ok("", &long)), ("", ok(short, &long))] {
            assert_eq!(of(fields, message.as_bytes()), Ok(Some(kept.clone())));
        }
        let missing = format!("HTTP/1.1 404 Not Found\r\n{short}\r\nNot");
        assert_eq!(of("", missing.as_bytes()), Ok(Some(b"Not".to_vec())));
    }
}
