//! The sources of a response that are not known, and why.
//!
//! A source that was not read may restrict anything, so this is a fact of its own and not an empty set of signals. A reader
//! reports it by a diagnostic whose row names the reason, or the caller states it; [`Policy`](crate::Policy) keeps it through
//! unions, and the verdict answers no question with yes that the source could forbid. Tests: `tests/all/unread_sources.rs`.

use crate::names::named;

named! {
    /// Why something is not known: one variant for each row of the table. Names are stable.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Why;
    ///
    /// let why: Why = "content-coding".parse()?;
    /// assert_eq!(why, Why::ContentCoding);
    /// assert_eq!(why.sentence(), "its content coding is not undone");
    /// # Ok::<(), robots_policy::UnknownName>(())
    /// ```
    #[non_exhaustive]
    pub enum Why {
        /// The caller said nothing about the source.
        NotGiven = "not-given", "it was not given";
        /// The status of the answer is not that of the source itself: 5xx, 429, 202, or no answer.
        Status = "status", "the status of the answer is not that of a document";
        /// The body is still coded, or its content coding is unknown or broken (RFC 9110 §8.4).
        ContentCoding = "content-coding", "its content coding is not undone";
        /// The document ended, or the caller stopped reading it, before its head was over (RFC 9112 §8).
        Incomplete = "incomplete", "it ends before its head is over";
        /// The document is in an encoding that decodes to nothing (Encoding §4.1.2), or its octets are not text.
        Encoding = "encoding", "its octets are not text in its encoding";
        /// The document is empty, and the response does not say that it is.
        Empty = "empty", "it is empty, and the response does not say that it is";
        /// The document is XHTML that is not well-formed before the end of its head (XML §2.1).
        IllFormed = "ill-formed", "it is not well-formed before the end of its head";
        /// Another document is in its place.
        Markup = "markup", "markup is in its place";
        /// The answer is a challenge of a firewall, and not that of the site.
        Challenge = "challenge", "the answer is a challenge";
        /// The rest lies beyond a parsing limit.
        Limit = "limit", "the part beyond its parsing limit was not read";
        /// Where its lines ended is not known, so that a directive may address other clients (RFC 9110 §5.3).
        ScopeUncertain = "scope-uncertain", "where its lines ended is not known";
        /// The body of the document was not read, which is needed for some answers.
        Body = "body", "its body was not read";
        /// The document may state rights in metadata of its own format.
        Embedded = "embedded", "the metadata of its format is not read";
        /// robots.txt does not let the client fetch the document, so it was not requested (RFC 9309 §2.2.2).
        NotRequested = "not-requested", "robots.txt does not let the client request it";
        /// The document does not conform to its format.
        NotConforming = "not-conforming", "it does not conform to its format";
        /// The copy was fetched long before the page.
        Earlier = "earlier", "it was fetched long before the page";
        /// The copy was fetched long after the page.
        Later = "later", "it was fetched long after the page";
        /// Its stored bytes are not as they were written.
        Damaged = "damaged", "its stored bytes are damaged";
        /// A meta that matters names a character by a name that this build does not have: one without the feature `references`.
        Reference = "reference", "a character in it has a name that this build does not have";
        /// A newer version stored a statement whose meaning this one does not know.
        Newer = "newer-version", "a newer version stored a statement that this one cannot read";
    }
}

/// A set of reasons, one bit each. A set and not the last one, so that the union of two policies keeps the reasons of both.
/// Three bytes, because policies are moved often and hold several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Whys([u8; 3]);

impl Whys {
    /// Whether a reason is among them.
    pub(crate) fn has(self, why: Why) -> bool {
        self.union(why.into()) == self
    }

    /// The first reason in the order of the table.
    pub(crate) fn first(self) -> Option<Why> {
        self.iter().next()
    }

    /// The reasons of both.
    pub(crate) fn union(mut self, other: Whys) -> Whys {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own |= other;
        }
        self
    }

    /// One bit each, for the stored form.
    pub(crate) fn bits(self) -> u64 {
        let [a, b, c] = self.0;
        u32::from_le_bytes([a, b, c, 0]).into()
    }

    /// `None` if a reason is not of the table.
    pub(crate) fn from_bits(bits: u64) -> Option<Whys> {
        let [a, b, c, ..] = bits.to_le_bytes();
        (bits >> Why::ALL.len() == 0).then_some(Whys([a, b, c]))
    }

    /// The reasons in the order of the table.
    pub(crate) fn iter(self) -> impl Iterator<Item = Why> {
        let all = Why::ALL.iter().copied();
        all.filter(move |why| self.has(*why))
    }
}

/// The bit of a reason is its position in the table, of which 24 fit.
impl From<Why> for Whys {
    fn from(why: Why) -> Whys {
        let [a, b, c, _] = (1_u32 << why as u32).to_le_bytes();
        Whys([a, b, c])
    }
}
