//! Collects the diagnostics of a reading, at most [`MOST`] about single lines and all about the file.
//!
//! A diagnostic is kept as a code and a place until the end of the pass, and its text is quoted only then: of a file of
//! faulty lines, most diagnostics are dropped. Test: `diagnostics_are_few_and_in_order` in `tests/all/robots_txt.rs`.

use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::order;
use crate::provenance::{Provenance, Source, Span};
use crate::robots_txt::file::parse::lines::RawLine;

/// A place in the file: a line, and a span of its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinePlace<'t> {
    pub(crate) line: RawLine<'t>,
    pub(crate) span: Span,
}

impl LinePlace<'_> {
    /// The place up to the end of the line, without white space there.
    pub(crate) fn with_comment(self) -> Self {
        let line = self.line.bytes.trim_ascii_end();
        let span = Span::new(self.span.start, line.len().max(self.span.end));
        LinePlace { span, ..self }
    }

    /// The place with its own copy of the text, as callers get it.
    fn provenance(&self) -> Provenance {
        Provenance::from_bytes(
            Source::RobotsTxt,
            Some(self.line.number),
            self.span,
            self.line.bytes,
        )
    }
}

/// The diagnostics so far.
///
/// The two lists have different bounds. Diagnostics about lines are as many as a stranger likes and are cut at [`MOST`];
/// those about the file are a handful, and the most important ones (`robots-txt-truncated`, `html-instead`), so no flood of
/// the others may displace them.
#[derive(Debug, Default)]
pub(crate) struct LineDiagnostics<'t> {
    /// About single lines: at most [`MOST`], and the mark that further ones were omitted.
    lines: Vec<(DiagnosticCode, LinePlace<'t>)>,
    /// About the file; always kept.
    file: Vec<(DiagnosticCode, LinePlace<'t>)>,
}

impl<'t> LineDiagnostics<'t> {
    /// Adds a diagnostic about a line. The first one beyond the limit becomes `diagnostics-omitted` at its line; the others are
    /// dropped.
    #[cold]
    pub(crate) fn push(&mut self, code: DiagnosticCode, place: LinePlace<'t>) {
        if self.lines.len() < MOST {
            self.lines.push((code, place));
        } else if self.lines.len() == MOST {
            let span = Span::default();
            self.lines.push((
                DiagnosticCode::DiagnosticsOmitted,
                LinePlace { span, ..place },
            ));
        }
    }

    /// Whether a further diagnostic about a line is kept. If not, the search for the code that fits best can be spared.
    pub(crate) fn has_room(&self) -> bool {
        self.lines.len() < MOST
    }

    /// Adds a diagnostic about the file.
    #[cold]
    pub(crate) fn push_file(&mut self, code: DiagnosticCode, place: LinePlace<'t>) {
        self.file.push((code, place));
    }

    /// Drops the diagnostics about lines but these: in a file that is none every line is unusual, and one diagnostic about the file
    /// says more.
    pub(crate) fn keep_lines(&mut self, is_kept: impl Fn(DiagnosticCode, LinePlace<'t>) -> bool) {
        self.lines.retain(|(code, place)| is_kept(*code, *place));
    }

    /// All of them, in the order of the file.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.lines.append(&mut self.file);
        order::sort_by_key(&mut self.lines, |(_, place)| {
            (place.line.number, place.span)
        });
        let diagnostics = self.lines.iter();
        diagnostics
            .map(|(code, place)| Diagnostic::new(*code, place.provenance()))
            .collect()
    }
}

/// The place from the octet at `at` to the end of its line; an empty first line for an empty file.
pub(crate) fn place_of<'t>(lines: impl Iterator<Item = RawLine<'t>>, at: usize) -> LinePlace<'t> {
    let first = RawLine {
        bytes: &[],
        start: 0,
        number: 1,
    };
    let line = lines
        .take_while(|line| line.start <= at)
        .last()
        .unwrap_or(first);
    LinePlace {
        line,
        span: Span::new(at - line.start, line.bytes.len()),
    }
}

/// Most diagnostics about lines of one file.
///
/// A file of 512 KiB can have a fault every two octets. 256 are more than a person reads, and as many as are kept of one
/// field or `content`.
pub(crate) const MOST: usize = 256;
