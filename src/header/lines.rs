//! The lines of one field, joined as RFC 9110 §5.3 joins them, and the way back.

use std::borrow::Cow;

use crate::diagnostic::Parsed;
use crate::directive_list::{Collector, Quote};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

/// The lines of a field as one text, in which every octet keeps its place. White space around a line is not part of
/// the value (RFC 9110 §5.5).
pub(super) struct Joined<'l> {
    text: Cow<'l, str>,
    lines: &'l [&'l [u8]],
    /// The lines in the text, where there are several.
    parts: Vec<Part>,
    /// How many blanks precede the first line.
    indent: usize,
    /// Whether no octet was replaced.
    is_exact: bool,
}

/// One of several lines.
#[derive(Clone, Copy)]
struct Part {
    /// Where it begins in the text.
    start: usize,
    /// Its length without the blanks around it.
    len: usize,
    /// How many blanks precede it.
    indent: usize,
}

impl<'l> Joined<'l> {
    /// Joins the lines, without these `blanks` around each, with `, `. Octets that make no UTF-8 are replaced one by one with a control character, which
    /// no grammar here accepts.
    pub(super) fn new(lines: &'l [&'l [u8]], blanks: &[u8]) -> Joined<'l> {
        if let [line] = lines {
            let (indent, line) = without(blanks, line);
            let (text, is_exact) = as_text(line);
            return Joined {
                text,
                lines,
                parts: Vec::new(),
                indent,
                is_exact,
            };
        }
        let mut parts = Vec::with_capacity(lines.len());
        let mut joined = String::new();
        let mut all_exact = true;
        for line in lines {
            if !parts.is_empty() {
                joined.push_str(SEPARATOR);
            }
            let (indent, line) = without(blanks, line);
            parts.push(Part {
                start: joined.len(),
                len: line.len(),
                indent,
            });
            let (text, is_exact) = as_text(line);
            joined.push_str(&text);
            all_exact &= is_exact;
        }
        Joined {
            text: Cow::Owned(joined),
            lines,
            parts,
            indent: 0,
            is_exact: all_exact,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Each line in the text.
    pub(super) fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        (0..self.lines.len()).map(|index| {
            let part = self.part(index);
            Span::new(part.start, part.start + part.len)
        })
    }

    /// Where the line ends that holds the octet at `at`.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let part = self.part(self.line_of(at));
        part.start + part.len
    }

    /// The place of a span; what reaches into a further line is cut at the end of its own.
    #[inline]
    pub(super) fn provenance(&self, source: Source, span: Span) -> Provenance {
        // Only a single line is borrowed, and only as it is.
        if let Cow::Borrowed(text) = self.text
            && let Some(text) = text.get(span.start..span.end)
        {
            return Provenance::new(source, Some(0), span.shifted(self.indent), text);
        }
        self.provenance_in_lines(source, span)
    }

    /// The same where there are several lines, or octets that are not text.
    #[cold]
    fn provenance_in_lines(&self, source: Source, span: Span) -> Provenance {
        let index = self.line_of(span.start);
        let part = self.part(index);
        let place = |at: usize| at.saturating_sub(part.start).min(part.len);
        let own = Span::new(place(span.start), place(span.end));
        let in_line = own.shifted(part.indent);
        // The text is known to be text; only what is none must be looked at again.
        match self.text.get(part.start + own.start..part.start + own.end) {
            Some(text) if self.is_exact => Provenance::new(source, Some(index), in_line, text),
            _ => {
                let line = self.lines.get(index).copied().unwrap_or_default();
                Provenance::from_bytes(source, Some(index), in_line, line)
            }
        }
    }

    /// What collects the signals of the field of this `source`.
    pub(super) fn collector<'j>(
        &'j self,
        source: Source,
        found: &'j mut Parsed<Vec<Signal>>,
    ) -> FieldOutput<'j> {
        let joined = self;
        Collector::new(self.text(), FieldLocator { joined, source }, found)
    }

    /// The line that holds the octet at `at`.
    fn line_of(&self, at: usize) -> usize {
        let after = self.parts.partition_point(|part| part.start <= at);
        after.saturating_sub(1)
    }

    fn part(&self, index: usize) -> Part {
        let only = Part {
            start: 0,
            len: self.text.len(),
            indent: self.indent,
        };
        self.parts.get(index).copied().unwrap_or(only)
    }
}

/// Where the statements and diagnostics of one field go.
pub(super) type FieldOutput<'c> = Collector<'c, FieldLocator<'c>>;

/// The field that spans of the joined text belong to.
pub(super) struct FieldLocator<'j> {
    joined: &'j Joined<'j>,
    source: Source,
}

impl Quote for FieldLocator<'_> {
    #[inline]
    fn quote(&self, span: Span) -> Provenance {
        self.joined.provenance(self.source, span)
    }
}

/// The line without the blanks around it, and how many blanks precede it.
#[inline]
fn without<'l>(blanks: &[u8], line: &'l [u8]) -> (usize, &'l [u8]) {
    if let ([first, ..], [.., last]) = (line, line)
        && *first > b' '
        && *last > b' '
    {
        return (0, line);
    }
    let is_text = |byte: &u8| !blanks.contains(byte);
    let first = line.iter().position(is_text).unwrap_or(line.len());
    let end = line
        .iter()
        .rposition(is_text)
        .map_or(first, |last| last + 1);
    (first, line.get(first..end).unwrap_or_default())
}

/// The octets as text of the same length, and whether it is what they say.
fn as_text(line: &[u8]) -> (Cow<'_, str>, bool) {
    let readable = |b: &u8| {
        if b.is_ascii() {
            char::from(*b)
        } else {
            UNREADABLE
        }
    };
    match str::from_utf8(line) {
        Ok(text) => (Cow::Borrowed(text), true),
        Err(_) => (Cow::Owned(line.iter().map(readable).collect()), false),
    }
}

/// White space around a field value (RFC 9110 §5.6.3).
pub(super) const BLANKS: &[u8] = b" \t";

/// The octet that RFC 9651 §4.2 discards; a tab in its place makes a structured field invalid.
pub(super) const STRICT_BLANKS: &[u8] = b" ";

const SEPARATOR: &str = ", ";
const UNREADABLE: char = '\u{1A}';
