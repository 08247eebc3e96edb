//! The lines of one field, joined as RFC 9110 §5.3 joins them, and the way back.

use std::borrow::Cow;

use crate::diagnostic::Parsed;
use crate::list::{Collector, Quote};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

/// The lines of a field as one text, in which every octet keeps its place.
pub(super) struct Joined<'l> {
    text: Cow<'l, str>,
    lines: &'l [&'l [u8]],
    /// Where each line begins in the text; empty for a single line.
    starts: Vec<usize>,
    /// Whether no octet was replaced.
    is_exact: bool,
}

impl<'l> Joined<'l> {
    /// Joins the lines with `, `. Octets that make no UTF-8 are replaced one by one with a control character, which
    /// no grammar here accepts.
    pub(super) fn new(lines: &'l [&'l [u8]]) -> Joined<'l> {
        if let [line] = lines {
            let (text, is_exact) = as_text(line);
            return Joined {
                text,
                lines,
                starts: Vec::new(),
                is_exact,
            };
        }
        let mut starts = Vec::with_capacity(lines.len());
        let mut joined = String::new();
        let mut all_exact = true;
        for line in lines {
            if !starts.is_empty() {
                joined.push_str(SEPARATOR);
            }
            starts.push(joined.len());
            let (text, is_exact) = as_text(line);
            joined.push_str(&text);
            all_exact &= is_exact;
        }
        Joined {
            text: Cow::Owned(joined),
            lines,
            starts,
            is_exact: all_exact,
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
    #[inline]
    pub(super) fn provenance(&self, source: Source, span: Span) -> Provenance {
        if self.is_exact
            && self.starts.is_empty()
            && let Some(text) = self.text.get(span.start..span.end)
        {
            return Provenance::new(source, Some(0), span, text);
        }
        let (index, start) = self.line_of(span.start);
        let line = self.lines.get(index).copied().unwrap_or_default();
        let place = |at: usize| at.saturating_sub(start).min(line.len());
        let own = Span::new(place(span.start), place(span.end));
        // The text is known to be text; only what is none must be looked at again.
        match self.text.get(start + own.start..start + own.end) {
            Some(text) if self.is_exact => Provenance::new(source, Some(index), own, text),
            _ => Provenance::cut(source, Some(index), own, line),
        }
    }

    /// What collects the signals of the field of this `source`.
    pub(super) fn collector<'j>(
        &'j self,
        source: Source,
        said: &'j mut Parsed<Vec<Signal>>,
    ) -> Collector<'j, InField<'j>> {
        let joined = self;
        Collector::new(self.text(), InField { joined, source }, said)
    }

    /// The line that holds the octet at `at`, and where it begins.
    fn line_of(&self, at: usize) -> (usize, usize) {
        if self.starts.is_empty() {
            return (0, 0);
        }
        let index = self
            .starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1);
        (index, self.starts.get(index).copied().unwrap_or(0))
    }
}

/// The field that spans of the joined text belong to.
pub(super) struct InField<'j> {
    joined: &'j Joined<'j>,
    source: Source,
}

impl Quote for InField<'_> {
    #[inline]
    fn quote(&self, span: Span) -> Provenance {
        self.joined.provenance(self.source, span)
    }
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

const SEPARATOR: &str = ", ";
const UNREADABLE: char = '\u{1A}';
