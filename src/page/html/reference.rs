//! Character references in text, as far as a head or a tree needs them: whether one is a spelling of white space.

/// A reference that is being read, after its `&` (HTML §13.2.5.72). It can stop and go on at any byte.
///
/// Text is never decoded here. The only question is whether a character is white space, because any other character
/// ends the head, and only `&Tab;`, `&NewLine;` and five numbers are. A name needs its semicolon: no shorter spelling
/// of the two is a reference. A number does not, so `&#32x` is a space and an `x`.
///
/// Invariant: the answer for a reference is that of html5ever, which `r_86_white_space_may_be_spelled_by_references`
/// lists and the trees of `html::tests` compare. A reference that is wrongly taken for white space keeps the head open,
/// and metas of the body are read as those of the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    /// After the `&`.
    Begun,
    /// After some letters of a name: the bytes that must follow, and the character.
    Named(&'static [u8], Space),
    /// After `&#`.
    Number,
    /// After `&#x`, without a digit.
    HexNumber,
    /// After digits: their value, which saturates, and whether they are hexadecimal.
    Digits(u32, bool),
}

/// The white space that a reference spells. The tree builder drops a line feed after `<pre>`, so it is distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// `&NewLine;`, or the number 10.
    LineFeed,
    /// `&Tab;`, or one of the numbers 9, 12, 13 and 32.
    Other,
}

/// The effect of a byte on a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The reference is not complete: the next byte decides.
    More(Reference),
    /// The reference was white space. True if the byte is its last one; false if the byte is the first after it.
    White(Space, bool),
    /// The reference is another character, or it is not a reference.
    Text,
}

impl Reference {
    /// Reads one byte.
    pub(crate) fn step(self, byte: u8) -> Step {
        match (self, byte) {
            (Reference::Begun, b'#') => Step::More(Reference::Number),
            (Reference::Begun, b'T') => Step::More(Reference::Named(b"ab;", Space::Other)),
            (Reference::Begun, b'N') => Step::More(Reference::Named(b"ewLine;", Space::LineFeed)),
            (Reference::Begun, _) => Step::Text,
            (Reference::Named(left, space), _) => match left.split_first() {
                Some((next, [])) if *next == byte => Step::White(space, true),
                Some((next, left)) if *next == byte => Step::More(Reference::Named(left, space)),
                _ => Step::Text,
            },
            (Reference::Number, b'x' | b'X') => Step::More(Reference::HexNumber),
            (Reference::Number, _) => first_digit(byte, false),
            (Reference::HexNumber, _) => first_digit(byte, true),
            (Reference::Digits(value, is_hex), _) => match digit(byte, is_hex) {
                Some(digit) => Step::More(Reference::Digits(
                    value.saturating_mul(radix(is_hex)).saturating_add(digit),
                    is_hex,
                )),
                None => number(value, byte == b';'),
            },
        }
    }

    /// The white space that the reference at the start of `after`, which follows a `&`, spells, and its number of
    /// bytes. `None` if it spells no white space. All bytes of the text must be there: a number may end with them.
    pub(crate) fn white(after: &[u8]) -> Option<(Space, usize)> {
        let mut reference = Reference::Begun;
        for (at, byte) in after.iter().enumerate() {
            match reference.step(*byte) {
                Step::More(more) => reference = more,
                Step::White(space, is_own) => return Some((space, at + usize::from(is_own))),
                Step::Text => return None,
            }
        }
        // A number needs nothing after it.
        let Reference::Digits(value, _) = reference else {
            return None;
        };
        match number(value, false) {
            Step::White(space, _) => Some((space, after.len())),
            _ => None,
        }
    }
}

fn radix(is_hex: bool) -> u32 {
    if is_hex { 16 } else { 10 }
}

fn digit(byte: u8, is_hex: bool) -> Option<u32> {
    char::from(byte).to_digit(radix(is_hex))
}

/// Without a digit `&#` and `&#x` are text.
fn first_digit(byte: u8, is_hex: bool) -> Step {
    digit(byte, is_hex).map_or(Step::Text, |digit| {
        Step::More(Reference::Digits(digit, is_hex))
    })
}

/// The character of a number. Unlike a carriage return of the text, one that is spelled by its number is not a line
/// feed.
fn number(value: u32, is_own: bool) -> Step {
    match value {
        10 => Step::White(Space::LineFeed, is_own),
        9 | 12 | 13 | 32 => Step::White(Space::Other, is_own),
        _ => Step::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn r_86_white_space_may_be_spelled_by_references() {
        for (after, expected) in
            rows::<(String, Option<(String, usize)>)>(include_str!("reference/white.jsonl"))
        {
            let found = Reference::white(after.as_bytes());
            let found = found.map(|(space, len)| (format!("{space:?}"), len));
            assert_eq!(found, expected, "{after}");
        }
    }
}
