//! Path patterns: one percent-normal form for both sides, and matching in linear time.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memmem};

use crate::robots_txt::options::{GoogleDifference, Options};

/// Which side of a comparison a text stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
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
pub(super) fn normal(text: &[u8], side: Side, options: Options) -> Cow<'_, [u8]> {
    if side == Side::Path && options.has(GoogleDifference::PathAsGiven) {
        return Cow::Borrowed(text);
    }
    if common_classes(text) & plain_bit(side) != 0 && !options.has_encoded_query {
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
            byte if in_query && options.has_encoded_query && GENERAL_DELIMITERS.contains(&byte) => {
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

/// How a pattern goes on behind its head, the octets before the first special one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tail {
    /// Anything may follow.
    Open,
    /// Nothing may follow.
    End,
    /// A `*` and what is behind it.
    Wild,
    /// The same with a final `$`.
    WildEnd,
}

/// Splits a pattern in normal form: the length of its head, and how it goes on.
pub(super) fn split(pattern: &[u8]) -> (usize, Tail) {
    let is_anchored = pattern.last() == Some(&b'$');
    match memchr(b'*', pattern) {
        Some(star) if is_anchored => (star, Tail::WildEnd),
        Some(star) => (star, Tail::Wild),
        None if is_anchored => (pattern.len() - 1, Tail::End),
        None => (pattern.len(), Tail::Open),
    }
}

/// Whether `path`, which begins with the head of `pattern`, goes on as its wild tail asks.
///
/// Each literal between two stars is taken at its leftmost place; whatever stands further right is then still there
/// for the next. The last literal of an anchored pattern can only stand at the end. Every octet of pattern and path
/// is looked at a bounded number of times.
pub(super) fn matches_behind(pattern: &[u8], head: usize, tail: Tail, path: &[u8]) -> bool {
    let path = path.get(head..).unwrap_or_default();
    let wild = pattern.get(head + 1..).unwrap_or_default();
    if tail == Tail::WildEnd {
        let literals = wild.strip_suffix(b"$").unwrap_or(wild);
        find_literals(literals, path).is_some_and(|(last, rest)| rest.ends_with(last))
    } else {
        find_literals(wild, path).is_some_and(|(last, rest)| find(rest, last).is_some())
    }
}

/// Finds all literals but the last; returns the last and the path behind the others.
fn find_literals<'p, 't>(
    mut literals: &'p [u8],
    mut path: &'t [u8],
) -> Option<(&'p [u8], &'t [u8])> {
    while let Some(star) = memchr(b'*', literals) {
        let (literal, rest) = literals.split_at(star);
        let at = find(path, literal)?;
        path = path.get(at + literal.len()..)?;
        literals = rest.get(1..)?;
    }
    Some((literals, path))
}

/// The leftmost place of `literal`. For short texts it costs less to try each place than to prepare a search.
fn find(path: &[u8], literal: &[u8]) -> Option<usize> {
    // A slash is in every path, what follows it is not.
    let (before, sought) = match literal {
        [] => return Some(0),
        [b'/', sought, ..] => (1, *sought),
        [sought, ..] => (0, *sought),
    };
    if literal.len() > SHORT_LITERAL || path.len() > SHORT_PATH {
        return memmem::find(path, literal);
    }
    let mut from = before;
    loop {
        let at = from + memchr(sought, path.get(from..)?)?;
        if path.get(at - before..)?.starts_with(literal) {
            return Some(at - before);
        }
        from = at + 1;
    }
}

/// The path and query of an absolute URL or of a path, without the fragment.
///
/// Any target but an absolute URL and a text that begins with a slash is a path without its slash: `private/x` is
/// `/private/x`, because an `href` is often written this way. A missing path is `/`.
pub(super) fn path_of(target: &str) -> Cow<'_, str> {
    let end = memchr(b'#', target.as_bytes()).unwrap_or(target.len());
    let target = target.get(..end).unwrap_or(target);
    if target.starts_with('/') {
        return Cow::Borrowed(target);
    }
    let Some(authority) = after_scheme(target) else {
        return Cow::Owned(format!("/{target}"));
    };
    let slash = memchr2(b'/', b'?', authority.as_bytes());
    match slash.and_then(|at| authority.get(at..)) {
        None => Cow::Borrowed("/"),
        Some(query) if query.starts_with('?') => Cow::Owned(format!("/{query}")),
        Some(path) => Cow::Borrowed(path),
    }
}

/// The text after the scheme of an absolute URL and its `://`.
fn after_scheme(target: &str) -> Option<&str> {
    let (scheme, rest) = target.split_once("://")?;
    let is_scheme = |b: u8| b.is_ascii_alphanumeric() || b"+-.".contains(&b);
    let begins = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    (begins && scheme.bytes().all(is_scheme)).then_some(rest)
}

/// The path that a question about `target` asks for, in normal form.
pub(super) fn asked(target: &str, options: Options) -> Cow<'_, [u8]> {
    let octets = target.as_bytes();
    if octets.first() == Some(&b'/')
        && common_classes(octets) & PLAIN_IN_TARGET != 0
        && !options.has_encoded_query
    {
        return Cow::Borrowed(octets);
    }
    let path = match path_of(target) {
        Cow::Borrowed(path) => normal(path.as_bytes(), Side::Path, options),
        Cow::Owned(path) => Cow::Owned(normal(path.as_bytes(), Side::Path, options).into_owned()),
    };
    if !options.has(GoogleDifference::PathAsGiven) || memchr(b'*', &path).is_none() {
        return path;
    }
    // A star of a path is matched by none of a pattern; neither is an octet that no normal form has.
    let octets = path.iter();
    let starless = octets.map(|octet| if *octet == b'*' { 0xFF } else { *octet });
    Cow::Owned(starless.collect())
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

/// Where trying each place is still bounded by a few hundred steps.
const SHORT_LITERAL: usize = 64;
const SHORT_PATH: usize = 128;

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

    #[test]
    fn the_path_of_a_target() {
        for (target, path) in [
            ("/", "/"),
            ("/a?b#c", "/a?b"),
            ("https://example.com", "/"),
            ("https://example.com/a?b#c", "/a?b"),
            ("https://example.com?b", "/?b"),
            ("https://example.com#/c", "/"),
            (
                "https://example.com/u=http://other.example/x",
                "/u=http://other.example/x",
            ),
            ("//double/slash", "//double/slash"),
            ("example.com/a", "/example.com/a"),
            ("private/x", "/private/x"),
            ("a?b=http://other.example/x", "/a?b=http://other.example/x"),
            ("mailto:a/b", "/mailto:a/b"),
            ("?b", "/?b"),
            ("", "/"),
            ("#c", "/"),
        ] {
            assert_eq!(path_of(target), path, "{target}");
        }
    }
}
