//! The leaves of the columns, and the values in them.

use std::borrow::Cow;

/// The kind of a leaf's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Yes or no.
    Flag,
    /// A number of 64 bits.
    Integer,
    /// Microseconds since the start of 1970, UTC.
    Moment,
    /// A text that is rarely repeated.
    Text,
    /// A text that is often repeated.
    Word,
}

/// A leaf of the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The kind of its values.
    pub kind: CellKind,
    /// Whether one may be missing.
    pub nullable: bool,
}

impl Leaf {
    pub(crate) const fn of(kind: CellKind) -> Leaf {
        Leaf {
            kind,
            nullable: false,
        }
    }

    pub(crate) const fn or_null(kind: CellKind) -> Leaf {
        Leaf {
            kind,
            nullable: true,
        }
    }
}

/// One value of a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'r> {
    /// None.
    Null,
    /// Of the kind `Flag`.
    Flag(bool),
    /// Of the kinds `Integer` and `Moment`.
    Integer(i64),
    /// Of the kinds `Text` and `Word`.
    Text(Cow<'r, str>),
}

impl From<bool> for Cell<'_> {
    fn from(flag: bool) -> Self {
        Cell::Flag(flag)
    }
}

impl From<i64> for Cell<'_> {
    fn from(number: i64) -> Self {
        Cell::Integer(number)
    }
}

impl<'r> From<&'r str> for Cell<'r> {
    fn from(text: &'r str) -> Self {
        Cell::Text(Cow::Borrowed(text))
    }
}

impl<'r> From<Cow<'r, str>> for Cell<'r> {
    fn from(text: Cow<'r, str>) -> Self {
        Cell::Text(text)
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Cell::Text(Cow::Owned(text))
    }
}

impl<'r, T: Into<Cell<'r>>> From<Option<T>> for Cell<'r> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Null, Into::into)
    }
}

pub(super) fn number(number: impl TryInto<i64>) -> Cell<'static> {
    Cell::Integer(number.try_into().unwrap_or(i64::MAX))
}
