//! A licence in Really Simple Licensing: the document, and what it states about one target (RSL 1.0).
//!
//! | file | from | to |
//! |---|---|---|
//! | `source` | the bytes of a document | its text, and the bytes of each part of it |
//! | `document` | the events of XML | a model of contents and licences, or why there is none |
//! | `list` | the text of `permits` and `prohibits` | names, each with its bytes |
//! | `scope` | the `url` of a content | whether it is about a target, and how narrowly |
//! | `answer` | the model and a target | statements, one answer for each label |
//! | `conflict` | the model | permissions that a wider prohibition takes back |
//!
//! **Decisions** on what the sources leave open. All of them follow one sentence of the specification: doubt never widens
//! rights.
//!
//! - A prohibition in any content that is about the target holds. Otherwise the longest `url` decides, and of equally long
//!   ones the strictest. The licences of one content are alternatives: the mildest holds.
//! - A list that permits is closed: every other use is disallowed, other mining included. A licence without such a list
//!   allows the uses that it does not prohibit, but that is said only where no list for the target says more, and it is
//!   never said of `all`.
//! - A prohibition by a name that is not known allows no use by AI. A prohibition of `train-ai`, a label of AIPREF, does
//!   not allow `ai-train`. Names with a prefix are extensions and change nothing.
//! - A content whose `url` may or may not be about the target restricts and never allows: one that is neither a path nor an
//!   absolute URL, one whose host has a `*`, and one for an origin while that of the target is not known.
//!
//! **Which test notices.** `tests/all/rsl.rs`, with the documents of `fixtures/rsl`.

mod answer;
mod conflict;
mod document;
mod list;
mod scope;
mod source;

use std::sync::Arc;

use crate::ai::preference::{Label, Preference, Terms};
use crate::ai::rsl::scope::UrlScope;
use crate::diagnostic::Parsed;
use crate::octets::not_text_at_start;
use crate::provenance::Provenance;
use crate::why::Why;

/// A licence in Really Simple Licensing (RSL 1.0): contents of a site, and the uses that are permitted and prohibited.
///
/// robots.txt, a `Link` field and a `link` element point at such documents. This crate does not fetch them.
///
/// A document that does not conform to RSL 1.0 states nothing, and one diagnostic says why: XML that is not well-formed, a
/// document type, another namespace, an unknown element of the namespace, or more than the limits. At most
/// [`Rsl::MOST_BYTES`], 1,024 contents, 64 elements one in another, and 256 names in a list of users or countries are read.
///
/// # Examples
///
/// ```
/// use robots_policy::uses::{Answer, Label, Rsl};
///
/// let licence = br#"<rsl xmlns="https://rslstandard.org/rsl"><content url="/articles/"><license>
///     <permits type="usage">search</permits>
/// </license></content></rsl>"#;
/// let rsl = Rsl::parse(licence).value;
/// let stated = rsl.stated("https://example.com/license.xml", "https://example.com/articles/1");
/// let train = stated.iter().find(|stated| stated.label() == Label::RslAiTrain).unwrap();
/// assert_eq!(train.answer(), Answer::Disallow);
/// assert_eq!(train.provenance().text(), r#"<permits type="usage">search</permits>"#);
/// assert!(rsl.stated("https://example.com/license.xml", "https://example.com/").is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rsl {
    /// Shared, because each page that points at the document has them.
    contents: Arc<Vec<Content>>,
    is_conforming: bool,
    /// Why the octets of a document that does not conform are no text, if they are none.
    not_text: Option<Why>,
    max_age: Option<u32>,
}

/// The statements about some addresses of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Content {
    scope: UrlScope,
    /// The server that issues a token.
    server: Option<String>,
    licenses: Vec<License>,
}

/// One set of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
struct License {
    /// Its start tag.
    tag: Provenance,
    /// The lists of permitted uses.
    permits: Vec<PermitList>,
    /// The uses that are prohibited, each once, with the name that prohibits it.
    prohibits: Vec<(Label, Provenance)>,
    /// The uses that are not allowed by the absence of a list, because a prohibition was not understood.
    doubtful: Vec<Label>,
    /// The conditions of a permission; without the server and the address of the document.
    terms: Terms,
    /// Whether it has neither a list nor a payment nor a report, so that it grants nothing.
    is_empty: bool,
}

/// A closed list of permitted uses.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PermitList {
    /// The element.
    at: Provenance,
    /// The uses, each once, with the name that permits it.
    named: Vec<(Label, Provenance)>,
}

impl Rsl {
    /// The most bytes of a document that are read: 256 KiB. A longer document states nothing.
    pub const MOST_BYTES: usize = 256 * 1024;

    /// Reads a document: UTF-8, or the encoding of a byte order mark or of its XML declaration.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::Rsl;
    ///
    /// let read = Rsl::parse(b"<rsl><content url='/'/></rsl>");
    /// assert!(!read.value.is_conforming());
    /// let found = &read.diagnostics[0];
    /// assert_eq!((found.code().name(), found.provenance().text()), ("rsl-not-conforming", "<rsl>"));
    /// ```
    pub fn parse(bytes: &[u8]) -> Parsed<Rsl> {
        match document::read(bytes) {
            Ok(read) => read,
            Err(why) => Parsed {
                value: Rsl {
                    // Markup among the octets is of a text in another encoding.
                    not_text: not_text_at_start(bytes, true),
                    ..Rsl::default()
                },
                diagnostics: vec![why],
            },
        }
    }

    /// Whether the document conforms to RSL 1.0 and was read. If not, it states nothing.
    pub fn is_conforming(&self) -> bool {
        self.is_conforming
    }

    /// The reason of a document that does not conform.
    pub(crate) fn unread(&self) -> Why {
        self.not_text.unwrap_or(Why::NotConforming)
    }

    /// For how many days a copy of the document may be used: `max-age`, 30 if there is none.
    pub fn max_age_days(&self) -> u32 {
        self.max_age.unwrap_or(30)
    }

    /// The statements about a target, an absolute URL or a path: one answer for each label that the document is about.
    ///
    /// `url` is the address of the document. It goes into the [`Terms`], and for a target that is a path its origin is that
    /// of the target.
    ///
    /// Statements of one label have one answer and are at most 16, in the order of the document. `all` and `ai-all` are
    /// statements about each use that they include; [`Preference::provenance`] is the name in the document, the list that
    /// lacks the use, or the start tag of a licence without a list.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::{Answer, Label, Rsl};
    ///
    /// let licence = br#"<rsl xmlns="https://rslstandard.org/rsl"><content url=""><license>
    ///     <permits type="usage">ai-train</permits><payment type="training"/>
    /// </license></content></rsl>"#;
    /// let stated = Rsl::parse(licence).value.stated("https://example.com/l.xml", "/page");
    /// let train = stated.iter().find(|stated| stated.label() == Label::RslAiTrain).unwrap();
    /// let terms = train.terms().unwrap();
    /// assert_eq!(train.answer(), Answer::Conditional);
    /// assert_eq!((&*terms.url, &*terms.payment), ("https://example.com/l.xml", &["training".to_owned()][..]));
    /// ```
    pub fn stated(&self, url: &str, target: &str) -> Vec<Preference> {
        answer::stated(self, url, target)
    }
}

/// Calls `each` with a label and those it includes, as far as they are uses by themselves.
fn each_included(label: Label, each: &mut impl FnMut(Label)) {
    if !label.covers().is_empty() {
        each(label);
    }
    for included in label.includes() {
        each_included(*included, each);
    }
}
