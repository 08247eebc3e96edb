//! The hints of a response for how long it holds: `Cache-Control`, `Expires` and `Date`.
//!
//! The rows of `HINTS` name the fields; both ways in, a header map and field lines, go through them. `Cache-Control`
//! itself is read by the crate's one reader of it, which the fetch of robots.txt shares.

use std::time::Duration;

use http::{HeaderMap, HeaderName, header};

use crate::cache_control::CacheControl;
use crate::date::{self, Timestamp};

/// The hints of a response for how long its statements hold, as it gave them.
///
/// Statements are in force until a newer response to the same address is read. These hints say when it is time to ask
/// again (draft-illyes-repext §2.4, RFC 9111 §5). The library keeps no cache and judges no age.
///
/// Hints that cannot be read are left out, as if the field were missing. Of several `max-age` the smallest counts, of
/// several `Expires` or `Date` the last one that is a date.
///
/// # Examples
///
/// ```
/// use robots_policy::Timestamp;
/// use robots_policy::header::Validity;
///
/// let lines = [("Date", "Fri, 20 Nov 2026 00:00:00 GMT"), ("Cache-Control", "max-age=3600")];
/// let received = Timestamp::from_unix(1_790_000_000); // does not matter beside a `Date`
/// let until = Validity::from_lines(lines).until(received).unwrap();
/// assert_eq!(until.to_string(), "2026-11-20T01:00:00Z");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Validity {
    pub(crate) max_age: Option<u64>,
    pub(crate) expires: Option<Timestamp>,
    pub(crate) date: Option<Timestamp>,
}

impl Validity {
    /// Reads the hints of a header map.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::header::Validity;
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("cache-control", "public, max-age=3600".parse().unwrap());
    /// assert_eq!(Validity::from_headers(&headers).max_age(), Some(3600));
    /// ```
    pub fn from_headers(headers: &HeaderMap) -> Validity {
        let mut validity = Validity::default();
        for field in &HINTS {
            for value in headers.get_all(field) {
                validity.hear(field, value.as_bytes());
            }
        }
        validity
    }

    /// Reads the hints of field lines; names are compared without case, other fields are skipped.
    pub fn from_lines<N, V>(lines: impl IntoIterator<Item = (N, V)>) -> Validity
    where
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        let mut validity = Validity::default();
        for (name, value) in lines {
            let name = name.as_ref();
            let is_it = |field: &&HeaderName| name.eq_ignore_ascii_case(field.as_ref());
            if let Some(field) = HINTS.iter().find(is_it) {
                validity.hear(field, value.as_ref());
            }
        }
        validity
    }

    /// The seconds of `Cache-Control: max-age`; 0 for `no-cache` and `no-store`, which require that it is asked again.
    pub fn max_age(&self) -> Option<u64> {
        self.max_age
    }

    /// The moment of `Expires`; `None` for `0` and other values that are not a date.
    pub fn expires(&self) -> Option<Timestamp> {
        self.expires
    }

    /// The moment of `Date`, at which the response was made.
    pub fn date(&self) -> Option<Timestamp> {
        self.date
    }

    /// Takes a line of a field that holds a hint.
    fn hear(&mut self, field: &HeaderName, value: &[u8]) {
        if field == header::CACHE_CONTROL {
            let control = CacheControl::read(&String::from_utf8_lossy(value));
            self.max_age = self.max_age.into_iter().chain(control.max_age).min();
        } else if field == header::EXPIRES {
            self.expires = moment(value).or(self.expires);
        } else {
            self.date = moment(value).or(self.date);
        }
    }

    /// The shorter of two validities, for answers that rest on both responses. One without hints does not shorten the
    /// other.
    ///
    /// Some cannot be compared: one has a `max-age` without a `Date`, the other only `Expires`. Then it is time to ask
    /// again at once (`max-age` 0), which is never too late.
    #[must_use]
    pub fn shorter(self, other: Validity) -> Validity {
        let is_fixed = |validity: &Validity| validity.max_age.is_none() || validity.date.is_some();
        // A directive without a time does not depend on the moment of receipt.
        let until = |validity: &Validity| validity.until(Timestamp::from_unix(0));
        match (until(&self), until(&other)) {
            (_, None) => self,
            (None, _) => other,
            (own, others) if is_fixed(&self) == is_fixed(&other) => {
                let key = |until, validity: Validity| {
                    (until, validity.max_age, validity.expires, validity.date)
                };
                if key(own, self) <= key(others, other) {
                    self
                } else {
                    other
                }
            }
            _ => Validity {
                max_age: Some(0),
                ..Validity::default()
            },
        }
    }

    /// The moment up to which the response holds, if it says so: `max-age` takes precedence over `Expires` (RFC 9111
    /// §5.3), and counts from `Date`, or from `received` without one.
    pub fn until(&self, received: impl Into<Timestamp>) -> Option<Timestamp> {
        let from = self.date.unwrap_or_else(|| received.into());
        let lifetime = self.max_age.map(Duration::from_secs);
        lifetime.map(|lifetime| from + lifetime).or(self.expires)
    }
}

/// The fields that hold a hint.
static HINTS: [HeaderName; 3] = [header::CACHE_CONTROL, header::EXPIRES, header::DATE];

/// The moment of a date in any form that the crate reads.
fn moment(value: &[u8]) -> Option<Timestamp> {
    let (moment, _) = date::read(&String::from_utf8_lossy(value))?;
    Some(moment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn r_120_hints_are_read_as_they_are_given() {
        type Row = (Vec<(String, String)>, Option<u64>, Option<String>);
        for (lines, max_age, until) in rows::<Row>(include_str!("validity/hints.jsonl")) {
            let validity = Validity::from_lines(lines.iter().map(|(name, value)| (name, value)));
            assert_eq!(validity.max_age, max_age, "{lines:?}");
            let found = validity.until(Timestamp::from_unix(0));
            assert_eq!(found.map(|at| at.to_string()), until, "{lines:?}");
            let says_nothing = max_age.is_none() && until.is_none();
            assert_eq!(validity == Validity::default(), says_nothing, "{lines:?}");
        }
    }
}
