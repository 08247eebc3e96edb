//! Texts of others: cut for messages, and escaped for what they are written into.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The part of a value that a message may quote.
pub fn quoted(value: &str) -> String {
    cut(value.to_owned(), QUOTED, 0)
}

/// At most the first `begins` and the last `ends` characters of a text.
pub fn cut(text: String, begins: usize, ends: usize) -> String {
    let length = text.chars().count();
    if length <= begins + ends {
        return text;
    }
    let first: String = text.chars().take(begins).collect();
    let last: String = text.chars().skip(length - ends).collect();
    format!("{first}…{last}")
}

/// The most characters of a value that a message quotes.
pub const QUOTED: usize = 80;

/// A text in HTML or XML: it ends neither an element nor an attribute.
pub fn markup(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => markup.push_str("&amp;"),
            '<' => markup.push_str("&lt;"),
            '>' => markup.push_str("&gt;"),
            '"' => markup.push_str("&quot;"),
            '\'' => markup.push_str("&#39;"),
            c => markup.push(c),
        }
    }
    markup
}

/// UTF-8 as it is, other octets percent-encoded, which is their form in a URL (RFC 3986 §2.1).
pub fn percent_encoded(octets: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(octets) {
        return text.into();
    }
    let mut text = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        text.push_str(chunk.valid());
        for octet in chunk.invalid() {
            let _ = write!(text, "%{octet:02X}");
        }
    }
    text.into()
}

/// A text of which only the octets that are kept, of ASCII, are not percent-encoded.
pub fn percent_encoded_but(text: &str, is_kept: impl Fn(u8) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for octet in text.bytes() {
        if octet.is_ascii() && is_kept(octet) {
            encoded.push(char::from(octet));
        } else {
            let _ = write!(encoded, "%{octet:02X}");
        }
    }
    encoded
}
