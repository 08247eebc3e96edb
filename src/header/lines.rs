//! The lines of one field, joined as RFC 9110 §5.3 joins them, and the way back.
//!
//! **What it is.** A structured field is defined on its joined value, while a provenance must name the line and the
//! bytes in it. [`Joined`] is the text that the readers see, and knows for every octet of it the line that it came
//! from.
//!
//! **Invariant.** Every octet of a line is one octet of the text, at a constant distance within its line. Octets that
//! are not UTF-8 keep this by being replaced one for one with U+001A, which no grammar here accepts. The separators
//! between lines belong to no line; a span that reaches into a further line is cut at the end of its own.
//!
//! **Who relies on it.** All readers of fields: they compute with offsets of the text only, and hand spans to a
//! [`FieldLocator`], which makes the provenance. A single line that is valid UTF-8, the common case, is borrowed and
//! never copied.
//!
//! **Which test notices.** `every_place_is_in_its_line` and `any_octets_are_read` in `tests/all/laws.rs`, and
//! `r_12_blanks_around_a_line_do_not_count`.

use std::borrow::Cow;

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::directive_list::{Collector, Quote};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

/// The lines of a field as one text, in which every octet has a place. White space around a line is not part of the
/// value (RFC 9110 §5.5).
pub(super) struct Joined<'l> {
    text: Cow<'l, str>,
    /// As they came, for the text of octets that were replaced.
    lines: &'l [&'l [u8]],
    /// The lines in the text, where there are several.
    parts: Vec<FieldLine>,
    /// How many blanks precede the first line.
    indent: usize,
    /// Whether no octet was replaced.
    is_exact: bool,
}

/// One of several lines.
#[derive(Clone, Copy)]
struct FieldLine {
    /// The offset of its first octet in the text.
    start: usize,
    /// Its length without the blanks around it.
    len: usize,
    /// How many blanks precede it.
    indent: usize,
}

impl<'l> Joined<'l> {
    /// Joins the lines with `, `, each without the `blanks` around it.
    pub(super) fn new(lines: &'l [&'l [u8]], blanks: &[u8]) -> Joined<'l> {
        if let [line] = lines {
            let (indent, line) = without(blanks, line);
            let (text, is_exact) = as_text(line, blanks);
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
            parts.push(FieldLine {
                start: joined.len(),
                len: line.len(),
                indent,
            });
            let (text, is_exact) = as_text(line, blanks);
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

    /// The joined text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The span of each line in the text, in order.
    pub(super) fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        (0..self.lines.len()).map(|index| {
            let part = self.part(index);
            Span::new(part.start, part.start + part.len)
        })
    }

    /// The end of the line that holds the octet at `at`.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let part = self.part(self.line_of(at));
        part.start + part.len
    }

    /// The line and the bytes in it for a span of the text. A span that reaches into a further line is cut at the end
    /// of its own.
    #[inline]
    pub(super) fn provenance(&self, source: Source, span: Span) -> Provenance {
        // The text is borrowed only if it is a single line, as it came.
        if let Cow::Borrowed(text) = self.text
            && let Some(text) = text.get(span.start..span.end)
        {
            return Provenance::new(source, Some(1), span.shifted(self.indent), text);
        }
        self.provenance_in_lines(source, span)
    }

    /// [`Joined::provenance`] for several lines, or for octets that are not UTF-8.
    #[cold]
    fn provenance_in_lines(&self, source: Source, span: Span) -> Provenance {
        let index = self.line_of(span.start);
        let part = self.part(index);
        let place = |at: usize| at.saturating_sub(part.start).min(part.len);
        let own = Span::new(place(span.start), place(span.end));
        let in_line = own.shifted(part.indent);
        let number = Some(index + 1);
        // A line of valid UTF-8 is in the text as it is; any other is decoded again from its octets.
        match self.text.get(part.start + own.start..part.start + own.end) {
            Some(text) if self.is_exact => Provenance::new(source, number, in_line, text),
            _ => {
                let line = self.lines.get(index).copied().unwrap_or_default();
                Provenance::from_bytes(source, number, in_line, line)
            }
        }
    }

    /// A collector that adds the statements and diagnostics of this field to `found`.
    pub(super) fn collector<'j>(
        &'j self,
        source: Source,
        found: &'j mut Parsed<Vec<Signal>>,
    ) -> FieldOutput<'j> {
        let joined = self;
        Collector::new(self.text(), FieldLocator { joined, source }, found)
    }

    /// The index of the line that holds the octet at `at`; a separator belongs to the line before it.
    fn line_of(&self, at: usize) -> usize {
        let after = self.parts.partition_point(|part| part.start <= at);
        after.saturating_sub(1)
    }

    /// The place of a line in the text; a single line has no parts.
    fn part(&self, index: usize) -> FieldLine {
        let only = FieldLine {
            start: 0,
            len: self.text.len(),
            indent: self.indent,
        };
        self.parts.get(index).copied().unwrap_or(only)
    }
}

/// The collector of the statements and diagnostics of one field.
pub(super) type FieldOutput<'c> = Collector<'c, FieldLocator<'c>>;

/// Finds the provenance of spans of one field.
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

/// The statements and diagnostics of the fields read so far.
pub(super) struct FieldsRead {
    pub(super) found: Parsed<Vec<Signal>>,
    /// Whether `Robots-Tag` had a well-formed member.
    pub(super) well_formed: bool,
}

impl FieldsRead {
    pub(super) fn begun() -> FieldsRead {
        FieldsRead {
            found: Parsed::begun(),
            well_formed: false,
        }
    }

    /// Reports each line of `X-Robots-Tag` as left out.
    pub(super) fn leave_out(&mut self, lines: &[&[u8]]) {
        for (number, line) in (1..).zip(lines) {
            let at = Provenance::from_bytes(
                Source::XRobotsTag,
                Some(number),
                Span::new(0, line.len()),
                line,
            );
            self.found
                .diagnostics
                .push(Diagnostic::new(DiagnosticCode::RobotsTagPreferred, at));
        }
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

/// The octets as text of as many octets, and whether it is the text itself: false if octets were replaced. CR, LF and NUL become
/// blanks (RFC 9110 §5.5), but in a structured field that is read strictly, which they void.
fn as_text<'l>(line: &'l [u8], blanks: &[u8]) -> (Cow<'l, str>, bool) {
    let is_strict = blanks != BLANKS;
    let is_forbidden = |b: &u8| !is_strict && matches!(b, b'\0' | b'\r' | b'\n');
    let readable = |b: &u8| match b {
        b if is_forbidden(b) => ' ',
        b if b.is_ascii() => char::from(*b),
        _ => UNREADABLE,
    };
    // Most lines are short, and have nothing up to CR.
    let has_control = line.iter().fold(u8::MAX, |least, b| least.min(*b)) <= b'\r';
    match str::from_utf8(line) {
        Ok(text) if is_strict || !has_control || !line.iter().any(is_forbidden) => {
            (Cow::Borrowed(text), true)
        }
        _ => (Cow::Owned(line.iter().map(readable).collect()), false),
    }
}

/// The end of the last statement that is complete within the first `limit` octets of a list: the last comma in
/// them. It may be a comma in a date, which then cannot be read (fixture `x-robots-tag/r-12-cut-in-a-date`).
pub(super) fn complete_within(line: &[u8], limit: usize) -> usize {
    let cut = line.get(..limit).unwrap_or_default();
    memchr::memrchr(b',', cut).unwrap_or(0)
}

/// White space around a field value (RFC 9110 §5.6.3).
pub(super) const BLANKS: &[u8] = b" \t";

/// The octet that RFC 9651 §4.2 discards around a structured field. A tab in its place makes the field invalid.
pub(super) const STRICT_BLANKS: &[u8] = b" ";

/// Between joined lines (RFC 9110 §5.3).
const SEPARATOR: &str = ", ";
/// The substitute for an octet that is not UTF-8: SUB, one octet long and outside of every grammar here.
const UNREADABLE: char = '\u{1A}';
