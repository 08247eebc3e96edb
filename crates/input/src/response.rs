//! A response that a caller holds in parts: field lines, a document, how the fetch of robots.txt ended, and documents about AI
//! use.

use std::borrow::Cow;
use std::time::Duration;

use robots_policy::header::Validity;
use robots_policy::ledger::{Document, Input, Observed};
use robots_policy::robots_txt::{Fetched, RobotsFetch, RobotsFetchSettings, RobotsTxtReader};
use robots_policy::uses::{Rsl, TdmRep};
use robots_policy::{Client, MetaExtractor, Parsed, Policy, Timestamp, Why};

use crate::document::head::Readers;
use crate::document::{FedDocument, ReadDocument};
use crate::message::ending::{Ending, states_none};

/// The field lines and the document of a response.
///
/// `eval --jsonl` and the Python package read their inputs with it, so both give the same answer to the same response.
///
/// ```
/// use robots_policy::{Client, Policy, Timestamp};
/// use robots_policy_input::{Parts, Readers};
///
/// let me = [Client::new("ExampleBot")?];
/// let parts = Parts {
///     fields: Some(vec![(b"X-Robots-Tag", b"noindex"), (b"Content-Type", b"text/html; charset=utf-16le")]),
///     document: Some(b"<meta name=robots content=nofollow>"),
///     is_text: true, // characters, so the charset of the field does not apply
///     ..Parts::default()
/// };
/// let policy = parts.read(&Readers::default(), &me, Policy::new());
/// let verdict = policy.verdict(&me[0], "/", Timestamp::from_unix(0));
/// assert!(!verdict.may_index() && !verdict.may_follow());
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Parts<'p> {
    /// The field lines: name and value of each; `None` if the caller does not have them.
    pub fields: Option<Vec<(&'p [u8], &'p [u8])>>,
    /// The document, if the caller has one.
    pub document: Option<&'p [u8]>,
    /// Whether the document was given as characters. It is then UTF-8, whatever charset its type names.
    pub is_text: bool,
    /// Whether the document ends before its end.
    pub is_cut: bool,
    /// The status of the response, as far as it says which part of the document came.
    pub status: Option<u16>,
    /// Feeds the document in chunks of this many bytes; at once if `None`.
    pub chunk: Option<usize>,
}

impl Parts<'_> {
    /// Adds the statements of the fields and of the document to `policy`. Only metas that address one of the `askers`, or
    /// every client, are read for certain.
    pub fn read(&self, readers: &Readers, askers: &[Client], policy: Policy) -> Policy {
        let policy = self.read_fields(readers, policy);
        match self.document {
            Some(document) => policy.with_document(self.read_document(document, readers, askers)),
            None => policy,
        }
    }

    /// Adds the statements of the fields alone.
    pub(crate) fn read_fields(&self, readers: &Readers, policy: Policy) -> Policy {
        let Some(lines) = &self.fields else {
            return policy;
        };
        let fields = readers.fields.read_lines(lines.iter().copied());
        policy
            .with_content_type(self.lines("content-type"))
            .with_fields(fields)
            .with_validity(Validity::from_lines(lines.iter().copied()))
    }

    /// A document of the type that the fields name, which the caller feeds.
    pub fn fed(&self, readers: &Readers, askers: &[Client]) -> FedDocument {
        let fed = FedDocument::new(readers, askers, || self.extractor());
        if self.lines("content-type").next().is_some() {
            fed
        } else {
            fed.untyped()
        }
    }

    /// Ends a document that was fed as far as it came. `is_all` says that all octets came; else only fields can prove it.
    pub(crate) fn finish(
        &self,
        fed: FedDocument,
        readers: &Readers,
        askers: &[Client],
        is_all: bool,
    ) -> Document {
        let ending = self.ending(fed.octets());
        let is_all = is_all || ending == Ending::Whole;
        let read = fed.finish(readers, askers, || self.extractor(), ending, is_all);
        read.document
    }

    /// The parts of the document; `None` if there is none.
    #[cfg(feature = "parts")]
    pub fn page_parts(&self) -> Option<robots_policy::parts::Parts<'_>> {
        let octets = self.document?;
        let ending = self.ending(octets.len() as u64);
        let metas = self.extractor();
        Some(crate::document::parts::page_parts(&metas, octets, ending))
    }

    /// The document that is held.
    pub fn read_document(&self, octets: &[u8], readers: &Readers, askers: &[Client]) -> Document {
        self.read_held(octets, readers, askers).document
    }

    /// The document that is held, with what its reader met.
    pub(crate) fn read_held(
        &self,
        octets: &[u8],
        readers: &Readers,
        askers: &[Client],
    ) -> ReadDocument {
        let ending = self.ending(octets.len() as u64);
        let fed = self.fed(readers, askers);
        let extractor = || self.extractor();
        fed.read(octets, self.chunk, readers, askers, extractor, ending)
    }

    /// How a document of this many octets ends: the caller's word, else the fields.
    fn ending(&self, octets: u64) -> Ending {
        let fields = || self.fields.iter().flatten().copied();
        let measured = (!self.is_text).then_some(octets);
        match Ending::of(self.status, fields(), measured) {
            Ending::WithoutStart => Ending::WithoutStart,
            _ if self.is_cut => Ending::Cut(Why::Incomplete),
            _ if octets == 0 && states_none(self.status, fields()) => Ending::Whole,
            ending => ending,
        }
    }

    /// An extractor for a document of the type that the fields name; of HTML if they name none.
    fn extractor(&self) -> MetaExtractor {
        let joined = |name| {
            let lines: Vec<_> = self.lines(name).map(String::from_utf8_lossy).collect();
            lines.join(",")
        };
        let extractor = MetaExtractor::new().with_content_encoding(&joined("content-encoding"));
        let mut types = self.lines("content-type").peekable();
        if self.is_text {
            let named = types.peek().is_some().then(|| joined("content-type"));
            return extractor.with_content_type(&of_characters(named.as_deref()));
        }
        if types.peek().is_none() {
            return extractor;
        }
        extractor.with_content_type_lines(types)
    }

    /// The lines of one field.
    pub(crate) fn lines(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        let is_it = move |(own, _): &&(&[u8], &[u8])| own.eq_ignore_ascii_case(name.as_bytes());
        let lines = self.fields.iter().flatten();
        lines.filter(is_it).map(|(_, value)| *value)
    }
}

/// The types of a document of characters, which is UTF-8 in memory.
fn of_characters(content_types: Option<&str>) -> String {
    let types = content_types.unwrap_or("text/html").split(',');
    let essences = types.filter_map(|one| one.split(';').next());
    let types: Vec<String> = essences
        .map(|essence| format!("{}; charset=utf-8", essence.trim()))
        .collect();
    types.join(", ")
}

/// How the fetch of robots.txt ended, as a caller states it. Without a status and a body, robots.txt is unknown.
///
/// ```
/// use robots_policy::robots_txt::{Robots, RobotsTxtReader};
/// use robots_policy::Timestamp;
/// use robots_policy_input::RobotsGiven;
///
/// let now = Timestamp::from_unix(0);
/// let failed = RobotsGiven { status: Some(503), body: Some(b"User-agent: *\nAllow: /") };
/// let outcome = failed.fetch(RobotsTxtReader::new(), now).unwrap().outcome(now);
/// assert!(matches!(outcome, Robots::Unreachable { .. }));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RobotsGiven<'q> {
    /// The status of the answer, 0 if there was no answer; `None` is 200 where there is a body.
    pub status: Option<u16>,
    /// The body of the answer, without codings.
    pub body: Option<&'q [u8]>,
}

impl RobotsGiven<'_> {
    /// The fetch that ended this way at `now`; `None` without a status and a body.
    pub fn fetch(self, reader: RobotsTxtReader, now: Timestamp) -> Option<RobotsFetch> {
        self.fetch_after(&RobotsPast::default(), reader, now)
    }

    /// The fetch that ended this way at `now`, after the answers of the past; `None` without a status, a body and a copy. With a
    /// copy alone, the copy is the last answer.
    pub fn fetch_after(
        self,
        past: &RobotsPast<'_>,
        reader: RobotsTxtReader,
        now: Timestamp,
    ) -> Option<RobotsFetch> {
        if !self.is_given() && past.copy.is_none() {
            return None;
        }
        let mut fetch = RobotsFetch::new(RobotsFetchSettings::new().with_reader(reader));
        let mut answered = |given: RobotsGiven<'_>, seconds: i64| {
            let at = Timestamp::from_unix(now.as_unix().saturating_sub(seconds));
            let _ = fetch.answered(&mut fetch.begin(), given.fetched(), at);
        };
        let lasting = past.lasting.unwrap_or_default().as_secs();
        let lasting = i64::try_from(lasting).unwrap_or(i64::MAX);
        if let Some(copy) = past.copy.as_deref() {
            let good = RobotsGiven {
                status: None,
                body: Some(copy),
            };
            answered(good, lasting.saturating_add(1));
        }
        if self.is_given() {
            // The state of a fetch has the time of the first failure, and the cause of the last.
            if lasting > 0 {
                answered(self, lasting);
            }
            answered(self, 0);
        }
        Some(fetch)
    }

    /// Whether there is an answer at all.
    pub fn is_given(self) -> bool {
        self.status.is_some() || self.body.is_some()
    }
}

impl<'q> RobotsGiven<'q> {
    /// A file with a status of one, and no body, is not at hand; one of no octets without any status may be a missing one.
    fn fetched(self) -> Fetched<'q> {
        match (self.status, self.body) {
            (Some(200..=299) | None, None) => Fetched::NotAtHand(Why::NotGiven),
            (None, Some([])) => Fetched::NotAtHand(Why::Empty),
            (status, body) => Fetched::of(status.unwrap_or(200), body.unwrap_or_default()),
        }
    }
}

/// The time before the fetch of a [`RobotsGiven`], as a caller states it. It matters where the fetch failed.
///
/// ```
/// use std::time::Duration;
/// use robots_policy::{Policy, Timestamp};
/// use robots_policy::robots_txt::RobotsTxtReader;
/// use robots_policy_input::{RobotsGiven, RobotsPast};
///
/// let now = Timestamp::from_unix(1_790_000_000);
/// let failed = RobotsGiven { status: Some(503), body: None };
/// let by_hours = |hours: u64| {
///     let past = RobotsPast { lasting: Some(Duration::from_secs(hours * 3600)), ..RobotsPast::default() };
///     let fetch = failed.fetch_after(&past, RobotsTxtReader::new(), now).unwrap();
///     let policy = Policy::new().with_robots(fetch.at(now));
///     policy.engine_verdict("googlebot".parse().unwrap(), "/", now).access().allowed()
/// };
/// assert_eq!((by_hours(1), by_hours(48)), (Some(false), Some(true)), "Google waits for 12 hours");
/// ```
#[derive(Clone, Debug, Default)]
pub struct RobotsPast<'q> {
    /// For how long the fetch has been ending as it did.
    pub lasting: Option<Duration>,
    /// The body of the last good answer before that.
    pub copy: Option<Cow<'q, [u8]>>,
    /// Whether the site answers other requests.
    pub site_up: Option<bool>,
}

impl<'q> RobotsPast<'q> {
    /// This past, with the values of `others` for those that it does not state.
    #[must_use]
    pub fn or(self, others: RobotsPast<'q>) -> RobotsPast<'q> {
        RobotsPast {
            lasting: self.lasting.or(others.lasting),
            copy: self.copy.or(others.copy),
            site_up: self.site_up.or(others.site_up),
        }
    }

    /// Whether it may change the outcome of a fetch.
    pub fn has_answers(&self) -> bool {
        self.lasting.is_some() || self.copy.is_some()
    }

    /// A past that borrows the copy of this one.
    pub fn borrowed(&self) -> RobotsPast<'_> {
        RobotsPast {
            copy: self.copy.as_deref().map(Cow::Borrowed),
            ..*self
        }
    }

    /// A past that owns its copy.
    pub fn into_owned(self) -> RobotsPast<'static> {
        RobotsPast {
            copy: self.copy.map(|copy| Cow::Owned(copy.into_owned())),
            ..self
        }
    }
}

/// Documents about AI use that a caller fetched beside a response.
///
/// ```
/// use robots_policy::uses::{Activity, Answer};
/// use robots_policy::{Client, Policy, Timestamp};
/// use robots_policy_input::UseDocuments;
///
/// let file = br#"[{"location": "/", "tdm-reservation": 1}]"#;
/// let given = UseDocuments { tdmrep: Some(file), ..UseDocuments::default() };
/// let policy = given.add_to(Policy::new());
/// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
/// assert_eq!(verdict.uses().of(Activity::Mine), Some(Answer::Disallow));
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct UseDocuments<'d> {
    /// The status of the answer for `/.well-known/tdmrep.json`, 0 if there was no answer; `None` for a body that did not come
    /// from a server.
    pub tdmrep_status: Option<u16>,
    /// The body of that answer, without codings.
    pub tdmrep: Option<&'d [u8]>,
    /// Licences in RSL: the address and the body of each.
    pub licenses: Vec<(&'d str, &'d [u8])>,
}

impl UseDocuments<'_> {
    /// Whether a body is a page, or empty: the answer of many servers, with status 200, for a file that they do not have. JSON
    /// does not begin with `<`.
    pub fn is_page(body: &[u8]) -> bool {
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
        matches!(body.trim_ascii_start(), [] | [b'<', ..])
    }

    /// A document of which no octets are kept, because they are no text: octets that stand for them are unread for the same reason,
    /// and nothing is shown of them.
    pub fn of_no_text<T>(why: Why, read: fn(&[u8]) -> Parsed<T>) -> Parsed<T> {
        let octets: &[u8] = match why {
            Why::ContentCoding => b"\x1F\x8B\x08",
            _ => b"\0",
        };
        Parsed {
            diagnostics: Vec::new(),
            ..read(octets)
        }
    }

    /// Adds what the documents state, and the status of the answer for `tdmrep.json`. A file that the server does not have (4xx) states nothing; one that could not be
    /// fetched stays unread. A page in its place ([`UseDocuments::is_page`]) states nothing if a status shows that a server sent it.
    pub fn add_to(&self, mut policy: Policy) -> Policy {
        match (self.tdmrep_status, self.tdmrep) {
            // A part of a file, and a server that is busy or not done, say nothing about the file, as for robots.txt.
            (Some(202 | 206 | 429), _) => {}
            (Some(200..=299), Some(body)) if UseDocuments::is_page(body) => {
                policy = policy.with_tdmrep(TdmRep::none());
            }
            (None | Some(200..=299), Some(body)) => {
                policy = policy.with_tdmrep(TdmRep::parse(body));
            }
            (Some(400..=499), _) => policy = policy.with_tdmrep(TdmRep::none()),
            _ => {}
        }
        if let Some(status) = self.tdmrep_status {
            let status = Some(status);
            let observed = Observed {
                status,
                ..Observed::default()
            };
            policy = policy.with_observed(Input::TdmRep, observed);
        }
        let licenses = self.licenses.iter();
        licenses.fold(policy, |policy, (url, body)| {
            policy.with_license(url, Rsl::parse(body))
        })
    }
}
