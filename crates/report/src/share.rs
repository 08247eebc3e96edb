//! Shares of a whole, in whole numbers, so that a page is the same on every machine.

use std::fmt;

use robots_policy_input::number::grouped;

/// A share of a whole, from 0 to 1, in hundredths of a percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Share(u32);

impl Share {
    pub(super) const NONE: Share = Share(0);
    pub(super) const ALL: Share = Share(WHOLE);

    /// The share that `part` is of `whole`; of nothing it is none, and it is never more than all.
    pub(super) fn of(part: u64, whole: u64) -> Share {
        if whole == 0 {
            return Share::NONE;
        }
        let (part, whole) = (u128::from(part.min(whole)), u128::from(whole));
        let share = (part * u128::from(WHOLE) + whole / 2) / whole;
        Share(u32::try_from(share).unwrap_or(WHOLE))
    }

    /// This many hundredths of a percent.
    pub(super) fn hundredths(self) -> u32 {
        self.0
    }

    /// The place at this share of the way from `from` to `to`, which are shares of the width.
    pub(super) fn between(self, from: Share, to: Share) -> Share {
        let way = u64::from(to.0.saturating_sub(from.0)) * u64::from(self.0) / u64::from(WHOLE);
        Share(from.0 + u32::try_from(way).unwrap_or(0))
    }

    /// Both shares together, at most all.
    pub(super) fn and(self, other: Share) -> Share {
        Share((self.0 + other.0).min(WHOLE))
    }

    /// The rest of the whole.
    pub(super) fn rest(self) -> Share {
        Share(WHOLE - self.0)
    }

    /// This share of a length in pixels.
    pub(super) fn pixels(self, length: u32) -> u32 {
        u32::try_from(u64::from(length) * u64::from(self.0) / u64::from(WHOLE)).unwrap_or(0)
    }

    /// A place on the way from 0 to 100.
    pub(super) const fn percent(percent: u32) -> Share {
        Share(percent * 100)
    }
}

/// A length in SVG: `12.34%`.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match (rest / 10, rest % 10) {
            (0, 0) => write!(f, "{whole}%"),
            (tenth, 0) => write!(f, "{whole}.{tenth}%"),
            _ => write!(f, "{whole}.{rest:02}%"),
        }
    }
}

/// A share for people: `12.3 %`, with a space that does not break. A share that is not none and not all is never written as one of these.
pub(super) fn percent(part: u64, whole: u64) -> String {
    // Rounded once: a share that is rounded already may be rounded up again.
    let (rows, all) = (u128::from(part.min(whole)), u128::from(whole));
    let tenths = (rows * TENTHS + all / 2).checked_div(all).unwrap_or(0);
    match tenths {
        0 if part > 0 => String::from("<0.1\u{A0}%"),
        1000 if part < whole => String::from(">99.9\u{A0}%"),
        _ => format!("{}.{}\u{A0}%", tenths / 10, tenths % 10),
    }
}

/// A count and its share: `1,204 (12.3 %)`.
pub(super) fn counted(part: u64, whole: u64) -> String {
    format!("{} ({})", number(part), percent(part, whole))
}

/// A number with separated thousands.
pub(super) fn number(count: u64) -> String {
    grouped(u128::from(count))
}

/// The cell of counts that a run does not have.
pub(super) fn missing() -> String {
    String::from("\u{2013}")
}

/// The difference of two shares, each a part and its whole, in percentage points with its sign: `+1.2`.
pub(super) fn difference(before: (u64, u64), after: (u64, u64)) -> String {
    let ((before, of_before), (after, of_after)) = (small(before), small(after));
    let (less, more) = (before * of_after, after * of_before);
    let sign = match more.cmp(&less) {
        std::cmp::Ordering::Less => "\u{2212}",
        std::cmp::Ordering::Equal => return String::from("0.0"),
        std::cmp::Ordering::Greater => "+",
    };
    let whole = of_before * of_after;
    match (more.abs_diff(less) * TENTHS + whole / 2) / whole {
        0 => format!("{sign}<0.1"),
        tenths => format!("{sign}{}.{}", tenths / 10, tenths % 10),
    }
}

/// A part and its whole in so few bits that products of two of them have room; a share of nothing is none.
fn small((part, whole): (u64, u64)) -> (u128, u128) {
    if whole == 0 {
        return (0, 1);
    }
    let bits = (u64::BITS - whole.leading_zeros()).saturating_sub(MOST_BITS);
    (
        u128::from(part.min(whole) >> bits),
        u128::from(whole >> bits),
    )
}

/// A number that orders shares as they are, without rounding.
pub(super) fn exact((part, whole): (u64, u64)) -> u128 {
    let part = u128::from(part.min(whole)) << u64::BITS;
    part.checked_div(u128::from(whole)).unwrap_or(0)
}

/// Tenths of a percent in a whole.
const TENTHS: u128 = 1000;
/// The product of two numbers of this many bits and of [`TENTHS`] is less than the largest number.
const MOST_BITS: u32 = 56;
const WHOLE: u32 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn shares_are_never_rounded_to_none_or_all() {
        type Row = (u64, u64, String, String);
        // A part may be more than all, out of a cube that someone wrote. Three shares were a tenth more when they were rounded twice.
        for (part, whole, length, text) in rows::<Row>("shares") {
            assert_eq!(Share::of(part, whole).to_string(), length, "{part}/{whole}");
            assert_eq!(percent(part, whole), text, "{part}/{whole}");
        }
        assert_eq!(counted(1204, 9632), "1,204 (12.5\u{A0}%)");
    }

    #[test]
    fn differences_have_a_sign() {
        type Row = ((u64, u64), (u64, u64), String);
        // The difference of 3.448 and 0 % was 3.5 when it was that of rounded shares.
        for (before, after, text) in rows::<Row>("differences") {
            assert_eq!(difference(before, after), text, "{before:?} {after:?}");
        }
    }

    #[test]
    fn shares_are_ordered_without_rounding() {
        assert!(exact((1, 1_000_000)) < exact((2, 1_000_000)));
        assert_eq!(exact((1, 2)), exact((2, 4)));
        assert_eq!(exact((1, 0)), 0);
    }

    #[test]
    fn places_are_between_their_ends() {
        let half = Share::of(1, 2);
        let place = half.between(Share::percent(10), Share::percent(30));
        assert_eq!(place.to_string(), "20%");
        assert_eq!(half.pixels(201), 100);
        assert_eq!(Share::of(1, 4).rest().to_string(), "75%");
    }
}
