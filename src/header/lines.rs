//! The lines of one field, joined as RFC 9110 §5.3 joins them, and the way back.

use std::borrow::Cow;

use crate::provenance::{Provenance, Source, Span};

/// The lines of a field as one text, in which every octet keeps its place.
pub(super) struct Joined<'l> {
    text: Cow<'l, str>,
    lines: &'l [&'l [u8]],
    /// Where each line begins in the text.
    starts: Vec<usize>,
}

impl<'l> Joined<'l> {
    /// Joins the lines with `, `. Octets that make no UTF-8 are replaced one by one with a control character, which
    /// no grammar here accepts.
    pub(super) fn new(lines: &'l [&'l [u8]]) -> Joined<'l> {
        if let [line] = lines {
            return Joined {
                text: as_text(line),
                lines,
                starts: Vec::new(),
            };
        }
        let mut starts = Vec::with_capacity(lines.len());
        let mut text = String::new();
        for line in lines {
            if !starts.is_empty() {
                text.push_str(SEPARATOR);
            }
            starts.push(text.len());
            text.push_str(&as_text(line));
        }
        Joined {
            text: Cow::Owned(text),
            lines,
            starts,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where the line ends that holds the octet at `at`.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let (index, start) = self.line_of(at);
        start + self.lines.get(index).map_or(0, |line| line.len())
    }

    /// The place of a span; what reaches into a further line is cut at the end of its own.
    pub(super) fn provenance(&self, source: Source, span: Span) -> Provenance {
        let (index, start) = self.line_of(span.start);
        let line = self.lines.get(index).copied().unwrap_or_default();
        let place = |at: usize| at.saturating_sub(start).min(line.len());
        let span = Span::new(place(span.start), place(span.end));
        Provenance::cut(source, Some(index), span, line)
    }

    /// The line that holds the octet at `at`, and where it begins.
    fn line_of(&self, at: usize) -> (usize, usize) {
        let index = self
            .starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1);
        (index, self.starts.get(index).copied().unwrap_or(0))
    }
}

/// The octets as text of the same length.
fn as_text(line: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(
            line.iter()
                .map(|b| {
                    if b.is_ascii() {
                        char::from(*b)
                    } else {
                        UNREADABLE
                    }
                })
                .collect(),
        ),
    }
}

const SEPARATOR: &str = ", ";
const UNREADABLE: char = '\u{1A}';
