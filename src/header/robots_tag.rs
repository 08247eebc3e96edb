//! `Robots-Tag`, the lenient grammar: every member is read for itself, and a broken one costs only itself.
//!
//! ```text
//! field      = *( OWS "," ) [ member *( OWS "," [ OWS member ] ) ] OWS
//! member     = ( subject [ BWS "=" [ BWS subj-value ] ] / implied-all ) *( OWS ";" OWS [ rule ] )
//! subject    = "*" / product-token              ; compared without case
//! implied-all = ""                              ; the member begins with ";" and has a rule
//! subj-value = "?1" / "(" *SP [ rule-name *( 1*SP rule-name ) ] *SP ")" / rule-name
//! rule       = rule-name [ BWS "=" BWS bare-item ] / known-rule 1*( RWS known-rule )
//!            / known-rule RWS subject           ; a comma is missing
//! rule-name  = ( ALPHA / "*" ) *( ALPHA / DIGIT / "-" / "_" / "." / "*" )
//! ```
//!
//! A comma ends a member everywhere but inside a quoted string. RFC 9651 forbids a reader to be this lenient under its
//! own name; that is why this is a mode, and why what it forgives is reported.
//!
//! Text of the legacy field under the new name (`noindex, nofollow` is a valid list, of two crawlers without rules) is
//! read with the legacy grammar: otherwise dropping `X-` from a field would silently drop every restriction.

use crate::diagnostic::DiagnosticCode;
use crate::directive::{Directive, DirectiveValue};
use crate::directive_list::{self, Carrier, Item, Mark, Sink, Unreported};
use crate::header::bare_item::BareItem;
use crate::header::lines::{FieldOutput, Joined};
use crate::header::member_parts::{first_word, inner_rules, rule_end, rule_name_len, split_rules};
use crate::header::members::{Member, Members};
use crate::header::rule::{self, Reading, Rule};
use crate::provenance::Span;
use crate::signal::Statement;
use crate::token::{ProductToken, Scope};

/// Reads the first `end` octets of the joined text. Says whether any member had the form of one.
pub(super) fn lenient(joined: &Joined<'_>, end: usize, output: &mut FieldOutput<'_>) -> bool {
    let mut reader = Reader {
        text: joined.text().get(..end).unwrap_or_default(),
        output,
        legacy: None,
        empty: None,
        bare: None,
        well_formed: false,
    };
    if reader.text.trim_ascii().is_empty() {
        return false;
    }
    for member in Members::new(joined, end) {
        match member {
            Member::Whole(span) => {
                reader.begin_line(joined, span);
                reader.member(span);
            }
            Member::Unterminated(span) => {
                reader.end_legacy();
                reader.end_empty();
                reader.diagnostic(DiagnosticCode::UnterminatedString, span);
            }
        }
    }
    reader.end_legacy();
    reader.end_empty();
    if let Some(span) = reader.bare {
        reader.diagnostic(DiagnosticCode::MemberWithoutRules, span);
    }
    reader.well_formed
}

/// What became of a member.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// It has rules.
    Ruled,
    /// A subject alone.
    Bare,
    Invalid,
}

struct Reader<'t, 's, 'c> {
    text: &'t str,
    output: &'s mut FieldOutput<'c>,
    /// The run of members that is to be read with the legacy grammar.
    legacy: Option<Span>,
    /// The run of empty members that is to be reported.
    empty: Option<Span>,
    /// The first member without rules; only it gets a diagnostic.
    bare: Option<Span>,
    well_formed: bool,
}

impl<'t> Reader<'t, '_, '_> {
    fn member(&mut self, span: Span) {
        let span = self.trimmed(span);
        let text = self.of(span);
        if text.is_empty() {
            return self.empty_member(span);
        }
        self.end_empty();
        let mark = self.output.mark();
        let shape = self.structured(span, text);
        let legacy = shape != Shape::Ruled && directive_list::begins_statement(text);
        if legacy || (self.legacy.is_some() && shape == Shape::Invalid) {
            self.output.forget(mark);
            let start = self.legacy.map_or(span.start, |run| run.start);
            self.legacy = Some(Span::new(start, span.end));
        } else if shape == Shape::Invalid {
            self.diagnostic(DiagnosticCode::InvalidMember, span);
        } else {
            self.well_formed = true;
            if shape == Shape::Bare && self.bare.is_none() {
                self.bare = Some(span);
            }
            self.end_legacy_before(mark);
        }
    }

    /// A legacy scope ends with its line.
    fn begin_line(&mut self, joined: &Joined<'_>, member: Span) {
        if self
            .legacy
            .is_some_and(|run| member.start > joined.line_end(run.start))
        {
            self.end_legacy();
        }
    }

    /// Reads the run of legacy members, whose statements belong before those read since `mark`.
    fn end_legacy_before(&mut self, mark: Mark) {
        if self.legacy.is_some() {
            let until = self.output.mark();
            self.end_legacy();
            self.output.reorder(mark, until);
        }
    }

    fn end_legacy(&mut self) {
        let Some(run) = self.legacy.take() else {
            return;
        };
        self.end_empty();
        let mark = self.output.mark();
        self.output
            .diagnostic(DiagnosticCode::LegacySyntaxInRobotsTag, run);
        let legacy = self.of(run);
        directive_list::read(
            legacy,
            run.start,
            Carrier::Field,
            &Scope::Global,
            self.output,
        );
        if !self.output.knows_any(mark) {
            self.output.forget(mark);
            self.output.diagnostic(DiagnosticCode::InvalidMember, run);
        }
    }

    /// Reads a member by the grammar of this module.
    fn structured(&mut self, span: Span, text: &'t str) -> Shape {
        let subject_len = match text.as_bytes().first() {
            Some(b';') => 0,
            Some(b'*') => 1,
            _ => match ProductToken::prefix_len(text.as_bytes()) {
                0 => return Shape::Invalid,
                len => len,
            },
        };
        let (subject, rest) = text.split_at(subject_len);
        let (value, rules) = if rest.starts_with(';') {
            ("", rest)
        } else {
            split_rules(rest)
        };
        let Some(value_rules) = self.subject_value(value, span.start + subject_len) else {
            return Shape::Invalid;
        };
        let rules_at = span.end - rules.len();
        if rules.is_empty() && value_rules.is_empty() {
            return Shape::Bare;
        }
        let scope = self.scope(subject, span.start);
        for name in value_rules {
            let rule = self.bare_rule(name);
            rule::assert(self.output, Reading::Lenient, &scope, &rule);
        }
        self.rules(rules, rules_at, &scope);
        Shape::Ruled
    }

    /// Takes an empty member to the run of them, on which there is one diagnostic. A comma parts it from the text before it.
    fn empty_member(&mut self, span: Span) {
        if let Some(run) = &mut self.empty
            && let Some(between) = self.text.as_bytes().get(run.end..span.start)
            && (between.len() == 1 || between.trim_ascii() == b",")
        {
            run.end = span.end;
            return;
        }
        self.end_empty();
        self.empty = Some(span);
    }

    fn end_empty(&mut self) {
        if let Some(run) = self.empty.take() {
            self.diagnostic(DiagnosticCode::EmptyMember, run);
        }
    }

    /// The scope of a subject. A directive's name in its place is a directive for every client: no crawler is called so.
    fn scope(&mut self, subject: &str, at: usize) -> Scope {
        let span = Span::new(at, at + subject.len());
        if let Some(directive) = Directive::from_name(subject) {
            self.diagnostic(DiagnosticCode::TokenEqualsRuleName, span);
            if !directive.kind().takes_value() {
                let statement = Statement::Directive(directive, DirectiveValue::Flag);
                rule::push(self.output, &Scope::Global, statement, span);
            }
            return Scope::Global;
        }
        if subject.eq_ignore_ascii_case("robots") {
            self.diagnostic(DiagnosticCode::GlobalToken, span);
            return Scope::Global;
        }
        ProductToken::read(subject).map_or(Scope::Global, Scope::Token)
    }

    /// The rule names in the value of a subject: `=(noindex nosnippet)`, `=noindex`; `None` if it has another form.
    fn subject_value(&mut self, text: &str, at: usize) -> Option<Vec<Span>> {
        let trimmed = text.trim_ascii();
        let Some(value) = trimmed.strip_prefix('=') else {
            return trimmed.is_empty().then(Vec::new);
        };
        let value = value.trim_ascii();
        let span = Span::new(at, at + text.trim_ascii_end().len());
        let value_at = span.end - value.len();
        match value {
            "" => self.diagnostic(DiagnosticCode::EmptyRule, span),
            "?1" => {}
            _ if value.starts_with('(') => {
                let (names, has_parameters) = inner_rules(value, value_at)?;
                if has_parameters {
                    self.diagnostic(DiagnosticCode::Separator, span);
                }
                return Some(names);
            }
            _ if rule_name_len(value) == value.len() => {
                return Some(vec![Span::new(value_at, span.end)]);
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    /// Reads the rules of a member; `text` begins with a semicolon or is empty.
    fn rules(&mut self, text: &'t str, at: usize, scope: &Scope) {
        let mut start = 1;
        while start <= text.len() {
            let rest = text.get(start..).unwrap_or_default();
            let name_len = rule_name_len(rest);
            let is_bare = matches!(rest.as_bytes().get(name_len), None | Some(b';'));
            let end = if is_bare && name_len > 0 {
                let end = start + name_len;
                let rule = self.bare_rule(Span::new(at + start, at + end));
                rule::assert(self.output, Reading::Lenient, scope, &rule);
                end
            } else {
                let end = start + rule_end(rest);
                self.rule(self.trimmed(Span::new(at + start, at + end)), scope);
                end
            };
            start = end + 1;
        }
    }

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
            rule::assert(self.output, Reading::Lenient, scope, &rule);
        } else if let Some(raw) = after.strip_prefix('=') {
            self.valued_rule(name, raw.trim_ascii(), span, scope);
        } else {
            self.legacy_rule(span, scope);
        }
    }

    fn valued_rule(&mut self, name: &'t str, raw: &'t str, span: Span, scope: &Scope) {
        let Some(value) = BareItem::read(raw) else {
            return self.before_blank(name, raw, span, scope);
        };
        let rule = Rule {
            name,
            value,
            raw: Some(raw),
            span,
        };
        rule::assert(self.output, Reading::Lenient, scope, &rule);
    }

    /// Rules separated by blanks, or with the colon of the legacy field: read if every one is known.
    fn legacy_rule(&mut self, span: Span, scope: &Scope) {
        let text = self.of(span);
        let mut spelling = Spelling {
            scope,
            knows_any: false,
            is_odd: false,
        };
        directive_list::read(text, 0, Carrier::Field, scope, &mut spelling);
        if !spelling.knows_any || spelling.is_odd {
            return self.before_blank(text, "", span, scope);
        }
        self.diagnostic(DiagnosticCode::Separator, span);
        let output = &mut Unreported(&mut *self.output);
        directive_list::read(text, span.start, Carrier::Field, scope, output);
    }

    /// A known rule, a blank and a subject lack a comma: the rule is read.
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
        let rule = Rule {
            name,
            value,
            raw,
            span,
        };
        rule::assert(self.output, Reading::Lenient, scope, &rule);
    }

    fn bare_rule(&self, span: Span) -> Rule<'t> {
        Rule {
            name: self.of(span),
            value: BareItem::Boolean(true),
            raw: None,
            span,
        }
    }

    fn diagnostic(&mut self, code: DiagnosticCode, span: Span) {
        self.output.diagnostic(code, span);
    }

    fn of(&self, span: Span) -> &'t str {
        span.text_in(self.text)
    }

    fn trimmed(&self, span: Span) -> Span {
        span.trimmed_in(self.text)
    }
}

/// Whether rules are spelled as in the legacy field.
struct Spelling<'s> {
    scope: &'s Scope,
    knows_any: bool,
    /// There is a prefix, or more to report than the separators.
    is_odd: bool,
}

impl Sink for Spelling<'_> {
    fn statement(&mut self, listed: Item<'_>) {
        self.knows_any |= matches!(listed.statement, Statement::Directive(..));
        self.is_odd |= listed.scope != self.scope;
    }

    fn diagnostic(&mut self, code: DiagnosticCode, _: Span) {
        self.is_odd |= !matches!(
            code,
            DiagnosticCode::Separator | DiagnosticCode::EqualsForColon
        );
    }
}
