//! The comma-and-colon list of `X-Robots-Tag` lines and of `content` attributes.
//!
//! ```text
//! list      = *( OWS "," ) [ statement *( OWS "," OWS [ statement ] ) ]
//! statement = [ prefix ] ( name / name ":" value )
//! prefix    = ( "*" / "robots" / product-token [ "/" version ] ) ":"   ; holds until the next prefix
//! ```
//!
//! A `content` has no prefixes: the `name` of the meta selects its clients. In both places an unknown name, a colon and
//! text that is not a known directive are an unknown directive with its value.
//!
//! No document defines this grammar; it is what Google's and MDN's examples have in common. Splitting at every comma, or
//! at the first colon, is wrong: dates hold both.

mod classify;
mod prefix;
mod sink;

use crate::date;
use crate::diagnostic::DiagnosticCode;
use crate::directive::{Directive, DirectiveKind, DirectiveValue};
use crate::provenance::Span;
use crate::signal::{Extension, Statement};
use crate::token::Scope;

use self::classify::{all_known, begins_directive, is_name, is_separator, is_separator_byte};
pub(crate) use self::classify::{begins_statement, name_len, scope_of};
use self::prefix::Prefix;
pub(crate) use self::sink::{Collector, Item, Mark, Quote, Sink, Unreported};

/// The place of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    /// In a field: a prefix selects the clients of the statements after it.
    Field,
    /// In the `content` of a meta, whose name selects the clients of all its statements.
    Content,
}

/// Reads the list in `text`, whose statements address `scope` until a prefix of a field says otherwise. Spans count from
/// `origin` bytes before it.
pub(crate) fn read(
    text: &str,
    origin: usize,
    carrier: Carrier,
    scope: &Scope,
    sink: &mut impl Sink,
) {
    let mut reader = Reader {
        text,
        origin,
        carrier,
        scope: scope.clone(),
        prefix: Prefix::None,
        leads: None,
        split_until: 0,
        comma: Ahead::default(),
        trimmed_at: None,
        colon: Ahead::default(),
        sink,
    };
    let mut at = 0;
    while let Some(start) = reader.next_start(at) {
        at = reader.statement(start);
    }
    reader.close_prefix(text.len());
}

struct Reader<'t, 's, S> {
    text: &'t str,
    origin: usize,
    carrier: Carrier,
    scope: Scope,
    prefix: Prefix,
    /// Whether a directive follows the prefix that ends here, or the further prefixes up to the directive.
    leads: Option<(usize, usize, bool)>,
    /// The end of a piece that was found to be separated by blanks or semicolons, and was reported.
    split_until: usize,
    comma: Ahead,
    /// A comma, and where the text before it ends without its blanks: they are not skipped again for each word.
    trimmed_at: Option<(usize, usize)>,
    colon: Ahead,
    sink: &'s mut S,
}

/// The next place of a byte, looked for once: a piece of many words is not searched again for each of them.
#[derive(Clone, Copy, Default)]
struct Ahead(Option<usize>);

impl Ahead {
    fn from(&mut self, text: &str, start: usize, byte: u8) -> usize {
        match self.0 {
            Some(at) if at >= start => at,
            _ => {
                let rest = text.as_bytes().get(start..).unwrap_or_default();
                let at = start + memchr::memchr(byte, rest).unwrap_or(rest.len());
                self.0 = Some(at);
                at
            }
        }
    }
}

impl<'t, S: Sink> Reader<'t, '_, S> {
    /// Where the next statement begins, if one does.
    fn next_start(&self, at: usize) -> Option<usize> {
        let begins = |b: &u8| !is_separator_byte(*b) && *b != b',';
        Some(at + self.bytes_from(at).iter().position(begins)?)
    }

    /// Reads the statement at `start`; gives the place after it.
    fn statement(&mut self, start: usize) -> usize {
        let at = self.origin + start;
        if let Some(len) = self.sink.other_grammar(self.from(start), at) {
            return start + len;
        }
        let word = Span::new(start, start + name_len(self.bytes_from(start)));
        match self.bytes_from(word.end) {
            [] | [b',', ..] if !word.is_empty() => self.name(word),
            [b':', ..] if !word.is_empty() && !self.in_time(word, word.end) => {
                self.with_colon(word, word.end)
            }
            _ => self.piece_of_words(start),
        }
    }

    /// Reads a piece that begins with no name, or in which more follows it.
    fn piece_of_words(&mut self, start: usize) -> usize {
        let piece = self.piece(start);
        let colon = self.colon.from(self.text, start, b':');
        let name = self.trimmed(start, colon.min(piece.end));
        if colon < piece.end && !self.in_time(name, colon) {
            self.with_colon(name, colon)
        } else if is_name(self.of(piece)) {
            self.name(piece)
        } else {
            self.unusual_piece(piece)
        }
    }

    /// The text from `start` to the next comma.
    fn piece(&mut self, start: usize) -> Span {
        let comma = self.comma.from(self.text, start, b',');
        let known = self
            .trimmed_at
            .filter(|(at, end)| *at == comma && *end > start);
        let piece = self.trimmed(start, known.map_or(comma, |(_, end)| end));
        self.trimmed_at = Some((comma, piece.end));
        piece
    }

    fn with_colon(&mut self, name: Span, colon: usize) -> usize {
        let text = self.of(name);
        if let Some(directive) = Directive::from_name(text) {
            return if directive.kind().takes_value() {
                self.valued(directive, name.start, colon + 1)
            } else {
                self.flag_with_colon(directive, name, colon + 1)
            };
        }
        self.prefix_or_value(name, colon)
    }

    /// `noindex: nofollow` says both; in `noindex: yes` the value means nothing.
    fn flag_with_colon(&mut self, directive: Directive, name: Span, after: usize) -> usize {
        let piece = self.piece(name.start);
        if begins_statement(self.from(after)) {
            self.push(Statement::Directive(directive, DirectiveValue::Flag), name);
            self.diagnostic(DiagnosticCode::Separator, piece);
            return after;
        }
        self.push(Statement::Directive(directive, DirectiveValue::Flag), piece);
        if !self.trimmed(after, piece.end).is_empty() {
            self.diagnostic(DiagnosticCode::UnexpectedValue, piece);
        }
        piece.end
    }

    fn name(&mut self, name: Span) -> usize {
        let text = self.of(name);
        match Directive::from_name(text) {
            Some(directive) if directive.kind().takes_value() => {
                self.diagnostic(DiagnosticCode::MissingValue, name);
            }
            Some(directive) => {
                self.push(Statement::Directive(directive, DirectiveValue::Flag), name);
            }
            None => self.extension(name, text, None),
        }
        name.end
    }

    /// A piece that is neither a name nor one with a colon.
    fn unusual_piece(&mut self, piece: Span) -> usize {
        if let Some(next) = self.split_first(piece) {
            return next;
        }
        let Some(equals) = self.of(piece).bytes().position(|b| b == b'=') else {
            self.diagnostic(DiagnosticCode::UnreadableStatement, piece);
            return piece.end;
        };
        let after = piece.start + equals + 1;
        let name = self.of(self.trimmed(piece.start, after - 1));
        let value = self.of(self.trimmed(after, piece.end));
        match Directive::from_name(name) {
            Some(directive) if directive.kind().takes_value() => {
                self.diagnostic(DiagnosticCode::EqualsForColon, piece);
                return self.valued(directive, piece.start, after);
            }
            Some(_) if value == "?0" => self.diagnostic(DiagnosticCode::NegatedRule, piece),
            Some(directive) => {
                self.push(Statement::Directive(directive, DirectiveValue::Flag), piece);
                self.diagnostic(DiagnosticCode::UnexpectedValue, piece);
            }
            None if is_name(name) => self.extension(piece, name, Some(value)),
            None => self.diagnostic(DiagnosticCode::UnreadableStatement, piece),
        }
        piece.end
    }

    /// Reads the first word of a piece whose words are separated by blanks or semicolons and are all known; gives the
    /// place after it, or `None` if the piece is of another kind.
    fn split_first(&mut self, piece: Span) -> Option<usize> {
        let text = self.of(piece);
        // No further than a name goes: a piece of many colons comes here for each of them.
        let (first, rest) = text.split_at(name_len(text.as_bytes()));
        let rest = rest.strip_prefix(is_separator)?;
        let directive = Directive::from_name(first).filter(|d| !d.kind().takes_value())?;
        if piece.end > self.split_until {
            if !all_known(rest) {
                return None;
            }
            self.split_until = piece.end;
            self.diagnostic(DiagnosticCode::Separator, piece);
        }
        let span = Span::new(piece.start, piece.start + first.len());
        self.push(Statement::Directive(directive, DirectiveValue::Flag), span);
        Some(span.end)
    }

    /// Reads the value of `directive` at `after`; the statement begins at `start`.
    ///
    /// The value ends where the next statement begins, so that a date with commas and colons, readable or not, costs
    /// only itself.
    fn valued(&mut self, directive: Directive, start: usize, after: usize) -> usize {
        let (end, value) = match directive.kind() {
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

    /// Reports a character after a value that is not a comma.
    fn end_value(&mut self, statement: Span, end: usize) -> usize {
        if self.from(end).starts_with(is_separator) && end >= self.split_until {
            self.diagnostic(DiagnosticCode::Separator, statement);
        }
        end
    }

    /// Where the next statement begins after a date, or the end of the text.
    fn date_extent(&self, after: usize) -> usize {
        let text = self.from(after);
        let ends = |(at, byte): (usize, u8)| {
            let found = match byte {
                b',' | b';' => begins_statement(text.get(at + 1..).unwrap_or_default()),
                _ => is_separator_byte(byte) && begins_after_blank(text, at + 1),
            };
            found.then_some(at)
        };
        let found = text.bytes().enumerate().find_map(ends);
        after + found.unwrap_or(text.len())
    }

    /// A value of one word ends at a comma or semicolon, or where a directive follows it.
    fn plain_end(&self, after: usize) -> usize {
        let text = self.from(after);
        let ends = |(at, byte): (usize, u8)| match byte {
            b',' | b';' => true,
            _ => is_separator_byte(byte) && begins_after_blank(text, at + 1),
        };
        let len = text.bytes().enumerate().position(ends);
        after + len.unwrap_or(text.len())
    }

    fn plain(&self, directive: Directive, after: usize) -> (usize, Option<DirectiveValue>) {
        let end = self.plain_end(after);
        let value = directive.read_plain(self.of(self.trimmed(after, end)));
        (end, value)
    }

    /// Names that are not known may follow a date.
    fn deadline(&mut self, after: usize) -> (usize, Option<DirectiveValue>) {
        let start = self.text.len() - self.from(after).trim_ascii_start().len();
        if let Some((len, moment)) = date::read_front(self.from(start)) {
            return (start + len, Some(DirectiveValue::Deadline(moment)));
        }
        let extent = self.date_extent(after);
        let whole = self.of(Span::new(after, extent));
        let end = after + date::longest(whole);
        let Some(date) = date::read(self.of(Span::new(after, end))) else {
            return (extent, None);
        };
        if !date.zone_known {
            self.diagnostic(DiagnosticCode::UnknownZone, self.trimmed(after, end));
        }
        (end, Some(DirectiveValue::Deadline(date.moment)))
    }

    fn extension(&mut self, span: Span, name: &str, value: Option<&str>) {
        self.push(Statement::Extension(Extension::new(name, value)), span);
        self.diagnostic(DiagnosticCode::UnknownDirective, span);
    }

    fn diagnostic(&mut self, code: DiagnosticCode, span: Span) {
        self.sink.diagnostic(code, span.shifted(self.origin));
    }

    /// Whether the colon is one in a time of day, with digits around it and no name before it.
    fn in_time(&self, name: Span, colon: usize) -> bool {
        let is_digit = |b: Option<&u8>| b.is_some_and(u8::is_ascii_digit);
        is_digit(self.bytes_from(colon + 1).first()) && is_digit(self.of(name).as_bytes().last())
    }

    fn from(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    fn bytes_from(&self, at: usize) -> &'t [u8] {
        self.text.as_bytes().get(at..).unwrap_or_default()
    }

    fn of(&self, span: Span) -> &'t str {
        span.text_in(self.text)
    }

    fn trimmed(&self, start: usize, end: usize) -> Span {
        Span::new(start, end).trimmed_in(self.text)
    }
}

/// Whether a directive begins at `at`, after the last of some blanks.
fn begins_after_blank(text: &str, at: usize) -> bool {
    let next = text.get(at..).unwrap_or_default();
    !next.starts_with(is_separator) && begins_directive(next)
}

#[cfg(test)]
mod tests;
