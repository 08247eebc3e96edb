//! The state that the readers of fields share while a response is read.

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

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
