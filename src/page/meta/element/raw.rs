//! The values of a meta as its tag spells them.
//!
//! **What it is.** Each meta of a document is cut once by [`RawValues::cut`], and most have no statement, so nothing is decoded here and
//! names are compared as numbers. Nearly all metas are written alike: one blank, then `name="`, `property="` or
//! `content="`, then the value. So the first eight bytes of such an attribute say at once which it is, where its name ends, that a
//! value follows, and by which quote it ends ([`known`]). An attribute that is written otherwise is read
//! by [`tag::next`].
//!
//! **Invariants.** The first of equal names wins (HTML §13.2.5.33). What [`known`] reads is what the grammar of tags says, so it does
//! not matter which of the two reads an attribute.
//!
//! **What breaks if touched.** A robots meta is taken for another, or ends at a wrong byte, and is silently not read.
//!
//! **Which test notices.** `r_92_known_attributes_are_those_of_the_grammar` below; all of `tests/all/meta*.rs`.

use crate::page::html::swar::{self, Start};
use crate::page::html::{seek, tag};
use crate::page::meta::element::values::RawValues;

impl<'b> RawValues<'b> {
    /// Reads the values that may matter among the attributes of a tag, and returns the offset after the
    /// tag; `None` if it is incomplete. `at` is the offset after the tag's name.
    ///
    /// `OFTEN` gives the scanner an instance of its own, which the compiler puts into its loop.
    #[inline]
    pub(crate) fn cut<const OFTEN: bool>(
        &mut self,
        bytes: &'b [u8],
        mut at: usize,
    ) -> Option<usize> {
        loop {
            let Some((slot, start)) = known(bytes, at, self) else {
                let (attribute, after) = tag::next(bytes, at)?;
                let Some(attribute) = attribute else {
                    return Some(after);
                };
                self.keep(bytes, attribute);
                at = after;
                continue;
            };
            let rest = bytes.get(start..)?;
            let (value, after) = rest.split_at_checked(seek::find_near(b'"', rest)?)?;
            slot.get_or_insert(value);
            let quote = start + value.len();
            match after {
                [_, b'>', ..] => return Some(quote + 2),
                [_, b' ', b'/', b'>', ..] => return Some(quote + 4),
                _ => at = quote + 1,
            }
        }
    }

    /// Keeps the value of an attribute, if it may matter.
    fn keep(&mut self, bytes: &'b [u8], attribute: tag::Attribute) {
        let name = bytes.get(attribute.name.clone()).unwrap_or_default();
        let slot = match swar::lower_word(bytes, &attribute.name) {
            Some(NAME) => &mut self.name,
            Some(CONTENT) => &mut self.content,
            Some(PROPERTY) => &mut self.property,
            Some(PLURAL) => &mut self.names,
            None if name.eq_ignore_ascii_case(b"http-equiv") => &mut self.http_equiv,
            _ => return,
        };
        slot.get_or_insert(bytes.get(attribute.value).unwrap_or_default());
    }
}

/// The values of a whole tag, and the offset after it, as [`RawValues::cut`] has them.
pub(crate) fn raw_values(bytes: &[u8], at: usize) -> (RawValues<'_>, Option<usize>) {
    let mut values = RawValues::default();
    let end = values.cut::<false>(bytes, at);
    (values, end)
}

/// The slot of the attribute that begins at the offset `at` with its blank, if it is written as nearly all are, and the
/// offset of its value.
#[inline]
fn known<'b, 'v>(
    bytes: &'b [u8],
    at: usize,
    values: &'v mut RawValues<'b>,
) -> Option<(&'v mut Option<&'b [u8]>, usize)> {
    const NAME: Start = Start::new(b" name=\"");
    const CONTENT: Start = Start::new(b" content");
    const PROPERTY: Start = Start::new(b" propert");
    let rest = bytes.get(at..)?;
    let word = swar::load8(rest)?;
    let after = rest.get(swar::WORD..)?;
    if NAME.begins(word) {
        return Some((&mut values.name, at + NAME.len));
    }
    match after {
        [b'=', b'"', ..] if CONTENT.begins(word) => {
            Some((&mut values.content, at + CONTENT.len + 2))
        }
        [b'y' | b'Y', b'=', b'"', ..] if PROPERTY.begins(word) => {
            Some((&mut values.property, at + PROPERTY.len + 3))
        }
        _ => None,
    }
}

const NAME: u64 = swar::packed(b"name");
const CONTENT: u64 = swar::packed(b"content");
const PROPERTY: u64 = swar::packed(b"property");
const PLURAL: u64 = swar::packed(b"names");

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::page::html::tests::piece;

    /// The values by the grammar alone.
    fn by_grammar(tag: &[u8]) -> ([Option<&[u8]>; 5], Option<usize>) {
        let mut values = [None; 5];
        let end = tag::attributes(tag, 5, |attribute| {
            let name = tag[attribute.name].to_ascii_lowercase();
            let slot = KEYS.iter().position(|key| **key == *name);
            if let Some(slot) = slot {
                values[slot].get_or_insert(&tag[attribute.value]);
            }
        });
        (values, end)
    }

    const KEYS: [&[u8]; 5] = [b"name", b"property", b"names", b"http-equiv", b"content"];

    proptest! {
        /// At every place where a chunk may end.
        #[test]
        fn r_92_known_attributes_are_those_of_the_grammar(
            pieces in prop::collection::vec(piece(include_str!("raw/pieces.jsonl")), 0..8),
            white in 0..90_usize,
        ) {
            let tag = format!("<meta{}>{}", pieces.concat(), " ".repeat(white));
            for len in 5..=tag.len() {
                let bytes = &tag.as_bytes()[..len];
                let (values, end) = by_grammar(bytes);
                let (raw, found) = raw_values(bytes, 5);
                prop_assert_eq!(found, end, "{:?}", bytes);
                if end.is_some() {
                    let raw = [raw.name, raw.property, raw.names, raw.http_equiv, raw.content];
                    prop_assert_eq!(raw, values, "{:?}", bytes);
                }
            }
        }
    }
}
