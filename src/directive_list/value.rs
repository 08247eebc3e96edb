//! The values of a list: their ends and their meanings.
//!
//! The end is the hard part. A date has commas, colons and blanks of its own, a value may be followed by a blank
//! instead of a comma, and a value that cannot be read must not take the next directive with it. So a value ends where
//! the next *statement* begins, and not at a fixed character:
//!
//! | value | ends at |
//! |---|---|
//! | a date of a common form | its own end, found by its length |
//! | another date | the last comma that a date can have |
//! | a text that is not a date | a comma, semicolon or blank before a directive or a prefix |
//! | one word | a comma, a semicolon, or a blank before a directive |
//! | nothing | its colon, if a directive follows that cannot be a value here |
//!
//! Blanks after the colon mean nothing. What follows them may be a value and the name of a directive at once: `none` is a
//! level of `max-image-preview`. It is the value if the directive has such a value. `none` and `all` are the value of every
//! directive, since authors write them for a limit, too; as one they may be unreadable, but they never state the ban that the
//! directive `none` is. Another directive is a statement, and the value before it is missing.
//!
//! The tests `dates_cost_only_themselves` and `names_and_values` have a row for each case, and `tests/all/values.rs` has
//! every directive, value and blank.

use super::classes::{begins_directive, is_separator, is_separator_byte, name_len};
use super::{ListReader, Sink, begins_statement};
use crate::date;
use crate::diagnostic::DiagnosticCode;
use crate::directive::{Directive, DirectiveKind, DirectiveValue};
use crate::provenance::Span;
use crate::signal::Statement;

impl<S: Sink> ListReader<'_, '_, S> {
    /// Reads the value of `directive` at `after`; the statement begins at `start`.
    ///
    /// The value ends where the next statement begins, so that a date with commas and colons, readable or not, costs
    /// only itself.
    pub(super) fn valued(&mut self, directive: Directive, start: usize, after: usize) -> usize {
        let (end, value) = match directive.kind() {
            _ if self.lacks_value(directive, after) => (after, None),
            DirectiveKind::Deadline => self.deadline(after),
            _ => self.plain(directive, after),
        };
        let statement = self.trimmed(start, end);
        if self.trimmed(after, end).is_empty() {
            self.diagnostic(DiagnosticCode::MissingValue, statement);
        } else if let Some(value) = value {
            self.push(Statement::Directive(directive, value), statement);
        } else {
            self.diagnostic(DiagnosticCode::UnreadableValue, statement);
        }
        self.end_value(statement, end)
    }

    /// Whether a directive follows at once, and what follows is not a value of this one.
    fn lacks_value(&self, directive: Directive, after: usize) -> bool {
        let rest = self.from(after).trim_ascii_start();
        let word = rest.get(..name_len(rest.as_bytes())).unwrap_or_default();
        let is_value = ["none", "all"].iter().any(|v| word.eq_ignore_ascii_case(v))
            || directive.read_plain(word).is_some();
        !is_value && begins_directive(rest)
    }

    /// Reports a separator after a value that is not a comma, unless the piece was already reported.
    pub(super) fn end_value(&mut self, statement: Span, end: usize) -> usize {
        if self.from(end).starts_with(is_separator) && end >= self.split_until {
            self.diagnostic(DiagnosticCode::Separator, statement);
        }
        end
    }

    /// The end of a value that was meant as a date: before the next statement, or the end of the text.
    fn date_extent(&self, start: usize) -> usize {
        let text = self.from(start);
        let ends = |(at, byte): (usize, u8)| {
            let found = match byte {
                b',' | b';' => begins_statement(text.get(at + 1..).unwrap_or_default()),
                _ => is_separator_byte(byte) && begins_after_blank(text, at + 1),
            };
            found.then_some(at)
        };
        let found = text.bytes().enumerate().find_map(ends);
        start + found.unwrap_or(text.len())
    }

    /// The end of a value of one word that begins at `start`: a comma or semicolon, or a blank that a directive follows.
    pub(super) fn plain_end(&self, start: usize) -> usize {
        let text = self.from(start);
        let ends = |(at, byte): (usize, u8)| match byte {
            b',' | b';' => true,
            _ => is_separator_byte(byte) && begins_after_blank(text, at + 1),
        };
        let len = text.bytes().enumerate().position(ends);
        start + len.unwrap_or(text.len())
    }

    /// Reads a number or a level.
    fn plain(&self, directive: Directive, after: usize) -> (usize, Option<DirectiveValue>) {
        let start = self.value_start(after);
        let end = self.plain_end(start);
        let value = directive.read_plain(self.of(self.trimmed(start, end)));
        (end, value)
    }

    /// Reads a date, after which a name that is not known may follow. An unknown zone is read as UTC and reported.
    fn deadline(&mut self, after: usize) -> (usize, Option<DirectiveValue>) {
        let start = self.value_start(after);
        if let Some((len, moment)) = date::read_front(self.from(start)) {
            return (start + len, Some(DirectiveValue::Deadline(moment)));
        }
        let extent = self.date_extent(start);
        let whole = self.of(Span::new(start, extent));
        let end = start + date::longest(whole);
        let Some((moment, zone_known)) = date::read(self.of(Span::new(start, end))) else {
            return (extent, None);
        };
        if !zone_known {
            self.diagnostic(DiagnosticCode::UnknownZone, self.trimmed(start, end));
        }
        (end, Some(DirectiveValue::Deadline(moment)))
    }

    /// The place of the first octet after a colon that is not a blank.
    pub(super) fn value_start(&self, after: usize) -> usize {
        self.text.len() - self.from(after).trim_ascii_start().len()
    }
}

/// Whether a directive begins at `at`, after the last of some blanks.
fn begins_after_blank(text: &str, at: usize) -> bool {
    let next = text.get(at..).unwrap_or_default();
    !next.starts_with(is_separator) && begins_directive(next)
}
