//! A header block, of a response or of a record of an archive: gathered from pieces, read leniently.

use std::iter;

use memchr::memchr;

/// How far the gathering of a block has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathered {
    /// All bytes belong to it, and its end has not come.
    More,
    /// The empty line that ends it has been read.
    Whole,
    /// It has more bytes than it may have.
    TooLarge,
}

/// Appends the bytes of `piece` that belong to the block, and returns their number.
pub fn gather(block: &mut Vec<u8>, piece: &[u8], most: usize) -> (usize, Gathered) {
    let mut taken = 0;
    loop {
        let rest = piece.get(taken..).unwrap_or_default();
        if rest.is_empty() {
            return (taken, Gathered::More);
        }
        let line = memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let room = most.saturating_sub(block.len());
        if line > room {
            return (taken, Gathered::TooLarge);
        }
        block.extend_from_slice(rest.get(..line).unwrap_or_default());
        taken += line;
        if ends_empty(block) {
            return (taken, Gathered::Whole);
        }
    }
}

/// Whether the last line is whole and empty.
fn ends_empty(block: &[u8]) -> bool {
    let Some(before) = block.strip_suffix(b"\n") else {
        return false;
    };
    let before = before.strip_suffix(b"\r").unwrap_or(before);
    before.is_empty() || before.ends_with(b"\n")
}

/// Joins lines that begin with white space to the line before them (RFC 9112 §5.2).
pub fn unfold(block: &mut [u8]) {
    let (mut from, mut done) = (0, 0);
    while let Some(at) = block.get(from..).and_then(|rest| memchr(b'\n', rest)) {
        let end = from + at;
        from = end + 1;
        let is_blank = |b: &&u8| matches!(b, b' ' | b'\t');
        let after = block.get(from..).unwrap_or_default();
        let blanks = after.iter().take_while(is_blank).count();
        if blanks == 0 {
            continue;
        }
        // The search does not look at a joined fold again.
        let before = block.get(done..end).unwrap_or_default();
        let before = before.strip_suffix(b"\r").unwrap_or(before);
        // The blanks around the line end are part of the fold, and tabs are not blanks within a structured field.
        let start = done + before.len() - before.iter().rev().take_while(is_blank).count();
        done = from + blanks;
        if let Some(fold) = block.get_mut(start..done) {
            fold.fill(b' ');
        }
    }
}

/// The first line, without its end.
pub fn first_line(block: &[u8]) -> &[u8] {
    block
        .split(|b| *b == b'\n')
        .next()
        .unwrap_or_default()
        .trim_ascii_end()
}

/// The status in a status line.
pub fn status(line: &[u8]) -> Option<u16> {
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    str::from_utf8(words.nth(1)?).ok()?.parse().ok()
}

/// The status of a line that is a status line and nothing else (RFC 9112 §4): a version, three digits, and at most a
/// reason after a space.
pub fn strict_status(line: &[u8]) -> Option<u16> {
    let rest = line.strip_prefix(b"HTTP/")?;
    let (version, rest) = rest.split_at(memchr(b' ', rest)?);
    let is_version = matches!(version, [b'0'..=b'9'] | [b'0'..=b'9', b'.', b'0'..=b'9']);
    let (digits, reason) = rest.get(1..)?.split_at_checked(3)?;
    let is_status = matches!(digits, [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9']);
    let is_end = matches!(reason, [] | [b' ', ..]);
    let digits = str::from_utf8(digits)
        .ok()
        .filter(|_| is_version && is_status && is_end)?;
    digits.parse().ok()
}

/// The first line after the status line that is not a field line and does not belong to one.
pub fn wrong_line(block: &[u8]) -> Option<&[u8]> {
    let mut lines = lines(block).map(|(_, line)| line.trim_ascii_end());
    lines.find(|line| !matches!(line, [] | [b' ' | b'\t', ..]) && memchr(b':', line).is_none())
}

/// The lines after the first one, without their ends, each with the byte at which it begins.
fn lines(block: &[u8]) -> impl Iterator<Item = (usize, &[u8])> + Clone {
    let (mut rest, mut from) = (block, 0);
    let all = iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr(b'\n', rest).unwrap_or(rest.len());
        let (at, line) = (from, rest.get(..end)?);
        rest = rest.get(end + 1..).unwrap_or_default();
        from += end + 1;
        Some((at, line))
    });
    all.skip(1)
}

/// Name and value of every field line after the first line, without the white space around them. A line without a
/// colon is not a field line and is left out.
pub fn fields(block: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> + Clone {
    fields_at(block).map(|(_, name, value)| (name, value))
}

/// The lines of [`fields`], each with the byte of the block at which its value begins.
pub fn fields_at(block: &[u8]) -> impl Iterator<Item = (usize, &[u8], &[u8])> + Clone {
    lines(block).filter_map(|(at, line)| {
        let colon = memchr(b':', line)?;
        let (name, value) = line.split_at(colon);
        let value = value.get(1..)?;
        let blanks = value.len() - value.trim_ascii_start().len();
        Some((
            at + colon + 1 + blanks,
            name.trim_ascii(),
            value.trim_ascii(),
        ))
    })
}

/// Whether a name of a field is a token (RFC 9110 §5.6.2).
pub fn is_name(name: &[u8]) -> bool {
    let is_of_token = |b: &u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(b);
    !name.is_empty() && name.iter().all(is_of_token)
}

/// Whether these bytes begin with the mark, or are a prefix of it.
pub fn agrees(block: &[u8], start: &[u8]) -> bool {
    start.iter().zip(block).all(|(one, other)| one == other)
}

/// The value of `Content-Length`, see [`length`].
pub fn content_length(block: &[u8]) -> Option<u64> {
    let lines = fields(block).filter(|(name, _)| name.eq_ignore_ascii_case(b"Content-Length"));
    length(lines.map(|(_, value)| value))
}

/// The length that these lines of `Content-Length` state; `None` if there is none, or none that can be used.
pub fn length<'b>(lines: impl Iterator<Item = &'b [u8]>) -> Option<u64> {
    match Length::of(lines) {
        Length::Octets(length) => Some(length),
        Length::Unstated | Length::Unusable => None,
    }
}

/// What lines of `Content-Length` state.
///
/// ```
/// use robots_policy_input::block::Length;
///
/// let stated = |lines: &[&str]| Length::of(lines.iter().map(|line| line.as_bytes()));
/// assert_eq!(stated(&["14, 14", "14"]), Length::Octets(14));
/// assert_eq!(stated(&[]), Length::Unstated);
/// for unusable in ["14, 500", "+14", "-1", "14;", "", "18446744073709551616"] {
///     assert_eq!(stated(&[unusable]), Length::Unusable, "{unusable}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// There is no line.
    Unstated,
    /// All members of all lines are this number.
    Octets(u64),
    /// Members differ, or one is not a number of digits that fits: the end of the body is not known (RFC 9112 §6.3).
    Unusable,
}

impl Length {
    /// The length that these lines state.
    pub fn of<'b>(lines: impl Iterator<Item = &'b [u8]>) -> Length {
        let mut stated = Length::Unstated;
        for member in lines.flat_map(|line| line.split(|octet| *octet == b',')) {
            let digits = member.trim_ascii();
            let is_number = digits.iter().all(u8::is_ascii_digit);
            let number = str::from_utf8(digits).ok().filter(|_| is_number);
            let number = number.and_then(|digits| digits.parse().ok());
            stated = match (stated, number) {
                (Length::Unstated, Some(length)) => Length::Octets(length),
                (Length::Octets(known), Some(length)) if known == length => stated,
                _ => return Length::Unusable,
            };
        }
        stated
    }
}
