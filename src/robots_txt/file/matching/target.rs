//! From the target of a question, a URL or a path, to the path that is compared.
//!
//! Callers have URLs, `href` values and paths from logs, and a wrong guess here answers for another path. So a text without
//! scheme and slash is a path, and one that no client can ask for has none ([`crate::web_url`]). Which authority the file
//! belongs to is the caller's matter.
//!
//! **As it is sent.** The path of a question is the path of a request, so it is made as a client makes it ([`sent`]), for every
//! dialect: an IRI is encoded, `/a/../p` is `/p`, and `\` in a path is `/`. The octets that are encoded are those of URL parsers
//! (WHATWG URL §1.3, §4.4). [`RequestTarget::AsGiven`] leaves the step out.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use crate::robots_txt::file::normal::{Side, encode, is_plain_target, normal};
use crate::robots_txt::file::options::{GoogleDifference, Options, RequestTarget};
use crate::web_url::{Parts, split, trimmed};

/// The path and query of an absolute URL or of a path, without the fragment, as a client sends it; `None` for a text that is
/// neither.
pub(crate) fn path_of(target: &str, options: Options) -> Option<Cow<'_, [u8]>> {
    if options.open.target == RequestTarget::AsGiven {
        let path = split(target).map_or(Cow::Owned(format!("/{target}")), path);
        return Some(match path {
            Cow::Borrowed(path) => Cow::Borrowed(path.as_bytes()),
            Cow::Owned(path) => Cow::Owned(path.into_bytes()),
        });
    }
    match trimmed(target) {
        Cow::Borrowed(target) => match path(split(target).and_then(Parts::check).ok()?) {
            Cow::Borrowed(path) => Some(sent(path)),
            Cow::Owned(path) => Some(Cow::Owned(sent(&path).into_owned())),
        },
        Cow::Owned(target) => {
            let parts = split(&target).and_then(Parts::check).ok()?;
            Some(Cow::Owned(sent(&path(parts)).into_owned()))
        }
    }
}

/// The path and query of a target, as they are written.
///
/// `private/x` is `/private/x`, because an `href` is often written this way. A missing path is `/` (RFC 9309 §2.2.2: paths begin
/// with a slash).
fn path(parts: Parts<'_>) -> Cow<'_, str> {
    match parts.rest {
        "" => Cow::Borrowed("/"),
        path if path.starts_with(['/', '\\']) => Cow::Borrowed(path),
        path => Cow::Owned(format!("/{path}")),
    }
}

/// The path and query that a client sends for a path that begins with a slash.
fn sent(path: &str) -> Cow<'_, [u8]> {
    let octets = path.as_bytes();
    let is_sent = |octet: &u8| !is_encoded(*octet, false) && !b"\\'".contains(octet);
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
    for segment in path.split(['/', '\\']).skip(1) {
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
        b'\'' => is_query,
        b'"' | b'<' | b'>' => true,
        octet => !octet.is_ascii_graphic(),
    }
}

/// The path of `target` in normal form; `None` for a text that no client can ask for. The usual target, a plain path, is borrowed
/// after one look.
pub(crate) fn normal_path(target: &str, options: Options) -> Option<Cow<'_, [u8]>> {
    let octets = target.as_bytes();
    let is_path = matches!(octets, [b'/', rest @ ..] if rest.first() != Some(&b'/'));
    if is_path && is_plain_target(octets, options) && !may_have_dots(octets) {
        return Some(Cow::Borrowed(octets));
    }
    let path = match path_of(target, options)? {
        Cow::Borrowed(path) => normal(path, Side::Path, options),
        Cow::Owned(path) => Cow::Owned(normal(&path, Side::Path, options).into_owned()),
    };
    if !options.has(GoogleDifference::PathAsGiven) || memchr(b'*', &path).is_none() {
        return Some(path);
    }
    // Matching takes a raw `*` for a special octet. 0xFF is in no pattern in normal form, so it equals none of its octets.
    let octets = path.iter();
    let starless = octets.map(|octet| if *octet == b'*' { 0xFF } else { *octet });
    Some(Cow::Owned(starless.collect()))
}

/// The path of `target` in normal form, for statements about it: a text that no client can ask for has those of the root.
pub(crate) fn normal_or_root(target: &str, options: Options) -> Cow<'_, [u8]> {
    normal_path(target, options).unwrap_or(Cow::Borrowed(b"/"))
}

/// Whether a path in normal form is that of robots.txt, without a query.
pub(crate) fn is_robots_txt(path: &[u8]) -> bool {
    path == b"/robots.txt"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn the_path_of_a_target() {
        for (target, path) in rows::<(String, String)>(include_str!("target/paths.jsonl")) {
            let sent = path_of(&target, Options::default()).unwrap();
            assert_eq!(sent, path.as_bytes(), "{target}");
        }
    }

    #[test]
    fn no_client_asks_for_it() {
        for target in rows::<String>(include_str!("target/none.jsonl")) {
            assert_eq!(path_of(&target, Options::default()), None, "{target}");
        }
    }

    /// What a client sends for an octet and the octet itself are one, in rules and in targets, in a path and in a query.
    #[test]
    fn octets_and_their_escapes() {
        let normal_of = |text: &str| normal_path(text, Options::default()).unwrap().into_owned();
        for c in ('\0'..='\u{7F}').chain(['é', '\u{FFFD}']) {
            for text in [format!("/a{c}b"), format!("/a?q={c}b")] {
                let url = url::Url::parse(&format!("https://e.com{text}")).unwrap();
                let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
                assert_eq!(normal_of(&text), normal_of(path), "{text:?}");
                // `#` begins a comment and a fragment, `*` is special, tabs and line ends are left out, `\` is `/`.
                let is_of_rule = !"#*\t\r\n\\".contains(c);
                if is_of_rule && path.contains(&format!("{:02X}", c as u32)) || !c.is_ascii() {
                    for rule in [&text, path] {
                        let rule = normal(rule.as_bytes(), Side::Pattern, Options::default());
                        assert_eq!(rule, normal_of(&text), "{text:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_path_that_a_client_sends() {
        for (target, path) in rows::<(String, String)>(include_str!("target/sent.jsonl")) {
            let sent = path_of(&target, Options::default()).unwrap();
            assert_eq!(String::from_utf8_lossy(&sent), path, "{target:?}");
            let base = url::Url::parse("https://example.com/").unwrap();
            let url = base.join(&target).unwrap();
            let witness = &url[url::Position::BeforePath..url::Position::AfterQuery];
            assert_eq!(path.replace("%5E", "^"), witness, "{target:?}");
            let mut given = Options::default();
            given.open.target = RequestTarget::AsGiven;
            let unchanged = path_of(&target, given).unwrap();
            assert_eq!(unchanged, super::path(split(&target).unwrap()).as_bytes());
        }
    }
}
