//! Several bytes at a time: the inner loops of the tag readers, in safe Rust, on any target.
//!
//! **What it is.** SIMD within a register: eight bytes are one `u64`, and a subtraction, an
//! addition or an exclusive or works on all of them. Three questions are answered so: where the
//! next byte is that may end a name, where white space ends, and where a quote is. A name of at
//! most eight bytes becomes one number that a `match` compares.
//!
//! All that ends a name in a tag, white space, `/`, `=` and `>`, comes before the letters in ASCII;
//! so do digits, `-` and quotes, which is why a caller looks at the byte that was found.
//!
//! **Invariants.** The first byte is the lowest, on every target. Only the lowest mark in the
//! result of a search is used (`trailing_zeros`), because a borrow may set wrong marks above it.
//!
//! **What breaks if touched.** A wrong mask shows only for some bytes, such as those from 0x80 on,
//! and only where eight bytes follow: at the end of a chunk a loop reads the same bytes correctly.
//!
//! **Which test notices.** The properties below compare each function with a loop over bytes, for
//! all kinds of bytes.

use std::ops::Range;

/// Whether a byte is white space of the tokenizer. A carriage return counts because it is read as a line feed (HTML
/// §13.2.3.5); the vertical tab does not.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// The first eight bytes, the first of them in the lowest place; `None` if there are fewer.
#[inline]
pub(crate) fn load8(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The number of bytes before the first that is below the letters (`A` is 0x41); 8 if there is none. Bytes from 0x80 on
/// do not count as below.
#[inline]
pub(crate) fn until_sign(word: u64) -> usize {
    // A byte below `A` borrows into its highest bit, where one above 0x7F has its own; a borrow goes to higher bytes
    // only, so that the lowest mark is right.
    let below = word.wrapping_sub(EACH * u64::from(b'A')) & !word & (EACH * 0x80);
    (below.trailing_zeros() / 8) as usize
}

/// The number of bytes before the first that is not white space of the tokenizer; 8 if all are.
#[inline]
fn until_text(word: u64) -> usize {
    let high = EACH * 0x80;
    let low = word & !high;
    // The highest bit of a byte of a sum says that it has reached the bound; no byte carries into the next.
    let reaches = |bound: u64| low + EACH * (0x80 - bound);
    let differs = |byte: u64| (low ^ (EACH * byte)) + EACH * 0x7F;
    let control = reaches(0x09) & !reaches(0x0E) & differs(0x0B);
    let blank = (control | !differs(0x20)) & !word & high;
    ((blank ^ high).trailing_zeros() / 8) as usize
}

/// The offset of the first byte from `at` on that is not white space; `None` if there is none.
#[inline]
pub(crate) fn skip_space(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(word) = load8(bytes.get(at..)?) {
        let run = until_text(word);
        at += run;
        if run < 8 {
            return Some(at);
        }
    }
    let rest = bytes.get(at..)?.iter().position(|b| !is_space(*b))?;
    Some(at + rest)
}

/// The first byte from `at` on that is below the letters and fulfils a condition, with its offset; `None` if there is
/// none. The condition must not hold for a letter or a byte above the letters: these are passed unseen.
#[inline]
pub(crate) fn seek_sign(
    bytes: &[u8],
    mut at: usize,
    is_it: impl Fn(u8) -> bool,
) -> Option<(usize, u8)> {
    loop {
        let rest = bytes.get(at..)?;
        if let Some(word) = load8(rest) {
            let run = until_sign(word);
            at += run;
            if run == 8 {
                continue;
            }
        }
        let byte = *bytes.get(at)?;
        if is_it(byte) {
            return Some((at, byte));
        }
        at += 1;
    }
}

/// The offset of the first `byte` in `bytes`. It looks at [`NEAR`] words first, because most values are short, and the
/// search of `memchr` takes longer to begin.
#[inline]
pub(crate) fn find_near(byte: u8, bytes: &[u8]) -> Option<usize> {
    let (chunks, _) = bytes.as_chunks::<8>();
    for (i, chunk) in chunks.iter().take(NEAR).enumerate() {
        // Only a byte that is zero, or is above one that is, borrows into its highest bit.
        let differs = u64::from_le_bytes(*chunk) ^ (EACH * u64::from(byte));
        let equal = differs.wrapping_sub(EACH) & !differs & (EACH * 0x80);
        if equal != 0 {
            return Some(8 * i + (equal.trailing_zeros() / 8) as usize);
        }
    }
    let at = 8 * chunks.len().min(NEAR);
    let found = memchr::memchr(byte, bytes.get(at..)?)?;
    Some(at + found)
}

/// The lengths of the name and of the value of the attribute at the start of `rest`, if it has a name of at most nine bytes, `=`,
/// and a value in quotes, as most have. The value begins two bytes after the name.
#[inline]
pub(crate) fn usual_attribute(rest: &[u8]) -> Option<(usize, usize)> {
    let name = 1 + until_sign(load8(rest.get(1..)?)?);
    let [b'=', quote @ (b'"' | b'\''), value @ ..] = rest.get(name..)? else {
        return None;
    };
    Some((name, find_near(*quote, value)?))
}

/// The places in a window at which one of the pairs of letters, in any case, or a `&#` follows a byte that is below the letters; of `&#` the
/// byte before does not matter. One bit each, the first for the second byte of the window.
// Lazy operators would be branches, and this pass has none.
#[cfg(any(test, portable, not(target_arch = "x86_64")))]
#[allow(clippy::needless_bitwise_bool)]
#[inline]
pub(crate) fn begins(window: &[u8; 18], pairs: [[u8; 2]; 3]) -> u32 {
    let is_it = |before: u8, first: u8, second: u8| {
        let is_pair = |[a, b]: [u8; 2]| (first | 0x20 == a) & (second | 0x20 == b);
        let [one, two, three] = pairs.map(is_pair);
        ((before < b'A') & (one | two | three)) | ((first == b'&') & (second == b'#'))
    };
    let [_, firsts @ .., _] = window;
    let [_, _, seconds @ ..] = window;
    let mut places = window.iter().zip(firsts).zip(seconds);
    // A processor takes all places of a window at once, and few windows pass.
    let any = |any, ((a, b), c): ((&u8, &u8), &u8)| any | is_it(*a, *b, *c);
    if !places.clone().fold(false, any) {
        return 0;
    }
    let bits = places
        .by_ref()
        .zip(0..)
        .map(|(((a, b), c), at)| u32::from(is_it(*a, *b, *c)) << at);
    bits.fold(0, |all, bit| all | bit)
}

/// The offset of the first `>`, and whether a `+`, a `&` or a `'` comes before it.
#[cfg(any(test, portable, not(target_arch = "x86_64")))]
pub(crate) fn first_end(bytes: &[u8]) -> Option<(usize, bool)> {
    let end = memchr::memchr(b'>', bytes)?;
    let marks = memchr::memchr3(b'+', b'&', b'\'', bytes.get(..end)?);
    Some((end, marks.is_some()))
}

/// Up to eight bytes as a number, the first in the lowest place. It is `const`, so that names become patterns of a
/// `match`.
pub(crate) const fn packed(bytes: &[u8]) -> u64 {
    let mut packed = 0;
    let mut rest = bytes;
    while let [after @ .., last] = rest {
        packed = (packed << 8) | *last as u64;
        rest = after;
    }
    packed
}

/// The start of a tag or an attribute, at most eight bytes, as a number that is compared with eight bytes at once.
pub(crate) struct Start {
    /// The bytes, with letters in lower case.
    bytes: u64,
    /// The bit that lowers a letter, in each letter.
    case: u64,
    pub(crate) len: usize,
}

impl Start {
    pub(crate) const fn new(start: &[u8]) -> Start {
        let mut case = [0; 8];
        let (mut rest, mut cases): (_, &mut [u8]) = (start, &mut case);
        while let ([byte, after @ ..], [bit, others @ ..]) = (rest, cases) {
            if byte.is_ascii_lowercase() {
                *bit = 0x20;
            }
            rest = after;
            cases = others;
        }
        Start {
            bytes: packed(start),
            case: u64::from_le_bytes(case),
            len: start.len(),
        }
    }

    /// Whether eight bytes begin with it, in any case.
    #[inline]
    pub(crate) fn begins(&self, word: u64) -> bool {
        let kept = u64::MAX >> (8 * (WORD - self.len));
        (word | self.case) & kept == self.bytes
    }
}

/// The bytes of a word, packed, with its letters lowered; `None` if there are more than eight.
///
/// Compare the result only with packed letters: [`lower`] also changes bytes that are not letters, though never into
/// letters.
#[inline]
pub(crate) fn lower_word(bytes: &[u8], word: &Range<usize>) -> Option<u64> {
    if word.len() > 8 {
        return None;
    }
    let packed = match load8(bytes.get(word.start..)?) {
        Some(word) => word,
        None => packed(bytes.get(word.clone())?),
    };
    Some(lower(packed, word.len()))
}

/// The first `len` bytes, with the letters among them lowered; the bytes above are zero. Bit 0x20 is set in every byte,
/// so `@` becomes a back quote, but no other byte becomes a letter.
#[inline]
pub(crate) fn lower(word: u64, len: usize) -> u64 {
    let bits = u32::try_from(8 * len).unwrap_or(u32::MAX);
    let others = u64::MAX.checked_shl(bits).unwrap_or_default();
    (word | (EACH * 0x20)) & !others
}

/// How many words [`find_near`] reads before it starts a long search. Six hold 48 bytes; the values in the heads of the
/// benches have 31 on average.
const NEAR: usize = 6;

/// The number of bytes that a word holds.
pub(crate) const WORD: usize = 8;

/// One in each byte: a product with it puts a number below 256 into every byte of a word.
const EACH: u64 = 0x0101_0101_0101_0101;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn eight_bytes_at_once_agree_with_each_byte(bytes in any::<[u8; 8]>()) {
            let word = load8(&bytes).unwrap();
            let expected = bytes.iter().position(|b| *b < b'A').unwrap_or(8);
            prop_assert_eq!(until_sign(word), expected);
            let bytes = bytes.map(|b| if b & 0x40 == 0 { b & 0x2F } else { b });
            let text = bytes.iter().position(|b| !is_space(*b)).unwrap_or(8);
            prop_assert_eq!(until_text(u64::from_le_bytes(bytes)), text);
            let lowered = lower(word, 8).to_le_bytes();
            for (lowered, byte) in lowered.into_iter().zip(bytes) {
                let is_letter = byte.is_ascii_alphabetic();
                prop_assert_eq!(lowered.is_ascii_alphabetic(), is_letter);
                prop_assert!(!is_letter || lowered == byte.to_ascii_lowercase());
            }
        }

        #[test]
        fn a_byte_is_found(bytes in prop::collection::vec(prop::sample::select(&b"!\"#\xA2"[..]), 0..90)) {
            let expected = bytes.iter().position(|b| *b == b'"');
            prop_assert_eq!(find_near(b'"', &bytes), expected);
            let rare: Vec<u8> = bytes.iter().map(|b| if *b == b'"' { b'a' } else { *b }).collect();
            prop_assert_eq!(find_near(b'"', &[&rare[..], b"\""].concat()), Some(rare.len()));
        }

        #[test]
        fn a_sign_is_found(bytes in prop::collection::vec(prop::sample::select(&b"ab=-> \xE9"[..]), 0..24)) {
            let is_it = |b: u8| b == b'=' || b == b'>';
            let expected = bytes.iter().position(|b| is_it(*b)).map(|at| (at, bytes[at]));
            prop_assert_eq!(seek_sign(&bytes, 0, is_it), expected);
        }
    }
}
