//! Shapes of the values of a record, each with its description in an error.

use std::time::Duration;

use crate::json::types::Read;
use crate::json::{JsonKind, Misfit, Value};
use crate::values::of_hours;

/// One name, or several.
pub(crate) enum NameList {
    One(String),
    Several(Vec<String>),
}

impl<'t> Read<'t> for NameList {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        let at = value.at;
        let names = match value.kind {
            JsonKind::Text(name) => return Ok(NameList::One(name.into_owned())),
            JsonKind::List(_) => Vec::read(value).ok().map(NameList::Several),
            JsonKind::Half => return Err(value.is_not("")),
            _ => None,
        };
        names.ok_or_else(|| Misfit::new(at, String::from(NEITHER)))
    }
}

const NEITHER: &str = "it is neither a product token nor an array of product tokens";

/// Any value as it is written.
impl<'t> Read<'t> for Value<'t> {
    const HAS_NULL: bool = true;

    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        Ok(value)
    }
}

/// A field line: its name and its value.
impl<'t> Read<'t> for (String, String) {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        const PAIR: &str = "an array of two strings, `[name, value]`";
        let JsonKind::List(items) = value.kind else {
            return Err(value.is_not(PAIR));
        };
        let mut items = items.into_iter();
        let (Some(name), Some(line), None) = (items.next(), items.next(), items.next()) else {
            let message = format!("it is of another length, not {PAIR}");
            return Err(Misfit::new(value.at, message));
        };
        Ok((String::read(name)?, String::read(line)?))
    }
}

/// A number of bytes, at least 1.
impl<'t> Read<'t> for usize {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        let count = whole(&value).filter(|count| *count > 0);
        count.ok_or_else(|| value.is_not("a whole number of bytes, at least 1"))
    }
}

/// A status of HTTP, or 0.
impl<'t> Read<'t> for u16 {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        let status = whole(&value).and_then(|status| u16::try_from(status).ok());
        let status = status.filter(|status| matches!(status, 0 | 100..=599));
        status.ok_or_else(|| {
            value.is_not("0 for a network failure, or an HTTP status from 100 to 599")
        })
    }
}

/// A number without a fraction.
fn whole(value: &Value<'_>) -> Option<usize> {
    matches!(value.kind, JsonKind::Number).then(|| value.text.parse().ok())?
}

/// A number of hours.
impl<'t> Read<'t> for Duration {
    fn read(value: Value<'t>) -> Result<Self, Misfit> {
        let hours = matches!(value.kind, JsonKind::Number).then(|| number(value.text));
        let time = hours.and_then(of_hours);
        time.ok_or_else(|| value.is_not("a number of hours, at least 0"))
    }
}

/// A number of JSON. It is exact up to 15 digits and an exponent of 22; the parser of the standard library has 10 KB of tables for
/// the others.
fn number(text: &str) -> f64 {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i32 = match exponent.trim_start_matches('+').parse() {
        Ok(exponent) => exponent,
        Err(_) if exponent.starts_with('-') => -MOST_EXPONENT,
        Err(_) => MOST_EXPONENT,
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent = exponent.saturating_sub(i32::try_from(fraction.len()).unwrap_or(MOST_EXPONENT));
    let digits = whole
        .bytes()
        .chain(fraction.bytes())
        .filter(u8::is_ascii_digit);
    let value = digits.fold(0.0, |value, digit| value * 10.0 + f64::from(digit - b'0'));
    // A power of ten as far as it is exact, in one step.
    let exponent = exponent.clamp(-MOST_EXPONENT, MOST_EXPONENT);
    let power = (0..exponent.unsigned_abs()).fold(1.0, |power: f64, _| power * 10.0);
    let value = if value == 0.0 {
        value
    } else if exponent < 0 {
        value / power
    } else {
        value * power
    };
    if whole.starts_with('-') {
        -value
    } else {
        value
    }
}

/// An exponent beyond those of numbers.
const MOST_EXPONENT: i32 = 400;

#[cfg(test)]
#[expect(
    clippy::float_cmp,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_standard_library() {
        let texts = "0 -0 1 48 0.5 36.25 1.1 0.001 123456789.125 1e3 1E+2 25e-1 -7.5 1e22 999999999999999 0e999999999999 \
            1e999999999999 -1e400 1e-999999999999";
        for text in texts.split_ascii_whitespace() {
            assert_eq!(number(text), text.parse::<f64>().unwrap(), "{text}");
        }
    }
}
