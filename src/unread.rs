//! The inputs of a response that were not read, and why.

use crate::named::named;

named! {
    /// Why something was not read, or not whole: one variant a row of the table. Names are stable.
    #[non_exhaustive]
    pub enum Why {
        /// The body is still coded, or its content coding is unknown or broken (RFC 9110 §8.4).
        ContentCoding = "content-coding";
        /// The document ended, or was left, before its head was over (RFC 9112 §8).
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unread {
    why: Why,
}

impl Unread {
    /// The document of the response, which was not read for this reason.
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

/// A set of reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Whys(u8);

impl Whys {
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn insert(&mut self, why: Why) {
        self.0 |= Whys::bit(why);
    }

    /// The reasons in the order of the table.
    pub(crate) fn iter(self) -> impl Iterator<Item = Why> {
        let all = Why::ALL.iter().copied();
        all.filter(move |why| self.0 & Whys::bit(*why) != 0)
    }

    fn bit(why: Why) -> u8 {
        1 << why as u8
    }
}
