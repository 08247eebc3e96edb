//! Shows text of an input in messages and reports.
//!
//! The text was written by a stranger. A line break or an escape sequence in it could forge a line of a report or drive
//! a terminal, and an invisible character could make two different names look alike. Every message that quotes an input
//! goes through here.
//!
//! A statement is one line, `x-robots-tag line 1, bytes 12-19: «noindex» to examplebot`. Signals of pages and rules of robots.txt
//! share it, so that a list of reasons is uniform over all sources.

use std::fmt;

use super::Provenance;

/// Shows a text in one line. Control and invisible characters are escaped; quotes stay as they are.
pub(crate) struct Shown<'t>(pub(crate) &'t str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.0.split_inclusive(AS_THEY_ARE) {
            let text = piece.trim_end_matches(AS_THEY_ARE);
            write!(f, "{}", text.escape_debug())?;
            f.write_str(piece.get(text.len()..).unwrap_or_default())?;
        }
        Ok(())
    }
}

/// Where a statement is, its bytes, and the clients that it addresses.
pub(crate) struct StatementLine<'a, T> {
    pub(crate) at: &'a Provenance,
    /// The clients, `*` for every client.
    pub(crate) to: T,
}

impl<T: fmt::Display> fmt::Display for StatementLine<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StatementLine { at, to } = self;
        let to = to.to_string();
        let to = if to == "*" { "every client" } else { &to };
        write!(f, "{at}: «{}» to {to}", Shown(at.text()))
    }
}

/// Characters that Rust escapes in a literal. They are visible, and a message shows them as they are.
const AS_THEY_ARE: &[char] = &['"', '\'', '\\'];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn visible_characters_are_not_escaped() {
        for (text, shown) in rows::<(String, String)>(include_str!("text/texts.jsonl")) {
            assert_eq!(Shown(&text).to_string(), shown);
        }
    }
}
