//! Whether a text can hold a directive that restricts, by a few of its letters.
//!
//! **What it is.** Most attributes and most statements restrict nothing, and are passed over without being read. The sets
//! below are made from the table when the crate is built: the letters, pairs of letters and first words with which the
//! directives that restrict begin.
//!
//! **Invariant.** A filter may say yes to anything; it must never say no to a directive that restricts, in any case or
//! with any character reference that its caller has not decoded. A new row of the table needs no change here, except
//! where a third pair of letters becomes a fourth: then the build ends at "there is a pair more", and
//! `RESTRICTIVE_PAIRS` gets one place more.
//!
//! **What breaks if touched.** A restriction in a document is not read, without a diagnostic. The property test of
//! `src/meta` that compares the filter with a whole reading, and `tests/all/silence.rs`, notice.

use super::{Directive, DirectiveKind, ROWS};

impl Directive {
    /// Whether the first letters of a directive that restricts are anywhere in `text`.
    pub(crate) fn may_restrict_in(text: &str) -> bool {
        let from = |at: usize| text.as_bytes().get(at..).unwrap_or_default();
        (0..text.len()).any(|at| Directive::may_restrict(from(at)))
    }

    /// Whether `text` begins with a word that begins a directive which restricts: its letters up to a `-` or `_`.
    #[inline]
    pub(crate) fn may_restrict(text: &[u8]) -> bool {
        let [first, second, third] = RESTRICTIVE_LETTERS;
        let may_begin = match text {
            [a, b, c, ..] => {
                first & letter(*a) != 0 && second & letter(*b) != 0 && third & letter(*c) != 0
            }
            _ => false,
        };
        may_begin && Directive::begins_restriction(text)
    }

    /// Whether a directive that restricts may begin with these two bytes.
    // Lazy operators are branches, and this is asked of all the bytes of a text at once.
    #[allow(clippy::needless_bitwise_bool)]
    #[inline]
    pub(crate) fn may_restrict_from(first: u8, second: u8) -> bool {
        let (first, second) = (first | 0x20, second | 0x20);
        let mut found = false;
        for [a, b] in RESTRICTIVE_PAIRS {
            found |= (first == a) & (second == b);
        }
        found
    }

    fn begins_restriction(text: &[u8]) -> bool {
        let end = text.iter().position(|b| !b.is_ascii_alphabetic());
        let word = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
        RESTRICTIVE_WORDS
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
    }
}

/// The first, second and third letters of the directives that restrict, see [`letter`].
const RESTRICTIVE_LETTERS: [u32; 3] = {
    let mut sets = [0; 3];
    let mut rows = ROWS;
    while let [row, rest @ ..] = rows {
        if !matches!(row.kind, DirectiveKind::Permissive)
            && let [first, second, third, ..] = row.name.as_bytes()
        {
            let [a, b, c] = sets;
            sets = [a | letter(*first), b | letter(*second), c | letter(*third)];
        }
        rows = rest;
    }
    sets
};

/// The pairs of letters that a directive that restricts begins with; each once.
const RESTRICTIVE_PAIRS: [[u8; 2]; 3] = {
    let mut pairs = [[0; 2]; 3];
    let mut rows = ROWS;
    while let [row, rest @ ..] = rows {
        if !matches!(row.kind, DirectiveKind::Permissive)
            && let [first, second, ..] = row.name.as_bytes()
        {
            let [a, b, c] = pairs;
            let is_known = is_pair(a, *first, *second)
                || is_pair(b, *first, *second)
                || is_pair(c, *first, *second);
            if !is_known {
                assert!(is_pair(a, 0, 0), "there is a pair more");
                pairs = [b, c, [*first, *second]];
            }
        }
        rows = rest;
    }
    pairs
};

const fn is_pair([a, b]: [u8; 2], first: u8, second: u8) -> bool {
    a == first && b == second
}

/// The first words of the directives that restrict, with the same word more than once.
const RESTRICTIVE_WORDS: [&str; ROWS.len()] = {
    let mut words = [""; ROWS.len()];
    let mut rows = ROWS;
    let mut slots: &mut [&str] = &mut words;
    while let ([row, rest @ ..], [slot, others @ ..]) = (rows, slots) {
        if !matches!(row.kind, DirectiveKind::Permissive) {
            *slot = first_word(row.name);
        }
        rows = rest;
        slots = others;
    }
    words
};

const fn first_word(name: &str) -> &str {
    let mut len = 0;
    let mut rest = name.as_bytes();
    while let [letter, after @ ..] = rest {
        if !letter.is_ascii_alphabetic() {
            break;
        }
        len += 1;
        rest = after;
    }
    name.split_at(len).0
}

/// The bit of a letter in a set of letters, the same for its two cases; none for another byte.
const fn letter(byte: u8) -> u32 {
    if byte.is_ascii_alphabetic() {
        1 << (byte & 0x1F)
    } else {
        0
    }
}
