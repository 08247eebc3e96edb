//! Short texts in place of the texts of a document, for a tree builder.

use crate::page::html::reference::{Reference, Space};
use crate::page::html::seek::skip_space;
use crate::page::html::swar::is_space;

/// A short text to which a tree builder reacts as to `text`.
///
/// The builder looks at four properties: whether a text begins with a line feed (after `pre`, `listing` and
/// `textarea`), whether it begins with white space, whether anything else follows, and, after a frameset, whether white
/// space follows that. Twelve short texts represent all combinations, so no text is decoded and none is copied.
///
/// The stand-in has at most four bytes, and the builder holds so short a text without an allocation. The builder must
/// never be given a sink that keeps texts: `tests::trees_of_soup` compares the trees, not their texts. If the builder
/// ever examines a fifth property of a text, that test notices.
pub(super) fn stand_in(text: &[u8], has_references: bool) -> &'static str {
    let (mut first, mut at) = match white(text, has_references) {
        Some((Space::LineFeed, len)) => (LINE_FEED, len),
        Some((Space::Other, len)) => (WHITE, len),
        None => (0, 0),
    };
    // A carriage return and a line feed are one line feed.
    if text.starts_with(b"\r\n") {
        at = 2;
    }
    while at > 0 {
        let run = skip_space(text, at).unwrap_or(text.len());
        let reference = text.get(run..).and_then(|text| white(text, has_references));
        let end = run + reference.map_or(0, |(_, len)| len);
        if end == at {
            break;
        }
        first |= WHITE;
        at = end;
    }
    let rest = text.get(at..).unwrap_or_default();
    if rest.is_empty() {
        return STAND_INS.get(first).copied().unwrap_or_default();
    }
    let has_white_after = rest.iter().any(|byte| is_space(*byte))
        || has_references && references(rest).any(|after| Reference::white(after).is_some());
    let all = first | OTHER | if has_white_after { AFTER } else { 0 };
    STAND_INS.get(all).copied().unwrap_or_default()
}

/// The white space at the start of a text, with its number of bytes. A carriage return counts as a line feed.
fn white(text: &[u8], has_references: bool) -> Option<(Space, usize)> {
    match text {
        [b'\n' | b'\r', ..] => Some((Space::LineFeed, 1)),
        [byte, ..] if is_space(*byte) => Some((Space::Other, 1)),
        [b'&', after @ ..] if has_references => {
            Reference::white(after).map(|(space, len)| (space, len + 1))
        }
        _ => None,
    }
}

/// The bytes after each `&`.
fn references(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    memchr::memchr_iter(b'&', text).filter_map(|at| text.get(at + 1..))
}

/// The text begins with a line feed. These four are bits of an index into [`STAND_INS`].
const LINE_FEED: usize = 1;
/// White space follows the line feed, or begins a text that has none.
const WHITE: usize = 2;
/// A character that is not white space follows.
const OTHER: usize = 4;
/// White space follows the other character.
const AFTER: usize = 8;

/// The stand-ins by the sum of the bits. Four sums do not occur: `AFTER` is never set without `OTHER`.
const STAND_INS: [&str; 16] = [
    "", "\n", " ", "\n ", "x", "\nx", " x", "\n x", "", "", "", "", "x ", "\nx ", " x ", "\n x ",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn a_short_text_replaces_a_text() {
        for (text, expected) in rows::<(String, String)>(include_str!("text/stand_ins.jsonl")) {
            assert_eq!(stand_in(text.as_bytes(), true), expected, "{text}");
        }
        assert_eq!(stand_in(b"&Tab;", false), "x");
    }
}
