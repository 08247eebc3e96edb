//! Dates by a pattern, as `strptime` reads them.
//!
//! | part | what it takes |
//! |---|---|
//! | `%d` `%m` `%H` `%M` `%S` | white space, and one or two digits |
//! | `%Y` | a sign, white space, and one to four digits |
//! | `%y` | white space, and one or two digits: 1969 to 2068 |
//! | `%b`, `%B` | the name of a month: its first three letters, or all |
//! | `%f` | `.` and up to nine digits, or nothing |
//! | white space | any white space, or none |
//!
//! Everything else takes itself. The tests compare random texts with those that `jiff` reads.

use super::civil::Civil;

/// Reads the whole text by the pattern.
pub(super) fn read(pattern: &str, text: &str) -> Option<Civil> {
    let mut rest = text.as_bytes();
    let (mut date, mut time) = ([0; 3], [0; 3]);
    let ([year, month, day], [hour, minute, second]) = (&mut date, &mut time);
    let mut parts = pattern.bytes();
    while let Some(part) = parts.next() {
        if part == b' ' {
            rest = rest.trim_ascii_start();
            continue;
        }
        if part != b'%' {
            rest = rest.strip_prefix(&[part])?;
            continue;
        }
        match parts.next()? {
            b'Y' => *year = signed_year(&mut rest)?,
            b'y' => {
                let short = number(&mut rest, 2)?;
                *year = short + if short <= LAST_OF_2000 { 2000 } else { 1900 };
            }
            b'm' => *month = number(&mut rest, 2)?,
            b'b' => *month = named(&mut rest, true)?,
            b'B' => *month = named(&mut rest, false)?,
            b'd' => *day = number(&mut rest, 2)?,
            b'H' => *hour = number(&mut rest, 2)?,
            b'M' => *minute = number(&mut rest, 2)?,
            b'S' => *second = number(&mut rest, 2)?,
            _ => fraction(&mut rest)?,
        }
    }
    let date = Civil::new(date, time)?;
    rest.is_empty().then_some(date)
}

/// A number of up to `most` digits, after white space.
fn number(rest: &mut &[u8], most: usize) -> Option<i64> {
    let text = rest.trim_ascii_start();
    let digits = text.iter().take(most).take_while(|b| b.is_ascii_digit());
    let (digits, after) = text.split_at(digits.count());
    *rest = after;
    let value = |value, digit: &u8| 10 * value + i64::from(digit - b'0');
    (!digits.is_empty()).then(|| digits.iter().fold(0, value))
}

fn signed_year(rest: &mut &[u8]) -> Option<i64> {
    match rest {
        [b'-', after @ ..] => {
            *rest = after;
            Some(-number(rest, 4)?)
        }
        [b'+', after @ ..] => {
            *rest = after;
            number(rest, 4)
        }
        _ => number(rest, 4),
    }
}

/// The number of the month whose name is next, or its first three letters.
fn named(rest: &mut &[u8], is_short: bool) -> Option<i64> {
    let mut numbers = (1..).zip(MONTHS);
    numbers.find_map(|(number, name)| {
        let len = if is_short { 3 } else { name.len() };
        let (own, after) = rest.split_at_checked(len)?;
        let is_it = name.as_bytes().get(..len)?.eq_ignore_ascii_case(own);
        is_it.then(|| {
            *rest = after;
            number
        })
    })
}

fn fraction(rest: &mut &[u8]) -> Option<()> {
    if let Some(after) = rest.strip_prefix(b".") {
        let digits = after.iter().take(9).take_while(|b| b.is_ascii_digit());
        let digits = digits.count();
        *rest = after.get(digits..)?;
        return (digits > 0).then_some(());
    }
    Some(())
}

/// The last year of two digits after 2000.
const LAST_OF_2000: i64 = 68;

pub(super) const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

#[cfg(test)]
mod tests {
    use jiff::fmt::strtime::BrokenDownTime;
    use proptest::prelude::*;

    use super::*;
    use crate::date::{BASIC, DASHED, DAY_FIRST, MONTH_FIRST, YEAR_FIRST};

    /// The seconds as jiff reads them, without their fraction: before 1970, too, the second that had begun.
    fn by_jiff(pattern: &str, text: &str) -> Option<i64> {
        let parsed = BrokenDownTime::parse(pattern.replace("%f", "%.f"), text).ok()?;
        let date = parsed.to_date().ok()?;
        let date = date.to_datetime(parsed.to_time().unwrap_or_default());
        let moment = jiff::tz::Offset::UTC.to_timestamp(date).ok()?;
        i64::try_from(moment.as_nanosecond().div_euclid(1_000_000_000)).ok()
    }

    proptest! {
        #[test]
        fn texts_are_read_as_jiff_reads_them(
            pattern in prop::sample::select([DAY_FIRST, DASHED, MONTH_FIRST, YEAR_FIRST, BASIC].concat()),
            day in 0..34_u8, month in 0..14_usize, year in prop_oneof![0..100_u32, 1960..2070_u32, 0..12_000_u32],
            time in [0..26_u8, 0..62_u8, 0..62_u8],
            short in any::<bool>(),
            wrong in prop::option::weighted(0.5, (0..30_usize, prop::sample::select(&b"0 9-+:.TZxjan\t"[..]))),
        ) {
            let name = MONTHS.get(month).copied().unwrap_or("abc");
            let name = if short { name.get(..3).unwrap() } else { name };
            let [hour, minute, second] = time;
            let text = pattern
                .replace("%d", &day.to_string()).replace("%b", name).replace("%B", name)
                .replace("%Y", &format!("{year:04}")).replace("%y", &format!("{:02}", year % 100))
                .replace("%m", &format!("{month:02}")).replace("%H", &format!("{hour:02}"))
                .replace("%M", &format!("{minute:02}")).replace("%S", &second.to_string()).replace("%f", ".25");
            let mut text = text.into_bytes();
            if let Some((at, byte)) = wrong {
                let at = at % (text.len() + 1);
                if second % 2 == 0 || at == text.len() { text.insert(at, byte) } else if let Some(place) = text.get_mut(at) { *place = byte }
            }
            let text = String::from_utf8(text).unwrap();
            for pattern in [pattern, "%Y-%m-%d"] {
                prop_assert_eq!(read(pattern, &text).map(Civil::unix).filter(|at| *at <= crate::date::LAST), by_jiff(pattern, &text), "{} by {}", text, pattern);
            }
        }
    }
}
