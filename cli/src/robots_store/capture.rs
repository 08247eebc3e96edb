//! One answer for a robots.txt, as an archive holds it.

use std::cmp::Ordering;
use std::fmt;
use std::io;

use robots_policy::{Fetched, Limits, RobotsFetch, RobotsFetchSettings, Timestamp};

/// An answer, and when it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Capture {
    /// Seconds since 1970.
    pub(crate) at: i64,
    /// The status of the response.
    pub(crate) status: u16,
    /// Where a redirect leads.
    pub(crate) location: Option<String>,
    /// The body without codings, cut one byte behind the parsing limit; `None` where its coding cannot be undone.
    pub(crate) body: Option<Vec<u8>>,
}

impl Capture {
    /// The answer as the library takes it.
    pub(crate) fn fetched(&self) -> Fetched<'_> {
        match &self.body {
            None => Fetched::Undecodable,
            Some(body) => Fetched::Response {
                status: self.status,
                location: self.location.as_deref(),
                cache_control: None,
                body,
            },
        }
    }

    /// Which of two answers of an authority is kept: one that tells something before one that tells nothing, since a
    /// crawler goes on with its last good copy (RFC 9309 §2.3.1.4); then the later one.
    ///
    /// The order is total, so that the store does not depend on the order in which archives are read.
    pub(crate) fn rank(&self, other: &Capture) -> Ordering {
        let key = |capture: &Capture| (capture.tells(), capture.at, capture.status);
        key(self)
            .cmp(&key(other))
            .then_with(|| self.location.cmp(&other.location))
            .then_with(|| self.body.cmp(&other.body))
    }

    /// Whether it tells rules, their absence, or another place, and not only that there was trouble.
    fn tells(&self) -> bool {
        let mut fetch = RobotsFetch::new(RobotsFetchSettings::new());
        let fetched = match self.fetched() {
            Fetched::Response {
                status, location, ..
            } => Fetched::Response {
                status,
                location,
                cache_control: None,
                body: b"",
            },
            other => other,
        };
        let _ = fetch.take(fetched, Timestamp::from_unix(self.at));
        fetch.unreachable().is_none()
    }

    /// The form in the store: the date, the status, the length of the location and the location, the kind of body and
    /// the body. Numbers are little-endian.
    pub(super) fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let location = self.location.as_deref().unwrap_or_default();
        let len = u32::try_from(location.len()).map_err(io::Error::other)?;
        let mut bytes = self.at.to_le_bytes().to_vec();
        bytes.extend(self.status.to_le_bytes());
        bytes.extend(len.to_le_bytes());
        bytes.extend(location.as_bytes());
        match &self.body {
            None => bytes.push(UNDECODABLE),
            Some(body) if body.len() < LEAST_COMPRESSED => {
                bytes.push(PLAIN);
                bytes.extend(body);
            }
            Some(body) => {
                bytes.push(ZSTD);
                bytes.extend(zstd::bulk::compress(body, LEVEL)?);
            }
        }
        Ok(bytes)
    }

    /// Reads the form in the store; `None` where it is another.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Capture> {
        let (at, bytes) = bytes.split_first_chunk::<8>()?;
        let (status, bytes) = bytes.split_first_chunk::<2>()?;
        let (len, bytes) = bytes.split_first_chunk::<4>()?;
        let len = usize::try_from(u32::from_le_bytes(*len)).ok()?;
        let (location, bytes) = bytes.split_at_checked(len)?;
        let (kind, body) = bytes.split_first()?;
        let location = str::from_utf8(location).ok()?;
        Some(Capture {
            at: i64::from_le_bytes(*at),
            status: u16::from_le_bytes(*status),
            location: (!location.is_empty()).then(|| location.to_owned()),
            body: match *kind {
                UNDECODABLE => None,
                PLAIN => Some(body.to_vec()),
                ZSTD => Some(zstd::bulk::decompress(body, most_body()).ok()?),
                _ => return None,
            },
        })
    }
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.status, Timestamp::from_unix(self.at))?;
        match (&self.body, &self.location) {
            (None, _) => f.write_str(", its content coding cannot be undone"),
            (Some(_), Some(place)) => write!(f, ", leads to {place}"),
            (Some(body), None) => write!(f, ", {} bytes", body.len()),
        }
    }
}

/// The most bytes of a body that are kept: one more than the parsing limit tells that there were more.
pub(super) fn most_body() -> usize {
    Limits::default().robots_txt() + 1
}

/// Kinds of body.
const UNDECODABLE: u8 = 0;
const PLAIN: u8 = 1;
const ZSTD: u8 = 2;
/// A shorter body does not become shorter.
const LEAST_COMPRESSED: usize = 128;
/// Bodies are read more often than written, and reading does not depend on it.
const LEVEL: i32 = 3;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    fn capture(at: i64, status: u16, body: &[u8]) -> Capture {
        Capture {
            at,
            status,
            location: None,
            body: Some(body.to_vec()),
        }
    }

    #[test]
    fn the_form_in_the_store_gives_back_what_was_kept() {
        let long = b"User-agent: *\nDisallow: /a\n".repeat(20_000);
        let cut = long.get(..most_body()).unwrap();
        for kept in [
            capture(0, 200, b""),
            capture(-1, 200, cut),
            capture(i64::MAX, 404, b"<html>"),
            Capture {
                location: Some(String::from("https://example.com/é")),
                ..capture(1, 301, b"")
            },
            Capture {
                body: None,
                ..capture(1, 200, b"")
            },
        ] {
            let bytes = kept.to_bytes().unwrap();
            assert_eq!(Capture::from_bytes(&bytes), Some(kept));
            for end in 0..bytes.len().min(40) {
                // What was cut is nothing, or a shorter body; it is never a panic.
                let _ = Capture::from_bytes(&bytes[..end]);
            }
        }
    }

    #[test]
    fn a_good_answer_outlives_trouble_and_a_later_one_replaces_it() {
        let ranked = |winner: &Capture, loser: &Capture| {
            assert_eq!(winner.rank(loser), Ordering::Greater);
            assert_eq!(loser.rank(winner), Ordering::Less);
        };
        ranked(&capture(1, 200, b"a"), &capture(2, 503, b""));
        ranked(&capture(2, 404, b""), &capture(1, 200, b"a"));
        ranked(&capture(3, 503, b""), &capture(2, 429, b""));
        ranked(&capture(1, 200, b"b"), &capture(1, 200, b"a"));
        let undecodable = Capture {
            body: None,
            ..capture(9, 200, b"")
        };
        ranked(&capture(1, 404, b""), &undecodable);
    }
}
