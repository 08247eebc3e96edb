//! Collects the remarks of a reading.

use crate::diagnostic::{Code, Diagnostic};
use crate::provenance::{Provenance, Source, Span};
use crate::robots_txt::text::RawLine;

/// A place in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'t> {
    pub(super) line: RawLine<'t>,
    pub(super) span: Span,
}

impl Place<'_> {
    fn provenance(&self) -> Provenance {
        Provenance::cut(
            Source::RobotsTxt,
            Some(self.line.number),
            self.span,
            self.line.bytes,
        )
    }
}

#[derive(Debug, Default)]
pub(super) struct Remarks {
    list: Vec<Diagnostic>,
    is_full: bool,
}

impl Remarks {
    /// A remark about a line; behind the most that are kept only the first is marked.
    #[cold]
    pub(super) fn push(&mut self, code: Code, place: &Place<'_>) {
        if self.list.len() < MOST {
            self.list.push(Diagnostic::new(code, place.provenance()));
        } else if !self.is_full {
            self.is_full = true;
            let place = Place {
                span: Span::default(),
                ..*place
            };
            self.list
                .push(Diagnostic::new(Code::RemarksOmitted, place.provenance()));
        }
    }

    /// A remark about the file, which is always kept.
    #[cold]
    pub(super) fn push_file(&mut self, code: Code, place: &Place<'_>) {
        self.list.push(Diagnostic::new(code, place.provenance()));
    }

    /// All of them, in the order of the file.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|remark| {
            let at = remark.provenance();
            (at.line(), at.span())
        });
        self.list
    }
}

/// The place of the octet at `at`, up to the end of its line; the first line for an empty file.
pub(super) fn place_of<'t>(lines: impl Iterator<Item = RawLine<'t>>, at: usize) -> Place<'t> {
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

/// Most remarks about lines of one file.
const MOST: usize = 256;
