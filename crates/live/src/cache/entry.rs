//! The entry of one authority: the answers from which its state follows.

use flate2::Crc;
use robots_policy::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::fetch::{RobotsEnd, Validators, Vary};

/// The known answers for the robots.txt of one authority.
///
/// It holds answers, not conclusions: replayed in their order they give the same state, even in a later version of this
/// program and under other settings.
///
/// The stores of archives have a form of their own (`Answer` of `robots-policy-archives`): one response an authority, without
/// failures, lifetimes and validators. The two files outlive the program, and a change of one need not end the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SiteEntry {
    /// The last answer that gave rules or their absence.
    pub(crate) known: Option<KnownAnswer>,
    /// The answers since then without rules and without their absence.
    pub(crate) failing: Option<FailingAnswers>,
}

/// An answer, and the time at which it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KnownAnswer {
    /// Seconds since 1970.
    pub(crate) at: i64,
    /// The answer.
    pub(crate) end: RobotsEnd,
}

/// Answers that gave neither rules nor their absence, in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FailingAnswers {
    /// When the first of them came, in seconds since 1970.
    pub(crate) since: i64,
    /// When the last of them came.
    pub(crate) latest: i64,
    /// The last of them.
    pub(crate) end: RobotsEnd,
}

impl SiteEntry {
    /// The entry after a further answer; `is_known` says whether that answer gave rules or their absence.
    #[must_use]
    pub(crate) fn after(self, end: RobotsEnd, is_known: bool, now: i64) -> SiteEntry {
        if is_known {
            let end = match self.known {
                Some(known) => known.end.then(end),
                None => end,
            };
            return SiteEntry {
                known: Some(KnownAnswer { at: now, end }),
                failing: None,
            };
        }
        SiteEntry {
            known: self.known,
            failing: Some(FailingAnswers {
                since: self.failing.map_or(now, |failing| failing.since),
                latest: now,
                end,
            }),
        }
    }

    /// The answers in the order in which they are to be read again, each with its moment.
    pub(crate) fn answers(&self) -> impl Iterator<Item = (&RobotsEnd, i64)> {
        let known = self.known.iter().map(|known| (&known.end, known.at));
        let failing = self.failing.iter();
        let failing = failing.map(|failing| (&failing.end, failing.since));
        // The first of them says since when it fails, the last one when the server may be asked again.
        let latest = self.waiting().map(|(end, at)| (end, at.as_unix()));
        known.chain(failing).chain(latest)
    }

    /// The last answer, if it asks to be left alone for a while, and its moment.
    pub(crate) fn waiting(&self) -> Option<(&RobotsEnd, Timestamp)> {
        let failing = self.failing.as_ref()?;
        let at = Timestamp::from_unix(failing.latest);
        failing.end.asks_to_wait(at).then_some((&failing.end, at))
    }

    /// The validators of the last answer, if it was a file.
    pub(crate) fn copy(&self) -> Option<&Validators> {
        self.known.as_ref().and_then(|known| known.end.validators())
    }

    /// Whether it has no answer.
    pub(crate) fn is_empty(&self) -> bool {
        self.answers().next().is_none()
    }

    /// The requests that its answers are for.
    pub(crate) fn vary(&self) -> Vary {
        let answers = self.answers().map(|(end, _)| end.vary());
        answers.max().unwrap_or_default()
    }

    /// When the last answer came that gave rules, or said that there are none.
    pub(crate) fn answered_at(&self) -> Option<i64> {
        self.known.as_ref().map(|known| known.at)
    }

    /// The status of that answer, if it was a response.
    pub(crate) fn status(&self) -> Option<u16> {
        self.known.as_ref().and_then(|known| known.end.answered())
    }

    /// When the server was last asked.
    pub(crate) fn last_asked(&self) -> Option<i64> {
        let known = self.known.iter().map(|known| known.at);
        known
            .chain(self.failing.iter().map(|failing| failing.latest))
            .max()
    }

    /// Whether it is neither from the future nor too old for any run to use.
    pub(super) fn is_current(&self, now: i64) -> bool {
        let oldest = now.saturating_sub(KEPT);
        self.last_asked()
            .is_some_and(|asked| (oldest..=now.saturating_add(SLACK)).contains(&asked))
    }

    /// The form on disk. `None` for an entry that cannot be written.
    pub(super) fn to_bytes(&self, authority: &str) -> Option<Vec<u8>> {
        pack(authority, self.last_asked()?, self)
    }

    /// Reads the form on disk; `None` if its checksum is wrong, as that of an entry of another authority is.
    pub(super) fn from_bytes(authority: &str, bytes: &[u8]) -> Option<SiteEntry> {
        unpack(authority, bytes)
    }

    /// The last moment of an entry in its form on disk.
    pub(super) fn moment(bytes: &[u8]) -> Option<i64> {
        let (_, content) = bytes.split_first_chunk::<4>()?;
        let (moment, _) = content.split_first_chunk::<8>()?;
        Some(i64::from_le_bytes(*moment))
    }
}

/// The form on disk of an entry: a checksum of its key and all that follows, its last moment, JSON.
pub(super) fn pack(key: &str, moment: i64, entry: &impl Serialize) -> Option<Vec<u8>> {
    let mut content = moment.to_le_bytes().to_vec();
    serde_json::to_writer(&mut content, entry).ok()?;
    let mut bytes = checksum(key, &content).to_le_bytes().to_vec();
    bytes.append(&mut content);
    Some(bytes)
}

/// Reads that form; `None` if its checksum is wrong.
pub(super) fn unpack<T: DeserializeOwned>(key: &str, bytes: &[u8]) -> Option<T> {
    let (sum, content) = bytes.split_first_chunk::<4>()?;
    if u32::from_le_bytes(*sum) != checksum(key, content) {
        return None;
    }
    let (_, json) = content.split_first_chunk::<8>()?;
    serde_json::from_slice(json).ok()
}

fn checksum(authority: &str, bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(authority.as_bytes());
    // No authority has it.
    crc.update(b"\n");
    crc.update(bytes);
    crc.sum()
}

/// For how many seconds an entry is kept after its server was last asked: 90 days, well beyond the 30 days that RFC 9309
/// §2.3.1.4 names.
pub(super) const KEPT: i64 = 90 * 24 * 60 * 60;
/// How far, in seconds, the clocks of those who share a cache may be apart.
const SLACK: i64 = 5 * 60;
