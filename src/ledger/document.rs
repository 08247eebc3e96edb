//! A document, as the caller has it.

use super::{KnownState, State, media};
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::provenance::{Placement, Provenance, Source, Span};
use crate::signal::{Metas, Signal};
use crate::why::Why;

/// The document of a response for [`Policy::with_document`](crate::Policy::with_document): its statements, or why there are
/// none.
///
/// | the caller has | write |
/// |---|---|
/// | the result of a reader that stops after the head | the result itself: uses are not known, for the body may hold a licence |
/// | the result of a reader, and knowledge of the body | [`Document::read`], with an [`Extent`] |
/// | a body that could not be read | [`Document::unread`] |
/// | an image, a PDF | [`Document::not_applicable`] |
/// | fields alone, an answer to `HEAD` | [`Document::not_given`] |
///
/// # Examples
///
/// ```
/// use robots_policy::ledger::Document;
/// use robots_policy::{Client, MetaExtractor, Policy, Timestamp, Why};
///
/// let index = |document: Document| {
///     let policy = Policy::new().with_document(document);
///     policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0)).index()
/// };
/// let mut metas = MetaExtractor::new();
/// let _ = metas.feed(b"<meta name=robots content=noindex>");
/// assert_eq!(index(metas.finish().into()), Some(false));
/// assert_eq!(index(Document::unread(Why::ContentCoding)), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub(crate) read: Parsed<Vec<Signal>>,
    /// Metas in the body, which count for some engines alone.
    pub(crate) body: Vec<Signal>,
    pub(crate) known: KnownState,
    /// Whether metas in the body are known.
    pub(crate) is_whole: bool,
    /// Whether the body was searched for licences, or cannot hold one.
    pub(crate) is_searched: bool,
    /// The state of metadata in a format of its own, if it shows that.
    pub(crate) embedded: Option<KnownState>,
}

/// How far the octets of a document were read, by a reader that gave its metas. There are no others than these four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// The head. The rest did not come, or was not looked at: uses are not known, for the body may hold a licence.
    Head,
    /// The head, and the rest was searched for a licence, and has none: an inline `script` of RSL counts wherever it is
    /// (RSL 1.0 §4.6.2).
    Searched,
    /// All, by a reader that gave metas in the body too ([`MetaRules::with_placements`](crate::page::meta::MetaRules::with_placements)).
    /// Those count for engines alone that count them: [`Policy::verdict`](crate::Policy::verdict) does not hear them.
    Whole,
    /// The same, for a caller that wants metas in the body to count for every client.
    Counted,
}

impl Document {
    /// What a reader gave of a document that was read so far.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Assumed, Document, Extent, Input};
    /// use robots_policy::meta::{MetaRules, Placement};
    /// use robots_policy::{Client, MetaExtractor, Policy, Timestamp};
    ///
    /// let places = [Placement::Head, Placement::Noscript, Placement::Body];
    /// let mut metas = MetaExtractor::new().with_rules(MetaRules::new().with_placements(places));
    /// let _ = metas.feed(b"<title>t</title><p><meta name=robots content=noindex>");
    /// let policy = Policy::new()
    ///     .with_document(Document::read(metas.finish(), Extent::Whole))
    ///     .with_assumed(Assumed::new().with(Input::Fields));
    ///
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// assert_eq!(verdict.index(), Some(true), "to a client a meta in the body says nothing");
    /// ```
    pub fn read(read: Parsed<Metas>, extent: Extent) -> Document {
        let mut document = Document {
            is_whole: matches!(extent, Extent::Whole | Extent::Counted),
            is_searched: extent != Extent::Head,
            ..Document::from(read)
        };
        if extent == Extent::Whole {
            let all = std::mem::take(&mut document.read.value);
            let is_body =
                |signal: &Signal| signal.provenance().source().placement() == Some(Placement::Body);
            (document.body, document.read.value) = all.into_iter().partition(is_body);
        }
        document
    }

    /// A document that was not read, for a caller that knows this without a reader: a body that could not be decoded, a
    /// download that broke off. The diagnostic for it comes with it.
    ///
    /// The readers of this crate report it themselves, in their diagnostics.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Document;
    /// use robots_policy::{Client, Policy, Timestamp, Why};
    ///
    /// let policy = Policy::new().with_document(Document::unread(Why::Incomplete));
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// assert_eq!(verdict.index(), None);
    /// ```
    pub fn unread(why: Why) -> Document {
        let at = Provenance::new(Source::Meta(Placement::Head), None, Span::default(), "");
        let code = DiagnosticCode::of_unread(why);
        Document {
            read: Parsed {
                value: Vec::new(),
                diagnostics: code
                    .map(|code| Diagnostic::new(code, at))
                    .into_iter()
                    .collect(),
            },
            known: KnownState::unread(why),
            ..Document::without(State::Unread)
        }
    }

    /// The document of a response that has none whose metas could count: an image, a PDF.
    pub fn not_applicable() -> Document {
        Document {
            is_whole: true,
            ..Document::without(State::NotApplicable)
        }
    }

    /// The document of a response that says that it has none: a 204, a redirect, `Content-Length: 0`. Neither metas nor other
    /// metadata can be in it.
    pub fn none() -> Document {
        Document {
            embedded: Some(KnownState::new(State::NotApplicable)),
            ..Document::not_applicable()
        }
    }

    /// A file of another format than markup, which has no metas, and may state rights in metadata of its own that are not read: a
    /// PDF, an image. For a file of which no field states the type, and whose first octets do ([`Document::is_file`]).
    pub fn file() -> Document {
        Document {
            embedded: Some(KnownState::unread(Why::Embedded)),
            ..Document::not_applicable()
        }
    }

    /// Whether octets begin as a file of such a format does: PDF, EPUB and other archives, PNG, GIF, JPEG, WebP, a feed.
    ///
    /// ```
    /// use robots_policy::ledger::Document;
    ///
    /// assert!(Document::is_file(b"%PDF-1.7"));
    /// assert!(!Document::is_file(b"<!DOCTYPE html>"));
    /// ```
    pub fn is_file(octets: &[u8]) -> bool {
        media::is_file(octets)
    }

    /// This document, which begins with these octets: all of them, or 128. Where its type does not say what it is, they show
    /// whether it is a file of a format with metadata of its own ([`Document::is_file`]), or one that states nothing.
    ///
    /// ```
    /// use robots_policy::ledger::Document;
    /// use robots_policy::{MetaExtractor, Policy, Timestamp, Client};
    ///
    /// let page = |octets: &[u8]| {
    ///     let mut metas = MetaExtractor::new().with_content_type("application/octet-stream");
    ///     let _ = metas.feed(octets);
    ///     Document::from(metas.finish()).beginning(octets)
    /// };
    /// assert_eq!(page(b"%PDF-1.7"), Document::file());
    /// assert_ne!(page(b"\x7FELF"), Document::file());
    /// ```
    #[must_use]
    pub fn beginning(mut self, octets: &[u8]) -> Document {
        let mut codes = self.read.diagnostics.iter().map(Diagnostic::code);
        let is_open = self.known.state == State::NotApplicable
            || codes.any(|code| code == DiagnosticCode::SniffedHtml);
        if is_open && media::is_file(octets) {
            return Document::file();
        }
        if is_open && self.embedded.is_none() {
            self.embedded = Some(KnownState::new(State::NotApplicable));
        }
        self
    }

    /// A document that the caller does not have: answers about the page are not known, unless the caller's word is that there is
    /// none ([`Policy::with_assumed`](crate::Policy::with_assumed)).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Assumed, Document, Input};
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "noarchive")];
    /// let policy = Policy::new()
    ///     .with_fields(HeaderReader::new().read_lines(lines))
    ///     .with_document(Document::not_given());
    /// let index = |policy: &Policy| policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0)).index();
    /// assert_eq!(index(&policy), None);
    /// assert_eq!(index(&policy.with_assumed(Assumed::new().with(Input::Document))), Some(true));
    /// ```
    pub fn not_given() -> Document {
        Document::without(State::NotGiven)
    }

    fn without(state: State) -> Document {
        Document {
            read: Parsed {
                value: Vec::new(),
                diagnostics: Vec::new(),
            },
            body: Vec::new(),
            known: KnownState::new(state),
            is_whole: false,
            is_searched: false,
            embedded: None,
        }
    }
}

/// The results of a reader that read the head of a document, or metas that another parser found.
impl From<Parsed<Metas>> for Document {
    fn from(read: Parsed<Metas>) -> Document {
        let is_other = |found: &Diagnostic| found.code() == DiagnosticCode::NotHtml;
        let other = read.diagnostics.iter().find(|found| is_other(found));
        let known = match other {
            Some(_) => KnownState::new(State::NotApplicable),
            None => KnownState::of_read(&read.diagnostics),
        };
        // A feed, or other XML: it came, and what it may state of rights is not read.
        let is_xml = other.is_some_and(|other| media::is_xml(other.provenance().text()));
        Document {
            embedded: is_xml.then(|| KnownState::unread(Why::Embedded)),
            read: read.map(|metas| metas.0),
            known,
            ..Document::without(State::Read)
        }
    }
}
