//! A rule of a `Robots-Tag` member: a name and a bare item, in any of the modes.

use std::borrow::Cow;
use std::convert::Infallible;

use sfv::BareItemFromInput;
use sfv::visitor::Ignored;

use crate::date::{self, Timestamp};
use crate::diagnostic::Code;
use crate::directive::{Directive, Kind, Value};
use crate::list::{List, Listed};
use crate::provenance::Span;
use crate::signal::Statement;
use crate::token::Scope;

/// The value of a rule, as far as any directive asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RuleValue<'t> {
    Boolean(bool),
    Integer(i64),
    Token(&'t str),
    String(Cow<'t, str>),
    Date(i64),
    /// A decimal, a byte sequence or a display string.
    Other,
}

impl<'t> RuleValue<'t> {
    /// Reads the text of one bare item; `None` if it is none.
    pub(super) fn read(text: &'t str) -> Option<RuleValue<'t>> {
        let mut value = None;
        let visitor = |item: BareItemFromInput<'t>| {
            value = Some(RuleValue::from(item));
            Ok::<_, Infallible>(Ignored)
        };
        sfv::Parser::new(text)
            .parse_item_with_visitor(visitor)
            .ok()?;
        value
    }
}

impl<'t> From<BareItemFromInput<'t>> for RuleValue<'t> {
    fn from(item: BareItemFromInput<'t>) -> RuleValue<'t> {
        match item {
            BareItemFromInput::Boolean(b) => RuleValue::Boolean(b),
            BareItemFromInput::Integer(n) => RuleValue::Integer(n.into()),
            BareItemFromInput::Token(token) => RuleValue::Token(token.as_str()),
            BareItemFromInput::String(Cow::Borrowed(text)) => {
                RuleValue::String(Cow::Borrowed(text.as_str()))
            }
            BareItemFromInput::String(Cow::Owned(text)) => {
                RuleValue::String(Cow::Owned(text.into()))
            }
            BareItemFromInput::Date(date) => RuleValue::Date(date.unix_seconds().into()),
            _ => RuleValue::Other,
        }
    }
}

/// A rule as it stands in the text.
pub(super) struct Rule<'t> {
    pub(super) name: &'t str,
    pub(super) value: RuleValue<'t>,
    /// The text of the value; `None` where the name stands alone.
    pub(super) raw: Option<&'t str>,
    pub(super) span: Span,
}

/// Who reads: the strict modes assert only what has the right type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Lenient,
    Strict,
}

/// Adds what a rule says to the list.
pub(super) fn assert(list: &mut List, reading: Reading, scope: &Scope, rule: &Rule<'_>) {
    if rule.name.bytes().any(|b| b.is_ascii_uppercase()) {
        list.remarks.push((Code::UppercaseRule, rule.span));
    }
    let Some(directive) = Directive::from_name(rule.name) else {
        list.remarks.push((Code::UnknownDirective, rule.span));
        let name = rule.name.to_ascii_lowercase().into();
        let value = rule.raw.map(Into::into);
        return push(list, scope, Statement::Extension { name, value }, rule.span);
    };
    let value = if directive.kind().takes_value() {
        valued(list, reading, directive, rule)
    } else {
        flag(list, reading, rule)
    };
    if let Some(value) = value {
        push(
            list,
            scope,
            Statement::Directive(directive, value),
            rule.span,
        );
    }
}

pub(super) fn push(list: &mut List, scope: &Scope, statement: Statement, span: Span) {
    list.statements.push(Listed {
        scope: scope.clone(),
        statement,
        span,
        may_begin_line: false,
        doubtful_prefix: false,
    });
}

/// A flag is asserted by its presence; in the lenient reading whatever its value, for the author plainly meant it.
fn flag(list: &mut List, reading: Reading, rule: &Rule<'_>) -> Option<Value> {
    match rule.value {
        RuleValue::Boolean(true) => return Some(Value::Flag),
        RuleValue::Boolean(false) => list.remarks.push((Code::NegatedRule, rule.span)),
        _ => list.remarks.push((Code::UnexpectedValue, rule.span)),
    }
    let asserts = reading == Reading::Lenient && rule.value != RuleValue::Boolean(false);
    asserts.then_some(Value::Flag)
}

fn valued(
    list: &mut List,
    reading: Reading,
    directive: Directive,
    rule: &Rule<'_>,
) -> Option<Value> {
    let read = match (directive.kind(), &rule.value) {
        (_, RuleValue::Boolean(true)) => {
            list.remarks.push((Code::MissingValue, rule.span));
            return None;
        }
        (_, RuleValue::Boolean(false)) => {
            list.remarks.push((Code::NegatedRule, rule.span));
            return None;
        }
        (Kind::Ceiling, RuleValue::Integer(n)) => directive.read_plain(&n.to_string()),
        (Kind::Deadline, RuleValue::Date(seconds)) => {
            Some(Value::Deadline(Timestamp::from_unix(*seconds)))
        }
        (Kind::Deadline, RuleValue::String(text)) => deadline(list, text, rule.span),
        (Kind::Level(_), RuleValue::Token(word)) => directive.read_plain(word),
        (Kind::Level(_), RuleValue::String(word)) => directive.read_plain(word),
        (Kind::Ceiling, RuleValue::String(number)) if reading == Reading::Lenient => {
            directive.read_plain(number)
        }
        _ => None,
    };
    if read.is_none() {
        list.remarks.push((Code::UnreadableValue, rule.span));
    }
    read
}

fn deadline(list: &mut List, text: &str, span: Span) -> Option<Value> {
    let date = date::read(text)?;
    if !date.zone_known {
        list.remarks.push((Code::UnknownZone, span));
    }
    Some(Value::Deadline(date.moment))
}
