//! Inputs in UTF-16, whose bytes are not characters.

use std::ops::Range;

/// The text of an input in UTF-16, and the place of these bytes in it; nothing for another encoding.
///
/// UTF-16 is recognised by its byte order mark, or by zero bytes beside its first characters, as elsewhere in this
/// program.
pub(super) fn decoded(bytes: &[u8], range: &Range<usize>) -> Option<(String, Range<usize>)> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xFF, 0xFE, ..] | [1..=0x7F, 0, 1..=0x7F, 0, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] | [0, 1..=0x7F, 0, 1..=0x7F, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let length = |end: usize| text(bytes.get(..end).unwrap_or(bytes), unit).len();
    Some((text(bytes, unit), length(range.start)..length(range.end)))
}

fn text(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units = char::decode_utf16(pairs.iter().copied().map(unit));
    let chars = units.map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    chars.collect()
}
