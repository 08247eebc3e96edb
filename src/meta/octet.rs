//! Eight bytes at a time.
//!
//! All that ends a name in a tag, white space, `/`, `=` and `>`, stands in front of the letters in ASCII.

/// Eight bytes, the first in the lowest place.
#[inline]
pub(crate) fn octet(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// How many of eight bytes there are before the first that stands in front of the letters.
#[inline]
pub(crate) fn until_sign(octet: u64) -> usize {
    // A byte below `A` borrows into its highest bit, where one above 0x7F has its own; a borrow goes to higher bytes
    // only, so that the lowest mark is right.
    let below = octet.wrapping_sub(EACH * u64::from(b'A')) & !octet & (EACH * 0x80);
    (below.trailing_zeros() / 8) as usize
}

/// Goes on in `bytes` from `at` to the first byte in front of the letters that fulfils a condition.
#[inline]
pub(crate) fn seek_sign(
    bytes: &[u8],
    mut at: usize,
    is_it: impl Fn(u8) -> bool,
) -> Option<(usize, u8)> {
    loop {
        let rest = bytes.get(at..)?;
        if let Some(octet) = octet(rest) {
            let run = until_sign(octet);
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

/// Where in `bytes` a byte is first: soon, as the end of most values is, or found by the slower start of a long search.
#[inline]
pub(crate) fn find_near(byte: u8, bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at < NEAR
        && let Some(octet) = bytes.get(at..).and_then(octet)
    {
        // Only a byte that is zero, or stands above one that is, borrows into its highest bit.
        let differs = octet ^ (EACH * u64::from(byte));
        let equal = differs.wrapping_sub(EACH) & !differs & (EACH * 0x80);
        if equal != 0 {
            return Some(at + (equal.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    let found = memchr::memchr(byte, bytes.get(at..)?)?;
    Some(at + found)
}

/// Small letters for the letters among the first `len` bytes; no other byte becomes a letter.
pub(crate) const fn lower(octet: u64, len: u32) -> u64 {
    let shift = 64_u32.saturating_sub(8 * len);
    match (EACH * 0x20).checked_shr(shift) {
        Some(bits) => octet | bits,
        None => octet,
    }
}

/// How far the end of a value is looked for eight bytes at a time.
const NEAR: usize = 24;

const EACH: u64 = 0x0101_0101_0101_0101;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn eight_bytes_say_what_each_says(bytes in any::<[u8; 8]>()) {
            let octet = octet(&bytes).unwrap();
            let expected = bytes.iter().position(|b| *b < b'A').unwrap_or(8);
            prop_assert_eq!(until_sign(octet), expected);
            let lowered = lower(octet, 8).to_le_bytes();
            for (lowered, byte) in lowered.into_iter().zip(bytes) {
                let is_letter = byte.is_ascii_alphabetic();
                prop_assert_eq!(lowered.is_ascii_alphabetic(), is_letter);
                prop_assert!(!is_letter || lowered == byte.to_ascii_lowercase());
            }
        }

        #[test]
        fn a_byte_is_found(bytes in prop::collection::vec(prop::sample::select(&b"!\"#\xA2"[..]), 0..40)) {
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
