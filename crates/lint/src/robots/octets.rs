//! Changes of lines in their octets: a line is a text in which each octet above ASCII is a letter of its own, so that a change that
//! is written as a text leaves such octets as they are.

use crate::finding::Edit;
use crate::place::Source;

/// A line without its end, its comment and the blanks before it, as such a text.
pub(super) fn own(text: &Source<'_>, line: usize) -> String {
    shown(line_bytes(text, line))
}

/// Octets as such a text.
pub(super) fn shown(octets: &[u8]) -> String {
    let letters = octets.iter().map(|octet| match octet {
        0..0x80 => char::from(*octet),
        _ => char::from_u32(ABOVE + u32::from(*octet)).unwrap_or_default(),
    });
    letters.collect()
}

/// The change that makes another text of [`own`]: of the octets that differ alone. `None` if the new text moves octets that are not
/// UTF-8.
pub(super) fn line_edit(text: &Source<'_>, line: usize, new: &str) -> Option<Edit> {
    let old = line_bytes(text, line);
    let new: Vec<u8> = new.chars().filter_map(octet).collect();
    let is_inside = |octets: &[u8], at: usize| octets.get(at).is_some_and(|b| b & 0xC0 == 0x80);
    let same = |(one, other): &(&u8, &u8)| one == other;
    let mut begin = old.iter().zip(&new).take_while(same).count();
    while begin > 0 && (is_inside(old, begin) || is_inside(&new, begin)) {
        begin -= 1;
    }
    let (old_rest, new_rest) = (old.get(begin..)?, new.get(begin..)?);
    let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
    let mut end = ends.take_while(same).count();
    while end > 0 && is_inside(old, old.len() - end) {
        end -= 1;
    }
    let changed = new.get(begin..new.len() - end)?;
    let start = text.line(line).start;
    Some(Edit {
        start: start + begin,
        end: start + old.len() - end,
        text: str::from_utf8(changed).ok()?.to_owned(),
    })
}

/// The octets of a line before its end and its comment.
fn line_bytes<'t>(text: &Source<'t>, line: usize) -> &'t [u8] {
    let bytes = text.bytes().get(text.line(line)).unwrap_or_default();
    let comment = bytes.iter().position(|byte| *byte == b'#');
    let own = bytes.get(..comment.unwrap_or(bytes.len()));
    own.unwrap_or_default().trim_ascii_end()
}

/// The octet of a letter of such a text.
fn octet(letter: char) -> Option<u8> {
    let number = u32::from(letter);
    u8::try_from(number.checked_sub(ABOVE).unwrap_or(number)).ok()
}

/// What the letters of octets above ASCII have in addition: they are in an area for private use, and neither blanks nor letters.
const ABOVE: u32 = 0xF700;
