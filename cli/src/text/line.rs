//! A line of an input, made safe for a terminal: cropped around what is marked, without characters that steer it.

use std::ops::Range;

use crate::names::{is_hidden, plain_line};

/// A line and the part of it that is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceLine {
    /// The name of the input.
    pub(crate) input: String,
    pub(crate) number: usize,
    /// Each character that a terminal would not show is U+FFFD.
    pub(crate) text: String,
    pub(crate) marked: Range<usize>,
}

impl SourceLine {
    /// The line with these bytes, of which some are marked.
    pub(super) fn new(input: &str, number: usize, line: &[u8], marked: Range<usize>) -> SourceLine {
        let end = marked.end.min(line.len()).min(marked.start + MOST_AROUND);
        let start = marked.start.min(end);
        let piece = |range: Range<usize>| visible(line.get(range).unwrap_or_default());
        let before = piece(start.saturating_sub(MOST_AROUND)..start);
        let inside = piece(start..end);
        let after = piece(end..line.len().min(end + MOST_AROUND));
        let marked = before.len()..before.len() + inside.len();
        SourceLine {
            input: plain_line(input).into_owned(),
            number,
            text: before + &inside + &after,
            marked,
        }
    }
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

/// Bytes of a line that are kept on each side of what is marked: more than a terminal is wide.
const MOST_AROUND: usize = 512;
