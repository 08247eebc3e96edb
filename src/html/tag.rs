//! The attributes of one tag: the states of the HTML standard (§13.2.5.32 to §13.2.5.40), with the bytes they cover.

use std::ops::Range;

use crate::html::swar::{self, is_space};

/// The state of the machine in a tag; the names are the standard's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    TagName,
    BeforeAttributeName,
    AttributeName,
    AfterAttributeName,
    BeforeAttributeValue,
    DoubleQuoted,
    SingleQuoted,
    Unquoted,
    AfterQuoted,
    SelfClosing,
}

/// What a byte did to the tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
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
    /// It closed the tag, and what was open in it.
    Closed,
}

/// A tag that is being read, from the first letter of its name on. It can stop and go on at any byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TagMachine {
    state: State,
}

impl TagMachine {
    /// After the first letter of the tag's name.
    pub(crate) fn new() -> TagMachine {
        TagMachine {
            state: State::TagName,
        }
    }

    /// Reads one byte. All that steers the machine is ASCII, so the bytes of other characters are plain ones.
    pub(crate) fn step(&mut self, byte: u8) -> Option<Mark> {
        let (state, mark) = match self.state {
            State::TagName => between(byte, State::TagName),
            State::BeforeAttributeName | State::SelfClosing | State::AfterQuoted => {
                before_name(byte)
            }
            State::AttributeName => in_name(byte),
            State::AfterAttributeName if byte == b'=' => (State::BeforeAttributeValue, None),
            State::AfterAttributeName => after_name(byte),
            State::BeforeAttributeValue => before_value(byte),
            State::DoubleQuoted => quoted(byte, b'"', State::DoubleQuoted),
            State::SingleQuoted => quoted(byte, b'\'', State::SingleQuoted),
            State::Unquoted => unquoted(byte),
        };
        self.state = state;
        mark
    }

    /// Reads up to the end of the tag, if it has come, and returns how many bytes that were.
    pub(crate) fn skip(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            let rest = bytes.get(at..)?;
            at += match self.state {
                State::DoubleQuoted => memchr::memchr(b'"', rest)?,
                State::SingleQuoted => memchr::memchr(b'\'', rest)?,
                State::TagName | State::AttributeName => {
                    rest.iter().position(|b| ends_name(*b) || *b == b'=')?
                }
                State::Unquoted => rest.iter().position(|b| is_space(*b) || *b == b'>')?,
                _ => 0,
            };
            let mark = self.step(*bytes.get(at)?);
            at += 1;
            if mark == Some(Mark::Closed) {
                return Some(at);
            }
        }
    }
}

type Step = (State, Option<Mark>);

/// White space, `/` and `>` mean the same wherever no value is open; anything else leads to `otherwise`.
fn between(byte: u8, otherwise: State) -> Step {
    match byte {
        b'/' => (State::SelfClosing, None),
        b'>' => (State::BeforeAttributeName, Some(Mark::Closed)),
        _ if is_space(byte) => (State::BeforeAttributeName, None),
        _ => (otherwise, None),
    }
}

fn before_name(byte: u8) -> Step {
    match between(byte, State::AttributeName) {
        (State::AttributeName, _) => (State::AttributeName, Some(Mark::NameStart)),
        step => step,
    }
}

fn after_name(byte: u8) -> Step {
    match before_name(byte) {
        (State::BeforeAttributeName, None) => (State::AfterAttributeName, None),
        step => step,
    }
}

fn in_name(byte: u8) -> Step {
    if byte == b'=' {
        return (State::BeforeAttributeValue, Some(Mark::NameEnd));
    }
    match between(byte, State::AttributeName) {
        (State::AttributeName, _) => (State::AttributeName, None),
        (state, Some(mark)) => (state, Some(mark)),
        (State::BeforeAttributeName, None) => (State::AfterAttributeName, Some(Mark::NameEnd)),
        (state, None) => (state, Some(Mark::NameEnd)),
    }
}

fn before_value(byte: u8) -> Step {
    match byte {
        b'"' => (State::DoubleQuoted, Some(Mark::ValueStartsAfter)),
        b'\'' => (State::SingleQuoted, Some(Mark::ValueStartsAfter)),
        b'>' => (State::BeforeAttributeName, Some(Mark::Closed)),
        _ if is_space(byte) => (State::BeforeAttributeValue, None),
        _ => (State::Unquoted, Some(Mark::ValueStart)),
    }
}

fn quoted(byte: u8, quote: u8, stay: State) -> Step {
    if byte == quote {
        (State::AfterQuoted, Some(Mark::ValueEnd))
    } else {
        (stay, None)
    }
}

fn unquoted(byte: u8) -> Step {
    match byte {
        b'>' => (State::BeforeAttributeName, Some(Mark::Closed)),
        _ if is_space(byte) => (State::BeforeAttributeName, Some(Mark::ValueEnd)),
        _ => (State::Unquoted, None),
    }
}

/// An attribute of a tag: byte ranges in the tag's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    pub(crate) name: Range<usize>,
    /// Without the quotes; empty where there is no value.
    pub(crate) value: Range<usize>,
}

/// Where the name of a tag ends that begins with `<` and a letter.
pub(crate) fn name_end(tag: &[u8]) -> usize {
    swar::seek_sign(tag, 2, ends_name).map_or(tag.len(), |(end, _)| end)
}

/// Calls `each` for every attribute of a tag whose name ends before the byte `at`, in order and with duplicates, and
/// returns the place after its `>`. It does what [`TagMachine`] does with a tag that is there as a whole: of an incomplete one the
/// last attribute may be missing, and the place is `None`.
#[inline]
pub(crate) fn attributes(
    tag: &[u8],
    mut at: usize,
    mut each: impl FnMut(Attribute),
) -> Option<usize> {
    loop {
        // Before attribute name state (§13.2.5.32)
        let byte = *tag.get(at)?;
        if ends_name(byte) {
            at += 1;
            if byte == b'>' {
                return Some(at);
            }
            continue;
        }
        let (attribute, after) = match usual_attribute(tag, at) {
            Some(usual) => usual,
            None => attribute(tag, at)?,
        };
        each(attribute);
        at = after;
    }
}

/// See [`attribute`]. Reads it if it is letters, `=`, and a value in quotes, as most are.
#[inline]
fn usual_attribute(tag: &[u8], start: usize) -> Option<(Attribute, usize)> {
    let len = swar::until_sign(swar::load8(tag.get(start + 1..)?)?);
    let end = start + 1 + len;
    let [b'=', quote @ (b'"' | b'\''), rest @ ..] = tag.get(end..)? else {
        return None;
    };
    let name = start..end;
    let value = end + 2..end + 2 + swar::find_near(*quote, rest)?;
    let after = value.end + 1;
    Some((Attribute { name, value }, after))
}

/// The attribute whose name begins at the byte `start`, and the place after it and its quotes.
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
        let end = at + 1 + swar::find_near(byte, rest.get(1..)?)?;
        (at + 1..end, end + 1)
    } else {
        // Attribute value unquoted state (§13.2.5.38)
        let end = at + rest.iter().position(|b| is_space(*b) || *b == b'>')?;
        (at..end, end)
    };
    Some((Attribute { name, value }, after))
}

/// Goes on from the byte at `at`, which is `byte`, to the first that is not white space.
#[inline]
fn after_space(tag: &[u8], mut at: usize, mut byte: u8) -> Option<(usize, u8)> {
    while is_space(byte) {
        at += 1;
        byte = *tag.get(at)?;
    }
    Some((at, byte))
}

pub(crate) fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
        for (tag, expected) in [
            ("<meta>", &[][..]),
            ("<meta a>", &[("a", "")]),
            ("<meta a=>", &[("a", "")]),
            ("<meta a b = c>", &[("a", ""), ("b", "c")]),
            (
                "<meta a='1'b=\"2\"c=3>",
                &[("a", "1"), ("b", "2"), ("c", "3")],
            ),
            ("<meta/a=b/c>", &[("a", "b/c")]),
            ("<meta/a/b/>", &[("a", ""), ("b", "")]),
            ("<meta a= /b>", &[("a", "/b")]),
            ("<meta =a=b>", &[("=a", "b")]),
            ("<meta a\r=\r'b\r\nc'>", &[("a", "b\r\nc")]),
            ("<meta a='>' b>", &[("a", ">"), ("b", "")]),
            ("<meta a=b\"c>", &[("a", "b\"c")]),
            ("<meta a \"=x>", &[("a", ""), ("\"", "x")]),
            ("<meta é=ü>", &[("é", "ü")]),
        ] {
            assert_eq!(pairs(tag), expected, "{tag}");
        }
    }

    /// Where the machine says that the names and values begin and end, and the tag.
    fn stepped(tag: &str) -> (Vec<(usize, usize)>, Option<usize>) {
        let mut machine = TagMachine::new();
        let mut names = Vec::new();
        let mut start = None;
        for (at, byte) in tag.bytes().enumerate().skip(2) {
            match machine.step(byte) {
                Some(Mark::NameStart) => start = Some(at),
                Some(Mark::NameEnd) => names.extend(start.take().map(|start| (start, at))),
                Some(Mark::Closed) => {
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
