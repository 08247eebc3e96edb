//! The value of an attribute: line breaks, NULs and character references (HTML §13.2.5.36, §13.2.5.72).

use std::borrow::Cow;
use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::map::OffsetMap;

/// What a raw value says, and where each piece of it stands in the raw value.
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
        let (used, says) = replaced(special);
        text.push_str(&says);
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

/// A character reference: `&`, what can be part of its name, and a semicolon.
fn reference(special: &str) -> (usize, Cow<'static, str>) {
    let body = special.bytes().skip(1);
    let mut len = 1 + body
        .take_while(|b| *b == b'#' || b.is_ascii_alphanumeric())
        .count();
    let next = special.as_bytes().get(len);
    if len == 1 && next != Some(&b';') {
        return (1, "&".into());
    }
    len += usize::from(next == Some(&b';'));
    let run = special.get(..len).unwrap_or_default();
    let equals = if next == Some(&b'=') { "=" } else { "" };
    let mut says = tokenized(&format!("<a b=\"{run}{equals}\">"));
    says.truncate(says.len() - equals.len().min(says.len()));
    // What stands behind a reference without a semicolon was copied, not replaced.
    let copied = run
        .bytes()
        .rev()
        .zip(says.bytes().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let copied = copied.min(says.len()).min(len - 1);
    says.truncate(says.len() - copied);
    if says.is_empty() {
        (1, "&".into())
    } else {
        (len - copied, says.into())
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
