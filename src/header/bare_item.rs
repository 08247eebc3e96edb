//! Bare items of structured fields (RFC 9651 §3.3): the values of rules.
//!
//! The grammar of a value is never lenient. All modes read it with `sfv`, so that a value has one meaning. The lenient
//! mode differs only in its treatment of a value of an unexpected type.

use std::borrow::Cow;
use std::convert::Infallible;

use sfv::BareItemFromInput;
use sfv::visitor::Ignored;

/// The value of a rule, as far as any directive needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BareItem<'t> {
    /// `?1`, `?0`; also the value of a name alone.
    Boolean(bool),
    /// Up to 15 digits with a sign.
    Integer(i64),
    /// A word, a slice of the text.
    Token(&'t str),
    /// The content of a quoted string; owned where it had escapes.
    String(Cow<'t, str>),
    /// `@` and the seconds since 1970.
    Date(i64),
    /// A decimal, a byte sequence or a display string.
    Other,
}

impl<'t> BareItem<'t> {
    /// Reads the text of one bare item; `None` for other text, and for text after the item.
    pub(super) fn read(text: &'t str) -> Option<BareItem<'t>> {
        BareItem::short_integer(text).or_else(|| BareItem::item(text))
    }

    /// Reads the commonest value, digits alone, without a parser. It must agree with `sfv`, which reads all others.
    fn short_integer(text: &str) -> Option<BareItem<'t>> {
        let is_short = !text.is_empty() && text.len() <= SHORT_INTEGER;
        let digit = |b: u8| b.is_ascii_digit().then(|| i64::from(b - b'0'));
        let append = |number, b| Some(10 * number + digit(b)?);
        let digits = text.bytes().take(SHORT_INTEGER);
        let number = is_short.then_some(digits)?.try_fold(0, append);
        number.map(BareItem::Integer)
    }

    /// Reads any bare item with `sfv`. Parameters after the item are read and ignored.
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

/// The most digits that are read without a parser: 9 digits fit into every type that a number has here, `u32` included,
/// and are within the 15 digits that RFC 9651 §3.3.1 allows.
const SHORT_INTEGER: usize = 9;
