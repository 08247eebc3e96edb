//! The type of a document, as `Content-Type` has it.

use crate::quotes::find_outside;

/// The type without parameters that the lines of `Content-Type` have, the last valid one; empty for none.
pub(crate) fn essence_of<'l>(lines: impl Iterator<Item = &'l [u8]>) -> &'l str {
    let lines = lines.filter_map(|line| str::from_utf8(line).ok());
    let parts = lines.flat_map(|line| split(line, b','));
    let types = parts.map(|part| split(part, b';').next().unwrap_or_default().trim_ascii());
    types.filter(|one| is_type(one)).last().unwrap_or_default()
}

/// The pieces between separators, except those in quoted strings: `x=",;"` is one piece.
pub(crate) fn split(text: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = find_outside(text.as_bytes(), |byte| byte == separator);
        let (piece, after) = text.split_at(end.unwrap_or(text.len()));
        rest = end.map(|_| after.get(1..).unwrap_or_default());
        Some(piece)
    })
}

/// Whether this is a type and a subtype, both tokens of RFC 9110 §5.6.2, and states a type: the three of MIME Sniffing §7 that say
/// that none is known do not.
pub(crate) fn is_type(essence: &str) -> bool {
    let Some((kind, subtype)) = essence.split_once('/') else {
        return false;
    };
    let is_token = |text: &str| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        !text.is_empty() && text.bytes().all(plain)
    };
    let is_none = NONE.iter().any(|none| essence.eq_ignore_ascii_case(none));
    is_token(kind) && is_token(subtype) && !is_none
}

const NONE: [&str; 3] = ["*/*", "unknown/unknown", "application/unknown"];
