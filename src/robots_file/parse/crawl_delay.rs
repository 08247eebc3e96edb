//! The value of `Crawl-delay`.

use std::iter;
use std::time::Duration;

/// Reads a whole or decimal number of seconds; more than fits is taken for the most that fits.
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

/// A year and a day; who asks for more asks never to be visited.
const LONGEST: u64 = 366 * 24 * 60 * 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_seconds() {
        for (text, expected) in [
            ("10", Some(Duration::from_secs(10))),
            ("0", Some(Duration::ZERO)),
            ("1.5", Some(Duration::from_millis(1500))),
            (".25", Some(Duration::from_millis(250))),
            (
                "99999999999999999999999",
                Some(Duration::from_secs(LONGEST)),
            ),
            ("", None),
            ("-1", None),
            ("1.", None),
            ("1.2.3", None),
            ("10s", None),
            ("ten", None),
        ] {
            assert_eq!(read(text.as_bytes()), expected, "{text}");
        }
    }
}
