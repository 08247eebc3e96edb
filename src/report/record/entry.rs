//! The ledger of a record.

use serde::Serialize;

use super::Word;
use crate::ledger;
use crate::policy::Verdict;

/// One source of the response and its state, as [`ledger::Entry`] has it. What is not known is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Entry {
    /// The name of a [`Source`](ledger::Input).
    pub source: Word,
    /// The name of a [`State`](ledger::State).
    pub state: Word,
    /// The name of a [`Why`](crate::Why).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Word>,
    /// The address that answered; of a licence the address that a source points at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The status of the answer, 0 if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The time of the answer, as RFC 3339 has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetched: Option<String>,
    /// The SHA-256 of the body, in hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The identifier of the record in an archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_id: Option<String>,
}

impl Entry {
    fn new(entry: &ledger::Entry) -> Entry {
        let observed = entry.observed();
        Entry {
            source: entry.source().name().into(),
            state: entry.state().name().into(),
            why: entry.why().map(|why| why.name().into()),
            url: observed.url.as_deref().map(str::to_owned),
            status: observed.status,
            fetched: observed.fetched.map(|time| time.to_string()),
            sha256: observed.sha256.as_deref().map(str::to_owned),
            record_id: observed.record_id.as_deref().map(str::to_owned),
        }
    }
}

/// The ledger of a verdict.
pub(in crate::report) fn entries(verdict: &Verdict<'_>) -> Vec<Entry> {
    verdict.ledger().iter().map(Entry::new).collect()
}
