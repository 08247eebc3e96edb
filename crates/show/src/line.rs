//! A line of an input, made safe for a terminal: cropped around the marked part, without control characters; and the place of bytes in
//! an input, by its line.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};
use robots_policy::Provenance;

use robots_policy_input::names::{is_hidden, plain_line};

/// A line and the part of it that is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The name of the input.
    pub input: String,
    /// The number of the line; 0 for a statement without its line.
    pub number: usize,
    /// Each character that a terminal would not show is U+FFFD.
    pub text: String,
    /// The bytes of `text` that the statement or the fault is in.
    pub marked: Range<usize>,
}

impl SourceLine {
    /// A statement whose line was not kept, marked as a whole.
    pub(super) fn alone(at: &Provenance) -> SourceLine {
        let text = at.text();
        SourceLine::new(&at.to_string(), 0, text.as_bytes(), 0..text.len())
    }

    /// The line with these bytes, of which some are marked.
    pub fn new(input: &str, number: usize, line: &[u8], marked: Range<usize>) -> SourceLine {
        let kept = kept(line.len(), marked.start);
        let end = marked.end.clamp(kept.start, kept.end);
        let start = marked.start.clamp(kept.start, end);
        let piece = |range: Range<usize>| visible(line.get(range).unwrap_or_default());
        let before = piece(kept.start..start);
        let inside = piece(start..end);
        let after = piece(end..kept.end);
        let marked = before.len()..before.len() + inside.len();
        SourceLine {
            input: plain_line(input).into_owned(),
            number,
            text: before + &inside + &after,
            marked,
        }
    }
}

/// The part of a line that is kept: more than the width of a terminal on each side of the mark. Marks that are near each
/// other keep one part, so that they are shown together.
fn kept(length: usize, marked: usize) -> Range<usize> {
    if length <= 4 * STEP {
        return 0..length;
    }
    let start = (marked / STEP).saturating_sub(1) * STEP;
    start.min(length)..length.min(start + 4 * STEP)
}

/// The bytes as text in which each hidden character is U+FFFD; tabs stay.
fn visible(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let shown = text.chars().map(|c| {
        if is_hidden(c) && c != '\t' {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    });
    shown.collect()
}

/// A place.
pub(super) struct Located {
    /// `file:line:column`.
    pub(super) place: String,
    /// The input, and the line in it, if there are bytes to show.
    pub(super) line: Option<SourceLine>,
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

/// The text of an input in UTF-16, and the place of these bytes in it; nothing for another encoding.
///
/// UTF-16 is recognised by its byte order mark, or by zero bytes beside its first characters, as elsewhere in this
/// program.
pub(super) fn decoded(bytes: &[u8], range: &Range<usize>) -> Option<(String, Range<usize>)> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xFF, 0xFE, ..] | [1..=0x7F, 0, 1..=0x7F, 0, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] | [0, 1..=0x7F, 0, 1..=0x7F, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let length = |end: usize| utf16(bytes.get(..end).unwrap_or(bytes), unit).len();
    Some((utf16(bytes, unit), length(range.start)..length(range.end)))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units = char::decode_utf16(pairs.iter().copied().map(unit));
    let chars = units.map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    chars.collect()
}

/// A quarter of the kept part of a line, in bytes.
const STEP: usize = 512;
/// The byte order mark of UTF-8, which editors do not count.
const MARK: &[u8] = b"\xEF\xBB\xBF";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cropped_around_what_is_marked() {
        let line = |length: usize, marked: Range<usize>| {
            let bytes: Vec<u8> = b"abcdefg".iter().copied().cycle().take(length).collect();
            let line = SourceLine::new("", 1, &bytes, marked.clone());
            let shown = line.text.get(line.marked.clone());
            let end = marked.end.min(length);
            let whole = bytes.get(marked.start..end).unwrap_or_default();
            let shown = shown.map(str::as_bytes);
            assert!(
                shown.is_some_and(|shown| whole.starts_with(shown)),
                "{marked:?}"
            );
            line
        };
        assert_eq!(line(2000, 1990..1997).text.len(), 2000);
        assert_eq!(
            line(1 << 20, 9000..9007).text,
            line(1 << 20, 9100..9107).text
        );
        assert_eq!(line(1 << 20, 0..1 << 20).text.len(), 2048);
        assert_eq!(line(1 << 20, 5000..5007).marked.len(), 7);
        assert_eq!(line(10, 20..30).marked, 10..10);
    }

    #[test]
    fn hidden_characters_are_replaced() {
        let bytes = b"a\x1B[31m\xC2\x9B\xE2\x80\xAE\xFF\tb";
        let line = SourceLine::new("\u{1B}a\n", 1, bytes, 8..11);
        assert_eq!(line.text, "a\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\tb");
        assert_eq!(line.input, "\\u{1b}a\\n");
    }
}
