//! One line of the ledger, and the facts that a caller observed of its source.

use std::fmt;

use super::{KnownState, Source, State};
use crate::date::Timestamp;
use crate::why::Why;

/// The facts that a caller knows of a source beside its bytes. The library computes no digest and looks at no clock: each value is the
/// caller's.
///
/// # Examples
///
/// ```
/// use robots_policy::ledger::{Observed, Source};
/// use robots_policy::{Client, Policy, Timestamp};
///
/// let observed = Observed {
///     status: Some(404),
///     fetched: Some(Timestamp::from_unix(1_790_000_000)),
///     ..Observed::default()
/// };
/// let policy = Policy::new().with_observed(Source::TdmRep, observed);
/// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
/// let ledger = verdict.ledger();
/// let entry = ledger.iter().find(|entry| entry.source() == Source::TdmRep).unwrap();
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

/// One line of the ledger: a source, its state, and what is known of it.
///
/// Its text form has the source, the state and the reason: `document: unread (incomplete)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    source: Source,
    known: KnownState,
    observed: Observed,
}

impl Entry {
    pub(crate) fn new(source: Source, known: KnownState, observed: Option<&Observed>) -> Entry {
        Entry {
            source,
            known,
            observed: observed.cloned().unwrap_or_default(),
        }
    }

    /// A licence at the address that a source points at.
    pub(crate) fn of_license(url: &str, known: KnownState, observed: Option<&Observed>) -> Entry {
        let mut entry = Entry::new(Source::Licenses, known, observed);
        entry.observed.url = Some(url.into());
        entry
    }

    /// The source. A response has one entry of each, but one for each licence that a source points at.
    pub fn source(&self) -> Source {
        self.source
    }

    /// Its state.
    pub fn state(&self) -> State {
        self.known.state
    }

    /// Why it is unknown, or in which part: of several reasons the first in the order of [`Why::ALL`].
    pub fn why(&self) -> Option<Why> {
        self.known.whys.first()
    }

    /// The facts that the caller knows of it beside its bytes.
    pub fn observed(&self) -> &Observed {
        &self.observed
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.known.state)?;
        match self.why() {
            Some(why) => write!(f, " ({why})"),
            None => Ok(()),
        }
    }
}
