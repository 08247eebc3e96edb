//! The kinds of values that directives have, and which of two values is stricter.
//!
//! A kind is a small lattice: [`DirectiveKind::stricter`] takes the lower of two values, so that a union does not
//! depend on order or repetition. `r_117_union_is_commutative_associative_idempotent` in `tests/all/laws.rs` holds all
//! kinds to it.

use std::fmt;

use crate::date::Timestamp;

/// How a directive's value is read, and how two statements of it are united.
///
/// In every kind the more restrictive value stays:
///
/// | kind | value in a field | of two values |
/// |---|---|---|
/// | `Flag` | none: `noindex` | one statement is enough |
/// | `Permissive` | none: `index` | restricts nothing |
/// | `Ceiling` | a whole number or `-1`: `max-snippet: 20` | the smaller one; `-1` means no limit |
/// | `Level` | a word: `max-image-preview: standard` | the word earlier in the list |
/// | `Deadline` | a date: `unavailable_after: 25 Jun 2040` | the earlier one |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DirectiveKind {
    /// No value: the statement itself restricts.
    Flag,
    /// No value, and no restriction (`index`, `follow`).
    Permissive,
    /// A whole number; `-1` means no ceiling; the smaller wins.
    Ceiling,
    /// One of these words, the most restrictive first.
    Level(&'static [&'static str]),
    /// A point in time; the earlier wins.
    Deadline,
}

impl DirectiveKind {
    /// Whether a statement needs a value after the name. Without one it is dropped, with the diagnostic
    /// [`MissingValue`](crate::DiagnosticCode::MissingValue).
    #[inline]
    pub fn takes_value(self) -> bool {
        !matches!(self, DirectiveKind::Flag | DirectiveKind::Permissive)
    }

    /// The form of the value in words, for the documentation and for
    /// [`Diagnostic::expected`](crate::Diagnostic::expected).
    // Hidden: callers have `Diagnostic::expected`, which says more.
    #[doc(hidden)]
    pub fn form(self) -> String {
        match self {
            DirectiveKind::Flag | DirectiveKind::Permissive => String::from("no value"),
            DirectiveKind::Ceiling => String::from("a whole number, or -1 for no limit"),
            DirectiveKind::Level(words) => words.join(", "),
            DirectiveKind::Deadline => String::from("a date"),
        }
    }

    /// Whether a value in force restricts anything: the highest level of a preview does not. A ceiling of `-1` does not
    /// come here, because it never enters a set.
    pub(crate) fn restricts(self, value: DirectiveValue) -> bool {
        match (self, value) {
            (DirectiveKind::Level(words), DirectiveValue::Level(word)) => {
                words.last() != Some(&word)
            }
            (DirectiveKind::Permissive, _) => false,
            _ => true,
        }
    }

    /// Whether a directive of this kind can have this value. JSON can pair any two; fields cannot.
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

    /// The more restrictive of two values of this kind. Where they restrict alike, or are not of this kind, the first.
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

    /// The place of a word in the list of a level, 0 for the most restrictive; after the last for a word that is not in
    /// it.
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
/// The order of values is for sorted output, not that of strictness. With the feature `serde` a value is written as in
/// the record of a verdict: true, a number, a word or an RFC 3339 moment.
///
/// Its text form is the value alone, as a field states it:
///
/// ```
/// use robots_policy::{DirectiveValue, Timestamp};
///
/// assert_eq!(DirectiveValue::Ceiling(Some(20)).to_string(), "20");
/// assert_eq!(DirectiveValue::Ceiling(None).to_string(), "-1");
/// assert_eq!(DirectiveValue::Level("none").to_string(), "none");
/// assert_eq!(DirectiveValue::Deadline(Timestamp::from_unix(0)).to_string(), "1970-01-01T00:00:00Z");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DirectiveValue {
    /// The directive is stated. Its text form is `true`, as the value of a structured field.
    Flag,
    /// A limit, in the unit of its directive: characters for `max-snippet`, seconds for `max-video-preview`. `None` is
    /// `-1`, no limit.
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
