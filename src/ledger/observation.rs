//! The facts that a caller observed of a source.

use crate::date::Timestamp;

/// The facts that a caller knows of a source beside its bytes. The library computes no digest and looks at no clock: each value is the
/// caller's.
///
/// # Examples
///
/// ```
/// use robots_policy::ledger::{Observed, Input};
/// use robots_policy::{Client, Policy, Timestamp};
///
/// let observed = Observed {
///     status: Some(404),
///     fetched: Some(Timestamp::from_unix(1_790_000_000)),
///     ..Observed::default()
/// };
/// let policy = Policy::new().with_observed(Input::TdmRep, observed);
/// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
/// let ledger = verdict.ledger();
/// let entry = ledger.iter().find(|entry| entry.source() == Input::TdmRep).unwrap();
/// assert_eq!(entry.observed().status, Some(404));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// The address that answered.
    pub url: Option<Box<str>>,
    /// The status of its answer; 0 if there was none.
    pub status: Option<u16>,
    /// The time of the answer.
    pub fetched: Option<Timestamp>,
    /// The SHA-256 of the body with its codings undone, in hexadecimal digits.
    pub sha256: Option<Box<str>>,
    /// The identifier of the record in an archive.
    pub record_id: Option<Box<str>>,
}
