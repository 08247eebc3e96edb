//! Words of nginx: directives that change no field about robots or hand the answer to others, and the words of locations and
//! conditions.

use std::sync::LazyLock;

use crate::tree::{Statement, names};

pub(super) const TABLE: &str = include_str!("directives.txt");

/// Directives that give the answer to another server or a program.
pub(super) static HANDLERS: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "handler"));

/// Directives of other modules that set fields.
pub(super) static SETTERS: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "setter"));

/// Names of directives that are read here.
static READ: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "read"));

/// Beginnings of the names of directives without a field about robots.
static HARMLESS: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "harmless"));

/// Whether a directive alone sets no field about robots and hands nothing to others.
pub(super) fn is_known(name: &str) -> bool {
    READ.contains(&name)
        || !HANDLERS.contains(&name) && HARMLESS.iter().any(|stem| name.starts_with(stem))
}

/// Included files that every installation has and that set no field.
pub(super) fn is_stock(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or_default();
    names(TABLE, "stock").contains(&name) || file.contains("modules-enabled/")
}

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
