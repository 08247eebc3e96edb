//! Collects the diagnostics of a reading.

use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::provenance::{Provenance, Source, Span};
use crate::robots_file::parse::lines::RawLine;

/// A place in a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'t> {
    pub(crate) line: RawLine<'t>,
    pub(crate) span: Span,
}

impl Place<'_> {
    fn provenance(&self) -> Provenance {
        Provenance::from_bytes(
            Source::RobotsTxt,
            Some(self.line.number),
            self.span,
            self.line.bytes,
        )
    }
}

#[derive(Debug, Default)]
pub(crate) struct LineDiagnostics<'t> {
    /// About single lines.
    lines: Vec<(DiagnosticCode, Place<'t>)>,
    /// About the file, which are always kept.
    file: Vec<(DiagnosticCode, Place<'t>)>,
}

impl<'t> LineDiagnostics<'t> {
    /// A diagnostic about a line; of those over the limit only the first is marked.
    #[cold]
    pub(crate) fn push(&mut self, code: DiagnosticCode, place: Place<'t>) {
        if self.lines.len() < MOST {
            self.lines.push((code, place));
        } else if self.lines.len() == MOST {
            let span = Span::default();
            self.lines
                .push((DiagnosticCode::DiagnosticsOmitted, Place { span, ..place }));
        }
    }

    /// Whether a further diagnostic about a line is kept.
    pub(crate) fn has_room(&self) -> bool {
        self.lines.len() < MOST
    }

    #[cold]
    pub(crate) fn push_file(&mut self, code: DiagnosticCode, place: Place<'t>) {
        self.file.push((code, place));
    }

    /// Takes back what was said about lines: in an HTML page each is unusual.
    pub(crate) fn forget_lines(&mut self) {
        self.lines.clear();
    }

    /// All of them, in the order of the file.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.lines.append(&mut self.file);
        self.lines
            .sort_by_key(|(_, place)| (place.line.number, place.span));
        let diagnostics = self.lines.iter();
        diagnostics
            .map(|(code, place)| Diagnostic::new(*code, place.provenance()))
            .collect()
    }
}

/// The place of the octet at `at`, up to the end of its line; the first line for an empty file.
pub(crate) fn place_of<'t>(lines: impl Iterator<Item = RawLine<'t>>, at: usize) -> Place<'t> {
    let first = RawLine {
        bytes: &[],
        start: 0,
        number: 1,
    };
    let line = lines
        .take_while(|line| line.start <= at)
        .last()
        .unwrap_or(first);
    Place {
        line,
        span: Span::new(at - line.start, line.bytes.len()),
    }
}

/// Most diagnostics about lines of one file.
pub(crate) const MOST: usize = 256;
