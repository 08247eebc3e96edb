//! The element that ended the head of a document.

use std::ops::Range;

use super::tags::{Piece, pieces};

/// The tag, or the text, after which the head of a document is over; `None` if the document has no such place near its start.
///
/// A tag of the head, and text inside of one, is skipped; the first other tag or text ends the head (HTML §13.2.6.4.4).
pub(super) fn end(document: &[u8]) -> Option<Range<usize>> {
    let mut pieces = pieces(document, LOOKED_AT);
    let is_of_head = |piece: &Piece<'_>| {
        piece.is_one_of(&HEAD) || piece.ends_one_of(&HEAD) && !piece.ends_one_of(&["head"])
    };
    let ends = pieces.find(|piece| !is_of_head(piece));
    ends.map(|piece| piece.bytes)
}

/// The tags that may be in a head.
const HEAD: [&str; 13] = [
    "!doctype", "html", "head", "meta", "title", "link", "script", "style", "base", "noscript",
    "template", "basefont", "bgsound",
];

/// The bytes in which the end is searched.
const LOOKED_AT: usize = 1 << 20;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy_kit::told::assert_told;

    use super::end;

    #[test]
    fn the_first_element_that_no_head_has_ends_it() {
        assert_told("crates/lint/src/told/heads.txt", |document, _| {
            let found = end(document.as_bytes());
            let found = found.map(|bytes| document.get(bytes).unwrap().to_owned());
            found.unwrap_or_else(|| String::from("no end"))
        });
        assert_eq!(end(b""), None);
    }
}
