//! The encodings without large tables: UTF-8, UTF-16, and those of one byte a character.

use std::borrow::Cow;

use super::{Encoding, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED};

use super::single_byte::SINGLE_BYTE;

/// Whether the encoding is one of these.
#[cfg(any(feature = "html", test))]
pub(crate) fn has(encoding: &'static Encoding) -> bool {
    !matches!(FewDecoder::new(encoding), FewDecoder::Unknown)
}

/// The text, without a look at a byte order mark, and whether a part of it was malformed. Borrowed where the octets are the text.
pub(crate) fn decode<'o>(encoding: &'static Encoding, octets: &'o [u8]) -> (Cow<'o, str>, bool) {
    let is_same = encoding == UTF_8 || encoding.is_ascii_compatible() && octets.is_ascii();
    if let (true, Ok(text)) = (is_same, str::from_utf8(octets)) {
        return (Cow::Borrowed(text), false);
    }
    let mut decoder = FewDecoder::new(encoding);
    let mut text = String::new();
    let mut is_malformed = decoder.run(octets, &mut text);
    if decoder.waits() {
        text.push(char::REPLACEMENT_CHARACTER);
        is_malformed = true;
    }
    (Cow::Owned(text), is_malformed)
}

/// Decodes octets that come in pieces, and has what waits for the next.
#[derive(Debug)]
pub(crate) enum FewDecoder {
    /// The beginning of a character.
    Utf8(Vec<u8>),
    Utf16 {
        is_big: bool,
        octet: Option<u8>,
        /// The first half of a pair.
        lead: Option<u16>,
    },
    /// The code units of the octets from 0x80 on.
    Single(&'static [u16; 128]),
    UserDefined,
    /// Another encoding. Each octet beyond ASCII is U+FFFD.
    Unknown,
}

impl FewDecoder {
    pub(crate) fn new(encoding: &'static Encoding) -> FewDecoder {
        if encoding == UTF_8 {
            return FewDecoder::Utf8(Vec::new());
        }
        if encoding == UTF_16LE || encoding == UTF_16BE {
            return FewDecoder::Utf16 {
                is_big: encoding == UTF_16BE,
                octet: None,
                lead: None,
            };
        }
        if encoding == X_USER_DEFINED {
            return FewDecoder::UserDefined;
        }
        let mut rows = SINGLE_BYTE.iter();
        match rows.find(|(name, _)| *name == encoding.name()) {
            Some((_, units)) => FewDecoder::Single(units),
            None => FewDecoder::Unknown,
        }
    }

    /// Appends the text of the next octets. Half a character at their end waits for more.
    #[cfg(any(feature = "html", test))]
    pub(crate) fn feed(&mut self, octets: &[u8], text: &mut String) {
        self.run(octets, text);
    }

    /// Appends the text of one octet.
    #[cfg(not(feature = "encodings"))]
    pub(crate) fn step(&mut self, octet: u8, text: &mut String) {
        self.run(&[octet], text);
    }

    /// Appends the text of the octets; whether a part was malformed.
    fn run(&mut self, octets: &[u8], text: &mut String) -> bool {
        let start = text.len();
        text.reserve(octets.len());
        match self {
            FewDecoder::Utf8(waiting) => utf_8(waiting, octets, text),
            FewDecoder::Utf16 {
                is_big,
                octet,
                lead,
            } => {
                let mut is_malformed = false;
                for second in octets {
                    let Some(first) = octet.take() else {
                        *octet = Some(*second);
                        continue;
                    };
                    let unit = u16::from_le_bytes([first, *second]);
                    let unit = if *is_big { unit.swap_bytes() } else { unit };
                    is_malformed |= utf_16(lead, unit, text);
                }
                is_malformed
            }
            FewDecoder::Single(units) => {
                text.extend(octets.iter().map(|octet| by_table(units, *octet)));
                // No table has U+FFFD as a character.
                text.get(start..)
                    .is_some_and(|new| new.contains(char::REPLACEMENT_CHARACTER))
            }
            FewDecoder::UserDefined => {
                text.extend(octets.iter().map(|octet| match octet {
                    0x80.. => char::from_u32(0xF700 + u32::from(*octet)).unwrap_or_default(),
                    _ => char::from(*octet),
                }));
                false
            }
            FewDecoder::Unknown => {
                text.extend(octets.iter().map(|octet| match octet {
                    0x80.. => char::REPLACEMENT_CHARACTER,
                    _ => char::from(*octet),
                }));
                !octets.is_ascii()
            }
        }
    }

    /// Whether the beginning of a character waits for the rest.
    fn waits(&self) -> bool {
        match self {
            FewDecoder::Utf8(waiting) => !waiting.is_empty(),
            FewDecoder::Utf16 { octet, lead, .. } => octet.is_some() || lead.is_some(),
            FewDecoder::Single(_) | FewDecoder::UserDefined | FewDecoder::Unknown => false,
        }
    }
}

/// Appends UTF-8, where each malformed part is one U+FFFD; whether there was one.
fn utf_8(waiting: &mut Vec<u8>, octets: &[u8], text: &mut String) -> bool {
    waiting.extend_from_slice(octets);
    let mut is_malformed = false;
    let mut rest = waiting.as_slice();
    while let Err(error) = str::from_utf8(rest) {
        let (valid, after) = rest.split_at(error.valid_up_to());
        text.push_str(str::from_utf8(valid).unwrap_or_default());
        rest = after;
        let Some(len) = error.error_len() else {
            break;
        };
        text.push(char::REPLACEMENT_CHARACTER);
        is_malformed = true;
        rest = rest.get(len..).unwrap_or_default();
    }
    if let Ok(valid) = str::from_utf8(rest) {
        text.push_str(valid);
        rest = &[];
    }
    let done = waiting.len() - rest.len();
    waiting.drain(..done);
    is_malformed
}

/// Appends the character that a code unit completes, if it completes one; whether half a pair was without the other.
fn utf_16(lead: &mut Option<u16>, unit: u16, text: &mut String) -> bool {
    let first = lead.take();
    let is_trail = (0xDC00..0xE000).contains(&unit);
    if let (Some(first), true) = (first, is_trail) {
        text.extend(char::decode_utf16([first, unit]).flatten());
        return false;
    }
    if first.is_some() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    if (0xD800..0xDC00).contains(&unit) {
        *lead = Some(unit);
        return first.is_some();
    }
    text.push(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER));
    first.is_some() || is_trail
}

fn by_table(units: &[u16; 128], octet: u8) -> char {
    let high = octet.checked_sub(0x80);
    let unit = high.and_then(|at| units.get(usize::from(at)));
    unit.map_or(char::from(octet), |unit| {
        char::from_u32(u32::from(*unit)).unwrap_or(char::REPLACEMENT_CHARACTER)
    })
}

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::decode::all;

    /// Every encoding that is not of many bytes, and UTF-8 and UTF-16.
    fn encodings() -> Vec<&'static Encoding> {
        let rows = SINGLE_BYTE.iter();
        let single = rows.filter_map(|(name, _)| Encoding::for_label(name.as_bytes()));
        single
            .chain([UTF_8, UTF_16LE, UTF_16BE, X_USER_DEFINED])
            .collect()
    }

    #[test]
    fn each_octet_is_that_of_encoding_rs() {
        for encoding in encodings() {
            for octet in 0..=u8::MAX {
                let octets = [octet];
                let name = encoding.name();
                assert_eq!(
                    decode(encoding, &octets),
                    all::decode(encoding, &octets),
                    "{name} {octet}"
                );
            }
        }
    }

    #[test]
    fn an_encoding_that_is_left_out_is_known_to_be() {
        let many = [
            "Big5",
            "EUC-JP",
            "EUC-KR",
            "GBK",
            "gb18030",
            "ISO-2022-JP",
            "Shift_JIS",
            "replacement",
        ];
        for label in many {
            let encoding = Encoding::for_label(label.as_bytes())
                .or((label == "replacement").then_some(encoding_rs::REPLACEMENT));
            assert!(!has(encoding.unwrap()), "{label}");
        }
        assert!(encodings().into_iter().all(has));
        // All of one byte are there.
        for label in [
            "latin1",
            "koi8-u",
            "macintosh",
            "x-mac-cyrillic",
            "windows-1258",
            "iso-8859-8-i",
            "iso-8859-16",
            "ibm866",
            "windows-874",
        ] {
            assert!(
                has(Encoding::for_label(label.as_bytes()).unwrap()),
                "{label}"
            );
        }
        assert_eq!(
            decode(encoding_rs::GBK, b"a\x81@b"),
            ("a\u{FFFD}@b".into(), true)
        );
    }

    proptest! {
        #[test]
        fn octets_are_those_of_encoding_rs(
            encoding in prop::sample::select(encodings()),
            octets in prop::collection::vec(prop_oneof![any::<u8>(), prop::sample::select(&b"a<\0\xD8\xDC\xC3\xA9\xE2\x82\xF0\x9F\xED\xA0"[..])], 0..24),
            cut in 0..24_usize,
        ) {
            prop_assert_eq!(decode(encoding, &octets), all::decode(encoding, &octets));
            let (mut own, mut other) = (FewDecoder::new(encoding), all::Decoder::new(encoding));
            for piece in [octets.get(..cut.min(octets.len())).unwrap(), octets.get(cut.min(octets.len())..).unwrap()] {
                let (mut one, mut two) = (String::new(), String::new());
                own.feed(piece, &mut one);
                other.feed(piece, &mut two);
                prop_assert_eq!(one, two, "{} {} cut at {}", encoding.name(), octets.escape_ascii(), cut);
            }
        }
    }
}
