//! Characters of inputs that a terminal or a viewer acts on, or shows nothing in the place of: no format has them as they are.

use std::borrow::Cow;
use std::fmt::Write as _;

use robots_policy_input::names::is_hidden;

use super::LintFormat;

/// The text of a format, in which such characters are escaped: in the formats that are JSON as JSON does, so that a reader has them.
/// The controls of ASCII are those of the format itself.
pub(super) fn escaped(format: LintFormat, text: &[u8]) -> Cow<'_, str> {
    let is_escaped = |c: char| !c.is_ascii() && is_hidden(c);
    let text = String::from_utf8_lossy(text);
    if !text.chars().any(is_escaped) {
        return text;
    }
    let is_json = matches!(
        format,
        LintFormat::Json | LintFormat::Sarif | LintFormat::Gitlab
    );
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if !is_escaped(c) {
            shown.push(c);
        } else if is_json {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.extend(c.escape_default());
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_format_has_a_character_that_is_not_seen() {
        let hidden = "\u{9B}\u{202E}\u{2066}\u{FEFF}\u{200B}\u{E0041}";
        let of_json = "\\u009b\\u202e\\u2066\\ufeff\\u200b\\udb40\\udc41";
        let of_text = "\\u{9b}\\u{202e}\\u{2066}\\u{feff}\\u{200b}\\u{e0041}";
        for (format, expected) in [
            (LintFormat::Json, of_json),
            (LintFormat::Sarif, of_json),
            (LintFormat::Gitlab, of_json),
            (LintFormat::Github, of_text),
            (LintFormat::Junit, of_text),
            (LintFormat::Markdown, of_text),
            (LintFormat::Text, of_text),
        ] {
            assert_eq!(escaped(format, hidden.as_bytes()), expected);
            assert_eq!(
                escaped(format, "\u{E9}\n\u{1B}[1m".as_bytes()),
                "\u{E9}\n\u{1B}[1m"
            );
        }
    }
}
