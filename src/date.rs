//! Moments, and the forms of date that `unavailable_after` is written in.
//!
//! | form | example |
//! |---|---|
//! | ISO 8601, extended or basic, date or date and time | `2026-11-25`, `2026-11-25T15:00:00.5+01:00`, `20261125` |
//! | RFC 5322, weekday optional, year of 2 or 4 digits | `Wed, 25 Nov 2026 15:00:00 GMT`, `25 Jun 2010 15:00:00 PST` |
//! | RFC 850 and dashed | `Wednesday, 25-Nov-26 15:00:00 GMT`, `25-Aug-2007 15:00:00 EST` |
//! | asctime | `Wed Nov 25 15:00:00 2026` |
//!
//! Without a zone a date is in UTC, and a date alone is its first moment: of two readings the earlier restricts sooner.
//! A year of two digits is 1969 to 2068; the library has no clock to decide otherwise.
//!
//! **How it works.** `common` reads the two forms that most dates have, in one pass over fixed columns. Every other
//! text goes through `read_any`: the weekday is dropped unread, the zone is split off the end, and the shape of the
//! rest (how many digits it begins with) picks the few formats that are tried by `pattern`.
//!
//! **Invariants.** The quick reader never disagrees with the slow one: a text that it reads, `read_any` reads as the
//! same moment. A text longer than 64 bytes is not a date, so that the cost does not depend on a stranger. A zone name
//! that is not known loses the name and not the date: it is read as UTC and reported, because a lost deadline would
//! permit.
//!
//! **What breaks if touched.** A new format may take a text that an older one read differently (`%y` and `%Y` both take
//! `10`); a comma inside a date must not end a statement, which `longest` decides for the reader of lists.
//!
//! **Which test notices.** `the_quick_reader_knows_no_other_dates` changes each byte of typical dates and compares both
//! readers; `r_30_every_form_is_read` has a row a form; the fuzz target `dates` compares any bytes
//! with the RFC 2822 and RFC 3339 readers of `jiff`; `pattern` and `civil` are compared with it as well.

mod civil;
mod common;
mod pattern;
mod rfc_3339;
mod zone;

use std::fmt;
use std::ops::Add;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use self::civil::Civil;
use crate::names::serde_as_text;
use crate::provenance::Shown;

/// A moment, in seconds since 1970-01-01T00:00:00Z.
///
/// The library has no clock: the moment of a question is the caller's. Questions take a `SystemTime` too.
///
/// Its text form is RFC 3339 in UTC. It is read back from that form, and from every form of date that
/// `unavailable_after` may have.
///
/// # Examples
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use robots_policy::Timestamp;
///
/// let moment: Timestamp = "2026-11-25T15:00:00Z".parse()?; // RFC 3339
/// assert_eq!(moment, "Wed, 25 Nov 2026 15:00:00 GMT".parse()?); // RFC 9110
/// assert_eq!((moment + Duration::from_secs(60)).to_string(), "2026-11-25T15:01:00Z");
/// assert_eq!(Timestamp::from(SystemTime::from(moment)), moment);
/// # Ok::<(), robots_policy::header::InvalidDate>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The moment this many seconds after the start of 1970, or before it if negative. Moments outside of the years
    /// −9999 to 9999 are moved to the nearest one inside.
    pub fn from_unix(seconds: i64) -> Timestamp {
        Timestamp(seconds.clamp(FIRST, LAST))
    }

    /// The moment of an RFC 3339 text, `2026-11-25T15:00:00Z` or `2026-11-25T16:00:00.5+01:00`; `None` for every other text. A
    /// fraction of a second is cut off. A year may have a sign and six digits, as the text form of a [`Timestamp`] has it.
    ///
    /// ```
    /// use robots_policy::Timestamp;
    ///
    /// let moment = Timestamp::from_rfc_3339("2026-11-25T16:00:00+01:00");
    /// assert_eq!(moment, "2026-11-25T15:00:00Z".parse().ok());
    /// assert_eq!(Timestamp::from_rfc_3339("2026-11-25"), None);
    /// ```
    pub fn from_rfc_3339(text: &str) -> Option<Timestamp> {
        rfc_3339::read(text).map(Timestamp::from_unix)
    }

    /// Seconds since the start of 1970.
    pub fn as_unix(self) -> i64 {
        self.0
    }
}

/// Fractions of a second are cut off.
impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Timestamp {
        let seconds = |d: Duration| i64::try_from(d.as_secs()).unwrap_or(i64::MAX);
        Timestamp::from_unix(match time.duration_since(UNIX_EPOCH) {
            Ok(since) => seconds(since),
            Err(before) => -seconds(before.duration()),
        })
    }
}

/// A moment that the system clock cannot represent becomes the start of 1970.
impl From<Timestamp> for SystemTime {
    fn from(moment: Timestamp) -> SystemTime {
        let distance = Duration::from_secs(moment.0.unsigned_abs());
        let time = if moment.0 < 0 {
            UNIX_EPOCH.checked_sub(distance)
        } else {
            UNIX_EPOCH.checked_add(distance)
        };
        time.unwrap_or(UNIX_EPOCH)
    }
}

/// Adds whole seconds; the last moment of year 9999 is not exceeded.
impl Add<Duration> for Timestamp {
    type Output = Timestamp;

    fn add(self, duration: Duration) -> Timestamp {
        let seconds = i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
        Timestamp::from_unix(self.0.saturating_add(seconds))
    }
}

impl FromStr for Timestamp {
    type Err = InvalidDate;

    /// Reads a date in any form that `unavailable_after` has, RFC 3339 and the dates of HTTP among them. Without a zone
    /// it is in UTC, without a time of day it is the first moment of the day.
    ///
    /// # Errors
    /// - `soon`, `31 Feb 2026`: not a date;
    /// - `25 Jun 2010 15:00:00 XST`: a zone whose name is not known. A reader of fields takes UTC and reports it.
    fn from_str(text: &str) -> Result<Timestamp, InvalidDate> {
        let known = read(text).filter(|(_, zone_known)| *zone_known);
        let known = known.map(|(moment, _)| moment);
        // Fields have years from 1000 on; `Display` writes any year.
        known
            .or_else(|| Timestamp::from_rfc_3339(text))
            .ok_or_else(|| InvalidDate { text: text.into() })
    }
}

serde_as_text!(Timestamp);

/// The error of reading a [`Timestamp`]; its text form shows two forms that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidDate {
    text: Box<str>,
}

impl fmt::Display for InvalidDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a date; write 2026-11-25T15:00:00Z or Wed, 25 Nov 2026 15:00:00 GMT",
            Shown(&self.text)
        )
    }
}

impl std::error::Error for InvalidDate {}

impl fmt::Display for Timestamp {
    /// RFC 3339 in UTC: `2026-11-25T15:00:00Z`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Civil::of_unix(self.0).fmt(f)
    }
}

/// Reads a date in any of the forms of this module, and whether its zone is known: the name of another one is taken for UTC. White
/// space around the date is ignored.
pub(crate) fn read(text: &str) -> Option<(Timestamp, bool)> {
    if !(SHORTEST..=LONGEST).contains(&text.len()) {
        return None;
    }
    if let Some(civil) = common::read(text.trim_ascii().as_bytes()) {
        return utc(civil, 0, true);
    }
    read_any(text)
}

/// The greatest length of a date at the start of `text`, up to a comma or semicolon that cannot be part of it: a date
/// has a comma only after its weekday.
pub(crate) fn longest(text: &str) -> usize {
    let date = text.trim_start_matches(|c: char| {
        c.is_ascii_alphabetic() || c == ',' || c.is_ascii_whitespace()
    });
    let skipped = text.len() - date.len();
    skipped + date.find([',', ';']).unwrap_or(date.len())
}

/// Reads a date of a common form at the start of `text`, up to the end or to a comma or semicolon, and gives its
/// length. If there is one, no longer part of `text` is a date.
pub(crate) fn read_front(text: &str) -> Option<(usize, Timestamp)> {
    let (len, civil) = common::read_front(text.as_bytes())?;
    Some((len, utc(civil, 0, true)?.0))
}

/// Reads a date of any form; slower than [`common::read`], and the reference for it.
fn read_any(text: &str) -> Option<(Timestamp, bool)> {
    let text = text.to_ascii_uppercase();
    let text = without_weekday(text.trim_ascii());
    let Some((rest, zone)) = zone::split(text) else {
        return utc(civil(text)?, 0, true);
    };
    let (offset, known) = match zone::offset(zone) {
        Some(offset) => (offset, true),
        None if zone.len() <= 5 && zone.bytes().all(|b| b.is_ascii_alphabetic()) => (0, false),
        None => return None,
    };
    utc(civil(rest)?, offset, known)
}

/// The moment of a local time that is `offset` seconds east of UTC.
fn utc(civil: Civil, offset: i64, zone_known: bool) -> Option<(Timestamp, bool)> {
    let local = Some(civil.unix()).filter(|local| (FIRST..=LAST).contains(local))?;
    Some((Timestamp::from_unix(local - offset), zone_known))
}

/// A date and time without a zone.
fn civil(text: &str) -> Option<Civil> {
    let text = text.trim_ascii_end();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let formats = match (digits, text.as_bytes().get(digits)) {
        (1 | 2, Some(b'-')) => DASHED,
        (1 | 2, _) => DAY_FIRST,
        (4, _) => YEAR_FIRST,
        (8, _) => BASIC,
        _ => MONTH_FIRST,
    };
    formats.iter().find_map(|format| {
        // `%Y` takes `10` for the year 10; a format with `%y` follows.
        pattern::read(format, text).filter(|date| date.year >= LEAST_YEAR)
    })
}

/// Drops a weekday of three letters or more at the start, and the comma after it. It adds nothing to the date, and a
/// wrong one must not lose the date.
fn without_weekday(text: &str) -> &str {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, rest) = text.split_at(letters);
    let is_weekday = letters >= 3
        && WEEKDAYS.iter().any(|day| {
            day.get(..letters)
                .is_some_and(|prefix| prefix.eq_ignore_ascii_case(word))
        });
    if is_weekday {
        rest.trim_start_matches(|c: char| c == ',' || c.is_ascii_whitespace())
    } else {
        text
    }
}

/// The first and the last moment, in seconds since 1970: those that have a year of −9999 to 9999 in each zone of the world.
const FIRST: i64 = -377_705_023_201;
const LAST: i64 = 253_402_207_200;

/// Bytes of the shortest text that is tried: no form is shorter, even without its blanks.
const SHORTEST: usize = 5;

/// Bytes of the longest text that is tried. The longest form in use, with a full weekday, a full month and a zone, is
/// shorter; the limit spares the readers a hostile text.
const LONGEST: usize = 64;

/// The first year of four digits. `10` is a year of a century that is not given, and not the year 10.
const LEAST_YEAR: i64 = 1000;

/// RFC 5322, with the month short or in full. Years of four digits are tried before those of two.
const DAY_FIRST: &[&str] = &[
    "%d %b %Y %H:%M:%S",
    "%d %b %Y %H:%M",
    "%d %b %Y",
    "%d %b %y %H:%M:%S",
    "%d %b %y %H:%M",
    "%d %b %y",
    "%d %B %Y %H:%M:%S",
    "%d %B %Y %H:%M",
    "%d %B %Y",
];

/// RFC 850, and its form with a year of four digits.
const DASHED: &[&str] = &[
    "%d-%b-%y %H:%M:%S",
    "%d-%b-%y %H:%M",
    "%d-%b-%y",
    "%d-%b-%Y %H:%M:%S",
    "%d-%b-%Y %H:%M",
    "%d-%b-%Y",
];

/// The form of asctime, without its weekday.
const MONTH_FIRST: &[&str] = &["%b %d %H:%M:%S %Y"];

/// ISO 8601, extended, and with a blank for its `T`.
const YEAR_FIRST: &[&str] = &[
    "%Y-%m-%dT%H:%M:%S%f",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%d %H:%M:%S%f",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d",
];

/// ISO 8601, basic.
const BASIC: &[&str] = &["%Y%m%dT%H%M%S", "%Y%m%dT%H%M", "%Y%m%d"];

/// Full names; three letters and more of one are a weekday.
const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn r_30_every_form_is_read() {
        for (text, expected) in rows::<(String, String)>(include_str!("date/forms.jsonl")) {
            let read = read(&text);
            let (moment, zone_known) = read.unwrap_or_else(|| panic!("{text} is a date"));
            assert_eq!(moment.to_string(), expected, "{text}");
            assert!(zone_known, "{text}");
        }
    }

    #[test]
    fn the_quick_reader_knows_no_other_dates() {
        for text in rows::<String>(include_str!("date/quick.jsonl")) {
            for (at, byte) in (0..text.len()).flat_map(|at| (0..128).map(move |byte| (at, byte))) {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = byte;
                let changed = String::from_utf8(bytes).unwrap();
                if let Some(civil) = common::read(changed.as_bytes()) {
                    assert_eq!(utc(civil, 0, true), read_any(&changed), "{changed}");
                }
            }
        }
    }

    #[test]
    fn an_unknown_zone_is_utc_and_said() {
        let (moment, zone_known) = read("25 Jun 2010 15:00:00 XST").expect("a date");
        assert_eq!(moment.to_string(), "2010-06-25T15:00:00Z");
        assert!(!zone_known);
    }

    #[test]
    fn a_text_without_a_date_gives_none() {
        for text in rows::<String>(include_str!("date/none.jsonl")) {
            assert_eq!(read(&text), None, "{text}");
        }
    }

    #[test]
    fn a_moment_is_read_as_it_is_written() {
        for seconds in [i64::MIN, -62_135_596_800, -1, 0, 1_790_000_000, i64::MAX] {
            let moment = Timestamp::from_unix(seconds);
            assert_eq!(moment.to_string().parse(), Ok(moment));
            assert_eq!(Timestamp::from(SystemTime::from(moment)), moment);
        }
        for text in ["", "soon", "25 Jun 2010 15:00:00 XST"] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
        let last = Timestamp::from_unix(i64::MAX);
        assert_eq!(last + Duration::MAX, last);
    }

    #[test]
    fn the_borders_of_time_are_moments() {
        assert_eq!(Timestamp::from(UNIX_EPOCH).as_unix(), 0);
        assert!(
            Timestamp::from_unix(i64::MAX)
                .to_string()
                .starts_with("9999-12-30")
        );
        assert!(
            Timestamp::from_unix(i64::MIN)
                .to_string()
                .starts_with("-009999")
        );
    }
}
