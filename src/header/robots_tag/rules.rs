//! The rules of a lenient `Robots-Tag` member, from its first semicolon to its end.
//!
//! Rules are cut at semicolons outside of strings and read one by one: a rule that cannot be read costs only itself,
//! and the others of its member are kept. Three misspellings are understood, each with a diagnostic, and only if every
//! word in them is known, so that no restriction is made up:
//!
//! | text | read as | diagnostic |
//! |---|---|---|
//! | `noindex nofollow` | two rules | `separator` |
//! | `max-snippet: 20` | `max-snippet=20` | `separator` |
//! | `noindex ExampleBot` | `noindex`, and the token dropped | `missing-comma` |

use super::RobotsTagReader;
use crate::diagnostic::DiagnosticCode;
use crate::directive::Directive;
use crate::directive_list::{self, Carrier, Item, Sink};
use crate::header::bare_item::BareItem;
use crate::header::member_parts::{first_word, rule_end, rule_name_len};
use crate::header::rule::{self, FieldRule, Strictness};
use crate::provenance::Span;
use crate::signal::Statement;
use crate::token::{ProductToken, Scope};

impl<'t> RobotsTagReader<'t, '_, '_> {
    /// Reads the rules of a member; `text` begins with a semicolon or is empty. A rule that is a name alone, as most
    /// are, is taken without a search for its end.
    pub(super) fn rules(&mut self, text: &'t str, at: usize, scope: &Scope) {
        let mut start = 1;
        while start <= text.len() {
            let rest = text.get(start..).unwrap_or_default();
            let name_len = rule_name_len(rest);
            let is_bare = matches!(rest.as_bytes().get(name_len), None | Some(b';'));
            let end = if is_bare && name_len > 0 {
                let end = start + name_len;
                let rule = self.bare_rule(Span::new(at + start, at + end));
                rule::assert(self.output, Strictness::Lenient, scope, &rule);
                end
            } else {
                let end = start + rule_end(rest);
                self.rule(self.trimmed(Span::new(at + start, at + end)), scope);
                end
            };
            start = end + 1;
        }
    }

    /// Reads one rule, which is more than a name alone.
    fn rule(&mut self, span: Span, scope: &Scope) {
        let text = self.of(span);
        let (name, rest) = text.split_at(rule_name_len(text));
        let after = rest.trim_ascii_start();
        if text.is_empty() {
            self.diagnostic(DiagnosticCode::EmptyRule, span);
        } else if name.is_empty() {
            self.diagnostic(DiagnosticCode::InvalidRule, span);
        } else if rest.is_empty() {
            let rule = self.bare_rule(span);
            rule::assert(self.output, Strictness::Lenient, scope, &rule);
        } else if let Some(raw) = after.strip_prefix('=') {
            self.valued_rule(name, raw.trim_ascii(), span, scope);
        } else {
            self.legacy_rule(span, scope);
        }
    }

    /// Reads a rule with `=` and a value; `raw` is the text after the `=`.
    fn valued_rule(&mut self, name: &'t str, raw: &'t str, span: Span, scope: &Scope) {
        let Some(value) = BareItem::read(raw) else {
            return self.before_blank(name, raw, span, scope);
        };
        let rule = FieldRule {
            name,
            value,
            raw: Some(raw),
            span,
        };
        rule::assert(self.output, Strictness::Lenient, scope, &rule);
    }

    /// Rules separated by blanks, or with the colon of the legacy field: read if every one is known. The list is read
    /// twice: once to see whether that holds, and then for its statements, without its own diagnostics.
    fn legacy_rule(&mut self, span: Span, scope: &Scope) {
        let text = self.of(span);
        let mut spelling = Spelling {
            scope,
            knows_any: false,
            is_unusual: false,
        };
        directive_list::read(text, 0, Carrier::Field, scope, &mut spelling);
        if !spelling.knows_any || spelling.is_unusual {
            return self.before_blank(text, "", span, scope);
        }
        self.diagnostic(DiagnosticCode::Separator, span);
        let mut unreported = |listed: Item<'_>| self.output.statement(listed);
        directive_list::read(text, span.start, Carrier::Field, scope, &mut unreported);
    }

    /// A known rule, a blank and a subject: a comma is missing, and the rule is read. Anything else is not a rule.
    fn before_blank(&mut self, name: &'t str, value: &'t str, span: Span, scope: &Scope) {
        let (first, rest) = first_word(if value.is_empty() { name } else { value });
        let (name, raw) = if value.is_empty() {
            (first, None)
        } else {
            (name, Some(first))
        };
        let value = raw.map_or(Some(BareItem::Boolean(true)), BareItem::read);
        let is_subject = rest == "*" || ProductToken::read(rest).is_some();
        let known = value.filter(|_| is_subject && Directive::from_name(name).is_some());
        let Some(value) = known else {
            return self.diagnostic(DiagnosticCode::InvalidRule, span);
        };
        self.diagnostic(DiagnosticCode::MissingComma, span);
        let end = span.end - rest.len();
        let span = self.trimmed(Span::new(span.start, end));
        let rule = FieldRule {
            name,
            value,
            raw,
            span,
        };
        rule::assert(self.output, Strictness::Lenient, scope, &rule);
    }
}

/// A sink that only looks: whether rules are spelled as in the legacy field.
struct Spelling<'s> {
    scope: &'s Scope,
    /// The list has a directive of the table.
    knows_any: bool,
    /// The list has a prefix, or a fault other than its separators.
    is_unusual: bool,
}

impl Sink for Spelling<'_> {
    fn statement(&mut self, listed: Item<'_>) {
        self.knows_any |= matches!(listed.statement, Statement::Directive(..));
        self.is_unusual |= listed.scope != self.scope;
    }

    fn diagnostic(&mut self, code: DiagnosticCode, _: Span) {
        self.is_unusual |= !matches!(
            code,
            DiagnosticCode::Separator | DiagnosticCode::EqualsForColon
        );
    }
}
