//! A rule of a `Robots-Tag` member: a name and a bare item, in any of the modes.

use std::borrow::Cow;
use std::convert::Infallible;

use sfv::BareItemFromInput;
use sfv::visitor::Ignored;

use crate::date::{self, Timestamp};
use crate::diagnostic::Code;
use crate::directive::{Directive, Kind, Value};
use crate::header::Said;
use crate::list::{Listed, Sink};
use crate::provenance::Span;
use crate::signal::{Extension, Statement};
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
        RuleValue::short_integer(text).or_else(|| RuleValue::item(text))
    }

    /// Reads the commonest value, digits alone.
    fn short_integer(text: &str) -> Option<RuleValue<'t>> {
        let is_short = !text.is_empty() && text.len() <= SHORT_INTEGER;
        let digit = |b: u8| b.is_ascii_digit().then(|| i64::from(b - b'0'));
        let append = |number, b| Some(10 * number + digit(b)?);
        let digits = text.bytes().take(SHORT_INTEGER);
        let number = is_short.then_some(digits)?.try_fold(0, append);
        number.map(RuleValue::Integer)
    }

    fn item(text: &'t str) -> Option<RuleValue<'t>> {
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

/// Adds what a rule says.
pub(super) fn assert(said: &mut Said<'_>, reading: Reading, scope: &Scope, rule: &Rule<'_>) {
    if rule.name.bytes().any(|b| b.is_ascii_uppercase()) {
        said.remark(Code::UppercaseRule, rule.span);
    }
    let Some(directive) = Directive::from_name(rule.name) else {
        said.remark(Code::UnknownDirective, rule.span);
        let extension = Extension::new(rule.name, rule.raw);
        return push(said, scope, Statement::Extension(extension), rule.span);
    };
    let value = if directive.kind().takes_value() {
        valued(said, reading, directive, rule)
    } else {
        flag(said, reading, rule)
    };
    if let Some(value) = value {
        push(
            said,
            scope,
            Statement::Directive(directive, value),
            rule.span,
        );
    }
}

pub(super) fn push(said: &mut Said<'_>, scope: &Scope, statement: Statement, span: Span) {
    said.statement(Listed {
        scope,
        statement,
        span,
        may_begin_line: false,
    });
}

/// A flag is asserted by its presence; in the lenient reading whatever its value, for the author plainly meant it.
fn flag(said: &mut Said<'_>, reading: Reading, rule: &Rule<'_>) -> Option<Value> {
    match rule.value {
        RuleValue::Boolean(true) => return Some(Value::Flag),
        RuleValue::Boolean(false) => said.remark(Code::NegatedRule, rule.span),
        _ => said.remark(Code::UnexpectedValue, rule.span),
    }
    let asserts = reading == Reading::Lenient && rule.value != RuleValue::Boolean(false);
    asserts.then_some(Value::Flag)
}

fn valued(
    said: &mut Said<'_>,
    reading: Reading,
    directive: Directive,
    rule: &Rule<'_>,
) -> Option<Value> {
    let read = match (directive.kind(), &rule.value) {
        (_, RuleValue::Boolean(true)) => {
            said.remark(Code::MissingValue, rule.span);
            return None;
        }
        (_, RuleValue::Boolean(false)) => {
            said.remark(Code::NegatedRule, rule.span);
            return None;
        }
        (Kind::Ceiling, RuleValue::Integer(-1)) => Some(Value::Ceiling(None)),
        (Kind::Ceiling, RuleValue::Integer(n @ 0..)) => {
            Some(Value::Ceiling(Some(u32::try_from(*n).unwrap_or(u32::MAX))))
        }
        (Kind::Deadline, RuleValue::Date(seconds)) => {
            Some(Value::Deadline(Timestamp::from_unix(*seconds)))
        }
        (Kind::Deadline, RuleValue::String(text)) => deadline(said, text, rule.span),
        (Kind::Level(_), RuleValue::Token(word)) => directive.read_plain(word),
        (Kind::Level(_), RuleValue::String(word)) => directive.read_plain(word),
        (Kind::Ceiling, RuleValue::String(number)) if reading == Reading::Lenient => {
            directive.read_plain(number)
        }
        _ => None,
    };
    if read.is_none() {
        said.remark(Code::UnreadableValue, rule.span);
    }
    read
}

fn deadline(said: &mut Said<'_>, text: &str, span: Span) -> Option<Value> {
    let date = date::read(text)?;
    if !date.zone_known {
        said.remark(Code::UnknownZone, span);
    }
    Some(Value::Deadline(date.moment))
}

/// Digits of a number that no type is too small for.
const SHORT_INTEGER: usize = 9;
