//! Time zones at the end of a date: names and offsets.
//!
//! A name means one offset for every reader of this crate, although some names are ambiguous. A wrong guess moves a
//! deadline by hours, and so does reading a name as UTC, which happens to names that are not here, with a diagnostic.
//! So the names in daily use are in the table, and the ambiguous ones have the meaning that its documentation gives.

/// Splits the zone off the end: a run of letters, or a sign after a time of day and the text after it. `None` for a
/// date without a zone.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let word = text.len()
        - text
            .bytes()
            .rev()
            .take_while(u8::is_ascii_alphabetic)
            .count();
    let at = if word < text.len() {
        word
    } else {
        let sign = text.rfind(['+', '-'])?;
        // A sign before the time belongs to the date.
        text.get(..sign)?.contains(':').then_some(sign)?
    };
    Some((text.get(..at)?, text.get(at..)?))
}

/// The offset of a zone, in seconds east of UTC: a name of the table in any case, or `+05`, `+0530`, `+05:30`. `None`
/// if it is neither; a name of letters is then a zone that is not known.
pub(super) fn offset(zone: &str) -> Option<i64> {
    let named = |(name, _): &&(&str, i64)| name.eq_ignore_ascii_case(zone);
    if let Some((_, offset)) = ZONES.iter().find(named) {
        let (hours, minutes) = (offset / 100, offset % 100);
        return Some(hours * 3600 + minutes * 60);
    }
    let (sign, digits) = match zone.as_bytes().first()? {
        b'+' => (1, zone.get(1..)?),
        b'-' => (-1, zone.get(1..)?),
        _ => return None,
    };
    let digits = digits.replacen(':', "", 1);
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes) = match digits.len() {
        2 => (digits.as_str(), "0"),
        4 => digits.split_at(2),
        _ => return None,
    };
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

/// Zone names of RFC 5322 §4.3 and UTC, then others in daily use: hours and minutes east, as in `+0530`. The names of
/// RFC 5322 keep its meaning: `CST` is that of North America. `IST` is India's, the earliest of three, and `BST`
/// Britain's, by far the most common.
const ZONES: &[(&str, i64)] = &[
    ("GMT", 0),
    ("UTC", 0),
    ("UT", 0),
    ("Z", 0),
    ("EST", -500),
    ("EDT", -400),
    ("CST", -600),
    ("CDT", -500),
    ("MST", -700),
    ("MDT", -600),
    ("PST", -800),
    ("PDT", -700),
    ("AKST", -900),
    ("AKDT", -800),
    ("HST", -1000),
    ("BRT", -300),
    ("ART", -300),
    ("WET", 0),
    ("WEST", 100),
    ("BST", 100),
    ("CET", 100),
    ("MEZ", 100),
    ("CEST", 200),
    ("MESZ", 200),
    ("SAST", 200),
    ("EET", 200),
    ("EEST", 300),
    ("MSK", 300),
    ("PKT", 500),
    ("IST", 530),
    ("WIB", 700),
    ("HKT", 800),
    ("SGT", 800),
    ("AWST", 800),
    ("JST", 900),
    ("KST", 900),
    ("ACST", 930),
    ("ACDT", 1030),
    ("AEST", 1000),
    ("AEDT", 1100),
    ("NZST", 1200),
    ("NZDT", 1300),
];
