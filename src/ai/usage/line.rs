//! A value of `Content-Usage` or `Content-Signal` in robots.txt: an optional path, blanks, and the statements.

use std::borrow::Cow;

use super::Stated;
use crate::diagnostic::DiagnosticCode;
use crate::provenance::Span;
use crate::record_key::RecordKey;

/// Reads the value of a line with this key: its path pattern, and what it states; `None` for another key. `accepts_star` says
/// whether a pattern may begin with a star, as those of Allow and Disallow may.
///
/// The pattern begins with a slash; it is empty for a line without one, which matches every path. Spans count in the value.
pub(crate) fn line(
    key: RecordKey,
    value: &[u8],
    accepts_star: bool,
) -> Option<(Cow<'_, [u8]>, Stated)> {
    let read = match key {
        RecordKey::ContentUsage => super::content_usage,
        RecordKey::ContentSignal => super::content_signal,
        _ => return None,
    };
    let read_from = |start: usize| {
        let text = as_text(value.get(start..).unwrap_or_default());
        shifted(read(&text), start)
    };
    let (path, rest) = split(value);
    let path_span = Span::new(0, path.len());
    match value {
        [b'/', ..] => {
            let mut stated = read_from(rest);
            if rest == value.len() && key == RecordKey::ContentUsage {
                let empty = (DiagnosticCode::UsageEmpty, path_span);
                stated.diagnostics.push(empty);
            }
            let path = Cow::Borrowed(path);
            Some((path, stated))
        }
        [b'*', ..] if accepts_star => {
            let whole = read_from(0);
            let is_whole = key == RecordKey::ContentUsage && !whole.is_unreadable;
            let mut stated = if is_whole { whole } else { read_from(rest) };
            if is_whole || stated.is_unreadable {
                let path = Cow::Borrowed(&[] as &[u8]);
                return Some((path, stated));
            }
            let slash = (DiagnosticCode::PatternWithoutSlash, path_span);
            stated.diagnostics.push(slash);
            let path = Cow::Owned([b"/", path].concat());
            Some((path, stated))
        }
        _ => Some((Cow::Borrowed(&[]), read_from(0))),
    }
}

/// The text up to the first blank or tab, and the offset of the text after the blanks there.
fn split(value: &[u8]) -> (&[u8], usize) {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let end = value.iter().position(is_blank).unwrap_or(value.len());
    let (path, rest) = value.split_at(end);
    let blanks = rest.iter().take_while(|byte| is_blank(byte)).count();
    (path, end + blanks)
}

/// The octets as text of as many octets: those that are not UTF-8 become U+001A, which no grammar here accepts.
fn as_text(octets: &[u8]) -> Cow<'_, str> {
    let readable = |octet: &u8| {
        if octet.is_ascii() {
            char::from(*octet)
        } else {
            '\u{1A}'
        }
    };
    match str::from_utf8(octets) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(octets.iter().map(readable).collect()),
    }
}

/// With spans that count from an earlier start.
fn shifted(mut stated: Stated, origin: usize) -> Stated {
    for (_, span) in &mut stated.statements {
        *span = span.shifted(origin);
    }
    for (_, span) in &mut stated.diagnostics {
        *span = span.shifted(origin);
    }
    stated
}
