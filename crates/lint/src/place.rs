//! The place of a finding: an input, a line as editors count it, and the text of that line.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use memchr::memchr2_iter;
use serde::Serialize;

/// A file, a response or a document that was looked at.
#[derive(Clone, Debug)]
pub struct Source<'i> {
    name: Arc<str>,
    bytes: &'i [u8],
    lines: RefCell<LineStarts>,
}

/// Where the lines of an input begin, as far as they were needed: those of a page are mostly in its head.
#[derive(Clone, Debug)]
struct LineStarts {
    starts: Vec<usize>,
    /// The bytes that were read.
    read: usize,
}

impl LineStarts {
    /// Reads on to this byte. CR, LF and both together end a line.
    fn read_to(&mut self, end: usize, bytes: &[u8]) {
        let own = bytes.get(self.read..end.min(bytes.len()));
        let Some(own) = own.filter(|own| !own.is_empty()) else {
            return;
        };
        let ends = memchr2_iter(b'\n', b'\r', own).map(|at| self.read + at);
        let ends = ends.filter(|at| bytes.get(*at..at + 2) != Some(b"\r\n"));
        self.starts.extend(ends.map(|at| at + 1));
        self.read += own.len();
    }
}

impl<'i> Source<'i> {
    /// An input of this name: a path or an address, for people.
    pub fn new(name: &str, bytes: &'i [u8]) -> Source<'i> {
        Source {
            name: Arc::from(name),
            bytes,
            lines: RefCell::new(LineStarts {
                starts: vec![0],
                read: 0,
            }),
        }
    }

    /// Its name.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Its bytes.
    pub fn bytes(&self) -> &'i [u8] {
        self.bytes
    }

    /// The line of a byte, from 1 on, and where it begins.
    pub(crate) fn line_of(&self, byte: usize) -> (usize, usize) {
        let mut lines = self.lines.borrow_mut();
        lines.read_to(byte, self.bytes);
        let line = lines.starts.partition_point(|start| *start <= byte);
        let start = line.checked_sub(1).and_then(|at| lines.starts.get(at));
        (line, start.copied().unwrap_or_default())
    }

    /// The bytes of this line, from 1 on, with its end.
    pub(crate) fn line(&self, line: usize) -> Range<usize> {
        let mut lines = self.lines.borrow_mut();
        lines.read_to(self.bytes.len(), self.bytes);
        let at = |line: usize| lines.starts.get(line).copied();
        let start = line.checked_sub(1).and_then(at);
        let end = at(line).unwrap_or(self.bytes.len());
        start.unwrap_or(end)..end
    }

    /// The place of these bytes of a line.
    pub(crate) fn place_in_line(&self, line: usize, bytes: robots_policy::Span) -> Place {
        let start = self.line(line).start;
        self.place(start + bytes.start..start + bytes.end)
    }

    /// A place in it.
    pub fn place(&self, bytes: Range<usize>) -> Place {
        Place::of(self, bytes)
    }
}

/// Bytes of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The name of the input.
    #[serde(serialize_with = "text_of")]
    pub input: Arc<str>,
    /// The bytes, counted in the input; an empty range at 0 is the input as a whole.
    #[serde(serialize_with = "pair")]
    pub bytes: Range<usize>,
    /// The line, from 1 on; 0 for the input as a whole.
    pub line: usize,
    /// The column in characters, from 1 on.
    pub column: usize,
    /// The text of the line, or the part of it around the bytes. It may hold any character.
    pub text: String,
    /// The bytes of the place in that text.
    #[serde(serialize_with = "pair")]
    pub marked: Range<usize>,
}

fn text_of<S: serde::Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

fn pair<S: serde::Serializer>(range: &Range<usize>, serializer: S) -> Result<S::Ok, S::Error> {
    (range.start, range.end).serialize(serializer)
}

impl Place {
    /// The input as a whole.
    pub fn whole(input: &Arc<str>) -> Place {
        Place {
            input: Arc::clone(input),
            bytes: 0..0,
            line: 0,
            column: 0,
            text: String::new(),
            marked: 0..0,
        }
    }

    /// These bytes of an input.
    fn of(source: &Source<'_>, bytes: Range<usize>) -> Place {
        let all = source.bytes;
        let start = bytes.start.min(all.len());
        let end = bytes.end.clamp(start, all.len());
        let (before, rest) = all.split_at(start);
        let (line, first) = source.line_of(start);
        let own_end = line_end(rest).min(all.len() - start);
        // A place of several lines is shown by its first.
        let marked_end = end.min(start + own_end);
        let shown_from = shown_start(before, first);
        let shown_to = shown_end(all, marked_end, start + own_end);
        let head = text(all.get(shown_from..start).unwrap_or_default());
        let mark = text(all.get(start..marked_end).unwrap_or_default());
        let tail = text(all.get(marked_end..shown_to).unwrap_or_default());
        let column = 1 + text(all.get(first..start).unwrap_or_default())
            .chars()
            .count();
        let marked = head.len()..head.len() + mark.len();
        Place {
            input: Arc::clone(&source.name),
            bytes: start..end,
            line,
            column,
            text: head + &mark + &tail,
            marked,
        }
    }
}

/// Text of bytes, where a tab is a blank, so that a mark below it is where it belongs.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\t', " ")
}

fn line_end(rest: &[u8]) -> usize {
    let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r'));
    end.unwrap_or(rest.len())
}

/// The first byte that is shown of a long line, at the start of a character.
fn shown_start(before: &[u8], first: usize) -> usize {
    let mut start = first.max(before.len().saturating_sub(AROUND));
    while start > first && before.get(start).is_some_and(|b| b & 0xC0 == 0x80) {
        start += 1;
    }
    start.min(before.len())
}

/// The end of what is shown of a long line, likewise.
fn shown_end(all: &[u8], marked_end: usize, end: usize) -> usize {
    let mut end = end.min(marked_end + AROUND);
    while end > marked_end && all.get(end).is_some_and(|b| b & 0xC0 == 0x80) {
        end -= 1;
    }
    end
}

/// The most bytes that are shown on each side of a place.
const AROUND: usize = 120;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;

    fn place(bytes: &[u8], range: Range<usize>) -> (usize, usize, String, Range<usize>) {
        let place = Source::new("a", bytes).place(range);
        (place.line, place.column, place.text, place.marked)
    }

    #[test]
    fn lines_and_columns_are_those_of_an_editor() {
        let file = "a\r\n\u{E9} Disallow: /\rb\n".as_bytes();
        let at = file.windows(8).position(|w| w == b"Disallow").unwrap();
        assert_eq!(
            place(file, at..at + 8),
            (2, 3, String::from("\u{E9} Disallow: /"), 3..11)
        );
        assert_eq!(place(file, file.len()..file.len() + 9).0, 4);
        assert_eq!(place(b"", 0..0), (1, 1, String::new(), 0..0));
    }

    #[test]
    fn lines_are_the_same_in_whichever_order_places_are_needed() {
        let file = b"a\r\n\rb\n\n\r\r\nc\r";
        let lines = |order: &mut dyn Iterator<Item = usize>| {
            let source = Source::new("a", file);
            let mut lines: Vec<_> = order.map(|at| (at, source.line_of(at))).collect();
            lines.sort_unstable();
            lines
        };
        let each = |at| (at, Source::new("a", file).line_of(at));
        let expected: Vec<_> = (0..=file.len()).map(each).collect();
        assert_eq!(lines(&mut (0..=file.len())), expected);
        assert_eq!(lines(&mut (0..=file.len()).rev()), expected);
        assert_eq!(expected.last().unwrap().1, (8, file.len()));
    }

    #[test]
    fn a_long_line_is_cut_at_characters() {
        let long = "\u{E9}".repeat(500) + "X" + &"\u{E9}".repeat(500);
        let (line, column, text, marked) = place(long.as_bytes(), 1000..1001);
        assert_eq!((line, column, &text[marked]), (1, 501, "X"));
        assert!(text.len() < 300 && !text.contains('\u{FFFD}'));
    }
}
