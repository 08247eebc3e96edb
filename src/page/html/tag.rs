//! The attributes of one tag: the states of the HTML standard (§13.2.5.8, §13.2.5.32 to §13.2.5.40), with the bytes
//! that they cover.
//!
//! **What it is.** The grammar of a tag has two readers here. [`TagMachine`] reads one byte after the other and can
//! stop after any of them: the reader of a head uses it for a tag that a chunk cuts. [`attributes`] reads a tag that is
//! in memory whole, jumps from one delimiter to the next, and does all other work: in `head`, in the tokenizer, in the
//! prescan for an encoding and for the words of a meta.
//!
//! **Invariants.** Both end a tag at the same byte and cut the same names. Offsets are those of the slice that was
//! given. All bytes that change a state are ASCII, so a tag is cut before it is decoded. Duplicates of an attribute are
//! reported as they come; the standard keeps the first (§13.2.5.33), and each caller does so by `get_or_insert`.
//!
//! **What breaks if touched.** If the two readers disagree, a document reads differently depending on where its chunks
//! end. A quoted `>` that ends a tag (`<p title="a > b">`) turns the rest of the tag into text, and text ends the head:
//! every meta after it is lost.
//!
//! **Which test notices.** `r_92_a_tag_ends_where_the_machine_says` compares the two readers on random tags with random
//! cuts; `r_92_attributes_are_cut_as_the_standard_says` lists the cases of the standard; a test in
//! `meta::element::place` compares names and values with those of html5ever's tokenizer.

use std::ops::Range;

use crate::page::html::seek;
use crate::page::html::swar::{self, is_space};

/// A tag that is being read, from the first letter of its name on. It can stop and go on at any byte. The states have the names of the
/// standard.
///
/// The machine holds no bytes and no offsets: whoever needs the text of a tag that a chunk cuts keeps it
/// (`meta::head::carry`) and reads the whole by [`attributes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagMachine {
    /// Tag name state (§13.2.5.8).
    TagName,
    /// Before attribute name state (§13.2.5.32).
    BeforeAttributeName,
    /// Attribute name state (§13.2.5.33).
    AttributeName,
    /// After attribute name state (§13.2.5.34): white space followed a name, and a `=` may still come.
    AfterAttributeName,
    /// Before attribute value state (§13.2.5.35).
    BeforeAttributeValue,
    /// Attribute value (double-quoted) state (§13.2.5.36).
    DoubleQuoted,
    /// Attribute value (single-quoted) state (§13.2.5.37).
    SingleQuoted,
    /// Attribute value (unquoted) state (§13.2.5.38).
    Unquoted,
    /// After attribute value (quoted) state (§13.2.5.39). The next attribute may follow without white space.
    AfterQuoted,
    /// Self-closing start tag state (§13.2.5.40). Any byte except `>` leads back: `<a/b>` has the attribute `b`.
    SelfClosing,
}

/// The event that a byte caused in the tag. Together the marks give the ranges of all names and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagEvent {
    /// It is the first byte of an attribute's name.
    NameStart,
    /// It is after the last byte of an attribute's name.
    NameEnd,
    /// The value begins with it.
    ValueStart,
    /// The value begins after it.
    ValueStartsAfter,
    /// It is after the last byte of a value.
    ValueEnd,
    /// It is the `>` that closed the tag, and with it a name or a value that was open.
    Closed,
}

impl TagMachine {
    /// A machine that has read the first letter of a tag's name. The rest of the name may follow, or the byte after it.
    pub(crate) fn new() -> TagMachine {
        TagMachine::TagName
    }

    /// Reads one byte. All bytes that change the state are ASCII, so the bytes of other characters need no case of
    /// their own.
    pub(crate) fn step(&mut self, byte: u8) -> Option<TagEvent> {
        let (state, mark) = match *self {
            TagMachine::TagName => between(byte, TagMachine::TagName),
            TagMachine::BeforeAttributeName | TagMachine::SelfClosing | TagMachine::AfterQuoted => {
                before_name(byte)
            }
            TagMachine::AttributeName => in_name(byte),
            TagMachine::AfterAttributeName if byte == b'=' => {
                (TagMachine::BeforeAttributeValue, None)
            }
            TagMachine::AfterAttributeName => after_name(byte),
            TagMachine::BeforeAttributeValue => before_value(byte),
            TagMachine::DoubleQuoted => quoted(byte, b'"', TagMachine::DoubleQuoted),
            TagMachine::SingleQuoted => quoted(byte, b'\'', TagMachine::SingleQuoted),
            TagMachine::Unquoted => unquoted(byte),
        };
        *self = state;
        mark
    }

    /// Reads up to the end of the tag and returns the number of bytes read, `>` included. `None` if the tag ends
    /// after `bytes`; the next call continues it.
    ///
    /// In the long states it searches for the next delimiter and steps only there.
    pub(crate) fn skip(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            let rest = bytes.get(at..)?;
            at += match *self {
                TagMachine::DoubleQuoted => memchr::memchr(b'"', rest)?,
                TagMachine::SingleQuoted => memchr::memchr(b'\'', rest)?,
                TagMachine::TagName | TagMachine::AttributeName => {
                    rest.iter().position(|b| ends_name(*b) || *b == b'=')?
                }
                TagMachine::Unquoted => rest.iter().position(|b| is_space(*b) || *b == b'>')?,
                _ => 0,
            };
            let mark = self.step(*bytes.get(at)?);
            at += 1;
            if mark == Some(TagEvent::Closed) {
                return Some(at);
            }
        }
    }
}

/// The next state, and the event if there was one. White space, `/` and `>` have the same effect in every state without an open value; any other byte leads to
/// `otherwise`.
fn between(byte: u8, otherwise: TagMachine) -> (TagMachine, Option<TagEvent>) {
    match byte {
        b'/' => (TagMachine::SelfClosing, None),
        b'>' => (TagMachine::BeforeAttributeName, Some(TagEvent::Closed)),
        _ if is_space(byte) => (TagMachine::BeforeAttributeName, None),
        _ => (otherwise, None),
    }
}

/// §13.2.5.32. Even a `=` begins a name here: `<meta =a=b>` has the attribute `=a`.
fn before_name(byte: u8) -> (TagMachine, Option<TagEvent>) {
    match between(byte, TagMachine::AttributeName) {
        (TagMachine::AttributeName, _) => (TagMachine::AttributeName, Some(TagEvent::NameStart)),
        step => step,
    }
}

/// §13.2.5.34 without `=`: white space changes nothing, because a `=` may still follow it.
fn after_name(byte: u8) -> (TagMachine, Option<TagEvent>) {
    match before_name(byte) {
        (TagMachine::BeforeAttributeName, None) => (TagMachine::AfterAttributeName, None),
        step => step,
    }
}

/// §13.2.5.33. A quote or a `<` is a character of the name.
fn in_name(byte: u8) -> (TagMachine, Option<TagEvent>) {
    if byte == b'=' {
        return (TagMachine::BeforeAttributeValue, Some(TagEvent::NameEnd));
    }
    match between(byte, TagMachine::AttributeName) {
        (TagMachine::AttributeName, _) => (TagMachine::AttributeName, None),
        (state, Some(mark)) => (state, Some(mark)),
        (TagMachine::BeforeAttributeName, None) => {
            (TagMachine::AfterAttributeName, Some(TagEvent::NameEnd))
        }
        (state, None) => (state, Some(TagEvent::NameEnd)),
    }
}

/// §13.2.5.35. A `>` closes the tag: the value is empty. A `/` begins a value: `<a href=/b>`.
fn before_value(byte: u8) -> (TagMachine, Option<TagEvent>) {
    match byte {
        b'"' => (TagMachine::DoubleQuoted, Some(TagEvent::ValueStartsAfter)),
        b'\'' => (TagMachine::SingleQuoted, Some(TagEvent::ValueStartsAfter)),
        b'>' => (TagMachine::BeforeAttributeName, Some(TagEvent::Closed)),
        _ if is_space(byte) => (TagMachine::BeforeAttributeValue, None),
        _ => (TagMachine::Unquoted, Some(TagEvent::ValueStart)),
    }
}

/// §13.2.5.36, §13.2.5.37: only the quote ends the value.
fn quoted(byte: u8, quote: u8, stay: TagMachine) -> (TagMachine, Option<TagEvent>) {
    if byte == quote {
        (TagMachine::AfterQuoted, Some(TagEvent::ValueEnd))
    } else {
        (stay, None)
    }
}

/// §13.2.5.38. A `/` or a quote is a character of the value.
fn unquoted(byte: u8) -> (TagMachine, Option<TagEvent>) {
    match byte {
        b'>' => (TagMachine::BeforeAttributeName, Some(TagEvent::Closed)),
        _ if is_space(byte) => (TagMachine::BeforeAttributeName, Some(TagEvent::ValueEnd)),
        _ => (TagMachine::Unquoted, None),
    }
}

/// An attribute of a tag, as byte ranges in the slice that [`attributes`] was given. Nothing in it is decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    pub(crate) name: Range<usize>,
    /// Without the quotes; empty without a value, so `<meta a>` and `<meta a="">` do not differ.
    pub(crate) value: Range<usize>,
}

/// The offset after the name of a tag that begins with `<` and a letter; the length of `tag` if no delimiter follows.
pub(crate) fn name_end(tag: &[u8]) -> usize {
    swar::seek_sign(tag, 2, ends_name).map_or(tag.len(), |(end, _)| end)
}

/// Calls `each` for every attribute, in order and with duplicates, and returns the offset after the `>` of the tag.
///
/// `at` is the offset after the tag's name. The result is that of [`TagMachine`] for a tag that is there as a whole. Of
/// an incomplete tag the last attribute may be missing, and the result is `None`. With an empty closure it only finds
/// the end of a tag.
#[inline]
pub(crate) fn attributes(
    tag: &[u8],
    mut at: usize,
    mut each: impl FnMut(Attribute),
) -> Option<usize> {
    loop {
        let (attribute, after) = next(tag, at)?;
        let Some(attribute) = attribute else {
            return Some(after);
        };
        each(attribute);
        at = after;
    }
}

/// The attribute that follows from the offset `at` on, and the offset after it; without one, the offset after the `>` of
/// the tag. `None` if neither is there whole.
#[inline]
pub(crate) fn next(tag: &[u8], mut at: usize) -> Option<(Option<Attribute>, usize)> {
    // Before attribute name state (§13.2.5.32)
    loop {
        let byte = *tag.get(at)?;
        if !ends_name(byte) {
            break;
        }
        at += 1;
        if byte == b'>' {
            return Some((None, at));
        }
    }
    let (attribute, after) = match usual_attribute(tag, at) {
        Some(usual) => usual,
        None => attribute(tag, at)?,
    };
    Some((Some(attribute), after))
}

/// Reads the attribute that begins at `start` if it has a short name, `=`, and a value in quotes, as most have. `None` leaves it to
/// [`attribute`], which reads every form.
#[inline]
fn usual_attribute(tag: &[u8], start: usize) -> Option<(Attribute, usize)> {
    let (name, value) = seek::usual_attribute(tag.get(start..)?)?;
    let name = start..start + name;
    let value = name.end + 2..name.end + 2 + value;
    let after = value.end + 1;
    Some((Attribute { name, value }, after))
}

/// The attribute whose name begins at `start`, and the offset after it and its quotes. `None` if it is incomplete.
#[cold]
fn attribute(tag: &[u8], start: usize) -> Option<(Attribute, usize)> {
    // Attribute name state, after attribute name state (§13.2.5.33, §13.2.5.34)
    let (end, byte) = swar::seek_sign(tag, start + 1, |b| b == b'=' || ends_name(b))?;
    let name = start..end;
    let (equals, byte) = after_space(tag, end, byte)?;
    if byte != b'=' {
        let value = end..end;
        return Some((Attribute { name, value }, equals));
    }
    // Before attribute value state (§13.2.5.35)
    let (at, byte) = after_space(tag, equals + 1, *tag.get(equals + 1)?)?;
    let rest = tag.get(at..)?;
    let (value, after) = if let b'"' | b'\'' = byte {
        // Attribute value quoted states (§13.2.5.36, §13.2.5.37)
        let end = at + 1 + seek::find_near(byte, rest.get(1..)?)?;
        (at + 1..end, end + 1)
    } else {
        // Attribute value unquoted state (§13.2.5.38)
        let end = at + rest.iter().position(|b| is_space(*b) || *b == b'>')?;
        (at..end, end)
    };
    Some((Attribute { name, value }, after))
}

/// Passes white space. `byte` is the byte at `at`; the result is the first offset without white space, with its byte.
#[inline]
fn after_space(tag: &[u8], mut at: usize, mut byte: u8) -> Option<(usize, u8)> {
    while is_space(byte) {
        at += 1;
        byte = *tag.get(at)?;
    }
    Some((at, byte))
}

/// Whether a byte ends the name of a tag: white space, `/` or `>` (§13.2.5.8). A `=` does not.
pub(crate) fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tests::rows;

    fn pairs(tag: &str) -> Vec<(&str, &str)> {
        let mut pairs = Vec::new();
        let at = name_end(tag.as_bytes());
        let _ = attributes(tag.as_bytes(), at, |a| {
            pairs.push((&tag[a.name], &tag[a.value]));
        });
        pairs
    }

    #[test]
    fn r_92_attributes_are_cut_as_the_standard_says() {
        for (tag, expected) in
            rows::<(String, Vec<(String, String)>)>(include_str!("tag/attributes.jsonl"))
        {
            let found = pairs(&tag).into_iter();
            let found = found.map(|(name, value)| (name.to_owned(), value.to_owned()));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{tag}");
        }
    }

    /// Where the machine says that the names and values begin and end, and the tag.
    fn stepped(tag: &str) -> (Vec<(usize, usize)>, Option<usize>) {
        let mut machine = TagMachine::new();
        let mut names = Vec::new();
        let mut start = None;
        for (at, byte) in tag.bytes().enumerate().skip(2) {
            match machine.step(byte) {
                Some(TagEvent::NameStart) => start = Some(at),
                Some(TagEvent::NameEnd) => names.extend(start.take().map(|start| (start, at))),
                Some(TagEvent::Closed) => {
                    names.extend(start.take().map(|start| (start, at)));
                    return (names, Some(at + 1));
                }
                _ => {}
            }
        }
        (names, None)
    }

    proptest! {
        #[test]
        fn r_92_a_tag_ends_where_the_machine_says(
            pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12),
            cut in 0..40_usize,
        ) {
            let tag = format!("<p{}", pieces.concat());
            let (names, end) = stepped(&tag);
            let mut ranges = Vec::new();
            let at = name_end(tag.as_bytes());
            let found = attributes(tag.as_bytes(), at, |a| ranges.push((a.name.start, a.name.end)));
            prop_assert_eq!(found, end, "{:?}", tag);
            if end.is_some() {
                prop_assert_eq!(ranges, names, "{:?}", tag);
            }
            let mut machine = TagMachine::new();
            let cut = cut.clamp(2, tag.len());
            let (head, tail) = tag.as_bytes().split_at(cut);
            let skipped = match machine.skip(&head[2..]) {
                Some(len) => Some(2 + len),
                None => machine.skip(tail).map(|len| cut + len),
            };
            prop_assert_eq!(skipped, end, "{:?} cut at {}", tag, cut);
        }
    }

    const PIECES: &[&str] = &[
        "a", "=", "'", "\"", " ", "\t", "/", ">", "b=", "='", "=\"", "= ", "\0",
    ];

    #[test]
    fn an_unfinished_attribute_is_left_out() {
        assert_eq!(pairs("<meta a=b c='d"), [("a", "b")]);
    }
}
