//! The statements of an answer about its file, by which two answers are recognised as being of one file.

use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_RANGE, ETAG, HeaderName, LAST_MODIFIED};

/// One version of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// How many bytes it has, if the server says it.
    pub length: Option<u64>,
    /// Its strong `ETag`, else its `Last-Modified`.
    pub validator: Option<String>,
}

impl Version {
    /// The version of a whole file.
    pub(super) fn of_whole(headers: &HeaderMap) -> Version {
        let length = text(headers, CONTENT_LENGTH).and_then(number);
        Version::new(length, headers)
    }

    /// The version of a file of which a part was sent.
    pub(super) fn of_part(part: &ContentRange, headers: &HeaderMap) -> Version {
        Version::new(part.length, headers)
    }

    fn new(length: Option<u64>, headers: &HeaderMap) -> Version {
        let etag = text(headers, ETAG).filter(|etag| !etag.starts_with("W/"));
        let validator = etag.or_else(|| text(headers, LAST_MODIFIED));
        Version {
            length,
            validator: validator.map(str::to_owned),
        }
    }

    /// This version, with the length of a later answer if its own is not known; `None` if they differ.
    pub(super) fn agreed(&self, later: Version) -> Option<Version> {
        let length = self.length.or(later.length);
        let is_same = later.length.is_none_or(|later| Some(later) == length);
        (is_same && self.validator == later.validator).then_some(Version { length, ..later })
    }
}

/// The part of a file that an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ContentRange {
    pub(super) first: u64,
    pub(super) last: u64,
    /// The length of the whole file, if the server says it.
    pub(super) length: Option<u64>,
}

impl ContentRange {
    /// The part that `Content-Range` names.
    pub(super) fn of(headers: &HeaderMap) -> Option<ContentRange> {
        let (range, length) = content_range(headers)?;
        let (first, last) = range.split_once('-')?;
        let part = ContentRange {
            first: number(first)?,
            last: number(last)?,
            length,
        };
        let is_inside = part.length.is_none_or(|length| part.last < length);
        (part.first <= part.last && is_inside).then_some(part)
    }
}

/// The length of a file of which no part was sent.
pub(super) fn length_of_unsatisfied(headers: &HeaderMap) -> Option<u64> {
    content_range(headers)?.1
}

/// Both sides of `bytes 0-99/1000`; the length is `None` where it is `*`.
fn content_range(headers: &HeaderMap) -> Option<(&str, Option<u64>)> {
    let (unit, rest) = text(headers, CONTENT_RANGE)?.split_once(' ')?;
    let (range, length) = rest.trim().split_once('/')?;
    if !unit.eq_ignore_ascii_case("bytes") {
        return None;
    }
    let length = match length {
        "*" => None,
        length => Some(number(length)?),
    };
    Some((range, length))
}

pub(super) fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

pub(super) fn number(text: &str) -> Option<u64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;

    #[test]
    fn a_part_is_inside_its_file() {
        let part = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_RANGE, text.parse().unwrap());
            let part = ContentRange::of(&headers)?;
            Some((part.first, part.last, part.length))
        };
        assert_eq!(part("bytes 0-9/10"), Some((0, 9, Some(10))));
        assert_eq!(part("Bytes 5-9/*"), Some((5, 9, None)));
        for wrong in [
            "bytes 0-10/10",
            "bytes 9-0/10",
            "bytes */10",
            "bytes 0-9",
            "bytes +0-9/10",
            "pages 0-9/10",
            "bytes 0-9/99999999999999999999999",
            "bytes=0-9/10",
        ] {
            assert_eq!(part(wrong), None, "{wrong}");
        }
    }
}
