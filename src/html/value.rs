//! The value of an attribute: line breaks, NULs and character references (HTML §13.2.5.36, §13.2.5.72).

use std::borrow::Cow;
use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::html::offsets::OffsetMap;

/// The text of a raw value, and where each piece of it is in the raw value.
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

fn is_special(byte: u8) -> bool {
    matches!(byte, b'&' | b'\r' | 0)
}

/// How many bytes at the start of `special` are replaced, and by what.
fn replaced(special: &str) -> (usize, Cow<'static, str>) {
    match special.as_bytes() {
        [b'\r', b'\n', ..] => (2, "\n".into()),
        [b'\r', ..] => (1, "\n".into()),
        [0, ..] => (1, "\u{FFFD}".into()),
        _ => reference(special),
    }
}

/// A character reference, which is replaced as a whole, or the `&` alone.
///
/// In an attribute a name without a semicolon is not a reference if a letter, a digit or `=` follows it. So nothing that
/// can be part of the name is left over.
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

/// The first attribute's value, as the tokenizer reads this one tag.
fn tokenized(tag: &str) -> String {
    let (attributes, _) = first_tag(tag);
    let first = attributes.into_iter().next();
    first.map(|(_, value)| value).unwrap_or_default()
}

/// The attributes of the first tag, as the tokenizer reads it, and how many bytes it was.
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
