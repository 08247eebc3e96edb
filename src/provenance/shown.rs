//! Shows text of an input in messages and reports.
//!
//! The text was written by a stranger. A line break or an escape sequence in it could forge a line of a report or drive
//! a terminal, and an invisible character could make two different names look alike. Every message that quotes an input
//! goes through here.

use std::fmt;

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

/// Characters that Rust escapes in a literal. They are visible, and a message shows them as they are.
const AS_THEY_ARE: &[char] = &['"', '\'', '\\'];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn visible_characters_are_not_escaped() {
        for (text, shown) in rows::<(String, String)>(include_str!("shown/texts.jsonl")) {
            assert_eq!(Shown(&text).to_string(), shown);
        }
    }
}
