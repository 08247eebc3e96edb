//! The percent-normal form in which patterns and paths are compared.

use std::borrow::Cow;

use crate::robots_file::options::{GoogleDifference, Options, QueryDelimiters};

/// The side of a comparison that a text is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// A rule: `*` and a final `$` are special.
    Pattern,
    /// A requested path: `*` and `$` stand for themselves.
    Path,
}

/// The form in which octets are compared (RFC 9309 §2.2.2).
///
/// Unreserved octets are decoded, octets that no URI holds are encoded, hexadecimal digits are upper case, reserved
/// octets stay as they are: `%2F` is not `/`. In a query `%3A` and `%2F` are decoded too, as the second row of figure 4
/// has `:` and `/` equal to them there. A `*` or `$` that stands for itself is `%2A` or `%24`.
pub(crate) fn normal(text: &[u8], side: Side, options: Options) -> Cow<'_, [u8]> {
    if side == Side::Path && options.has(GoogleDifference::PathAsGiven) {
        return Cow::Borrowed(text);
    }
    if common_classes(text) & plain_bit(side) != 0 && options.query == QueryDelimiters::Distinct {
        return Cow::Borrowed(text);
    }
    rewritten(text, side, options)
}

fn rewritten(text: &[u8], side: Side, options: Options) -> Cow<'_, [u8]> {
    let mut out = Vec::with_capacity(text.len() + 16);
    let (mut rest, mut in_query) = (text, false);
    while let [byte, tail @ ..] = rest {
        rest = tail;
        match *byte {
            b'%' => rest = escape(tail, in_query, &mut out, options),
            byte if options.has(GoogleDifference::PatternNotDecoded) && byte.is_ascii() => {
                out.push(byte);
            }
            b'$' if side == Side::Pattern && tail.is_empty() => out.push(b'$'),
            byte if in_query
                && options.query == QueryDelimiters::Encoded
                && GENERAL_DELIMITERS.contains(&byte) =>
            {
                encode(byte, &mut out);
            }
            byte if class(byte) & plain_bit(side) != 0 => {
                in_query |= byte == b'?';
                out.push(byte);
            }
            byte => encode(byte, &mut out),
        }
    }
    if *out == *text {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(out)
    }
}

/// Writes what follows a `%`, and returns the rest; a stray `%` stands for itself.
fn escape<'t>(tail: &'t [u8], in_query: bool, out: &mut Vec<u8>, options: Options) -> &'t [u8] {
    let digits = match tail {
        [high, low, rest @ ..] => hex(*high).zip(hex(*low)).map(|digits| (digits, rest)),
        _ => None,
    };
    let Some(((high, low), rest)) = digits else {
        out.push(b'%');
        return tail;
    };
    let byte = high << 4 | low;
    let is_decoded = class(byte) & UNRESERVED != 0 || in_query && IN_QUERY.contains(&byte);
    if is_decoded && !options.has(GoogleDifference::PatternNotDecoded) {
        out.push(byte);
    } else {
        encode(byte, out);
    }
    rest
}

fn encode(byte: u8, out: &mut Vec<u8>) {
    let digit = |value: u8| {
        if value < 10 {
            b'0' + value
        } else {
            b'A' + value - 10
        }
    };
    out.extend([b'%', digit(byte >> 4), digit(byte & 15)]);
}

fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// Whether a target that begins with a path is that path in normal form, without a fragment.
pub(crate) fn is_plain_target(target: &[u8], options: Options) -> bool {
    common_classes(target) & PLAIN_IN_TARGET != 0 && options.query == QueryDelimiters::Distinct
}

/// The classes that all octets of a text are in.
fn common_classes(text: &[u8]) -> u8 {
    let common = |classes, octet: &u8| classes & class(*octet);
    // Eight at a time, as most texts are plain.
    let (chunks, rest) = text.as_chunks::<8>();
    let chunks = chunks
        .iter()
        .fold(u8::MAX, |classes, chunk| chunk.iter().fold(classes, common));
    rest.iter().fold(chunks, common)
}

fn plain_bit(side: Side) -> u8 {
    match side {
        Side::Pattern => PLAIN_IN_PATTERN,
        Side::Path => PLAIN_IN_PATH,
    }
}

fn class(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or_default()
}

const UNRESERVED: u8 = 1;
const PLAIN_IN_PATTERN: u8 = 2;
const PLAIN_IN_PATH: u8 = 4;
/// The same of a path with query that may have a fragment.
const PLAIN_IN_TARGET: u8 = 8;

/// Octets that are equal to their encoded form in a query.
const IN_QUERY: &[u8] = b":/";

/// Further octets that equal their encoded form with the option; `=` and `&` do not, because they divide a query.
const GENERAL_DELIMITERS: &[u8] = b"?[]@";

const CLASSES: [u8; 256] = classes();

// A constant is made at compile time, where an index past the end does not compile.
#[allow(clippy::indexing_slicing)]
const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                UNRESERVED | PLAIN_IN_PATTERN | PLAIN_IN_PATH | PLAIN_IN_TARGET
            }
            b'*' => PLAIN_IN_PATTERN,
            b'#' => PLAIN_IN_PATTERN | PLAIN_IN_PATH,
            b':' | b'/' | b'?' | b'[' | b']' | b'@' | b'!' | b'&' | b'\'' | b'(' | b')' | b'+'
            | b',' | b';' | b'=' => PLAIN_IN_PATTERN | PLAIN_IN_PATH | PLAIN_IN_TARGET,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str, side: Side) -> String {
        String::from_utf8(normal(text.as_bytes(), side, Options::default()).into_owned()).unwrap()
    }

    #[test]
    fn r_54_both_sides_have_one_normal_form() {
        for (text, pattern, path) in [
            ("/foo/bar?baz=quz", "/foo/bar?baz=quz", "/foo/bar?baz=quz"),
            ("/%62%61%7A", "/baz", "/baz"),
            ("/%2f%2F", "/%2F%2F", "/%2F%2F"),
            ("/ツ%e3%83%84", "/%E3%83%84%E3%83%84", "/%E3%83%84%E3%83%84"),
            ("/a*b$", "/a*b$", "/a%2Ab%24"),
            ("/a$b", "/a%24b", "/a%24b"),
            ("/%2a%24", "/%2A%24", "/%2A%24"),
            ("/100%", "/100%", "/100%"),
            ("/%4", "/%4", "/%4"),
            ("/%zz%", "/%zz%", "/%zz%"),
            (
                "/a%3a?b=%3a%2F%40%3F%3A",
                "/a%3A?b=:/%40%3F:",
                "/a%3A?b=:/%40%3F:",
            ),
            ("/*%2F?%2F", "/*%2F?/", "/%2A%2F?/"),
            ("/a b\u{0}{|}", "/a%20b%00%7B%7C%7D", "/a%20b%00%7B%7C%7D"),
        ] {
            assert_eq!(form(text, Side::Pattern), pattern, "{text}");
            assert_eq!(form(text, Side::Path), path, "{text}");
        }
    }
}
