//! A rule of a `Robots-Tag` member: a name and a bare item, in any of the modes.
//!
//! This is the last step of all readings of the field: the grammars end in a [`FieldRule`], and [`assert()`] turns it into a
//! statement and diagnostics. So the modes cannot disagree about the meaning of a rule, except where [`Strictness`] says
//! so:
//!
//! | rule | lenient | strict |
//! |---|---|---|
//! | `noindex=5`, `noindex="yes"` | asserted, `unexpected-value` | not asserted, `unexpected-value` |
//! | `noindex=?0` | not asserted, `negated-rule` | not asserted, `negated-rule` |
//! | `max-snippet="20"` | 20 | `unreadable-value` |
//! | `max-snippet=-5` | `unreadable-value` | `unreadable-value` |
//!
//! A number above `u32::MAX` is clamped to it: an excerpt of that many characters is not restricted. The law
//! `r_121_lenient_finds_all_that_strict_finds` holds the two columns together.

use crate::date::{self, Timestamp};
use crate::diagnostic::DiagnosticCode;
use crate::directive::{Directive, DirectiveKind, DirectiveValue};
use crate::directive_list::{Item, Sink};
use crate::header::bare_item::BareItem;
use crate::header::lines::FieldOutput;
use crate::provenance::Span;
use crate::signal::{Extension, Statement};
use crate::token::Scope;

/// A rule as it is in the text.
pub(super) struct FieldRule<'t> {
    /// The name as it is written, in any case.
    pub(super) name: &'t str,
    /// True for a name alone.
    pub(super) value: BareItem<'t>,
    /// The text of the value, for extensions, which keep it as it is; `None` for a name alone.
    pub(super) raw: Option<&'t str>,
    /// Name and value in the joined text.
    pub(super) span: Span,
}

/// The mode that reads. Strict modes assert only a value of the right type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    Lenient,
    Strict,
}

/// Adds the statement of a rule, and reports its name or value where they are unusual. A name that is not a directive
/// becomes an extension.
pub(super) fn assert(
    output: &mut FieldOutput<'_>,
    reading: Strictness,
    scope: &Scope,
    rule: &FieldRule<'_>,
) {
    if rule.name.bytes().any(|b| b.is_ascii_uppercase()) {
        output.diagnostic(DiagnosticCode::UppercaseRule, rule.span);
    }
    let Some(directive) = Directive::from_name(rule.name) else {
        output.diagnostic(DiagnosticCode::UnknownDirective, rule.span);
        let extension = Extension::new(rule.name, rule.raw);
        return push(output, scope, Statement::Extension(extension), rule.span);
    };
    let value = if directive.kind().takes_value() {
        valued(output, reading, directive, rule)
    } else {
        flag(output, reading, rule)
    };
    if let Some(value) = value {
        push(
            output,
            scope,
            Statement::Directive(directive, value),
            rule.span,
        );
    }
}

/// Adds one statement. Members carry their subject with them, so that no joined line can change their scope.
pub(super) fn push(output: &mut FieldOutput<'_>, scope: &Scope, statement: Statement, span: Span) {
    output.statement(Item {
        scope,
        statement,
        span,
        may_begin_line: false,
    });
}

/// The value of a flag, which is asserted by its presence. The lenient reading asserts it with any value except false,
/// because the author plainly meant it.
fn flag(
    output: &mut FieldOutput<'_>,
    reading: Strictness,
    rule: &FieldRule<'_>,
) -> Option<DirectiveValue> {
    match rule.value {
        BareItem::Boolean(true) => return Some(DirectiveValue::Flag),
        BareItem::Boolean(false) => output.diagnostic(DiagnosticCode::NegatedRule, rule.span),
        _ => output.diagnostic(DiagnosticCode::UnexpectedValue, rule.span),
    }
    let asserts = reading == Strictness::Lenient && rule.value != BareItem::Boolean(false);
    asserts.then_some(DirectiveValue::Flag)
}

/// The value of a directive that takes one; `None`, with a diagnostic, if it is missing, negated or of another type.
fn valued(
    output: &mut FieldOutput<'_>,
    reading: Strictness,
    directive: Directive,
    rule: &FieldRule<'_>,
) -> Option<DirectiveValue> {
    let read = match (directive.kind(), &rule.value) {
        (_, BareItem::Boolean(true)) => {
            output.diagnostic(DiagnosticCode::MissingValue, rule.span);
            return None;
        }
        (_, BareItem::Boolean(false)) => {
            output.diagnostic(DiagnosticCode::NegatedRule, rule.span);
            return None;
        }
        (DirectiveKind::Ceiling, BareItem::Integer(-1)) => Some(DirectiveValue::Ceiling(None)),
        (DirectiveKind::Ceiling, BareItem::Integer(n @ 0..)) => Some(DirectiveValue::Ceiling(
            Some(u32::try_from(*n).unwrap_or(u32::MAX)),
        )),
        (DirectiveKind::Deadline, BareItem::Date(seconds)) => {
            Some(DirectiveValue::Deadline(Timestamp::from_unix(*seconds)))
        }
        (DirectiveKind::Deadline, BareItem::String(text)) => deadline(output, text, rule.span),
        (DirectiveKind::Level(_), BareItem::Token(word)) => directive.read_plain(word),
        (DirectiveKind::Level(_), BareItem::String(word)) => directive.read_plain(word),
        (DirectiveKind::Ceiling, BareItem::String(number)) if reading == Strictness::Lenient => {
            directive.read_plain(number)
        }
        _ => None,
    };
    if read.is_none() {
        output.diagnostic(DiagnosticCode::UnreadableValue, rule.span);
    }
    read
}

/// A date in a string, in any form that the legacy field has; a zone that is not known is reported.
fn deadline(output: &mut FieldOutput<'_>, text: &str, span: Span) -> Option<DirectiveValue> {
    let (moment, zone_known) = date::read(text)?;
    if !zone_known {
        output.diagnostic(DiagnosticCode::UnknownZone, span);
    }
    Some(DirectiveValue::Deadline(moment))
}
