//! The tags of a document in their order, for the places of findings: what a tag means is for the library to say.

use std::ops::Range;

use memchr::{memchr, memchr2_iter};
use robots_policy_input::end_of_tag;

/// A tag, or text between tags.
pub(super) struct Piece<'d> {
    pub(super) bytes: Range<usize>,
    /// The name of the tag, with a slash before it if the tag ends the element; none for text.
    name: Option<&'d [u8]>,
}

impl Piece<'_> {
    /// Whether it begins an element of one of these names.
    pub(super) fn is_one_of(&self, names: &[&str]) -> bool {
        self.name.is_some_and(|own| is_one_of(own, names))
    }

    /// Whether it ends an element of one of these names.
    pub(super) fn ends_one_of(&self, names: &[&str]) -> bool {
        let ended = self.name.and_then(|own| own.strip_prefix(b"/"));
        ended.is_some_and(|own| is_one_of(own, names))
    }
}

/// The tags of a document in which a page says something about itself to robots.
#[derive(Default)]
pub(crate) struct Tags {
    pub(super) metas: Vec<Range<usize>>,
    pub(super) links: Vec<Range<usize>>,
}

impl Tags {
    /// Those near the start of a document.
    pub(crate) fn of(document: &[u8]) -> Tags {
        let mut tags = Tags::default();
        for piece in pieces(document, LOOKED_AT) {
            // `<metaname="robots">` was meant as one.
            if piece.is_one_of(&["meta", "metaname"]) {
                tags.metas.push(piece.bytes);
            } else if piece.is_one_of(&["link"]) {
                tags.links.push(piece.bytes);
            }
        }
        tags
    }
}

/// The pieces of a document up to this byte. White space, comments and the content of scripts, styles and the like are left out.
pub(super) fn pieces(document: &[u8], most: usize) -> impl Iterator<Item = Piece<'_>> {
    let document = document.get(..document.len().min(most)).unwrap_or_default();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = document.get(at..)?;
            let start = at + rest.iter().position(|b| !b.is_ascii_whitespace())?;
            let rest = document.get(start..)?;
            if rest.starts_with(b"\xEF\xBB\xBF") {
                at = start + 3;
            } else if rest.starts_with(b"<!--") {
                at = start + find(rest, b"-->")? + 3;
            } else {
                let (piece, next) = piece(document, start)?;
                at = next;
                return Some(piece);
            }
        }
    })
}

/// The piece that begins here, and where the next one may.
fn piece(document: &[u8], start: usize) -> Option<(Piece<'_>, usize)> {
    let rest = document.get(start..)?;
    if rest.first() != Some(&b'<') {
        let length = memchr(b'<', rest).unwrap_or(rest.len());
        let bytes = start..start + length;
        return Some((Piece { bytes, name: None }, start + length));
    }
    let name = name_of(rest);
    let end = start + end_of_tag(rest)?;
    let next = if is_one_of(name, &RAW) {
        let close = [b"</", name].concat();
        end + find(document.get(end..)?, &close)?
    } else {
        end
    };
    let name = Some(name);
    let bytes = start..end;
    Some((Piece { bytes, name }, next))
}

fn is_one_of(name: &[u8], names: &[&str]) -> bool {
    let is_own = |own: &&str| own.as_bytes().eq_ignore_ascii_case(name);
    names.iter().any(is_own)
}

fn name_of(tag: &[u8]) -> &[u8] {
    let name = tag.get(1..).unwrap_or_default();
    let is_of_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'!' | b'?' | b'/');
    let end = name.iter().position(|b| !is_of_name(b));
    name.get(..end.unwrap_or(name.len())).unwrap_or_default()
}

/// The first place of a text, in any case of letters.
pub(super) fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    let first = *what.first()?;
    let (small, large) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    let mut starts = memchr2_iter(small, large, text);
    starts.find(|start| {
        let own = text.get(*start..*start + what.len());
        own.is_some_and(|own| own.eq_ignore_ascii_case(what))
    })
}

/// The bytes of an attribute in its tag: with its name, and of its value without quotes.
pub(super) fn attribute(tag: &str, name: &str) -> Option<(Range<usize>, Range<usize>)> {
    let lower = tag.to_ascii_lowercase();
    let mut places = lower.match_indices(name).map(|(at, _)| at);
    let from = places.find(|at| {
        let before = lower.get(..*at).unwrap_or_default();
        let after = lower.get(at + name.len()..).unwrap_or_default();
        let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'');
        before.ends_with(is_end) && after.trim_start().starts_with('=')
    })?;
    let rest = tag.get(from..)?;
    let value = rest.get(rest.find('=')? + 1..)?.trim_start();
    let start = tag.len() - value.len();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (value, end) = if let Some(quote) = quote {
        let length = value.get(1..)?.find(quote)?;
        (start + 1..start + 1 + length, start + length + 2)
    } else {
        let is_end = |c: char| c.is_ascii_whitespace() || c == '>';
        let end = start + value.find(is_end).unwrap_or(value.len());
        (start..end, end)
    };
    Some((from..end, value))
}

/// The tags whose content is text.
const RAW: [&str; 5] = ["title", "script", "style", "noscript", "template"];

/// The bytes in which metas and links are looked for.
const LOOKED_AT: usize = 256 << 10;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy_kit::told::assert_told;

    use super::*;

    #[test]
    fn the_bytes_of_an_attribute_are_found_in_any_form() {
        assert_told("crates/lint/src/told/tags.txt", |tag, _| {
            let found = attribute(tag, "property");
            let found = found.map(|(all, value)| (tag.get(all).unwrap(), tag.get(value).unwrap()));
            format!("{found:?}")
        });
    }
}
