//! One answer for a robots.txt, or for a document about AI use, as an archive holds it.

mod documents;
#[cfg(test)]
pub(crate) mod tests;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use robots_policy::ledger::Observed;
use robots_policy::robots_txt::{
    AnswerFields, Fetched, Next, Robots, RobotsFetch, RobotsFetchSettings, authority,
    robots_txt_url,
};
use robots_policy::{Limits, RobotsTxt, Timestamp, Why};
use robots_policy_input::Failure;
use robots_policy_input::{Damage, Message};
use robots_policy_live::StoredBody;
use url::Url;

pub(crate) use self::documents::is_document;
pub use self::documents::{document_at, led_to, robots_at};
use crate::time::{Span, When};
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
    /// The body without codings, cut one byte after the parsing limit of its kind, and how many bytes there were; `None` if
    /// its coding cannot be undone.
    pub body: Option<StoredBody>,
    /// The identifier of the record that holds it, without angle brackets.
    pub record_id: Option<String>,
}

/// Where answers are kept, by key: those for robots.txt by authority, as in `https://example.com`; those for other addresses to which
/// a robots.txt may lead by the address after a word ([`robots_at`]); those for documents about AI use by the whole address
/// ([`document_at`]), which has a path. So none is confused with another.
pub trait Answers: Send + Sync {
    /// The stored answer of a key: of several the one that ranks above the others.
    ///
    /// # Errors
    /// The store cannot be read. Damage is never `None`, which says that the store has no answer.
    fn get(&self, key: &str) -> Result<Option<Answer>, StoreError>;

    /// The stored answer of a key for a page. Answers without times hold always.
    ///
    /// # Errors
    /// Those of [`Answers::get`].
    fn joined(&self, key: &str, when: When) -> Result<Joined, StoreError> {
        let _ = when;
        self.get(key).map(Joined::always)
    }

    /// The stored answers of a key for a page, of which each may be the current one; see
    /// [`History::tiers`](crate::History::tiers). There is at least one element in the first tier.
    ///
    /// # Errors
    /// Those of [`Answers::get`].
    fn tier(&self, key: &str, when: When, tier: usize) -> Result<Vec<Joined>, StoreError> {
        match tier {
            0 => self.joined(key, when).map(|joined| vec![joined]),
            _ => Ok(Vec::new()),
        }
    }
}

/// The result of a join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The answer; `None` if there is none.
    pub answer: Option<Answer>,
    /// The SHA-256 of its body as it is kept, in hexadecimal digits, where the place of answers knows it.
    pub sha256: Option<Box<str>>,
    /// Why it is not current, if it is not: [`Why::Earlier`] or [`Why::Later`].
    pub why: Option<Why>,
    /// The times with this result.
    pub span: Span,
}

impl Joined {
    /// An answer whose time does not matter.
    pub fn always(answer: Option<Answer>) -> Joined {
        Joined {
            answer,
            sha256: None,
            why: None,
            span: Span::ALWAYS,
        }
    }
}

/// Why a store cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// The store, as it was named.
    pub store: String,
    /// The problem, and the fix.
    pub why: String,
    /// Whether bytes of it are not as they were written. Other answers can be read.
    pub is_damaged: bool,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.store, self.why)
    }
}

impl Error for StoreError {}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Input(error.store, error.why)
    }
}

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
        let Some(message) = record.message()? else {
            return Ok(None);
        };
        // It says neither what the rules are nor that there are none.
        if AnswerFields::are_of_challenge(message.fields()) {
            return Ok(None);
        }
        let answer = Answer::of_message(message, moment(head))?.in_record(head);
        // A cut file has fewer rules than the whole; the archive reports the damage next.
        let is_whole = record.damage().is_none();
        Ok(is_whole.then_some((authority, answer)))
    }

    /// The answer at another address that a record holds, and its key: any answer for a `tdmrep.json`, a licence in RSL, and an answer
    /// that a robots.txt may lead to; nothing where the record holds something else.
    ///
    /// A licence has the type of RSL, or one of XML and the namespace of RSL in its first KiB: its address may be any. Whether a
    /// robots.txt leads to an answer may stand in an archive that is read later, or in another one. So the record itself decides what is
    /// kept, whatever else was read: an answer whose address names `robots.txt`, a redirect to one, and a text with a line of
    /// `User-agent` in its first 8 KiB.
    ///
    /// # Errors
    /// A document that cannot be read as far as is needed.
    pub fn at_address(record: &mut Record<'_>) -> Result<Option<(String, Answer)>, Damage> {
        let head = record.head();
        if head.kind() != RecordKind::Response || !head.is_of_web() || robots_txt(head).is_some() {
            return Ok(None);
        }
        let tdmrep = documents::tdmrep(head);
        let mut message = match (record.message(), &tdmrep) {
            (Ok(Some(message)), _) => message,
            (Err(damage), Some(_)) => return Err(damage),
            (Ok(None) | Err(_), _) => return Ok(None),
        };
        if AnswerFields::are_of_challenge(message.fields()) {
            return Ok(None);
        }
        let mut start = Vec::new();
        let (key, most) = if let Some(key) = tdmrep {
            (key, documents::MOST_TDMREP)
        } else if documents::is_license(&mut message, &mut start)
            && let Some(key) = documents::key(head)
        {
            (key, documents::MOST_LICENSE)
        } else if documents::may_be_robots_txt(head, &mut message, &mut start)
            && let Some(key) = documents::key(head)
        {
            // A text that is no answer is none of robots.txt either.
            let answer = Answer::read(message, moment(head), start, most_body());
            let answer = answer.ok().filter(|_| record.damage().is_none());
            return Ok(answer.map(|answer| (documents::of_robots(&key), answer.in_record(head))));
        } else {
            return Ok(None);
        };
        let answer = Answer::read(message, moment(head), start, most)?.in_record(head);
        let is_whole = record.damage().is_none();
        Ok(is_whole.then_some((key, answer)))
    }

    /// The answer that a response to a request for robots.txt is; it came at `at`, in seconds since 1970.
    ///
    /// # Errors
    /// A body that breaks off, and a file that was cut before it was stored.
    pub fn of_message(message: Message<'_>, at: i64) -> Result<Answer, Damage> {
        Answer::read(message, at, Vec::new(), most_body())
    }

    /// The answer in `message`, of whose body `start` has been read; of the rest so much that there are `most` bytes.
    fn read(
        mut message: Message<'_>,
        at: i64,
        start: Vec<u8>,
        most: usize,
    ) -> Result<Answer, Damage> {
        let mut fields = message.fields();
        let location = fields.find(|(name, _)| name.eq_ignore_ascii_case(b"Location"));
        let is_stated = message.has_body() || message.states_none();
        let status = message.status().unwrap_or_default();
        let body = message.octets(start, most)?.and_then(|start| {
            if !matches!(status, 200..=299) {
                return Some(counted(&mut message, start, most));
            }
            if start.is_empty() && !is_stated {
                return Some(StoredBody::missing(0));
            }
            match Robots::of_file(&start, RobotsTxt::parse(&start).value) {
                Robots::Unreachable { .. } => None,
                Robots::Unread { .. } => Some(StoredBody::missing(start.len() as u64)),
                _ => Some(counted(&mut message, start, most)),
            }
        });
        Ok(Answer {
            at,
            status,
            location: location.map(|(_, value)| String::from_utf8_lossy(value).into_owned()),
            body,
            record_id: None,
        })
    }

    fn in_record(self, head: RecordHeader<'_>) -> Answer {
        let id = head.id().and_then(|id| str::from_utf8(id).ok());
        Answer {
            record_id: id.map(str::to_owned),
            ..self
        }
    }

    /// A body whose codings `Content-Encoding` names, undone as those in archives are; `None` if they cannot be undone, or the
    /// body breaks off. A body that is text already is taken as it is.
    pub fn undone(content_encoding: &[u8], mut body: &[u8]) -> Option<Vec<u8>> {
        let mut memory = Vec::new();
        let field = [b"Content-Encoding: ", content_encoding].concat();
        let message = Message::of_fields(&field, &mut memory).with_body(&mut body);
        let body = Answer::of_message(message, 0).ok()?.body?;
        Some(body.into_octets())
    }

    /// The facts about it that a ledger shows; it came from this address, and its body has this digest.
    pub(crate) fn observed(&self, url: &Url, sha256: Option<Box<str>>) -> Observed {
        Observed {
            url: Some(url.as_str().into()),
            status: Some(self.status),
            fetched: Some(Timestamp::from_unix(self.at)),
            sha256,
            record_id: self.record_id.as_deref().map(Into::into),
        }
    }

    /// The answer as the library takes it.
    pub fn fetched(&self) -> Fetched<'_> {
        self.with_body(self.body.as_deref())
    }

    fn with_body<'a>(&'a self, body: Option<&'a [u8]>) -> Fetched<'a> {
        let why = self.body.as_ref().and_then(StoredBody::why_missing);
        if let Some(why) = why.filter(|_| matches!(self.status, 200..=299)) {
            return Fetched::NotAtHand(why);
        }
        Fetched::Response {
            status: self.status,
            fields: AnswerFields {
                location: self.location.as_deref().map(Into::into),
                is_cut: self.body.as_ref().is_some_and(StoredBody::is_cut),
                ..AnswerFields::default()
            },
            body,
        }
    }

    /// Compares two answers of one key; the store keeps the greater. An answer with an outcome is greater than one
    /// without, because a crawler continues with its last good copy (RFC 9309 §2.3.1.4); then the later one is greater.
    ///
    /// The order is total, so that the store does not depend on the order in which archives are read.
    pub fn rank(&self, other: &Answer) -> Ordering {
        self.rank_without_body(other)
            .then_with(|| self.body.cmp(&other.body))
            .then_with(|| other.record_id.cmp(&self.record_id))
    }

    pub(crate) fn rank_without_body(&self, other: &Answer) -> Ordering {
        let key = |answer: &Answer| (answer.has_outcome(), answer.at, answer.status);
        key(self)
            .cmp(&key(other))
            .then_with(|| self.location.cmp(&other.location))
    }

    /// Whether it gives rules, their absence, or another place, and not only a failure.
    pub fn has_outcome(&self) -> bool {
        let (fetch, _) = self.without_body();
        let outcome = fetch.outcome(Timestamp::from_unix(self.at));
        fetch.unreachable().is_none() && !matches!(outcome, Robots::Unread { .. })
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
        let fetched = self.with_body(self.body.as_ref().map(|_| &b""[..]));
        let next = fetch.answered(&mut fetch.begin(), fetched, Timestamp::from_unix(self.at));
        (fetch, next)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.status, Timestamp::from_unix(self.at))?;
        match (&self.body, &self.location) {
            (None, _) => f.write_str(", its content coding cannot be undone"),
            (Some(body), None) if body.why_missing() == Some(Why::Empty) => {
                f.write_str(", its body was not saved")
            }
            (Some(body), None) if body.why_missing().is_some() => {
                f.write_str(", its body is no text")
            }
            (Some(_), Some(place)) => write!(f, ", leads to {place}"),
            (Some(body), None) => write!(f, ", {} bytes", body.len()),
        }
    }
}

/// The body that begins with `start`, which is all of it or its first `most` bytes, and the number of its bytes.
fn counted(message: &mut Message<'_>, start: Vec<u8>, most: usize) -> StoredBody {
    let mut seen = start.len() as u64;
    let mut is_end = start.len() < most;
    if !is_end {
        let mut rest = message.body().take(MOST_COUNTED.saturating_sub(seen));
        // A body never fails: damage ends it early.
        seen += io::copy(&mut rest, &mut io::sink()).unwrap_or_default();
        is_end = rest.limit() > 0;
    }
    StoredBody::new(start, seen, is_end && message.unread().is_none())
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
    memchr::memmem::find(target, b"robots.txt")?;
    authority_at(Url::parse(str::from_utf8(target).ok()?).ok()?)
}

/// The authority whose robots.txt has this `url`, if there is one: where a redirect leads.
pub fn authority_at(url: Url) -> Option<String> {
    let url = documents::normal(url);
    let is_it = robots_txt_url(url.as_str()).is_some_and(|own| own == url.as_str());
    is_it.then(|| authority(url.as_str())).flatten()
}

/// The most bytes of a body that are kept. One more than the parsing limit shows that there were more.
pub(crate) fn most_body() -> usize {
    Limits::default().robots_txt() + 1
}

/// The most bytes of a body that are counted. A coded body of a few thousand bytes may have millions.
const MOST_COUNTED: u64 = 8 * 1024 * 1024;
