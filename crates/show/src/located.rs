//! The place of bytes in an input: a line and a column, and the line itself.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use super::line::SourceLine;

/// A place.
pub struct Located {
    /// `file:line:column`.
    pub place: String,
    /// The input, and the line in it, if there are bytes to show.
    pub line: Option<SourceLine>,
}

/// The place of these bytes in an input whose first line has this number.
pub(super) fn located(input: &str, bytes: &[u8], range: Range<usize>, first: usize) -> Located {
    located_after(input, bytes, range, (first, 0))
}

/// The place of these bytes in a part of an input, whose first line has this number, and lacks this many characters.
pub(super) fn located_after(
    input: &str,
    bytes: &[u8],
    range: Range<usize>,
    (first, missing): (usize, usize),
) -> Located {
    let start = range.start.min(bytes.len());
    let (before, after) = bytes.split_at(start);
    let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let number = first + memchr_iter(b'\n', before).count();
    let end = start + memchr(b'\n', after).unwrap_or(after.len());
    let line = bytes.get(line_start..end).unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mark = if line_start == 0 { MARK } else { b"" };
    let prefix = bytes.get(line_start..start).unwrap_or_default();
    let prefix = prefix.strip_prefix(mark).unwrap_or(prefix);
    let missing = if line_start == 0 { missing } else { 0 };
    let column = missing + String::from_utf8_lossy(prefix).chars().count() + 1;
    let range = start - line_start..range.end.clamp(start, end) - line_start;
    let line = SourceLine::new(input, number, line, range);
    Located {
        place: format!("{}:{number}:{column}", line.input),
        line: Some(line),
    }
}

/// The byte order mark of UTF-8, which editors do not count.
const MARK: &[u8] = b"\xEF\xBB\xBF";
