//! Names of files as text, though they are bytes.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;

/// A name for display: unchanged if it is UTF-8, else [`distinct`].
pub fn shown(name: &OsStr) -> String {
    name.to_str()
        .map_or_else(|| distinct(name), ToOwned::to_owned)
}

/// A name as text that differs for any two names.
///
/// Each byte that is not UTF-8 becomes `%` and two hexadecimal digits, and so does each `%` that would otherwise look like
/// one of these; all else stays as it is.
pub fn distinct(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some((before, after)) = rest.split_once('%') {
            text.push_str(before);
            text.push_str(if is_escape(after) { "%25" } else { "%" });
            rest = after;
        }
        text.push_str(rest);
        for byte in chunk.invalid() {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// Whether a `%` before this would be read as an escape.
fn is_escape(after: &str) -> bool {
    let is_upper = |byte: &u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(byte);
    match after.as_bytes() {
        [b'2', b'5', ..] => true,
        [b'8'..=b'9' | b'A'..=b'F', low, ..] => is_upper(low),
        _ => false,
    }
}

/// A text of several lines with its hidden characters escaped, so that it cannot control a terminal.
pub fn plain(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && c != '\n')
}

/// A text of one line with its hidden characters escaped.
pub fn plain_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// Whether a terminal acts on a character, or shows nothing in its place: controls, marks of direction, blanks of no width.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}'
        )
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text.chars() {
        if is_escaped(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::BTreeMap;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    #[test]
    fn names_stay_distinct() {
        let text = |name: &[u8]| distinct(OsStr::from_bytes(name));
        assert_eq!(text(b"a b%20c%c3.warc.gz"), "a b%20c%c3.warc.gz");
        assert_eq!(text(b"a\xFF%.warc"), "a%FF%.warc");
        assert_eq!(text(b"a%FF"), "a%25FF");
        assert_eq!(text(b"%25FF"), "%2525FF");
        assert_eq!(shown(OsStr::from_bytes(b"a%FF")), "a%FF");
        assert_eq!(plain("a\u{1b}[31m\nb"), "a\\u{1b}[31m\nb");
        assert_eq!(
            plain_line("a\u{202E}b\n\u{9B}\u{E9}"),
            "a\\u{202e}b\\n\\u{9b}\u{E9}"
        );
    }

    /// Every name of up to five of the bytes that are easily confused.
    #[test]
    fn no_two_names_are_the_same_text() {
        const BYTES: &[u8] = b"%25F8\xFF\x85";
        let mut names: Vec<Vec<u8>> = vec![Vec::new()];
        let mut seen = BTreeMap::new();
        while let Some(name) = names.pop() {
            if let Some(other) = seen.insert(distinct(OsStr::from_bytes(&name)), name.clone()) {
                panic!("{name:?} and {other:?}");
            }
            if name.len() < 5 {
                names.extend(BYTES.iter().map(|byte| [&name[..], &[*byte]].concat()));
            }
        }
    }
}
