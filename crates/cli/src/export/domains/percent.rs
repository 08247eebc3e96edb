//! A percentage.

/// A part of a whole, in millionths of a percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Percent(u64);

impl Percent {
    /// A number over 0 and up to 100, with at most six digits after the point.
    pub(super) fn parse(text: &str) -> Result<Percent, String> {
        let read = || {
            let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
            let is_number =
                |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
            if !is_number(whole) || !is_number(part) || part.len() > 6 {
                return None;
            }
            let whole: u64 = whole.parse().ok()?;
            let part: u64 = format!("{part:0<6}").parse().ok()?;
            whole.checked_mul(MILLION)?.checked_add(part)
        };
        read()
            .filter(|it| (1..=100 * MILLION).contains(it))
            .map(Percent)
            .ok_or_else(|| String::from("it is a percentage over 0 and up to 100, as in 10 or 0.5"))
    }

    /// The part of this many things, in whole ones: no less than the percentage.
    pub(super) fn of(self, things: usize) -> usize {
        let part = (things as u128 * u128::from(self.0)).div_ceil(u128::from(100 * MILLION));
        usize::try_from(part).unwrap_or(things)
    }
}

const MILLION: u64 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::Percent;
    use robots_policy_kit::files::rows;

    #[test]
    fn a_part_is_whole_and_no_less() {
        type Row = (String, usize, Option<usize>);
        for (text, things, part) in rows::<Row>(include_str!("../../../tests/rows/parts.jsonl")) {
            let percent = Percent::parse(&text).ok();
            assert_eq!(percent.map(|percent| percent.of(things)), part, "{text}");
        }
    }
}
