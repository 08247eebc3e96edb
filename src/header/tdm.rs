//! `TDM-Reservation` and `TDM-Policy` (`TDMRep`). They hold for every client and for this response.

use crate::ai::preference::{Label, reservations};
use crate::diagnostic::DiagnosticCode;
use crate::directive_list::{Item, Sink};
use crate::header::HeaderReader;
use crate::header::lines::FieldsRead;
use crate::header::lines::{BLANKS, FieldOutput, Joined, complete_within};
use crate::provenance::{Source, Span};
use crate::signal::{self, Statement};
use crate::token::Scope;

impl HeaderReader {
    /// Reads `TDM-Reservation`: each value is read for itself, and of several the reservation counts.
    pub(super) fn tdm_reservation(&self, lines: &[&[u8]], all: &mut FieldsRead) {
        let joined = Joined::new(lines, BLANKS);
        let mut output = joined.collector(Source::TdmReservation, &mut all.found);
        let mark = output.mark();
        let end = self.whole_values(&joined, &mut output);
        let text = joined.text().get(..end).unwrap_or_default();
        for (span, answer) in reservations(text) {
            match answer {
                Some(answer) => state(
                    &mut output,
                    Statement::Preference(Label::TdmMine, answer),
                    span,
                ),
                None => output.diagnostic(DiagnosticCode::TdmUnset, span),
            }
        }
        output.sort(mark);
        signal::report_tdm_conflict(&mut all.found, Source::TdmReservation);
    }

    /// Reads `TDM-Policy`: an address a line. A comma in an address is one of its characters unless a blank follows it, as
    /// in lines that were joined.
    pub(super) fn tdm_policy(&self, lines: &[&[u8]], all: &mut FieldsRead) {
        let joined = Joined::new(lines, BLANKS);
        let mut output = joined.collector(Source::TdmPolicy, &mut all.found);
        let mark = output.mark();
        let end = self.whole_values(&joined, &mut output);
        let text = joined.text().get(..end).unwrap_or_default();
        let mut start = 0;
        for (count, value) in text.split(", ").enumerate() {
            let span = Span::new(start, start + value.len()).trimmed_in(text);
            start += value.len() + ", ".len();
            let address = span.text_in(text);
            if !is_address(address) {
                output.diagnostic(DiagnosticCode::TdmUnset, span);
            } else if count < MOST {
                state(&mut output, Statement::TdmPolicy(address.into()), span);
            } else {
                output.push_always(DiagnosticCode::FieldTruncated, Span::new(span.start, end));
                break;
            }
        }
        output.sort(mark);
    }

    /// The end of the values that are whole within the limit; the rest is reported.
    fn whole_values(&self, joined: &Joined<'_>, output: &mut FieldOutput<'_>) -> usize {
        let (text, limit) = (joined.text(), self.limits.field());
        if text.len() <= limit {
            return text.len();
        }
        let end = complete_within(text.as_bytes(), limit);
        output.push_always(DiagnosticCode::FieldTruncated, Span::new(end, text.len()));
        end
    }
}

/// Adds a statement for every client.
pub(super) fn state(output: &mut FieldOutput<'_>, statement: Statement, span: Span) {
    output.statement(Item {
        scope: &Scope::Global,
        statement,
        span,
        may_begin_line: false,
    });
}

/// Whether a text may be an address: one word that can be seen.
fn is_address(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// Most statements of `TDM-Policy` or of `Link`.
pub(super) const MOST: usize = 256;
