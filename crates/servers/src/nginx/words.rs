//! The words of locations and of conditions.

use crate::tree::Statement;

/// The modifier and the text of a location, which may be written as one word.
pub(super) fn split<'w>(first: &'w str, second: Option<&'w str>) -> (&'w str, &'w str) {
    if let Some(second) = second {
        return (first, second);
    }
    for modifier in ["=", "^~", "~*", "~"] {
        if let Some(rest) = first.strip_prefix(modifier) {
            return (modifier, rest);
        }
    }
    ("", first)
}

/// The words of a condition without its brackets.
pub(super) fn condition_words(statement: &Statement) -> Vec<&str> {
    let count = statement.words.len();
    let words = statement.arguments().enumerate().map(|(at, word)| {
        let word = if at == 0 {
            word.strip_prefix('(').unwrap_or(word)
        } else {
            word
        };
        if at + 2 == count {
            word.strip_suffix(')').unwrap_or(word)
        } else {
            word
        }
    });
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether a text has a `$` that no name follows, at which nginx ends.
pub(super) fn without_name(text: &str) -> bool {
    let mut after = text.split('$').skip(1);
    after.any(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric() || "_{".contains(c)))
}
