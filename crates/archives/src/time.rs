//! The times at which answers hold.

/// The answer of a place that a page is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The latest one with an outcome, whenever the page was fetched.
    Latest,
    /// The one that was current when the page was fetched.
    Capture {
        /// When the page was fetched, in seconds since 1970.
        at: i64,
        /// How many seconds before and after its observations an answer counts as current.
        within: i64,
    },
}

impl When {
    /// Seconds of the 24 hours for which a robots.txt may be used (RFC 9309 §2.4).
    pub const DAY: i64 = 24 * 60 * 60;
}

/// The times between which, both included, a join has one result, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first one.
    pub since: i64,
    /// The last one.
    pub until: i64,
}

impl Span {
    /// Every time.
    pub const ALWAYS: Span = Span {
        since: i64::MIN,
        until: i64::MAX,
    };

    /// The times that are in both.
    #[must_use]
    pub fn both(self, other: Span) -> Span {
        Span {
            since: self.since.max(other.since),
            until: self.until.min(other.until),
        }
    }

    /// Whether a time is in it.
    pub fn has(self, at: i64) -> bool {
        (self.since..=self.until).contains(&at)
    }
}
