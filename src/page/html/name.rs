//! The names of tags, and their effect in a head.
//!
//! A name is at most eight bytes as far as a head is concerned: the longest that it distinguishes
//! are `basefont`, `noframes`, `noscript` and `template`. So a name is one `u64`, its comparison is
//! one `match`, and no name is ever copied or hashed. Case is lowered only for the comparison.

use crate::page::html::swar::{self, packed};
use crate::page::html::tag::ends_name;

/// The name of a tag as far as it has come, with upper and lower case as written. Of a name longer
/// than eight bytes only that is known, because it is none of those that count.
///
/// It resumes in the next chunk. The bytes are kept as written because a `meta` that a chunk cuts
/// in its name is put together again from them (`meta::head::carry`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Name {
    /// The bytes, the first in the lowest place.
    packed: u64,
    /// The number of bytes, or [`TOO_LONG`].
    len: u32,
}

impl Name {
    /// Reads on, up to the byte that ends the name. Returns how many of `bytes` belong to the name,
    /// and whether its end has come.
    pub(crate) fn read(&mut self, bytes: &[u8]) -> (usize, bool) {
        for (at, byte) in bytes.iter().enumerate() {
            if ends_name(*byte) {
                return (at, true);
            }
            let place = u64::from(*byte).checked_shl(8 * self.len);
            self.packed |= place.unwrap_or_default();
            self.len = (self.len + 1).min(TOO_LONG);
        }
        (bytes.len(), false)
    }

    /// The element of a name at the start of `bytes`, and the length of the name.
    ///
    /// `None` if the name is not one of letters, has eight bytes or more, or is not there with the
    /// byte that ends it in the first eight: [`Name::read`] reads these.
    #[inline]
    pub(crate) fn whole(bytes: &[u8]) -> Option<(Element, usize)> {
        let packed = swar::load8(bytes)?;
        let len = swar::until_sign(packed);
        let begins = bytes.first()?.is_ascii_alphabetic();
        let ends = bytes.get(..8)?.get(len).is_some_and(|b| ends_name(*b));
        (begins && ends).then(|| (Element::of(swar::lower(packed, len)), len))
    }

    /// Its bytes as written; meaningless for a name that is too long.
    pub(crate) fn bytes(self) -> impl Iterator<Item = u8> {
        let bytes = self.packed.to_le_bytes().into_iter();
        bytes.take(self.len as usize)
    }

    /// The element of the whole name.
    pub(crate) fn element(self) -> Element {
        if self.len == TOO_LONG {
            return Element::Other;
        }
        Element::of(swar::lower(self.packed, self.len as usize))
    }
}

/// The tags that the insertion modes up to "after head" distinguish (HTML §13.2.6.4.1 to
/// §13.2.6.4.6).
///
/// Elements that make no difference to a head share a variant. A name that is not listed is
/// [`Element::Other`], whose start tag ends the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// Its start tag adds attributes and changes nothing else; its end tag ends the head.
    Html,
    /// A second start tag is dropped; the end tag leads to "after head".
    Head,
    /// Its start tag and its end tag end the head.
    Body,
    /// The only end tag besides those of `head`, `body` and `html` that is not dropped: `</br>`
    /// ends the head as `<br>` does.
    Br,
    /// Read by the rules of `meta::element`; in a head it changes nothing.
    Meta,
    /// It may point at a licence; in a head it changes nothing.
    Link,
    /// Metadata without content or meaning for robots: `base`, `basefont`, `bgsound`.
    Empty,
    /// Its text is RCDATA.
    Title,
    /// Its text is script data. It may hold a licence.
    Script,
    /// Its text is raw with scripting on, and is read a second time as markup.
    Noscript,
    /// Its text is RAWTEXT.
    Style,
    /// Its text is RAWTEXT.
    Noframes,
    /// Its content needs a tree.
    Template,
    /// Any other name: the start tag ends the head, the end tag is dropped.
    Other,
}

impl Element {
    /// The element of a packed name in lower case.
    fn of(name: u64) -> Element {
        match name {
            META => Element::Meta,
            LINK => Element::Link,
            BASE | BASEFONT | BGSOUND => Element::Empty,
            SCRIPT => Element::Script,
            STYLE => Element::Style,
            TITLE => Element::Title,
            HTML => Element::Html,
            HEAD => Element::Head,
            BODY => Element::Body,
            NOSCRIPT => Element::Noscript,
            TEMPLATE => Element::Template,
            NOFRAMES => Element::Noframes,
            BR => Element::Br,
            _ => Element::Other,
        }
    }
}

const BASE: u64 = packed(b"base");
const BASEFONT: u64 = packed(b"basefont");
const BGSOUND: u64 = packed(b"bgsound");
const BODY: u64 = packed(b"body");
const BR: u64 = packed(b"br");
const HEAD: u64 = packed(b"head");
const HTML: u64 = packed(b"html");
const LINK: u64 = packed(b"link");
const META: u64 = packed(b"meta");
const NOFRAMES: u64 = packed(b"noframes");
const NOSCRIPT: u64 = packed(b"noscript");
const SCRIPT: u64 = packed(b"script");
const STYLE: u64 = packed(b"style");
const TEMPLATE: u64 = packed(b"template");
const TITLE: u64 = packed(b"title");

/// The length of every name with more than eight bytes.
const TOO_LONG: u32 = 9;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    fn element(name: &[u8]) -> Element {
        let mut read = Name::default();
        let (len, ended) = read.read(name);
        assert!(ended);
        let mut bytewise = Name::default();
        for byte in &name[..len] {
            bytewise.read(&[*byte]);
        }
        assert_eq!(read, bytewise);
        if let Some(whole) = Name::whole(&[name, b"        "].concat()) {
            assert_eq!(whole, (read.element(), len));
        }
        read.element()
    }

    #[test]
    fn a_name_is_known_whole() {
        for (name, expected) in rows::<(String, String)>(include_str!("name/names.jsonl")) {
            assert_eq!(
                format!("{:?}", element(name.as_bytes())),
                expected,
                "{name:?}"
            );
        }
    }

    #[test]
    fn the_bytes_are_kept_as_written() {
        let mut name = Name::default();
        name.read(b"MeTa");
        assert_eq!(name.bytes().collect::<Vec<u8>>(), b"MeTa");
    }
}
