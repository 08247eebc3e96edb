//! The value of `Crawl-delay`: a number of seconds, by convention and not by RFC 9309.
//!
//! It is read without allocating and without floating point, so that `0.1` is a tenth of a second exactly.

use std::iter;
use std::time::Duration;

/// Reads a whole or decimal number of seconds: `10`, `1.5`, `.25`. A larger number than [`LONGEST`] counts as that; digits
/// after the ninth decimal place are cut off.
///
/// `None` for any other text, with a sign, an exponent or a unit for example: to guess `10s` might shorten a delay.
pub(crate) fn read(value: &[u8]) -> Option<Duration> {
    let text = str::from_utf8(value).ok()?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_empty = text.is_empty();
    let whole = if whole.is_empty() { "0" } else { whole };
    if is_empty || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let digits = fraction.bytes().chain(iter::repeat(b'0')).take(9);
    let nanoseconds = digits.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    let seconds = whole.parse().unwrap_or(LONGEST);
    Some(Duration::new(seconds.min(LONGEST), nanoseconds))
}

/// Whether it is a larger number than that.
pub(crate) fn is_capped(value: &[u8]) -> bool {
    let whole = str::from_utf8(value)
        .ok()
        .and_then(|text| text.split('.').next());
    let whole = whole.filter(|whole| !whole.is_empty());
    let seconds = whole.map(|whole| whole.parse().unwrap_or(u64::MAX));
    read(value).is_some() && seconds.is_some_and(|seconds| seconds > LONGEST)
}

/// A year and a day: a site that requires more does not want to be visited again.
const LONGEST: u64 = 366 * 24 * 60 * 60;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn delays_are_seconds() {
        for (text, expected) in
            rows::<(String, Option<u64>)>(include_str!("crawl_delay/delays.jsonl"))
        {
            let expected = expected.map(Duration::from_millis);
            assert_eq!(read(text.as_bytes()), expected, "{text}");
            let is_long = text.len() > 20;
            assert_eq!(is_capped(text.as_bytes()), is_long, "{text}");
        }
    }
}
