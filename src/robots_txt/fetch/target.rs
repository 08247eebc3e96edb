//! Whether a text is a URL or a path.
//!
//! Readers of robots.txt have a path for every text, because an `href` may lack its slash. So a text that only contains a URL
//! would be a path that no rule is about, and allowed. Callers who take texts from people, tables and files ask here first.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use crate::web_url::{NO_SCHEME, SCHEMES, split, trimmed};

/// Whether a text is what a question is about: an absolute URL, a path that begins with `/`, or `//` with a host and a path.
///
/// The schemes are those that have a robots.txt: http, https and ftp. Host and port must be those of a URL as clients read it: a
/// URL with an address that is none, or with a port above 65535, can not be asked. Whether a host exists is not checked.
///
/// # Errors
/// Any other text, with what is wrong with it.
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::check_target;
///
/// for target in ["https://example.com", "/a?b", "//example.com/a", "/ü"] {
///     assert_eq!(check_target(target), Ok(()));
/// }
/// let error = check_target(" https://example.com/a").unwrap_err();
/// assert_eq!(error.reason(), "it begins with a blank");
/// let error = check_target("view-source:https://example.com/a").unwrap_err();
/// assert_eq!(error.reason(), "its scheme is `view-source`, and not http or https");
/// let error = check_target("https://1.2.3.4.5/a").unwrap_err();
/// assert_eq!(error.reason(), "its host ends in a number and is no IPv4 address");
/// ```
pub fn check_target(text: &str) -> Result<(), InvalidTarget> {
    match wrong(text) {
        None => Ok(()),
        Some(reason) => Err(InvalidTarget {
            text: text.into(),
            reason,
        }),
    }
}

/// Whether a text that is meant as a robots.txt is the address of one: a single URL, path or name of a file, and nothing else.
///
/// Read as a file it would have no line, and allow everything. For texts that a caller gives; what a server answers is a file,
/// whatever it is.
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::is_address;
///
/// for text in ["https://example.com/robots.txt", " /robots.txt\n", "example.com/robots.txt"] {
///     assert!(is_address(text.as_bytes()));
/// }
/// for text in ["", "User-agent: *", "Sitemap:https://example.com/s.xml", "User-agent:* # /robots.txt"] {
///     assert!(!is_address(text.as_bytes()));
/// }
/// ```
pub fn is_address(file: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(file) else {
        return false;
    };
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let is_name = text.to_ascii_lowercase().ends_with("robots.txt");
    // One of a host that no URL has is meant as an address, too.
    let is_url = SCHEMES.iter().any(|(scheme, _)| {
        let start = text.get(..scheme.len() + 3).unwrap_or_default();
        start.eq_ignore_ascii_case(&format!("{scheme}://"))
    });
    !text.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c == '#')
        && (is_url || check_target(text).is_ok() || is_name && !is_record(text))
}

/// Whether a text may be a record whose value is an address: its key is not the scheme of one.
fn is_record(text: &str) -> bool {
    let key = text.split_once(':').map(|(key, _)| key);
    // A drive of Windows is one letter.
    key.is_some_and(|key| key.len() > 1 && !key.contains(['/', '\\', '.']))
}

/// A text is neither a URL nor a path, see [`check_target`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidTarget {
    text: Box<str>,
    reason: Cow<'static, str>,
}

impl InvalidTarget {
    /// The reason as a clause: `it begins with a blank`.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for InvalidTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InvalidTarget { text, reason } = self;
        let (before, after) = around_user(text);
        write!(
            f,
            "`{before}{after}` is neither an absolute URL nor a path that starts with `/`: {reason}"
        )
    }
}

impl Error for InvalidTarget {}

/// A text before and after the user name and the password in it, which no message shows.
fn around_user(text: &str) -> (&str, &str) {
    let Some((before, rest)) = text.find("//").and_then(|at| text.split_at_checked(at + 2)) else {
        return (text, "");
    };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let after = authority.rfind('@').and_then(|at| rest.get(at + 1..));
    after.map_or((text, ""), |after| (before, after))
}

/// The mistake in a text that is neither a URL nor a path.
fn wrong(text: &str) -> Option<Cow<'static, str>> {
    let Some(first) = text.chars().next() else {
        return Some("it is empty".into());
    };
    if let Some(wrong) = wrong_start(first) {
        return Some(wrong);
    }
    let trimmed = trimmed(text);
    let parts = match split(&trimmed) {
        Ok(parts) => parts,
        Err(wrong) => return Some(wrong),
    };
    let Some(host) = parts.host() else {
        return (first != '/').then(|| NO_SCHEME.into());
    };
    // A host may have some of these, and texts that were copied end in them more often.
    let is_wrong = |c: char| c.is_whitespace() || c.is_control() || "\"'`<>{}|^".contains(c);
    match host.chars().find(|c| is_wrong(*c)) {
        Some(wrong) => Some(format!("its host has {wrong:?}").into()),
        None => parts.check().err(),
    }
}

/// The mistake in the first character of a text.
fn wrong_start(first: char) -> Option<Cow<'static, str>> {
    let what = match first {
        ' ' => "a blank",
        '\t' => "a tab",
        '\n' | '\r' => "the end of a line",
        '\u{FEFF}' => "the byte order mark U+FEFF",
        '<' => "`<`",
        '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' => "a quote",
        // Spaces of other alphabets, and characters that have no width.
        first if first.is_whitespace() || first.is_control() || is_invisible(first) => {
            let code = u32::from(first);
            return Some(format!("it begins with U+{code:04X}, which is not visible").into());
        }
        _ => return None,
    };
    Some(format!("it begins with {what}").into())
}

/// Whether a character has no width.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn urls_and_paths_are_targets() {
        for text in rows::<String>(include_str!("target/right.jsonl")) {
            assert_eq!(check_target(&text), Ok(()), "{text}");
        }
    }

    #[test]
    fn other_texts_say_what_is_wrong() {
        for (text, reason) in rows::<(String, String)>(include_str!("target/wrong.jsonl")) {
            let error = check_target(&text).unwrap_err();
            assert_eq!(error.reason(), reason, "{text:?}");
            let expected = format!(
                "`{text}` is neither an absolute URL nor a path that starts with `/`: {reason}"
            );
            assert_eq!(error.to_string(), expected);
        }
        let secret = check_target("https://name:secret@[bad/").unwrap_err();
        assert!(secret.to_string().starts_with("`https://[bad/` is neither"));
    }
}
