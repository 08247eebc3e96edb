//! The kinds of values that directives have.

use std::fmt;

use crate::date::Timestamp;

/// How a directive's value is read, and how two statements of it are united.
///
/// In every kind the more restrictive value stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DirectiveKind {
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

impl DirectiveKind {
    /// Whether a statement needs a value after the name.
    #[inline]
    pub fn takes_value(self) -> bool {
        !matches!(self, DirectiveKind::Flag | DirectiveKind::Permissive)
    }

    /// The form of the value, in words for the documentation.
    // Hidden: only a test of the README needs these words.
    #[doc(hidden)]
    pub fn form(self) -> String {
        match self {
            DirectiveKind::Flag | DirectiveKind::Permissive => String::from("no value"),
            DirectiveKind::Ceiling => String::from("a whole number, or -1 for no limit"),
            DirectiveKind::Level(words) => words.join(", "),
            DirectiveKind::Deadline => String::from("a date"),
        }
    }

    /// Whether a value in force restricts anything: the highest level does not.
    pub(crate) fn restricts(self, value: DirectiveValue) -> bool {
        match (self, value) {
            (DirectiveKind::Level(words), DirectiveValue::Level(word)) => {
                words.last() != Some(&word)
            }
            (DirectiveKind::Permissive, _) => false,
            _ => true,
        }
    }

    /// Whether a directive of this kind can have this value.
    #[cfg(feature = "serde")]
    pub(super) fn has(self, value: DirectiveValue) -> bool {
        match (self, value) {
            (DirectiveKind::Level(words), DirectiveValue::Level(word)) => words.contains(&word),
            (DirectiveKind::Flag | DirectiveKind::Permissive, DirectiveValue::Flag)
            | (DirectiveKind::Ceiling, DirectiveValue::Ceiling(_))
            | (DirectiveKind::Deadline, DirectiveValue::Deadline(_)) => true,
            _ => false,
        }
    }

    /// The more restrictive of two values of this kind.
    pub(super) fn stricter(self, a: DirectiveValue, b: DirectiveValue) -> DirectiveValue {
        match (a, b) {
            (DirectiveValue::Ceiling(a), DirectiveValue::Ceiling(b)) => {
                DirectiveValue::Ceiling(match (a, b) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (limit, None) | (None, limit) => limit,
                })
            }
            (DirectiveValue::Level(x), DirectiveValue::Level(y)) if self.rank(y) < self.rank(x) => {
                b
            }
            (DirectiveValue::Deadline(a), DirectiveValue::Deadline(b)) => {
                DirectiveValue::Deadline(a.min(b))
            }
            _ => a,
        }
    }

    fn rank(self, word: &str) -> usize {
        match self {
            DirectiveKind::Level(words) => {
                words.iter().position(|w| *w == word).unwrap_or(words.len())
            }
            _ => 0,
        }
    }
}

/// The value of a directive, as its [`DirectiveKind`] reads it.
///
/// The order of values is for sorted output, not that of strictness. With the feature `serde` a value is what a
/// `report::Record` has: true, a number, a word or an RFC 3339 moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DirectiveValue {
    /// The directive was said.
    Flag,
    /// A limit; `None` stands for `-1`, no limit.
    Ceiling(Option<u32>),
    /// A word of the kind's list.
    Level(&'static str),
    /// A point in time.
    Deadline(Timestamp),
}

impl fmt::Display for DirectiveValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DirectiveValue::Flag => f.write_str("true"),
            DirectiveValue::Ceiling(Some(limit)) => write!(f, "{limit}"),
            DirectiveValue::Ceiling(None) => f.write_str("-1"),
            DirectiveValue::Level(word) => f.write_str(word),
            DirectiveValue::Deadline(moment) => write!(f, "{moment}"),
        }
    }
}
