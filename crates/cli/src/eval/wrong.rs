//! Files that look like a kind that the option does not read.

use robots_policy::header::coding_by_mark;
use robots_policy_http::saved::marks;

/// The reason why a file of `--html` looks wrong.
pub(super) fn html(bytes: &[u8]) -> Option<&'static str> {
    if bytes.is_empty() {
        return Some("it is empty, so no meta was read");
    }
    if bytes.starts_with(b"WARC/") {
        return Some("it is a WARC archive and was read as one page; give it to `scan`");
    }
    if bytes.starts_with(b"HTTP/") {
        return Some("it begins with a status line; give it to `eval` without --html");
    }
    if marks::command_of(bytes).is_some() {
        return Some("it has marks of a client before the page; give it to `eval` without --html");
    }
    let begins_tag = |two: &[u8]| matches!(two, [b'<', after] if after.is_ascii_alphabetic() || b"!?/".contains(after));
    // In UTF-16 a zero separates the two.
    let is_wide = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    let has_tag = is_wide || bytes.windows(2).any(begins_tag);
    (!has_tag && coding_by_mark(bytes).is_none())
        .then_some("it has no tag, so no meta was read; is it an HTML document?")
}

/// The reason why a file of `--headers` looks wrong.
pub(super) fn headers(bytes: &[u8]) -> Option<&'static str> {
    if bytes.is_empty() {
        return Some("it is empty, so no field was read");
    }
    if matches!(bytes.first(), Some(b'{' | b'[')) {
        return Some("it looks like JSON, so no field was read; give records to `eval --jsonl`");
    }
    let names = bytes
        .split(|b| *b == b'\n')
        .filter_map(|line| line.split(|b| *b == b':').next());
    let is_of_robots = |name: &[u8]| {
        let name = name.trim_ascii();
        name.eq_ignore_ascii_case(b"disallow") || name.eq_ignore_ascii_case(b"user-agent")
    };
    let mut names = names.take_while(|name| !name.trim_ascii().is_empty());
    names
        .any(is_of_robots)
        .then_some("it looks like a robots.txt, so its rules were not read; give it to --robots")
}
