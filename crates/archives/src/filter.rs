//! The responses of an archive that get rows.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use robots_policy_input::Message;

/// Which responses get rows: those of these statuses and of these types. Without lists all do.
///
/// The others are counted and not read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowFilter {
    /// The statuses.
    pub statuses: Option<Statuses>,
    /// The types.
    pub types: Option<Types>,
}

impl RowFilter {
    /// Whether every response gets a row.
    pub(crate) fn takes_all(&self) -> bool {
        self.statuses.is_none() && self.types.is_none()
    }

    /// Whether this response gets a row.
    pub(crate) fn takes(&self, message: &Message<'_>) -> bool {
        let is_of_status = |statuses: &Statuses| statuses.has(message.status());
        let is_of_type = |types: &Types| types.has(message.content_types().next());
        self.statuses.as_ref().is_none_or(is_of_status)
            && self.types.as_ref().is_none_or(is_of_type)
    }
}

/// A list of statuses: `200`, `2xx`, `200-299`, and `none` for a response without one.
///
/// ```
/// use robots_policy_archives::Statuses;
///
/// let statuses: Statuses = "2xx, 301-302,404,none".parse()?;
/// assert!([Some(204), Some(302), Some(404), None].into_iter().all(|status| statuses.has(status)));
/// assert!(!statuses.has(Some(303)));
/// assert_eq!(statuses.to_string(), "200-299,301-302,404,none");
/// assert!("2x".parse::<Statuses>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statuses {
    ranges: Vec<RangeInclusive<u16>>,
    has_none: bool,
}

impl Statuses {
    /// Whether the list has this status.
    pub fn has(&self, status: Option<u16>) -> bool {
        match status {
            None => self.has_none,
            Some(status) => self.ranges.iter().any(|range| range.contains(&status)),
        }
    }
}

impl FromStr for Statuses {
    type Err = String;

    fn from_str(list: &str) -> Result<Statuses, String> {
        let (ranges, has_none) = words(list, range, "a status; write 200, 2xx, 200-299")?;
        Ok(Statuses { ranges, has_none })
    }
}

impl fmt::Display for Statuses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |range: &RangeInclusive<u16>| match (range.start(), range.end()) {
            (start, end) if start == end => start.to_string(),
            (start, end) => format!("{start}-{end}"),
        };
        let ranges = self.ranges.iter().map(range);
        listed(f, ranges, self.has_none)
    }
}

/// The statuses that a word names.
fn range(word: &str) -> Option<RangeInclusive<u16>> {
    if let Some(class) = word.strip_suffix("xx") {
        let first = status(&format!("{class}00"))?;
        return Some(first..=first + 99);
    }
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    let (first, last) = (status(first)?, status(last)?);
    (first <= last).then_some(first..=last)
}

fn status(digits: &str) -> Option<u16> {
    let is_status = digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit());
    let status: u16 = digits.parse().ok().filter(|_| is_status)?;
    (status >= 100).then_some(status)
}

/// A list of content types: `text/html`, `image/*`, and `none` for a response without one. Parameters do not count.
///
/// ```
/// use robots_policy_archives::Types;
///
/// let types: Types = "text/html,image/*".parse()?;
/// assert!(types.has(Some(b"Text/HTML; charset=utf-8")) && types.has(Some(b"image/png")));
/// assert!(!types.has(Some(b"text/htm")) && !types.has(None));
/// assert!("html".parse::<Types>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Types {
    /// In lower case.
    patterns: Vec<String>,
    has_none: bool,
}

impl Types {
    /// Whether the list has the type in this line.
    pub fn has(&self, line: Option<&[u8]>) -> bool {
        let line = String::from_utf8_lossy(line.unwrap_or_default());
        let essence = line.split([';', ',']).next().unwrap_or_default().trim();
        if essence.is_empty() {
            return self.has_none;
        }
        let essence = essence.to_ascii_lowercase();
        let fits = |pattern: &String| match pattern.strip_suffix('*') {
            Some(start) => essence.starts_with(start),
            None => essence == *pattern,
        };
        self.patterns.iter().any(fits)
    }
}

impl FromStr for Types {
    type Err = String;

    fn from_str(list: &str) -> Result<Types, String> {
        let pattern = |word: &str| is_type(word).then(|| word.to_ascii_lowercase());
        let wanted = "a content type; write text/html, image/*";
        let (patterns, has_none) = words(list, pattern, wanted)?;
        Ok(Types { patterns, has_none })
    }
}

impl fmt::Display for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        listed(f, self.patterns.iter().cloned(), self.has_none)
    }
}

/// Whether a word is a type and a subtype, or a type and any.
fn is_type(word: &str) -> bool {
    let is_token = |part: &str| {
        let is_char = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte);
        !part.is_empty() && part.bytes().all(is_char)
    };
    let parts = word.split_once('/');
    parts.is_some_and(|(kind, sub)| is_token(kind) && (sub == "*" || is_token(sub)))
}

/// What `read` makes of the words of a list, and whether `none` is one of them. `wanted` says what the others are.
fn words<T>(
    list: &str,
    read: impl Fn(&str) -> Option<T>,
    wanted: &str,
) -> Result<(Vec<T>, bool), String> {
    let (mut all, mut has_none) = (Vec::new(), false);
    for word in list.split(',').map(str::trim) {
        match read(word) {
            _ if word == NONE => has_none = true,
            Some(one) => all.push(one),
            None => {
                return Err(format!(
                    "`{word}` is not {wanted} or {NONE}, with commas between them"
                ));
            }
        }
    }
    Ok((all, has_none))
}

/// Words with commas between them.
fn listed(
    f: &mut fmt::Formatter<'_>,
    words: impl Iterator<Item = String>,
    has_none: bool,
) -> fmt::Result {
    let none = has_none.then(|| NONE.to_owned());
    let words: Vec<String> = words.chain(none).collect();
    f.write_str(&words.join(","))
}

/// The word for a response that states none.
const NONE: &str = "none";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_text_than_a_list_is_an_error() {
        for list in [
            "", "2", "20", "2000", "abc", "xx", "0xx", "2xxx", "099", "300-200", "200-", "-200",
            "200..299", "200,", "+20", "2xx-3xx", "NONE",
        ] {
            assert!(list.parse::<Statuses>().is_err(), "{list}");
        }
        for list in [
            "",
            "html",
            "text/",
            "/html",
            "*/*",
            "text/h*",
            "text/html,",
            "text/html;q=1",
            "a/b/c",
            "text html",
        ] {
            assert!(list.parse::<Types>().is_err(), "{list}");
        }
    }
}
