//! The value of an attribute: line breaks, NULs and character references (HTML §13.2.5.36,
//! §13.2.5.72).
//!
//! **What it is.** A raw value, already decoded from its encoding, becomes the text that a browser
//! sees, and an [`OffsetMap`] leads from each piece of that text back to its spelling. `&#105;`
//! becomes `i`, a carriage return becomes a line feed, NUL becomes U+FFFD. The table of named
//! references, with more than two thousand names, is html5ever's: its tokenizer reads a tag made
//! for one reference.
//!
//! **Invariants.** Nearly all values have none of the three special bytes and are borrowed, without
//! a map. A reference is replaced as a whole or not at all. A name is cut to letters and digits
//! before html5ever reads it, so nothing of the value except the reference itself can influence the
//! answer.
//!
//! **What breaks if touched.** A `content` in which a reference spells a letter or a comma of a
//! directive: `no&#105;ndex` is a `noindex` that a plain search does not find. A reference whose
//! replacement equals the end of its spelling (`&#59;` for `;`) is easily taken for text.
//!
//! **Which test notices.** The list below, and in `meta::element::located` a property that compares
//! names and values with those of html5ever's tokenizer for random tags.

use std::borrow::Cow;
use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::page::offsets::OffsetMap;

/// The text of a raw value, and a map from positions in the text to positions in `raw`.
pub(crate) fn decode(raw: &str) -> (Cow<'_, str>, OffsetMap) {
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
        let (used, replacement) = replaced(special);
        text.push_str(&replacement);
        map.check(text.len(), from + used);
        rest = special.get(used..).unwrap_or_default();
    }
    text.push_str(rest);
    (Cow::Owned(text), map)
}

/// Whether something may be replaced at this byte.
fn is_special(byte: u8) -> bool {
    matches!(byte, b'&' | b'\r' | 0)
}

/// The number of bytes at the start of `special` that are replaced, and the replacement.
fn replaced(special: &str) -> (usize, Cow<'static, str>) {
    match special.as_bytes() {
        [b'\r', b'\n', ..] => (2, "\n".into()),
        [b'\r', ..] => (1, "\n".into()),
        [0, ..] => (1, "\u{FFFD}".into()),
        _ => reference(special),
    }
}

/// The length of the character reference at the start of `special`, and its replacement; for a `&`
/// that begins none, that `&` alone.
///
/// In an attribute a name without a semicolon is not a reference if a letter, a digit or `=`
/// follows it (§13.2.5.73): `a&amp=b` stays as it is. So all letters and digits that follow belong
/// to the name that is looked up, and a `=` is given to html5ever too.
fn reference(special: &str) -> (usize, Cow<'static, str>) {
    let bytes = special.as_bytes();
    let (mut len, is_part): (usize, fn(&u8) -> bool) = match bytes {
        [_, b'#', b'x' | b'X', ..] => (3, u8::is_ascii_hexdigit),
        [_, b'#', ..] => (2, u8::is_ascii_digit),
        _ => (1, u8::is_ascii_alphanumeric),
    };
    let name = bytes.iter().skip(len).take_while(|b| is_part(b)).count();
    if name == 0 {
        return (1, "&".into());
    }
    len += name;
    let next = bytes.get(len);
    len += usize::from(next == Some(&b';'));
    let spelled = special.get(..len).unwrap_or_default();
    let after = if next == Some(&b'=') { "=" } else { "" };
    let mut replacement = tokenized(&format!("<a b=\"{spelled}{after}\">"));
    match replacement.strip_suffix(after).map(str::len) {
        Some(end) if replacement.get(..end) != Some(spelled) => {
            replacement.truncate(end);
            (len, replacement.into())
        }
        _ => (1, "&".into()),
    }
}

/// The value of the first attribute, as html5ever's tokenizer reads this one tag.
fn tokenized(tag: &str) -> String {
    let (attributes, _) = first_tag(tag);
    let first = attributes.into_iter().next();
    first.map(|(_, value)| value).unwrap_or_default()
}

/// The attributes of the first tag, as html5ever's tokenizer reads it, and the number of bytes that
/// it had.
///
/// Tests use it as an oracle for attributes; the library only gives it tags of one reference.
pub(crate) fn first_tag(text: &str) -> (Vec<(String, String)>, usize) {
    let options = TokenizerOpts {
        discard_bom: false,
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(FirstTag::default(), options);
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(text));
    let _ = tokenizer.feed(&queue);
    let mut rest = 0;
    while let Some(piece) = queue.pop_front() {
        rest += piece.len();
    }
    (tokenizer.sink.attributes.take(), text.len() - rest)
}

/// Keeps the attributes of a tag and stops the tokenizer there, which [`TokenSinkResult::Script`]
/// does.
#[derive(Default)]
struct FirstTag {
    attributes: RefCell<Vec<(String, String)>>,
}

impl TokenSink for FirstTag {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let TagToken(tag) = token else {
            return TokenSinkResult::Continue;
        };
        let attributes = tag.attrs.iter();
        let pairs = attributes.map(|a| (a.name.local.to_string(), a.value.to_string()));
        self.attributes.replace(pairs.collect());
        TokenSinkResult::Script(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provenance::Span;

    #[test]
    fn r_92_references_are_decoded_as_in_an_attribute() {
        for (raw, expected) in [
            ("noindex", "noindex"),
            ("no&#105;ndex", "noindex"),
            ("no&#x69;ndex", "noindex"),
            ("no&#105ndex", "noindex"),
            ("noindex&comma;nofollow", "noindex,nofollow"),
            ("noindex&comma", "noindex&comma"),
            ("a&amp", "a&"),
            ("a&ampb", "a&ampb"),
            ("a&amp=b", "a&amp=b"),
            ("a&amp&amp;b", "a&&b"),
            ("a&notit;b", "a&notit;b"),
            ("&&&", "&&&"),
            ("&#;&#x;", "&#;&#x;"),
            ("&unknown;", "&unknown;"),
            ("a\r\nb\rc\n", "a\nb\nc\n"),
            ("a\0b", "a\u{FFFD}b"),
            ("&NotEqualTilde;x", "\u{2242}\u{338}x"),
            ("a&#x3B;b", "a;b"),
            ("a&#59;b", "a;b"),
            ("a&semi;b", "a;b"),
            ("a&semi", "a&semi"),
            ("1&#x30", "10"),
            ("1&#x39", "19"),
            ("1&#x30;0", "100"),
            ("1&#57", "19"),
            ("1&#49=", "11="),
            ("&num;x", "#x"),
            ("&amp#38;", "&#38;"),
            ("&amp#", "&#"),
            ("&#x", "&#x"),
            ("&#xg", "&#xg"),
            ("&#9a", "\ta"),
        ] {
            assert_eq!(decode(raw).0, expected, "{raw}");
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
}
