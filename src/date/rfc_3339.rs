//! RFC 3339, with ISO 8601's years of a sign and six digits.

use super::civil::Civil;

/// The seconds since 1970 of a text with a zone; a fraction of a second is cut off.
pub(super) fn read(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let (is_negative, len, rest) = match bytes {
        [b'+', rest @ ..] => (false, 6, rest),
        [b'-', rest @ ..] => (true, 6, rest),
        _ => (false, 4, bytes),
    };
    let (year, rest) = number(rest, len)?;
    let (month, rest) = number(rest.strip_prefix(b"-")?, 2)?;
    let (day, rest) = number(rest.strip_prefix(b"-")?, 2)?;
    let (b'T' | b't' | b' ', rest) = rest.split_first()? else {
        return None;
    };
    let (hour, rest) = number(rest, 2)?;
    let (minute, rest) = number(rest.strip_prefix(b":")?, 2)?;
    let (second, rest) = number(rest.strip_prefix(b":")?, 2)?;
    let year = if is_negative { -year } else { year };
    let local = Civil::new([year, month, day], [hour, minute, second])?.unix();
    // The year −0 does not exist.
    (!is_negative || year != 0).then_some(local - offset(fraction(rest)?)?)
}

/// The number that exactly this number of digits are, and what follows.
fn number(text: &[u8], len: usize) -> Option<(i64, &[u8])> {
    let (digits, rest) = text.split_at_checked(len)?;
    let value = digits.iter().try_fold(0, |value, b| {
        b.is_ascii_digit().then(|| 10 * value + i64::from(b - b'0'))
    });
    Some((value?, rest))
}

/// The text after a fraction of a second, if there is one.
fn fraction(text: &[u8]) -> Option<&[u8]> {
    let Some(digits) = text.strip_prefix(b".") else {
        return Some(text);
    };
    let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    (len > 0).then(|| digits.get(len..))?
}

/// The seconds east of UTC of `Z`, `+01:00` or `-0800`.
fn offset(zone: &[u8]) -> Option<i64> {
    let (sign, rest) = match zone {
        [b'Z' | b'z'] => return Some(0),
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => return None,
    };
    let (hour, rest) = number(rest, 2)?;
    let (minute, rest) = number(rest.strip_prefix(b":").unwrap_or(rest), 2)?;
    (rest.is_empty() && hour < 24 && minute < 60).then_some(sign * (hour * 3600 + minute * 60))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn texts_are_read_as_jiff_reads_them() {
        for text in rows::<String>(include_str!("rfc_3339/texts.jsonl")) {
            let other = text.parse::<jiff::Timestamp>().ok();
            assert_eq!(read(&text), other.map(jiff::Timestamp::as_second), "{text}");
        }
    }
}
