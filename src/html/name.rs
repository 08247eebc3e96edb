//! The names of tags, and what the head does with them.

use crate::html::swar::{self, packed};
use crate::html::tag::ends_name;

/// The name of a tag as far as it has come, in the case it was written. What is longer than eight bytes does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Name {
    packed: u64,
    len: u32,
}

impl Name {
    /// Reads on, up to what ends a name; returns how many bytes belong to it, and whether the end has come.
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

    /// The element of a name that is of letters, shorter than eight bytes, and there as a whole, with what ends it; and
    /// the bytes of the name.
    #[inline]
    pub(crate) fn whole(bytes: &[u8]) -> Option<(Element, usize)> {
        let packed = swar::load8(bytes)?;
        let len = swar::until_sign(packed);
        let begins = bytes.first()?.is_ascii_alphabetic();
        let ends = bytes.get(..8)?.get(len).is_some_and(|b| ends_name(*b));
        (begins && ends).then(|| (Element::of(swar::lower(packed, len)), len))
    }

    /// Its bytes, unless it is too long.
    pub(crate) fn bytes(self) -> impl Iterator<Item = u8> {
        let bytes = self.packed.to_le_bytes().into_iter();
        bytes.take(self.len as usize)
    }

    pub(crate) fn element(self) -> Element {
        if self.len == TOO_LONG {
            return Element::Other;
        }
        Element::of(swar::lower(self.packed, self.len as usize))
    }
}

/// The tags that the insertion modes up to "after head" distinguish (HTML §13.2.6.4.1 to §13.2.6.4.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Html,
    Head,
    Body,
    Br,
    Meta,
    /// Metadata without content that says nothing here.
    Empty,
    Title,
    Script,
    Noscript,
    /// Other elements of the head whose text is raw.
    Style,
    Noframes,
    Template,
    Other,
}

impl Element {
    fn of(name: u64) -> Element {
        match name {
            META => Element::Meta,
            BASE | BASEFONT | BGSOUND | LINK => Element::Empty,
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

/// More bytes than a name that counts has.
const TOO_LONG: u32 = 9;

#[cfg(test)]
mod tests {
    use super::*;

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
        for (name, expected) in [
            (&b"meta>"[..], Element::Meta),
            (b"MeTa/", Element::Meta),
            (b"meta\0>", Element::Other),
            (b"metas ", Element::Other),
            (b"basefont\x0C", Element::Empty),
            (b"basefonts>", Element::Other),
            (b"x-basefont>", Element::Other),
            (b"noscriptnoscript>", Element::Other),
            (b"-eta>", Element::Other),
            (b"B\x12>", Element::Other),
        ] {
            assert_eq!(element(name), expected, "{}", name.escape_ascii());
        }
    }

    #[test]
    fn the_bytes_are_kept_as_written() {
        let mut name = Name::default();
        name.read(b"MeTa");
        assert_eq!(name.bytes().collect::<Vec<u8>>(), b"MeTa");
    }
}
