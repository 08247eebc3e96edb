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
//! **Why it is like this.** No document defines this grammar; it is the common part of Google's and MDN's examples.
//! Splitting at every comma, or at the first colon, is wrong, because dates hold both. And `foo: noindex` is ambiguous
//! by nature: `foo` may be a crawler, or a directive with a value. The rule is the one that loses least: a name before
//! a colon is a prefix exactly if a known directive follows it, at once or after further prefixes.
//!
//! **How it works.** The [`ListReader`] walks over the text once, statement by statement, and hands each to a [`Sink`].
//! `prefix` decides about colons, `value` finds the ends of values, `classes` answers questions about the text ahead,
//! and `sink` turns statements into signals. Callers put sinks of their own before the last one to look at statements,
//! to change them, or to read another grammar in between.
//!
//! **Invariants.** Every byte of the text is in a statement, a prefix or a diagnostic, or separates them; a restriction
//! that is not read is reported. A statement that cannot be read costs only itself. Time is linear: every look ahead
//! (`comma`, `colon`, `leads`, `split_until`, `trimmed_at`) is kept until the walk has passed the place that it found.
//!
//! **What breaks if touched.** A look ahead that is not kept makes a text of one long piece quadratic, which no
//! ordinary text shows. A prefix that reaches too far takes restrictions from every client.
//!
//! **Which test notices.** `tests.rs` has a row for each form; the fixtures `x-robots-tag/r-22-…` to `r-40-…` cite the
//! requirements; `tests/all/silence.rs` edits each byte of a restriction; `fuzz/work` counts the work for hostile
//! texts.

mod classes;
mod prefix;
mod sink;
mod value;

use crate::diagnostic::DiagnosticCode;
use crate::directive::{Directive, DirectiveValue};
use crate::provenance::Span;
use crate::signal::{Extension, Statement};
use crate::token::Scope;

use self::classes::{all_known, is_name, is_separator, is_separator_byte};
pub(crate) use self::classes::{begins_statement, name_len, scope_of};
use self::prefix::Prefix;
pub(crate) use self::sink::{Collector, CollectorMark, Item, Quote, Sink};

/// The carrier of a list, which decides whether a name before a colon can be a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    /// In a field: a prefix selects the clients of the statements after it.
    Field,
    /// In the `content` of a meta, whose name selects the clients of all its statements.
    Content,
}

/// Reads the list in `text`, whose statements address `scope` until a prefix of a field says otherwise. The text begins
/// `origin` bytes after the place from which spans count.
pub(crate) fn read(
    text: &str,
    origin: usize,
    carrier: Carrier,
    scope: &Scope,
    sink: &mut impl Sink,
) {
    let mut reader = ListReader {
        text,
        origin,
        carrier,
        scope: scope.clone(),
        prefix: Prefix::None,
        clients: None,
        leads: None,
        split_until: 0,
        comma: None,
        trimmed_at: None,
        colon: None,
        sink,
    };
    let mut at = 0;
    while let Some(start) = reader.next_start(at) {
        at = reader.statement(start);
    }
    reader.close_prefix(text.len());
}

/// The state of the walk: the scope in force, and the looks ahead that are still valid.
struct ListReader<'t, 's, S> {
    text: &'t str,
    origin: usize,
    carrier: Carrier,
    /// The clients of the next statement.
    scope: Scope,
    prefix: Prefix,
    /// The start of a run of names of crawlers without colons, and its end, for a prefix that may be the last name of a list.
    clients: Option<Span>,
    /// Whether a directive follows the prefix that ends here, or the further prefixes up to the directive.
    leads: Option<(usize, usize, bool)>,
    /// The end of a piece that was found to be separated by blanks or semicolons, and was reported.
    split_until: usize,
    /// The next comma, and below the next colon.
    comma: Option<usize>,
    /// A comma, and the end of the text before it without blanks: they are not skipped again for each word.
    trimmed_at: Option<(usize, usize)>,
    colon: Option<usize>,
    sink: &'s mut S,
}

/// The first place of `byte` at or after `start`, or the end of the text. `start` never goes back. The place is searched for once, and
/// `known` then: a piece of many words is not searched again for each of them.
fn next_place(known: &mut Option<usize>, text: &str, start: usize, byte: u8) -> usize {
    match *known {
        Some(at) if at >= start => at,
        _ => {
            let rest = text.as_bytes().get(start..).unwrap_or_default();
            let at = start + memchr::memchr(byte, rest).unwrap_or(rest.len());
            *known = Some(at);
            at
        }
    }
}

impl<'t, S: Sink> ListReader<'t, '_, S> {
    /// The start of the next statement, after commas and separators; `None` at the end.
    fn next_start(&self, at: usize) -> Option<usize> {
        let begins = |b: &u8| !is_separator_byte(*b) && *b != b',';
        Some(at + self.bytes_from(at).iter().position(begins)?)
    }

    /// Reads the statement at `start` and gives the place after it. The usual forms, a name and a name with a colon,
    /// are seen here by the byte after the name.
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

    /// Reads a piece, up to the next comma, whose form is not decided by the byte after the name.
    fn piece_of_words(&mut self, start: usize) -> usize {
        let piece = self.piece(start);
        let colon = next_place(&mut self.colon, self.text, start, b':');
        let name = self.trimmed(start, colon.min(piece.end));
        if colon < piece.end && !self.in_time(name, colon) {
            self.with_colon(name, colon)
        } else if is_name(self.of(piece)) {
            self.name(piece)
        } else {
            self.unusual_piece(piece)
        }
    }

    /// The span from `start` to the next comma, without blanks at its end.
    fn piece(&mut self, start: usize) -> Span {
        let comma = next_place(&mut self.comma, self.text, start, b',');
        let known = self
            .trimmed_at
            .filter(|(at, end)| *at == comma && *end > start);
        let piece = self.trimmed(start, known.map_or(comma, |(_, end)| end));
        self.trimmed_at = Some((comma, piece.end));
        piece
    }

    /// Reads a name with a colon: a directive with its value, a prefix, or an unknown directive.
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

    /// Reads a directive that takes no value, with a colon. `noindex: nofollow` states both; in `noindex: yes` the
    /// value means nothing.
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

    /// Reads a name alone.
    fn name(&mut self, name: Span) -> usize {
        let text = self.of(name);
        match Directive::from_name(text) {
            Some(directive) if directive.kind().takes_value() => {
                self.diagnostic(DiagnosticCode::MissingValue, name);
            }
            Some(directive) => {
                self.push(Statement::Directive(directive, DirectiveValue::Flag), name);
            }
            None => {
                self.extension(name, text, None);
                self.note_client(name);
            }
        }
        name.end
    }

    /// Reads a piece that is neither a name nor a name with a colon: directives without commas, or `=` for a colon.
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
        // The search stops at the end of a name: a piece of many colons comes here for each of them.
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

    /// Adds an unknown directive, and reports it.
    fn extension(&mut self, span: Span, name: &str, value: Option<&str>) {
        self.push(Statement::Extension(Extension::new(name, value)), span);
        self.diagnostic(DiagnosticCode::UnknownDirective, span);
    }

    /// Reports a span of the text.
    fn diagnostic(&mut self, code: DiagnosticCode, span: Span) {
        self.sink.diagnostic(code, span.shifted(self.origin));
    }

    /// Whether the colon is one in a time of day: with a digit on both sides.
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

#[cfg(test)]
mod tests;
