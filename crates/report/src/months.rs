//! Months in the order of time, and their places on a line.

use super::share::Share;

/// The place of the name of a month among others: those before all months, months, those after them, and those without one.
pub(super) fn rank(name: &str) -> (usize, &str) {
    match name {
        EARLIER => (0, ""),
        name if number(name).is_some() => (1, name),
        LATER => (2, ""),
        NONE => (3, ""),
        // A cube that someone wrote may have any name.
        name => (4, name),
    }
}

/// The place of each name, which has the width of its time, and whether it is not a month, so that no line leads to it.
pub(super) fn places(names: &[String]) -> Vec<(Share, bool)> {
    let months = || names.iter().filter_map(|name| number(name));
    let (first, last) = (months().min().unwrap_or(0), months().max().unwrap_or(0));
    let before = names.iter().filter(|name| *name == EARLIER).count();
    let after = names.len() - before - months().count();
    let step = MOST_STEP.min(MOST_AFTER / u32::try_from(after.max(1)).unwrap_or(u32::MAX));
    let from = Share::percent(if before > 0 { BEFORE } else { 0 });
    let to = |rest: usize| Share::percent(100 - step * u32::try_from(rest).unwrap_or(0));
    let mut left = after;
    let place = |name: &String| match number(name) {
        Some(month) => {
            let way = if first == last {
                Share::percent(50)
            } else {
                Share::of(month - first, last - first)
            };
            (way.between(from, to(after)), false)
        }
        None if name == EARLIER => (Share::NONE, true),
        None => {
            left = left.saturating_sub(1);
            (to(left), true)
        }
    };
    names.iter().map(place).collect()
}

/// The number of a month, as `2026-03`, since the year 0.
fn number(name: &str) -> Option<u64> {
    let (year, month) = name.split_once('-')?;
    let is_number =
        |text: &str, digits| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(year, 4) || !is_number(month, 2) {
        return None;
    }
    let month: u64 = month
        .parse()
        .ok()
        .filter(|month| (1..=12).contains(month))?;
    Some(year.parse::<u64>().ok()? * 12 + month)
}

/// The names of times that are not months.
const EARLIER: &str = "earlier";
const LATER: &str = "later";
const NONE: &str = robots_policy_archives::classes::NONE;
/// The percent of the width on the left of the months, and at most on their right.
const BEFORE: u32 = 18;
const MOST_AFTER: u32 = 42;
/// The most percent between two names that are not months.
const MOST_STEP: u32 = 14;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn months_are_in_the_order_of_time() {
        let mut names = [
            "none", "2026-12", "x", "later", "1970-01", "earlier", "2026-02",
        ];
        names.sort_by_key(|name| rank(name));
        let ordered = [
            "earlier", "1970-01", "2026-02", "2026-12", "later", "none", "x",
        ];
        assert_eq!(names, ordered);
        for name in ["2026-13", "2026-00", "2026-1", "+026-01", "26-01", "2026"] {
            assert_eq!(number(name), None, "{name}");
        }
    }

    #[test]
    fn months_have_the_width_of_their_time() {
        for (names, places_of_names) in rows::<(Vec<String>, Vec<String>)>("months") {
            let places = places(&names);
            let places = places.iter().map(|(place, is_alone)| {
                let sign = if *is_alone { "!" } else { "" };
                format!("{sign}{place}")
            });
            assert_eq!(places.collect::<Vec<_>>(), places_of_names, "{names:?}");
        }
        let many: Vec<String> = (0..500).map(|number| format!("name-{number}")).collect();
        assert_eq!(places(&many).len(), 500);
    }
}
