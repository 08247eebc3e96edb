//! Verdicts for different clients that say the same.
//!
//! **What it is.** Most pages say the same to every client, so a caller with many clients can write an answer once. A verdict knows its client
//! in few places: the access, the statements that reach it, the diagnostics about others, the delay, and what is stated about AI use.
//! All else follows from these, the policy, the target and the moment.
//!
//! **Invariant.** Two verdicts that are alike have the same record, except for its key `agent`. **What breaks if touched.** A client gets the
//! answer of another. **Which test notices.** `tests/all/likeness.rs`, which has a case for each of these things, and `record_askers.rs`
//! among the tests of the program, by the answers to all fixtures.

use std::ptr::{self, from_ref};

use super::Verdict;
use crate::policy::Uses;
use crate::robots_txt::Access;

impl Verdict<'_> {
    /// Whether this verdict has the answers, reasons and diagnostics of another one of the same [`Policy`](crate::Policy), target and
    /// moment, whatever their clients are called. False for engines, whose answers rest on documents of their own.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "noindex"), ("X-Robots-Tag", "thirdbot: nofollow")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
    /// let ask = |name| Ok(policy.verdict(&Client::new(name)?, "/", Timestamp::from_unix(0)));
    /// let (first, second, third) = (ask("FirstBot")?, ask("SecondBot")?, ask("ThirdBot")?);
    /// assert!(first.is_alike(&second));
    /// assert!(!first.is_alike(&third));
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[doc(hidden)]
    pub fn is_alike(&self, other: &Verdict<'_>) -> bool {
        self.hears_as(other) && self.uses() == other.uses()
    }

    /// As [`Verdict::is_alike`], for callers that compare often and keep the uses of each verdict.
    #[doc(hidden)]
    pub fn is_alike_by(&self, uses: &Uses, other: &Verdict<'_>, other_uses: &Uses) -> bool {
        self.hears_as(other) && uses == other_uses
    }

    /// Whether all is the same but what is stated about AI use.
    fn hears_as(&self, other: &Verdict<'_>) -> bool {
        !(self.is_of_engine() || other.is_of_engine())
            && ptr::eq(self.policy, other.policy)
            && (self.now, &self.target) == (other.now, &other.target)
            && self.access == other.access
            && purposes(&self.access).eq(purposes(&other.access))
            && self
                .signals()
                .map(from_ref)
                .eq(other.signals().map(from_ref))
            && self.diagnostics().eq(other.diagnostics())
            && self.crawl_delay() == other.crawl_delay()
    }
}

/// The purposes as they are spelt, which is how a record has them; an access compares them without case.
fn purposes<'a>(access: &'a Access<'_>) -> impl Iterator<Item = &'a str> {
    access
        .purposes()
        .iter()
        .map(|(purpose, _)| purpose.as_str())
}
