//! The element that ended the head of a document.

use std::ops::Range;

use super::tags::{Piece, end_of, find, pieces};

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

/// Whether a part of a document may hold a meta for robots.
///
/// Where a tag ends depends on what it is in, such as a comment, so each `<meta` is looked at, and one without an end nearby may be one.
pub(super) fn holds_meta(part: &[u8]) -> bool {
    let mut rest = part;
    while let Some(start) = find(rest, META) {
        let tag = rest.get(start..).unwrap_or_default();
        let near = tag.get(..tag.len().min(LONGEST_META)).unwrap_or_default();
        let tag_end = end_of(near).unwrap_or_default();
        let own = near.get(..tag_end).unwrap_or_default();
        // `bot` is also the end of the names of many crawlers. A reference may stand for one of its letters.
        if own.is_empty() || find(own, b"bot").is_some() || find(own, b"&#").is_some() {
            return true;
        }
        rest = tag.get(META.len()..).unwrap_or_default();
    }
    false
}

/// The tags that may be in a head.
const HEAD: [&str; 13] = [
    "!doctype", "html", "head", "meta", "title", "link", "script", "style", "base", "noscript",
    "template", "basefont", "bgsound",
];

const META: &[u8] = b"<meta";

/// The bytes in which the end of a meta is searched.
const LONGEST_META: usize = 4096;

/// The bytes in which the end is searched.
const LOOKED_AT: usize = 1 << 20;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::{end, holds_meta};

    #[test]
    fn a_part_without_a_meta_for_robots_is_known_to_have_none() {
        for (part, expected) in [
            ("<p>robots</p><meta itemprop=a content='b'>bot", false),
            ("<meta name=robots>", true),
            ("<META content='>' NAME=GPTBot>", true),
            ("<meta name=r&#111;bots>", true),
            ("<!-- <meta a=\"--><meta content=\"x>\" name=robots>", true),
            ("<meta name=robots", true),
            ("<meta a='", true),
        ] {
            assert_eq!(holds_meta(part.as_bytes()), expected, "{part}");
        }
    }

    #[test]
    fn the_first_element_that_no_head_has_ends_it() {
        for (document, expected) in [
            (
                "<!doctype html><html><head><title><b></title><img src='>'><meta name=robots>",
                Some("<img src='>'>"),
            ),
            ("<head><script>'<p>'</script>text<meta>", Some("text")),
            ("<head><!-- <p> --></head><body>", Some("</head>")),
            ("<meta charset=utf-8><link rel=x>", None),
            ("", None),
        ] {
            let found = end(document.as_bytes()).map(|bytes| document.get(bytes).unwrap());
            assert_eq!(found, expected, "{document}");
        }
    }
}
