//! Whether a text can hold a directive that restricts, by a few of its letters.
//!
//! **What it is.** Most attributes and most statements restrict nothing, and are skipped without being read. The sets
//! below are made from the table when the crate is built: the letters, pairs of letters and first words with which the
//! directives that restrict begin.
//!
//! **Invariant.** A filter may say yes to anything; it must never say no to a directive that restricts, in any case or
//! with any character reference that its caller has not decoded. A new row of the table needs no change here, except
//! where its first two letters are a fourth pair: then the build ends at "there is a pair more", and
//! `RESTRICTIVE_PAIRS` gets one place more.
//!
//! **Who relies on it.** The reader of metas, before it decodes a `content`; and the collector of statements, which
//! keeps a diagnostic over its limit only if a restriction may be lost.
//!
//! **What breaks if touched.** A restriction in a document is not read, without a diagnostic. The property test of
//! `src/page/meta` that compares the filter with a whole reading, and `tests/all/silence.rs`, notice.

use super::{Directive, DirectiveKind, ROWS};

/// The pairs of letters that a directive that restricts begins with; each once. There are three of them, a number small
/// enough to be compared without a table.
#[cfg(feature = "html")]
pub(crate) const RESTRICTIVE_PAIRS: [[u8; 2]; 3] = {
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

impl Directive {
    /// Whether the first word of a directive that restricts begins at any byte of `text`.
    ///
    /// It takes a walk over the text, and is asked only where a statement is about to be left out of the diagnostics.
    pub(crate) fn may_restrict_in(text: &str) -> bool {
        let from = |at: usize| text.as_bytes().get(at..).unwrap_or_default();
        (0..text.len()).any(|at| Directive::may_restrict(from(at)))
    }

    /// Whether `text` begins with the first word of a directive that restricts, that is its letters up to a `-` or `_`:
    /// `max` of `max-snippet`. True for `max-width`, false for `maximum`.
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

    /// The exact form of [`Directive::may_restrict`], asked only if three letters fit.
    fn begins_restriction(text: &[u8]) -> bool {
        let end = text.iter().position(|b| !b.is_ascii_alphabetic());
        let word = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
        RESTRICTIVE_WORDS
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
    }
}

/// The first, second and third letters of the directives that restrict, each as a set of bits, see [`letter`].
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

/// Whether a pair has these two letters; the pair of zeros is a free place.
#[cfg(feature = "html")]
const fn is_pair([a, b]: [u8; 2], first: u8, second: u8) -> bool {
    a == first && b == second
}

/// The first words of the directives that restrict. A word of several rows, as `max`, is in it several times, and the
/// place of a permissive row is empty: an empty word begins no text that comes here.
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

/// The letters of a name before its first mark: `unavailable` of `unavailable_after`.
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

/// The bit of a letter in a set of letters; its two cases share one. 0 for every other byte.
const fn letter(byte: u8) -> u32 {
    if byte.is_ascii_alphabetic() {
        1 << (byte & 0x1F)
    } else {
        0
    }
}
