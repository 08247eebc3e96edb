//! A rule of a `Robots-Tag` member: a name and a bare item, in any of the modes.

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
pub(super) struct Rule<'t> {
    pub(super) name: &'t str,
    pub(super) value: BareItem<'t>,
    /// The text of the value; `None` for a name alone.
    pub(super) raw: Option<&'t str>,
    pub(super) span: Span,
}

/// Who reads: the strict modes assert only what has the right type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Lenient,
    Strict,
}

/// Adds what a rule says.
pub(super) fn assert(
    output: &mut FieldOutput<'_>,
    reading: Reading,
    scope: &Scope,
    rule: &Rule<'_>,
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

pub(super) fn push(output: &mut FieldOutput<'_>, scope: &Scope, statement: Statement, span: Span) {
    output.statement(Item {
        scope,
        statement,
        span,
        may_begin_line: false,
    });
}

/// A flag is asserted by its presence; in the lenient reading whatever its value, for the author plainly meant it.
fn flag(output: &mut FieldOutput<'_>, reading: Reading, rule: &Rule<'_>) -> Option<DirectiveValue> {
    match rule.value {
        BareItem::Boolean(true) => return Some(DirectiveValue::Flag),
        BareItem::Boolean(false) => output.diagnostic(DiagnosticCode::NegatedRule, rule.span),
        _ => output.diagnostic(DiagnosticCode::UnexpectedValue, rule.span),
    }
    let asserts = reading == Reading::Lenient && rule.value != BareItem::Boolean(false);
    asserts.then_some(DirectiveValue::Flag)
}

fn valued(
    output: &mut FieldOutput<'_>,
    reading: Reading,
    directive: Directive,
    rule: &Rule<'_>,
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
        (DirectiveKind::Ceiling, BareItem::String(number)) if reading == Reading::Lenient => {
            directive.read_plain(number)
        }
        _ => None,
    };
    if read.is_none() {
        output.diagnostic(DiagnosticCode::UnreadableValue, rule.span);
    }
    read
}

fn deadline(output: &mut FieldOutput<'_>, text: &str, span: Span) -> Option<DirectiveValue> {
    let date = date::read(text)?;
    if !date.zone_known {
        output.diagnostic(DiagnosticCode::UnknownZone, span);
    }
    Some(DirectiveValue::Deadline(date.moment))
}
