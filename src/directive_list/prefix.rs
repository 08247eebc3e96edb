//! Prefixes, which select the clients of the statements after them: `ExampleBot:` in `ExampleBot: noindex, nofollow`.
//!
//! A prefix holds until the next one or the end of the text. In a `content` nothing is a prefix; the text is still
//! recognised and reported (`scope-in-content`), and the statements after it keep the clients of the meta.
//!
//! A name that cannot be a product token (`Example Bot:`) binds no client: its statements are dropped, with one error
//! over all of them. They are not taken for every client, because their author addressed someone else.

use super::classes::{is_name, is_separator, leads_from, scope_of};
use super::{Carrier, Item, ListReader, Sink};
use crate::diagnostic::DiagnosticCode;
use crate::provenance::Span;
use crate::signal::Statement;
use crate::token::{Scope, crawlers};

/// The prefix that is in force.
#[derive(Clone, Copy)]
pub(super) enum Prefix {
    /// None: statements address the scope that the caller gave.
    None,
    /// No statement has followed it yet.
    Fresh,
    /// Statements have followed it.
    Used,
    /// It begins here, and is not a product token: its statements are dropped.
    Invalid(usize),
}

impl<S: Sink> ListReader<'_, '_, S> {
    /// Reads a name that is not a directive, and the colon after it: a prefix if a known directive follows, otherwise
    /// an unknown directive with its value. A name that cannot be a directive (`*`, `robots`, one with a version) is
    /// always a prefix.
    pub(super) fn prefix_or_value(&mut self, name: Span, colon: usize) -> usize {
        let text = self.of(name);
        let scope = scope_of(text);
        if scope.is_none() {
            let piece = self.piece(name.start);
            if let Some(next) = self.split_first(piece) {
                return next;
            }
        }
        // A name with a version can only be that of a crawler.
        let may_be_directive = is_name(text) && scope != Some(Scope::Global);
        let is_prefix = (scope.is_some() && !may_be_directive)
            || self.leads_to_directive(colon + 1)
            || self.leads_to_member(colon + 1);
        if is_prefix {
            self.prefix(scope, name);
            colon + 1
        } else if may_be_directive {
            self.unknown_with_value(name, colon + 1)
        } else {
            let piece = self.piece(name.start);
            self.diagnostic(DiagnosticCode::UnreadableStatement, piece);
            piece.end
        }
    }

    /// Whether a known directive follows a colon, or the prefixes after it. The answer holds for each of these
    /// prefixes, and is kept for them.
    fn leads_to_directive(&mut self, after: usize) -> bool {
        if let Some((from, to, leads)) = self.leads
            && (from..=to).contains(&after)
        {
            return leads;
        }
        let (len, leads) = leads_from(self.from(after));
        let to = if leads { after + len } else { after };
        self.leads = Some((after, to, leads));
        leads
    }

    /// Whether a `Robots-Tag` member for `*` follows, as in `foo: *;noindex`: it has a scope of its own, and is not a
    /// value.
    fn leads_to_member(&self, after: usize) -> bool {
        self.carrier == Carrier::Field && self.from(after).trim_ascii_start().starts_with("*;")
    }

    /// Adds an unknown directive with its value, which is kept as it is written, up to the next statement.
    fn unknown_with_value(&mut self, name: Span, after: usize) -> usize {
        let start = self.value_start(after);
        let end = self.plain_end(start);
        let statement = self.trimmed(name.start, end);
        let value = self.of(self.trimmed(start, end));
        self.extension(statement, self.of(name), Some(value));
        self.end_value(statement, end)
    }

    /// Begins the reach of a prefix; `None` is one that is not a product token.
    fn prefix(&mut self, scope: Option<Scope>, name: Span) {
        if self.carrier == Carrier::Content {
            return self.diagnostic(DiagnosticCode::ScopeInContent, name);
        }
        // A prefix that no statement follows has nothing to close, and no name of a client is between it and this one.
        if !matches!(self.prefix, Prefix::Fresh) {
            self.close_prefix(name.start);
            if let (Some(Scope::Token(_)), Some(clients)) = (&scope, self.clients_before(name)) {
                let span = Span::new(clients.start, name.end);
                self.diagnostic(DiagnosticCode::SeveralScopes, span);
            }
        }
        let Some(scope) = scope else {
            self.prefix = Prefix::Invalid(name.start);
            return;
        };
        if let Scope::Token(_) = scope {
            self.diagnostic(DiagnosticCode::OtherScope, name);
        }
        self.scope = scope;
        self.prefix = Prefix::Fresh;
    }

    /// Remembers an unknown name, if it is one of a crawler, for a prefix that follows it: in `googlebot, bingbot: noindex` the
    /// first name is read as a directive.
    #[cold]
    pub(super) fn note_client(&mut self, name: Span) {
        let text = self.of(name);
        let ends_like_one = |end: &&str| {
            let at = text.len().checked_sub(end.len());
            at.and_then(|at| text.get(at..))
                .is_some_and(|own| own.eq_ignore_ascii_case(end))
        };
        if crawlers::known(text).is_none()
            && !["bot", "spider", "crawler"].iter().any(ends_like_one)
        {
            return;
        }
        let start = self
            .clients_before(name)
            .map_or(name.start, |clients| clients.start);
        self.clients = Some(Span::new(start, name.end));
    }

    /// The run of names of crawlers that ends with the comma before a name.
    fn clients_before(&self, name: Span) -> Option<Span> {
        self.clients.filter(|clients| {
            let between = self.text.get(clients.end..name.start);
            between.is_some_and(|text| text.trim_ascii() == ",")
        })
    }

    /// Ends the reach of a prefix that is not a product token, with one diagnostic over all of its statements.
    pub(super) fn close_prefix(&mut self, end: usize) {
        if let Prefix::Invalid(start) = self.prefix {
            let text = self.of(Span::new(start, end));
            let len = text.trim_end_matches(|c| is_separator(c) || c == ',').len();
            self.diagnostic(DiagnosticCode::InvalidScope, Span::new(start, start + len));
            self.prefix = Prefix::None;
        }
    }

    /// Hands a statement on, unless the prefix in force addresses no client.
    #[inline]
    pub(super) fn push(&mut self, statement: Statement, span: Span) {
        let may_begin_line = matches!(self.prefix, Prefix::Used);
        match self.prefix {
            Prefix::None | Prefix::Used => {}
            Prefix::Fresh => self.prefix = Prefix::Used,
            Prefix::Invalid(_) => return,
        }
        self.sink.statement(Item {
            scope: &self.scope,
            statement,
            span: span.shifted(self.origin),
            may_begin_line,
        });
    }
}
