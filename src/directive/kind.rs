//! The kinds of values that directives have.

use std::fmt;

use crate::date::Timestamp;

/// How a directive's value is read, and how two statements of it are united.
///
/// In every kind the more restrictive value stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Said or not said.
    Flag,
    /// Said, and restricts nothing (`index`, `follow`).
    Permissive,
    /// A number; `-1` means no ceiling; the smaller wins.
    Ceiling,
    /// One of these words, the most restrictive first.
    Level(&'static [&'static str]),
    /// A point in time; the earlier wins.
    Deadline,
}

impl Kind {
    /// Whether a statement needs a value after the name.
    #[inline]
    pub fn takes_value(self) -> bool {
        !matches!(self, Kind::Flag | Kind::Permissive)
    }

    /// The form of the value, for help and messages.
    pub fn form(self) -> String {
        match self {
            Kind::Flag | Kind::Permissive => String::from("no value"),
            Kind::Ceiling => String::from("a whole number, or -1 for no limit"),
            Kind::Level(words) => words.join(", "),
            Kind::Deadline => String::from("a date"),
        }
    }

    /// Whether a value in force restricts anything: the highest level does not.
    pub(crate) fn restricts(self, value: Value) -> bool {
        match (self, value) {
            (Kind::Level(words), Value::Level(word)) => words.last() != Some(&word),
            (Kind::Permissive, _) => false,
            _ => true,
        }
    }

    /// The more restrictive of two values of this kind.
    pub(super) fn stricter(self, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Ceiling(a), Value::Ceiling(b)) => Value::Ceiling(match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (limit, None) | (None, limit) => limit,
            }),
            (Value::Level(x), Value::Level(y)) if self.rank(y) < self.rank(x) => b,
            (Value::Deadline(a), Value::Deadline(b)) => Value::Deadline(a.min(b)),
            _ => a,
        }
    }

    fn rank(self, word: &str) -> usize {
        match self {
            Kind::Level(words) => words.iter().position(|w| *w == word).unwrap_or(words.len()),
            _ => 0,
        }
    }
}

/// The value of a directive, as its [`Kind`] reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Value {
    /// The directive was said.
    Flag,
    /// A limit; `None` stands for `-1`, no limit.
    Ceiling(Option<u32>),
    /// A word of the kind's list.
    Level(&'static str),
    /// A point in time.
    Deadline(Timestamp),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag => f.write_str("true"),
            Value::Ceiling(Some(limit)) => write!(f, "{limit}"),
            Value::Ceiling(None) => f.write_str("-1"),
            Value::Level(word) => f.write_str(word),
            Value::Deadline(moment) => write!(f, "{moment}"),
        }
    }
}
