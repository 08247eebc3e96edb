//! From the target of a question, a URL or a path, to the path that is compared.
//!
//! Callers have URLs, `href` values and paths from logs, and a wrong guess here answers for another path. So every text has
//! a path, and there is no error; [`check_target`](crate::robots_txt::check_target) is for callers who do not know what
//! they have. A user, a host or a port is not checked, since the authority of the file is the caller's matter.
//!
//! **As it is sent.** The path of a question is the path of a request, so it is made as a client makes it ([`sent`]), for every
//! dialect: an IRI is encoded, and `/a/../p` is `/p`. The octets that are encoded are those of URL parsers (WHATWG URL §1.3,
//! §4.4), except `'` in a query, which some clients send as it is. A tab, a line end and `\` in a path stay octets of it
//! (RFC 3986 §2), where parsers leave them out or write `/`. [`RequestTarget::AsGiven`] leaves the step out.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr2};

use crate::robots_txt::file::normal::{Side, encode, is_plain_target, normal};
use crate::robots_txt::file::options::{GoogleDifference, Options, RequestTarget};

/// The path and query of an absolute URL or of a path, without the fragment, as a client sends it.
pub(crate) fn path_of(target: &str, options: Options) -> Cow<'_, [u8]> {
    if options.open.target == RequestTarget::AsGiven {
        return match given_path(target) {
            Cow::Borrowed(path) => Cow::Borrowed(path.as_bytes()),
            Cow::Owned(path) => Cow::Owned(path.into_bytes()),
        };
    }
    // URL parsers leave out blanks and control characters around a URL.
    match given_path(target.trim_matches(|c| c <= ' ')) {
        Cow::Borrowed(path) => sent(path),
        Cow::Owned(path) => Cow::Owned(sent(&path).into_owned()),
    }
}

/// The path and query of an absolute URL or of a path, without the fragment.
///
/// A target that neither is an absolute URL nor begins with a slash is a path without its slash: `private/x` is `/private/x`,
/// because an `href` is often written this way. A missing path is `/` (RFC 9309 §2.2.2: paths begin with a slash). A host
/// follows `//` (RFC 3986 §4.2).
fn given_path(target: &str) -> Cow<'_, str> {
    let end = memchr(b'#', target.as_bytes()).unwrap_or(target.len());
    let target = target.get(..end).unwrap_or(target);
    let authority = target.strip_prefix("//").or_else(|| after_scheme(target));
    let Some(authority) = authority else {
        return if target.starts_with('/') {
            Cow::Borrowed(target)
        } else {
            Cow::Owned(format!("/{target}"))
        };
    };
    let path = memchr2(b'/', b'?', authority.as_bytes());
    match path.and_then(|at| authority.get(at..)) {
        None => Cow::Borrowed("/"),
        Some(query) if query.starts_with('?') => Cow::Owned(format!("/{query}")),
        Some(path) => Cow::Borrowed(path),
    }
}

/// The path and query that a client sends for a path that begins with a slash.
fn sent(path: &str) -> Cow<'_, [u8]> {
    let octets = path.as_bytes();
    let is_sent = |octet: &u8| !is_encoded(*octet, false);
    if octets.iter().all(is_sent) && !may_have_dots(octets) && memchr(b'%', octets).is_none() {
        return Cow::Borrowed(octets);
    }
    let (path, query) = path.split_at(path.find('?').unwrap_or(path.len()));
    let mut out = Vec::with_capacity(octets.len() + 16);
    for segment in without_dots(path) {
        out.push(b'/');
        write_sent(segment, false, &mut out);
    }
    write_sent(query, true, &mut out);
    Cow::Owned(out)
}

/// The segments of a path after `.` and `..` are resolved, raw or encoded.
fn without_dots(path: &str) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut is_folder = false;
    for segment in path.split('/').skip(1) {
        let dots = dots(segment);
        is_folder = dots.is_some();
        match dots {
            None => kept.push(segment),
            Some(2) => drop(kept.pop()),
            Some(_) => {}
        }
    }
    if is_folder {
        kept.push("");
    }
    kept
}

/// The number of dots, one or two, if a segment has nothing else.
fn dots(segment: &str) -> Option<usize> {
    let mut rest = segment;
    for number in 0..=2 {
        if rest.is_empty() {
            return (number > 0).then_some(number);
        }
        let mut dot = [".", "%2e", "%2E"].iter();
        rest = dot.find_map(|dot| rest.strip_prefix(dot))?;
    }
    None
}

/// Whether a segment may begin with a raw dot.
fn may_have_dots(path: &[u8]) -> bool {
    let begins = |at: usize| path.get(at.wrapping_sub(1)) == Some(&b'/');
    memchr_iter(b'.', path).any(begins)
}

/// Writes a part of a path or a query as it is sent.
fn write_sent(text: &str, is_query: bool, out: &mut Vec<u8>) {
    for octet in text.bytes() {
        if is_encoded(octet, is_query) {
            encode(octet, out);
        } else {
            out.push(octet);
        }
    }
}

/// Whether a URL parser encodes an octet of a path or a query.
fn is_encoded(octet: u8, is_query: bool) -> bool {
    match octet {
        b'^' | b'`' | b'{' | b'}' => !is_query,
        b'"' | b'<' | b'>' => true,
        octet => !octet.is_ascii_graphic(),
    }
}

/// The text after the scheme of an absolute URL and its `://`; `None` if it has no valid scheme (RFC 3986 §3.1), as
/// `a?b=http://…` has none.
pub(crate) fn after_scheme(target: &str) -> Option<&str> {
    let (scheme, rest) = target.split_once("://")?;
    let is_scheme = |b: u8| b.is_ascii_alphanumeric() || b"+-.".contains(&b);
    let begins = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    (begins && scheme.bytes().all(is_scheme)).then_some(rest)
}

/// The path of `target` in normal form. The usual target, a plain path, is borrowed after one look.
pub(crate) fn normal_path(target: &str, options: Options) -> Cow<'_, [u8]> {
    let octets = target.as_bytes();
    let is_path = matches!(octets, [b'/', rest @ ..] if rest.first() != Some(&b'/'));
    if is_path && is_plain_target(octets, options) && !may_have_dots(octets) {
        return Cow::Borrowed(octets);
    }
    let path = match path_of(target, options) {
        Cow::Borrowed(path) => normal(path, Side::Path, options),
        Cow::Owned(path) => Cow::Owned(normal(&path, Side::Path, options).into_owned()),
    };
    if !options.has(GoogleDifference::PathAsGiven) || memchr(b'*', &path).is_none() {
        return path;
    }
    // Matching takes a raw `*` for a special octet. 0xFF is in no pattern in normal form, so it equals none of its octets.
    let octets = path.iter();
    let starless = octets.map(|octet| if *octet == b'*' { 0xFF } else { *octet });
    Cow::Owned(starless.collect())
}

/// Whether `target` is that of robots.txt, which is always allowed (RFC 9309 §2.2.2). For outcomes without a file, which
/// have no options.
pub(crate) fn is_target_of_robots_txt(target: &str) -> bool {
    is_robots_txt(&normal_path(target, Options::default()))
}

/// Whether a path in normal form is that of robots.txt, without a query.
pub(crate) fn is_robots_txt(path: &[u8]) -> bool {
    path == b"/robots.txt"
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("//example.com/a?b", "/a?b"),
            ("//example.com", "/"),
            ("https://example.com//double/slash", "//double/slash"),
            ("example.com/a", "/example.com/a"),
            ("private/x", "/private/x"),
            ("a?b=http://other.example/x", "/a?b=http://other.example/x"),
            ("mailto:a/b", "/mailto:a/b"),
            ("?b", "/?b"),
            ("", "/"),
            ("#c", "/"),
        ] {
            assert_eq!(given_path(target), path, "{target}");
            let sent = path_of(target, Options::default());
            assert_eq!(sent, path.as_bytes(), "{target}");
        }
    }

    #[test]
    fn the_path_that_a_client_sends() {
        for (target, path) in [
            ("/ツ?ü=é#ö", "/%E3%83%84?%C3%BC=%C3%A9"),
            ("https://bücher.example/ü", "/%C3%BC"),
            ("/a b\"<>`^{|}~", "/a%20b%22%3C%3E%60%5E%7B|%7D~"),
            ("/?a b\"<>`^{|}'", "/?a%20b%22%3C%3E`^{|}'"),
            ("/%c3%bc%zz%", "/%c3%bc%zz%"),
            ("/a\u{0}\u{7F}", "/a%00%7F"),
            ("/a\tb\nc", "/a%09b%0Ac"),
            ("/a\\..\\b", "/a\\..\\b"),
            (" https://example.com/a ", "/a"),
            ("/a/../p", "/p"),
            ("https://example.com/a/b/./../c/.", "/a/c/"),
            ("/..", "/"),
            ("/a/%2E%2e/%2E/b/.%2e", "/"),
            ("/.well-known/a", "/.well-known/a"),
            ("/a.../...//.b/..c", "/a.../...//.b/..c"),
            ("/a?b/../c", "/a?b/../c"),
            ("private/../x", "/x"),
        ] {
            let sent = path_of(target, Options::default());
            assert_eq!(String::from_utf8_lossy(&sent), path, "{target:?}");
            let differs = target.trim().contains(['\t', '\n', '\\']);
            if !differs
                && let Ok(url) =
                    url::Url::parse("https://example.com/").and_then(|base| base.join(target))
            {
                let query = url
                    .query()
                    .map_or(String::new(), |query| format!("?{query}"));
                let parsers = format!("{}{query}", url.path());
                assert_eq!(
                    path.replace("%5E", "^").replace('\'', "%27"),
                    parsers,
                    "{target:?}"
                );
            }
            let mut given = Options::default();
            given.open.target = RequestTarget::AsGiven;
            let unchanged = path_of(target, given);
            assert_eq!(unchanged, given_path(target).as_bytes());
        }
    }
}
