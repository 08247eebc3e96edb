//! From the target of a question, a URL or a path, to the path that is compared.
//!
//! Callers have URLs, `href` values and paths from logs, and a wrong guess here answers for another path. So every text has
//! a path: there is no error, and no URL parser that would rewrite octets before they are compared. `.` and `..` are not
//! resolved and a user, a host or a port is not checked, since the authority of the file is the caller's matter.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::robots_file::normal::{Side, is_plain_target, normal};
use crate::robots_file::options::{GoogleDifference, Options};

/// The path and query of an absolute URL or of a path, without the fragment.
///
/// A target that neither is an absolute URL nor begins with a slash is a path without its slash: `private/x` is `/private/x`,
/// because an `href` is often written this way. A missing path is `/` (RFC 9309 §2.2.2: paths begin with a slash).
pub(crate) fn path_of(target: &str) -> Cow<'_, str> {
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
    if octets.first() == Some(&b'/') && is_plain_target(octets, options) {
        return Cow::Borrowed(octets);
    }
    let path = match path_of(target) {
        Cow::Borrowed(path) => normal(path.as_bytes(), Side::Path, options),
        Cow::Owned(path) => Cow::Owned(normal(path.as_bytes(), Side::Path, options).into_owned()),
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
