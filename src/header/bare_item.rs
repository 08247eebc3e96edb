//! Bare items of structured fields (RFC 9651 §3.3).

use std::borrow::Cow;
use std::convert::Infallible;

use sfv::BareItemFromInput;
use sfv::visitor::Ignored;

/// The value of a rule, as far as any directive asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BareItem<'t> {
    Boolean(bool),
    Integer(i64),
    Token(&'t str),
    String(Cow<'t, str>),
    Date(i64),
    /// A decimal, a byte sequence or a display string.
    Other,
}

impl<'t> BareItem<'t> {
    /// Reads the text of one bare item; `None` if it is none.
    pub(super) fn read(text: &'t str) -> Option<BareItem<'t>> {
        BareItem::short_integer(text).or_else(|| BareItem::item(text))
    }

    /// Reads the commonest value, digits alone.
    fn short_integer(text: &str) -> Option<BareItem<'t>> {
        let is_short = !text.is_empty() && text.len() <= SHORT_INTEGER;
        let digit = |b: u8| b.is_ascii_digit().then(|| i64::from(b - b'0'));
        let append = |number, b| Some(10 * number + digit(b)?);
        let digits = text.bytes().take(SHORT_INTEGER);
        let number = is_short.then_some(digits)?.try_fold(0, append);
        number.map(BareItem::Integer)
    }

    fn item(text: &'t str) -> Option<BareItem<'t>> {
        let mut value = None;
        let visitor = |item: BareItemFromInput<'t>| {
            value = Some(BareItem::from(item));
            Ok::<_, Infallible>(Ignored)
        };
        sfv::Parser::new(text)
            .parse_item_with_visitor(visitor)
            .ok()?;
        value
    }
}

impl<'t> From<BareItemFromInput<'t>> for BareItem<'t> {
    fn from(item: BareItemFromInput<'t>) -> BareItem<'t> {
        match item {
            BareItemFromInput::Boolean(b) => BareItem::Boolean(b),
            BareItemFromInput::Integer(n) => BareItem::Integer(n.into()),
            BareItemFromInput::Token(token) => BareItem::Token(token.as_str()),
            BareItemFromInput::String(Cow::Borrowed(text)) => {
                BareItem::String(Cow::Borrowed(text.as_str()))
            }
            BareItemFromInput::String(Cow::Owned(text)) => {
                BareItem::String(Cow::Owned(text.into()))
            }
            BareItemFromInput::Date(date) => BareItem::Date(date.unix_seconds().into()),
            _ => BareItem::Other,
        }
    }
}

/// Digits of a number that no type is too small for.
const SHORT_INTEGER: usize = 9;
