//! The inputs of a response that were not read, and why.
//!
//! A document that was not read may restrict anything, so this is a fact of its own and not an empty set of signals. A reader
//! reports it by a diagnostic whose row names the reason, or the caller states it; [`Policy`](crate::Policy) keeps it through
//! unions, and the verdict answers no question with yes. Tests: `tests/all/unread.rs`.

use crate::named::named;

named! {
    /// Why something was not read, or not whole: one variant for each row of the table. Names are stable.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Why;
    ///
    /// let why: Why = "content-coding".parse()?;
    /// assert_eq!(why, Why::ContentCoding);
    /// # Ok::<(), robots_policy::UnknownName>(())
    /// ```
    #[non_exhaustive]
    pub enum Why {
        /// The body is still coded, or its content coding is unknown or broken (RFC 9110 §8.4).
        ContentCoding = "content-coding";
        /// The document ended, or the caller stopped reading it, before its head was over (RFC 9112 §8).
        Incomplete = "incomplete";
        /// The document is in an encoding that decodes to nothing (Encoding §4.1.2).
        Encoding = "encoding";
        /// robots.txt does not let the client fetch the document, so it was not requested (RFC 9309 §2.2.2).
        NotRequested = "not-requested";
    }
}

/// An input that was not read, or not whole.
///
/// Its rules are not known, so [`Verdict`](crate::Verdict) answers no question about the page with yes.
///
/// # Examples
///
/// ```
/// use robots_policy::{Accessor, Policy, Timestamp, Unread, Why};
///
/// let policy = Policy::new().with_unread(Unread::document(Why::Incomplete));
/// let verdict = policy.verdict(&Accessor::anonymous(), "/", Timestamp::from_unix(0));
/// assert!(!verdict.may_index());
/// assert_eq!(verdict.unread().next().map(Unread::why), Some(Why::Incomplete));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unread {
    why: Why,
}

impl Unread {
    /// States that the document of the response was not read, or not whole, for this reason.
    pub const fn document(why: Why) -> Unread {
        Unread { why }
    }

    /// The name of the input in output: `document`.
    pub fn source(self) -> &'static str {
        "document"
    }

    /// Why it was not read.
    pub fn why(self) -> Why {
        self.why
    }
}

/// A set of reasons, one bit each. A set and not the last one, so that the union of two policies keeps the reasons of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Whys(u8);

impl Whys {
    /// Whether everything was read.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a reason.
    pub(crate) fn insert(&mut self, why: Why) {
        self.0 |= Whys::bit(why);
    }

    /// The reasons in the order of the table.
    pub(crate) fn iter(self) -> impl Iterator<Item = Why> {
        let all = Why::ALL.iter().copied();
        all.filter(move |why| self.0 & Whys::bit(*why) != 0)
    }

    /// The bit of a reason: its position in the table, of which eight fit.
    fn bit(why: Why) -> u8 {
        1 << why as u8
    }
}
