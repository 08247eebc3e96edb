//! The attributes of one tag: the states of the HTML standard (§13.2.5.32 to §13.2.5.40), with the bytes they cover.

use std::ops::Range;

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
#[derive(Clone, Debug)]
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
    pub(crate) fn is_self_closing(&self) -> bool {
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
pub(crate) fn attributes(tag: &str) -> impl Iterator<Item = Attribute> + '_ {
    let mut machine = TagMachine::new();
    let mut open: Option<Attribute> = None;
    let mut in_value = false;
    tag.bytes()
        .enumerate()
        .skip(2)
        .filter_map(move |(at, byte)| {
            let mark = machine.step(byte)?;
            match mark {
                Mark::NameStart => {
                    let name = at..at;
                    in_value = false;
                    return open.replace(Attribute {
                        name,
                        value: at..at,
                    });
                }
                Mark::NameEnd => close_name(open.as_mut()?, at),
                Mark::ValueStart | Mark::ValueStartsBehind => {
                    let start = at + usize::from(mark == Mark::ValueStartsBehind);
                    open.as_mut()?.value = start..start;
                    in_value = true;
                }
                Mark::ValueEnd => {
                    let mut attribute = open.take()?;
                    attribute.value.end = at;
                    in_value = false;
                    return Some(attribute);
                }
                Mark::Closed => {
                    let mut attribute = open.take()?;
                    if in_value {
                        attribute.value.end = at;
                    } else {
                        close_name(&mut attribute, at);
                    }
                    return Some(attribute);
                }
            }
            None
        })
}

/// Ends a name that is still open.
fn close_name(attribute: &mut Attribute, at: usize) {
    if attribute.name.is_empty() {
        attribute.name.end = at;
        attribute.value = at..at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(tag: &str) -> Vec<(&str, &str)> {
        attributes(tag)
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

    #[test]
    fn an_unfinished_attribute_is_left_out() {
        assert_eq!(pairs("<meta a=b c='d"), [("a", "b")]);
    }
}
