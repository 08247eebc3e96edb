//! Fields about AI use beside `Robots-Tag`: `TDM-Reservation`, `TDM-Policy`, and licences in `Link`.
//!
//! They hold for every client and for this response. `Link` has many other uses, and the software that fills it knows
//! nothing of licences, so a line that names no licence costs one search for a `+` and leaves no diagnostic, not even if
//! the field is longer than the limit.

use crate::diagnostic::DiagnosticCode;
use crate::directive_list::{Item, Sink};
use crate::header::HeaderReader;
use crate::header::fields_read::FieldsRead;
use crate::header::lines::{BLANKS, FieldOutput, Joined, complete_within};
use crate::header::link;
use crate::preference::{Label, reservations};
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

    /// Reads the licences among the targets of `Link`, line by line: a string that is not closed ends with its
    /// line.
    pub(super) fn link(&self, lines: &[&[u8]], all: &mut FieldsRead) {
        if !lines.iter().any(|line| link::may_name_license(line)) {
            return;
        }
        let joined = Joined::new(lines, BLANKS);
        let mut output = joined.collector(Source::Link, &mut all.found);
        let (limit, mut count) = (self.limits.field(), 0);
        for Span { start, end } in joined.spans() {
            let line = Span::new(start, end).text_in(joined.text());
            let mut cut = (end > limit).then_some(start);
            for found in link::licenses(line, limit.saturating_sub(start)) {
                let target = found.target.shifted(start);
                cut = cut.map(|_| start + found.end);
                if !found.counts {
                    output.diagnostic(DiagnosticCode::LicenseNotCounted, target);
                } else if count < MOST {
                    count += 1;
                    let address = target.text_in(joined.text());
                    state(&mut output, Statement::License(address.into()), target);
                } else {
                    cut = Some(target.start);
                    break;
                }
            }
            if let Some(cut) = cut {
                let rest = Span::new(cut, end);
                if link::may_name_license(rest.text_in(joined.text()).as_bytes()) {
                    output.push_always(DiagnosticCode::FieldTruncated, rest);
                }
            }
        }
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
fn state(output: &mut FieldOutput<'_>, statement: Statement, span: Span) {
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

/// Most statements of one of these fields.
const MOST: usize = 256;
