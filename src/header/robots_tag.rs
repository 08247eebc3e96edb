//! `Robots-Tag`, the lenient grammar: every member is read for itself, and a broken one costs only itself.
//!
//! **What it is.** The default reading of the field. RFC 9651 drops a whole field for one fault, which for restrictions
//! fails open; the drafts' own examples have such faults. This reader keeps each restriction that it can read without
//! doubt, and reports everything that a strict reader would not accept.
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
//! A comma ends a member everywhere except inside a quoted string. RFC 9651 forbids a reader to be this lenient under
//! its own name; for that reason this is a mode, and every fault that it forgives is reported.
//!
//! Text of the legacy field under the new name (`noindex, nofollow` is a valid list, of two crawlers without rules) is
//! read with the legacy grammar: otherwise dropping `X-` from a field would silently drop every restriction.
//!
//! **How it works.** A member is read by the grammar above first. If that finds no rules, or no member, and the text
//! begins like a legacy statement, the result is taken back ([`CollectorMark`]) and the member joins a run of legacy members,
//! which is read as one list when it ends: at a member with rules, at the end of a line, or at the end of the field. If
//! a run has no known directive either, it was not legacy text, and is one invalid member. The statements of a run come
//! before those of the member that ended it, hence `reorder`.
//!
//! **Invariants.** Everything that a strict reader finds, this one finds too. A statement never addresses more clients
//! than the text names, except where the subject is itself a directive: a restriction for every client is then the only
//! meaning that loses nothing. After a mark is taken back, nothing of the attempt is left, counters included.
//!
//! **What breaks if touched.** A member that counts as legacy too early loses its scope; one that counts too late loses
//! its restriction without a diagnostic, because a bare token is valid. Time stays linear only because each member is
//! read a fixed number of times.
//!
//! **Which test notices.** `r_121_lenient_finds_all_that_strict_finds` in `tests/all/laws.rs` and, over the HTTP
//! working group's suite, in `tests/all/structured_fields.rs`; `tests/all/silence.rs`, which edits every byte of
//! fields; the fixtures `robots-tag/r-14-…` and `r-15-…` for legacy runs.

mod rules;

use crate::diagnostic::DiagnosticCode;
use crate::directive::{Directive, DirectiveValue};
use crate::directive_list::{self, Carrier, CollectorMark, Sink};
use crate::header::bare_item::BareItem;
use crate::header::lines::{FieldOutput, Joined};
use crate::header::member_parts::{inner_rules, rule_name_len, split_rules};
use crate::header::members::members;
use crate::header::rule::{self, FieldRule, Strictness};
use crate::provenance::Span;
use crate::signal::Statement;
use crate::token::{ProductToken, Scope};

/// Reads the first `end` octets of the joined text. True if any member was well-formed by the grammar above.
pub(super) fn lenient(joined: &Joined<'_>, end: usize, output: &mut FieldOutput<'_>) -> bool {
    let mut reader = RobotsTagReader {
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
    for (span, is_whole) in members(joined, end) {
        if is_whole {
            reader.begin_line(joined, span);
            reader.member(span);
        } else {
            reader.end_legacy();
            reader.end_empty();
            reader.diagnostic(DiagnosticCode::UnterminatedString, span);
        }
    }
    reader.end_legacy();
    reader.end_empty();
    if let Some(span) = reader.bare {
        reader.diagnostic(DiagnosticCode::MemberWithoutRules, span);
    }
    reader.well_formed
}

/// Reports a field that a strict mode ignores, and each restriction in it that a strict reader loses. The lenient
/// reader finds these; its signals are taken out again.
pub(super) fn unheard(joined: &Joined<'_>, end: usize, fault: usize, output: &mut FieldOutput<'_>) {
    let mark = output.mark();
    lenient(joined, end, output);
    let lenient = output.take_signals(mark);
    let from = if fault < end { fault } else { 0 };
    output.push_always(DiagnosticCode::FieldIgnored, Span::new(from, end));
    for signal in lenient {
        if signal.directive().is_some() {
            output.diagnostic_at(DiagnosticCode::UnheardByStrict, signal.provenance().clone());
        }
    }
}

/// The state between members: the runs that are still open, and the first bare member.
struct RobotsTagReader<'t, 's, 'c> {
    text: &'t str,
    output: &'s mut FieldOutput<'c>,
    /// The run of members that is to be read with the legacy grammar.
    legacy: Option<Span>,
    /// The run of empty members that is to be reported.
    empty: Option<Span>,
    /// The first member without rules; only it gets a diagnostic.
    bare: Option<Span>,
    /// Whether any member had rules or was a subject alone.
    well_formed: bool,
}

impl<'t> RobotsTagReader<'t, '_, '_> {
    /// Reads one member, or adds it to the run of legacy members.
    fn member(&mut self, span: Span) {
        let span = self.trimmed(span);
        let text = self.of(span);
        if text.is_empty() {
            return self.empty_member(span);
        }
        self.end_empty();
        let mark = self.output.mark();
        let has_rules = self.structured(span, text);
        let legacy = has_rules != Some(true) && directive_list::begins_statement(text);
        if legacy || (self.legacy.is_some() && has_rules.is_none()) {
            self.output.forget(mark);
            let start = self.legacy.map_or(span.start, |run| run.start);
            self.legacy = Some(Span::new(start, span.end));
        } else if has_rules.is_none() {
            self.diagnostic(DiagnosticCode::InvalidMember, span);
        } else {
            self.well_formed = true;
            if has_rules == Some(false) && self.bare.is_none() {
                self.bare = Some(span);
            }
            self.end_legacy_before(mark);
        }
    }

    /// Ends a run of legacy members at the end of its line, where a legacy scope ends.
    fn begin_line(&mut self, joined: &Joined<'_>, member: Span) {
        if self
            .legacy
            .is_some_and(|run| member.start > joined.line_end(run.start))
        {
            self.end_legacy();
        }
    }

    /// Reads the run of legacy members, whose statements belong before those read since `mark`.
    fn end_legacy_before(&mut self, mark: CollectorMark) {
        if self.legacy.is_some() {
            let until = self.output.mark();
            self.end_legacy();
            self.output.reorder(mark, until);
        }
    }

    /// Reads the run of legacy members as a directive list, or reports it if it holds no directive.
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

    /// Reads a member by the grammar above, and adds its rules; whether it has any. A subject alone is valid, and states nothing. `None`
    /// for text of another form.
    fn structured(&mut self, span: Span, text: &'t str) -> Option<bool> {
        let subject_len = match text.as_bytes().first() {
            Some(b';') => 0,
            Some(b'*') => 1,
            _ => match ProductToken::prefix_len(text.as_bytes()) {
                0 => return None,
                len => len,
            },
        };
        let (subject, rest) = text.split_at(subject_len);
        let (value, rules) = if rest.starts_with(';') {
            ("", rest)
        } else {
            split_rules(rest)
        };
        let value_rules = self.subject_value(value, span.start + subject_len)?;
        let rules_at = span.end - rules.len();
        if rules.is_empty() && value_rules.is_empty() {
            return Some(false);
        }
        let scope = self.scope(subject, span.start);
        for name in value_rules {
            let rule = self.bare_rule(name);
            rule::assert(self.output, Strictness::Lenient, &scope, &rule);
        }
        self.rules(rules, rules_at, &scope);
        Some(true)
    }

    /// Adds an empty member to the run of them, which gets one diagnostic. A run continues if only a comma separates
    /// the members.
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

    /// Reports the run of empty members.
    fn end_empty(&mut self) {
        if let Some(run) = self.empty.take() {
            self.diagnostic(DiagnosticCode::EmptyMember, run);
        }
    }

    /// The scope of a subject. The name of a directive in its place is also a statement for every client, since no
    /// crawler has that name; `robots` is the legacy word for every client.
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

    /// The rule that is a name alone.
    fn bare_rule(&self, span: Span) -> FieldRule<'t> {
        FieldRule {
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
