//! The element that ended the head of a document.

use std::ops::Range;

/// The tag, or the text, after which the head of a document is over; `None` if the document has no such place near its start.
///
/// A tag of the head, and text inside of one, is skipped; the first other tag or text ends the head (HTML §13.2.6.4.4).
pub(super) fn end(document: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    while at < document.len().min(LOOKED_AT) {
        let rest = document.get(at..)?;
        let next = rest.iter().position(|b| !b.is_ascii_whitespace())?;
        let (start, rest) = (at + next, rest.get(next..)?);
        if rest.starts_with(b"\xEF\xBB\xBF") {
            at = start + 3;
        } else if rest.first() != Some(&b'<') {
            let length = rest.iter().position(|b| *b == b'<').unwrap_or(rest.len());
            return Some(start..start + length);
        } else if rest.starts_with(b"<!--") {
            at = start + find(rest, b"-->")? + 3;
        } else {
            let name = name_of(rest);
            let end = tag_end(rest)?;
            if !HEAD.contains(&&*name) {
                return Some(start..start + end);
            }
            at = start + end;
            if RAW.contains(&&*name) && rest.get(1) != Some(&b'/') {
                let close = format!("</{name}");
                let close_at = find_lower(document.get(at..)?, close.as_bytes())?;
                at += close_at;
            }
        }
    }
    None
}

/// Whether a part of a document may hold a meta for robots.
pub(super) fn holds_meta(part: &[u8]) -> bool {
    find_lower(part, b"<meta").is_some_and(|at| {
        let rest = part.get(at..).unwrap_or_default();
        find_lower(rest, b"robots").is_some() || find_lower(rest, b"bot").is_some()
    })
}

/// The name of a tag, in lower case; `/head` for one that ends the head.
fn name_of(tag: &[u8]) -> String {
    let name = tag
        .iter()
        .skip(1)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'!' | b'?' | b'/'));
    let name: Vec<u8> = name.map(u8::to_ascii_lowercase).collect();
    let name = String::from_utf8(name).unwrap_or_default();
    if name == "/head" {
        return name;
    }
    match name.strip_prefix('/') {
        Some(own) => own.to_owned(),
        None => name,
    }
}

/// The end of a tag, with `>` in quotes left out.
fn tag_end(tag: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in tag.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(own), byte) if own == *byte => quote = None,
            _ => {}
        }
    }
    None
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|own| own == what)
}

fn find_lower(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len())
        .position(|own| own.eq_ignore_ascii_case(what))
}

/// The tags that may be in a head.
const HEAD: [&str; 13] = [
    "!doctype", "html", "head", "meta", "title", "link", "script", "style", "base", "noscript",
    "template", "basefont", "bgsound",
];

/// Those whose content is text.
const RAW: [&str; 5] = ["title", "script", "style", "noscript", "template"];

/// The bytes in which the end is searched.
const LOOKED_AT: usize = 1 << 20;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::end;

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
