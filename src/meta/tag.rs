//! The attributes of one tag: the states of the HTML standard (§13.2.5.32 to §13.2.5.40), with the bytes they cover.

use std::ops::Range;

use super::octet;

/// Where in a tag the machine stands; the names are the standard's.
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
    /// It stands behind the last byte of an attribute's name.
    NameEnd,
    /// The value begins with it.
    ValueStart,
    /// The value begins behind it.
    ValueStartsBehind,
    /// It stands behind the last byte of a value.
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
    /// Stands behind the first letter of the tag's name.
    pub(crate) fn new() -> TagMachine {
        TagMachine {
            state: State::TagName,
        }
    }

    /// Whether a `>` would close the tag as `/>`.
    pub(crate) fn is_self_closing(self) -> bool {
        self.state == State::SelfClosing
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

    /// Reads up to the end of the tag, if it has come, and tells how many bytes that were.
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
        b'"' => (State::DoubleQuoted, Some(Mark::ValueStartsBehind)),
        b'\'' => (State::SingleQuoted, Some(Mark::ValueStartsBehind)),
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

/// The white space of the tokenizer; a carriage return counts because it is read as a line feed.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// The raw attributes of a tag: byte ranges in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attribute {
    pub(crate) name: Range<usize>,
    /// Without the quotes; empty where there is no value.
    pub(crate) value: Range<usize>,
}

/// The attributes of `tag`, which begins with `<` and a letter, in order and with duplicates. An unfinished last one
/// is left out.
pub(crate) fn attributes(tag: &[u8]) -> Attributes<'_> {
    let name = tag.iter().skip(2).position(|b| ends_name(*b));
    attributes_from(tag, name.map_or(tag.len(), |len| len + 2))
}

/// The attributes of `tag`, of which the name ends in front of the byte `at`.
pub(crate) fn attributes_from(tag: &[u8], at: usize) -> Attributes<'_> {
    Attributes { tag, at, end: None }
}

/// See [`attributes`]. What [`TagMachine`] tells byte by byte, told of a tag that is there as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Attributes<'a> {
    tag: &'a [u8],
    at: usize,
    end: Option<usize>,
}

impl Attributes<'_> {
    /// Behind the last attribute, where the tag ends: behind its `>`, if that has come.
    pub(crate) fn end(&self) -> Option<usize> {
        self.end
    }

    /// Goes on to the end of the tag: behind its `>`, if that has come.
    pub(crate) fn skip(self) -> Option<usize> {
        let (tag, mut at) = (self.tag, self.at);
        loop {
            match *tag.get(at)? {
                b'>' => return Some(at + 1),
                byte if is_space(byte) || byte == b'/' => at += 1,
                _ => at = skip_attribute(tag, at + 1)?,
            }
        }
    }

    fn byte(&self) -> Option<u8> {
        self.tag.get(self.at).copied()
    }

    /// Goes on to the first byte that fulfils a condition.
    fn seek(&mut self, is_it: impl Fn(u8) -> bool) -> Option<u8> {
        let rest = self.tag.get(self.at..)?;
        self.at += rest.iter().position(|b| is_it(*b))?;
        self.byte()
    }

    fn seek_byte(&mut self, byte: u8) -> Option<()> {
        let rest = self.tag.get(self.at..)?;
        self.at += octet::find_near(byte, rest)?;
        Some(())
    }

    /// The value behind a `=`, with what stands behind its quotes as the next to be read.
    fn value(&mut self) -> Option<Range<usize>> {
        let mut first = self.byte()?;
        if is_space(first) {
            first = self.seek(|b| !is_space(b))?;
        }
        let is_quoted = matches!(first, b'"' | b'\'');
        if first == b'>' {
            return Some(self.at..self.at);
        }
        self.at += usize::from(is_quoted);
        let start = self.at;
        if is_quoted {
            self.seek_byte(first)?;
        } else {
            self.seek(|b| is_space(b) || b == b'>')?;
        }
        let value = start..self.at;
        self.at += usize::from(is_quoted);
        Some(value)
    }
}

impl Iterator for Attributes<'_> {
    type Item = Attribute;

    fn next(&mut self) -> Option<Attribute> {
        if self.seek(|b| !is_space(b) && b != b'/')? == b'>' {
            self.end = Some(self.at + 1);
            return None;
        }
        let start = self.at;
        let (end, byte) = octet::seek_sign(self.tag, start + 1, |b| ends_name(b) || b == b'=')?;
        self.at = end;
        let name = start..end;
        let has_value = byte == b'=' || self.seek(|b| !is_space(b))? == b'=';
        let value = if has_value {
            self.at += 1;
            self.value()?
        } else {
            name.end..name.end
        };
        Some(Attribute { name, value })
    }
}

/// Goes on behind the attribute whose name has its second byte at `at`.
#[inline]
fn skip_attribute(tag: &[u8], at: usize) -> Option<usize> {
    let (mut at, mut byte) = octet::seek_sign(tag, at, |b| ends_name(b) || b == b'=')?;
    while is_space(byte) {
        at += 1;
        byte = *tag.get(at)?;
    }
    if byte != b'=' {
        return Some(at);
    }
    at += 1;
    byte = *tag.get(at)?;
    while is_space(byte) {
        at += 1;
        byte = *tag.get(at)?;
    }
    let rest = tag.get(at + 1..)?;
    match byte {
        b'"' | b'\'' => Some(at + 2 + octet::find_near(byte, rest)?),
        b'>' => Some(at),
        _ => {
            let end = rest.iter().position(|b| is_space(*b) || *b == b'>')?;
            Some(at + 1 + end)
        }
    }
}

pub(crate) fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pairs(tag: &str) -> Vec<(&str, &str)> {
        attributes(tag.as_bytes())
            .map(|a| (&tag[a.name], &tag[a.value]))
            .collect()
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
            let mut found = attributes(tag.as_bytes());
            let ranges: Vec<_> = found.by_ref().map(|a| (a.name.start, a.name.end)).collect();
            prop_assert_eq!(found.end(), end, "{:?}", tag);
            prop_assert_eq!(attributes(tag.as_bytes()).skip(), end);
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
