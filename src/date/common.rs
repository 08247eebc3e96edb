//! The two forms that most dates have, read in one pass.
//!
//! The date of HTTP, `Wed, 25 Nov 2026 15:00:00 GMT`, with the weekday or without, and ISO 8601 in UTC, `2026-11-25`,
//! with `T15:00:00Z` or without. A text that differs in anything is left to the reader of all forms, which must agree:
//! the test `the_quick_reader_knows_no_other_dates` compares them. Every form here has a fixed length, so that the end
//! of a date in a list is found by trying four lengths.

use super::civil::Civil;
use super::pattern::MONTHS;
use super::{LEAST_YEAR, WEEKDAYS};

/// Reads a text in one of these forms, which are in UTC.
pub(super) fn read(text: &[u8]) -> Option<Civil> {
    if text.first()?.is_ascii_digit() {
        return of_iso(text).or_else(|| of_http(text));
    }
    let (weekday, date) = text.split_first_chunk::<3>()?;
    let weekday = weekday.map(|b| b | 0x20);
    let is_weekday = WEEKDAYS
        .iter()
        .any(|day| day.as_bytes().starts_with(&weekday));
    of_http(date.strip_prefix(b", ")?).filter(|_| is_weekday)
}

/// Reads a date of these forms at the start of `text`, up to its end or to a comma or semicolon, and gives its length.
pub(super) fn read_front(text: &[u8]) -> Option<(usize, Civil)> {
    LENGTHS.into_iter().find_map(|len| {
        let ends = matches!(text.get(len), None | Some(b',' | b';'));
        let date = text.get(..len).filter(|_| ends)?;
        Some((len, read(date)?))
    })
}

/// `25 Nov 2026 15:00:00 GMT`, with the month and the zone in any case; `UTC` is read like `GMT`.
fn of_http(text: &[u8]) -> Option<Civil> {
    let (day, rest) = text.split_first_chunk::<2>()?;
    let (month, rest) = rest.strip_prefix(b" ")?.split_first_chunk::<3>()?;
    let (year, rest) = rest.strip_prefix(b" ")?.split_first_chunk::<4>()?;
    let (time, zone) = rest.strip_prefix(b" ")?.split_first_chunk::<8>()?;
    let is_utc = zone.eq_ignore_ascii_case(b" GMT") || zone.eq_ignore_ascii_case(b" UTC");
    let month = month.map(|b| b | 0x20);
    let mut months = (1..).zip(MONTHS);
    let (month, _) = months.find(|(_, name)| name.as_bytes().starts_with(&month))?;
    civil([number(year)?, month, number(day)?], of_clock(*time)?).filter(|_| is_utc)
}

/// `2026-11-25`, alone or with `T15:00:00Z`.
fn of_iso(text: &[u8]) -> Option<Civil> {
    let (date, rest) = text.split_first_chunk::<10>()?;
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = date else {
        return None;
    };
    let time = match rest {
        [] => [0, 0, 0],
        [b'T' | b't', time @ .., b'Z' | b'z'] => of_clock(time.try_into().ok()?)?,
        _ => return None,
    };
    let year = number(&[*y1, *y2, *y3, *y4])?;
    civil([year, number(&[*m1, *m2])?, number(&[*d1, *d2])?], time)
}

/// `15:00:00`.
fn of_clock(time: [u8; 8]) -> Option<[i64; 3]> {
    let [h1, h2, b':', m1, m2, b':', s1, s2] = time else {
        return None;
    };
    Some([number(&[h1, h2])?, number(&[m1, m2])?, number(&[s1, s2])?])
}

/// The date, if the calendar has it: `None` for 31 February, the 25th hour and years of less than four digits.
fn civil(date: [i64; 3], time: [i64; 3]) -> Option<Civil> {
    // A second 60 is left to the reader of all forms.
    let is_plain = time.last().is_some_and(|second| *second < 60);
    Civil::new(date, time).filter(|date| is_plain && date.year >= LEAST_YEAR)
}

/// The number that up to four digits are; `None` if one of them is not a digit.
fn number(digits: &[u8]) -> Option<i64> {
    digits.iter().try_fold(0, |number, b| {
        b.is_ascii_digit()
            .then(|| 10 * number + i64::from(b - b'0'))
    })
}

/// The lengths of these forms, the longest first: a date alone is the beginning of a date and time.
const LENGTHS: [usize; 4] = [
    "Wed, 25 Nov 2026 15:00:00 GMT".len(),
    "25 Nov 2026 15:00:00 GMT".len(),
    "2026-11-25T15:00:00Z".len(),
    "2026-11-25".len(),
];
