//! The value of an attribute: line breaks, NULs and character references (HTML §13.2.5.36,
//! §13.2.5.72).
//!
//! **What it is.** A raw value, already decoded from its encoding, becomes the text that a browser
//! sees, and an [`OffsetMap`] leads from each piece of that text back to its spelling. `&#105;`
//! becomes `i`, a carriage return becomes a line feed, NUL becomes U+FFFD. The table of named
//! references, with more than two thousand names, is that of html5ever in a smaller form; the
//! tokenizer of html5ever is in no build. A build without the feature `references` has the names of ASCII and those
//! that need no semicolon. Another name is U+FFFD there, and [`lacks_name`] says so: `rules` then leaves the document unread.
//!
//! **Invariants.** Nearly all values have none of the three special bytes and are borrowed, without
//! a map. A reference is replaced as a whole or not at all. All letters and digits after the
//! `&` are its name, so that no shorter name is one.
//!
//! **What breaks if touched.** A `content` in which a reference spells a letter or a comma of a
//! directive: `no&#105;ndex` is a `noindex` that a plain search does not find.
//!
//! **Which test notices.** The lists below, which compare every name and number with html5ever's tokenizer,
//! and in `meta::element::place` a property that compares
//! names and values with those of html5ever's tokenizer for random tags.

use std::borrow::Cow;
use std::cmp::Ordering;

use html5ever::data::C1_REPLACEMENTS;

use crate::page::html::entities;
use crate::page::offsets::OffsetMap;

/// The text of a raw value, and a map from positions in the text to positions in `raw`.
pub(crate) fn decode(raw: &str) -> (Cow<'_, str>, OffsetMap) {
    decode_by(raw, BUILT)
}

/// The characters of a raw text of a page. Without a semicolon the longest name that is one counts, whatever follows it
/// (HTML §13.2.5.73).
#[cfg(feature = "parts")]
pub(crate) fn decode_text(raw: &str) -> Cow<'_, str> {
    if !raw.bytes().any(is_special) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.bytes().position(is_special) {
        let (plain, special) = rest.split_at(at);
        text.push_str(plain);
        let (mut used, mut replacement) = replaced(special, BUILT);
        if used == 1 && special.starts_with('&') {
            let name = name_len(
                special.get(1..).unwrap_or_default(),
                u8::is_ascii_alphanumeric,
            );
            let shorter = (2..=name.min(LONGEST_PLAIN)).rev();
            let found = shorter.filter_map(|len| {
                let known = named(special.get(..=len)?, false, BUILT)?;
                Some((len + 1, Cow::Borrowed(known)))
            });
            (used, replacement) = found.into_iter().next().unwrap_or((used, replacement));
        }
        text.push_str(&replacement);
        rest = special.get(used..).unwrap_or_default();
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// The length of `Atilde`, the longest name that needs no semicolon.
#[cfg(feature = "parts")]
const LONGEST_PLAIN: usize = 6;

/// Whether a raw value has a reference whose name may be one that this build does not have.
pub(crate) fn lacks_name(raw: &str) -> bool {
    HAS_FEW && may_have_other(raw)
}

/// The names that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReferenceNames {
    #[cfg(any(test, feature = "references"))]
    All,
    /// Those of ASCII, and those that need no semicolon.
    #[cfg(any(test, not(feature = "references")))]
    Few,
}

#[cfg(feature = "references")]
const BUILT: ReferenceNames = ReferenceNames::All;
#[cfg(not(feature = "references"))]
const BUILT: ReferenceNames = ReferenceNames::Few;

const HAS_FEW: bool = cfg!(not(feature = "references"));

/// [`decode`] with these names.
fn decode_by(raw: &str, names: ReferenceNames) -> (Cow<'_, str>, OffsetMap) {
    let mut map = OffsetMap::default();
    if !raw.bytes().any(is_special) {
        return (Cow::Borrowed(raw), map);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.bytes().position(is_special) {
        let (plain, special) = rest.split_at(at);
        text.push_str(plain);
        let from = raw.len() - special.len();
        map.check(text.len(), from);
        let (used, replacement) = replaced(special, names);
        text.push_str(&replacement);
        map.check(text.len(), from + used);
        rest = special.get(used..).unwrap_or_default();
    }
    text.push_str(rest);
    (Cow::Owned(text), map)
}

/// Whether a raw value has a reference by a name that is not among the few.
fn may_have_other(raw: &str) -> bool {
    let mut places = memchr::memchr_iter(b'&', raw.as_bytes());
    places.any(|at| {
        let after = raw.get(at + 1..).unwrap_or_default();
        let len = name_len(after, u8::is_ascii_alphanumeric);
        after.as_bytes().get(len) == Some(&b';')
            && may_be_other(after.get(..len).unwrap_or_default())
    })
}

/// Whether a name, which has its semicolon, may be one that is not among the few: only the table can tell, and no name in it is
/// longer.
fn may_be_other(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && (2..=LONGEST).contains(&name.len())
        && row_of(name, entities::FEW).is_none()
}

/// The length of `CounterClockwiseContourIntegral`.
const LONGEST: usize = 31;

/// Whether something may be replaced at this byte.
fn is_special(byte: u8) -> bool {
    matches!(byte, b'&' | b'\r' | 0)
}

/// The number of bytes at the start of `special` that are replaced, and the replacement.
fn replaced(special: &str, names: ReferenceNames) -> (usize, Cow<'static, str>) {
    match special.as_bytes() {
        [b'\r', b'\n', ..] => (2, "\n".into()),
        [b'\r', ..] => (1, "\n".into()),
        [0, ..] => (1, "\u{FFFD}".into()),
        _ => reference(special, names),
    }
}

/// The length of the character reference at the start of `special`, and its replacement; for a `&`
/// that begins none, that `&` alone.
///
/// In an attribute a name without a semicolon is not a reference if a letter, a digit or `=`
/// follows it (§13.2.5.73): `a&amp=b` stays as it is. So all letters and digits that follow belong
/// to the name that is looked up.
fn reference(special: &str, names: ReferenceNames) -> (usize, Cow<'static, str>) {
    let bytes = special.as_bytes();
    let (mut len, is_part): (usize, fn(&u8) -> bool) = match bytes {
        [_, b'#', b'x' | b'X', ..] => (3, u8::is_ascii_hexdigit),
        [_, b'#', ..] => (2, u8::is_ascii_digit),
        _ => (1, u8::is_ascii_alphanumeric),
    };
    let name = name_len(special.get(len..).unwrap_or_default(), is_part);
    if name == 0 {
        return (1, "&".into());
    }
    len += name;
    let next = bytes.get(len);
    len += usize::from(next == Some(&b';'));
    let spelled = special.get(..len).unwrap_or_default();
    let replacement = match bytes {
        [_, b'#', ..] => Some(Cow::Owned(numbered(spelled).to_string())),
        _ => named(spelled, next == Some(&b'='), names).map(Cow::Borrowed),
    };
    match replacement {
        Some(text) => (len, text),
        None => (1, "&".into()),
    }
}

/// The number of letters or digits at the start.
fn name_len(text: &str, is_part: fn(&u8) -> bool) -> usize {
    text.bytes().take_while(is_part).count()
}

/// The character of a reference `&#105;` or `&#x69;`, whose digits were seen. A number that no character has is U+FFFD, and one of
/// C1 is what windows-1252 has there (HTML §13.2.5.80).
fn numbered(spelled: &str) -> char {
    let digits = spelled.trim_start_matches(['&', '#']);
    let digits = digits.trim_end_matches(';');
    let number = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    // Only more digits than a number has are no number.
    let number = number.unwrap_or(u32::MAX);
    let of_c1 = number
        .checked_sub(0x80)
        .and_then(|at| C1_REPLACEMENTS.get(usize::try_from(at).ok()?));
    match of_c1 {
        Some(Some(character)) => *character,
        _ => char::from_u32(number)
            .filter(|character| *character != '\0')
            .unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// The characters of a reference `&comma;`. Without its semicolon few names are references, and none before a `=`.
/// Where only few names are known, one that may be another is U+FFFD, which is in no name, value or separator either.
fn named(spelled: &str, is_before_equals: bool, names: ReferenceNames) -> Option<&'static str> {
    let name = spelled.strip_prefix('&')?;
    let (name, is_whole) = match name.strip_suffix(';') {
        Some(name) => (name, true),
        None => (name, false),
    };
    #[cfg(any(test, not(feature = "references")))]
    if names == ReferenceNames::Few && is_whole && may_be_other(name) {
        return Some("\u{FFFD}");
    }
    let (text, needs_semicolon) = found(name, names)?;
    (is_whole || !needs_semicolon && !is_before_equals).then_some(text)
}

/// The characters of a name, and whether it needs its semicolon.
fn found(name: &str, names: ReferenceNames) -> Option<(&'static str, bool)> {
    let row = row_of(name, entities::FEW);
    match names {
        #[cfg(any(test, feature = "references"))]
        ReferenceNames::All => row.or_else(|| row_of(name, entities::OTHERS)),
        #[cfg(any(test, not(feature = "references")))]
        ReferenceNames::Few => row,
    }
}

/// The row of a name in a table.
fn row_of(name: &str, mut table: &'static str) -> Option<(&'static str, bool)> {
    while !table.is_empty() {
        // The row at the middle, which a NUL ends.
        let middle = table.len() / 2;
        let start = memchr::memrchr(0, table.as_bytes().get(..middle)?).map_or(0, |at| at + 1);
        let end = middle + memchr::memchr(0, table.as_bytes().get(middle..)?)?;
        let row = table.get(start..end)?;
        let mark = row.find(['&', ';'])?;
        let (own, text) = row.split_at(mark);
        table = match name.cmp(own) {
            Ordering::Less => table.get(..start)?,
            Ordering::Equal => return Some((text.get(1..)?, text.starts_with(';'))),
            Ordering::Greater => table.get(end + 1..)?,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::html::oracle::first_tag;
    use crate::provenance::Span;
    use crate::tests::rows;

    #[test]
    fn r_92_references_are_decoded_as_in_an_attribute() {
        for (raw, expected) in rows::<(String, String)>(include_str!("value/references.jsonl")) {
            assert_eq!(decode_by(&raw, ReferenceNames::All).0, expected, "{raw}");
        }
    }

    #[test]
    fn a_word_is_found_in_its_raw_spelling() {
        let raw = "all,\r\nno&#105;ndex&#44no&#102ollow";
        let (text, map) = decode(raw);
        for (word, spelled) in [("noindex", "no&#105;ndex"), ("nofollow", "no&#102ollow")] {
            let at = text.find(word).unwrap();
            let span = map.raw(Span::new(at, at + word.len()));
            assert_eq!(&raw[span.start..span.end], spelled);
        }
    }

    /// The value as html5ever's tokenizer reads it.
    fn by_html5ever(raw: &str) -> String {
        let (attributes, _) = first_tag(&format!("<a b=\"{raw}\">"));
        attributes.into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn every_name_is_that_of_html5ever() {
        for (name, _) in html5ever::data::NAMED_ENTITIES.entries() {
            for raw in ["", ";", "=", "x", ";x", " "].map(|after| format!("&{name}{after}")) {
                assert_eq!(
                    decode_by(&raw, ReferenceNames::All).0,
                    by_html5ever(&raw),
                    "{raw}"
                );
            }
        }
    }

    /// A build without the other names reads the same, or knows that it may not.
    #[test]
    fn a_name_that_is_not_among_the_few_is_said_to_lack() {
        let mut lacking = 0;
        for (name, _) in html5ever::data::NAMED_ENTITIES.entries() {
            for raw in ["", ";", "=", "x", ";x", " ", "&"].map(|after| format!("a&{name}{after}")) {
                let [all, few] = [ReferenceNames::All, ReferenceNames::Few]
                    .map(|names| decode_by(&raw, names).0);
                if may_have_other(&raw) {
                    lacking += 1;
                    assert!(
                        few.contains('\u{FFFD}') && !all.is_ascii() || all == raw,
                        "{raw}"
                    );
                } else {
                    assert_eq!(few, all, "{raw}");
                }
            }
        }
        assert!(lacking > 2 * 1900, "{lacking}");
        for known in [
            "&amp;", "&comma;", "&nbsp;", "&eacute", "R&D", "a&b=c;", "&#8217;", "&;", "&a;",
            "&1a;", "& mdash;",
        ] {
            assert!(!may_have_other(known), "{known}");
        }
    }

    #[test]
    fn every_number_is_that_of_html5ever() {
        let near = [
            0xD800,
            0xE000,
            0xFDD0,
            0xFFFF,
            0x10000,
            0x0010_FFFF,
            0x0011_0000,
            u32::MAX,
        ];
        let near = near
            .into_iter()
            .flat_map(|number| number - 2..=number.saturating_add(2));
        for number in (0..0x300).chain(near) {
            for raw in [
                format!("&#{number};"),
                format!("&#x{number:X} "),
                format!("&#0{number}1x"),
            ] {
                assert_eq!(decode(&raw).0, by_html5ever(&raw), "{raw}");
            }
        }
    }
}
