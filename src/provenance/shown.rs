//! Shows text of an input in messages and reports.

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

/// Characters that Rust escapes in a literal, although a reader sees them without.
const AS_THEY_ARE: &[char] = &['"', '\'', '\\'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_visible_is_not_escaped() {
        for (text, shown) in [
            ("", ""),
            (r#""noindex" 'a' \b"#, r#""noindex" 'a' \b"#),
            ("''", "''"),
            ("a\n\t\u{1B}\u{200B}\0b", "a\\n\\t\\u{1b}\\u{200b}\\0b"),
            ("\u{E9}\u{30C4}", "\u{E9}\u{30C4}"),
        ] {
            assert_eq!(Shown(text).to_string(), shown);
        }
    }
}
