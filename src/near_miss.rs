//! The known name that a misspelt one probably is, for diagnostics only.
//!
//! **What it is.** A distance in edits (Levenshtein's, and letters that are moved) between a word and each known name,
//! bounded by the length of the name: none for up to five letters, one for up to nine, two for longer ones. Short names
//! are near too many words otherwise. It serves directives, keys of robots.txt, names of fields, of metas and of crawlers.
//!
//! **Invariants.** A near miss is reported and never obeyed: no reader may take the result for the name. A name and its
//! negation are not near, since a wrong guess there would turn an author's meaning around. Time and space are bounded
//! for any word: it is copied to a fixed array up to [`LONGEST`] letters, and the edits branch at most 25 times for each of
//! some forty names. Hostile fields are made of unknown words. Nearly all names are left out by their shape ([`shape_of`]) before that.
//!
//! **Which test notices.** The table below for the rule itself; `tests/counting/diagnostic_bounds.rs` and `fuzz/work` for the
//! cost.

pub(crate) mod look_alike;

use self::look_alike::{Look, look};

/// Letters of the shortest known name: `all`.
const SHORTEST: usize = 3;

/// Most edits between a name and a word that is near it.
const MOST_EDITS: usize = 2;

/// Letters of the longest text that is compared. The longest known name, `nositelinkssearchbox`, has 20, and a mistake can add
/// two.
const LONGEST: usize = 24;

/// The known name that `word` probably means, and is not.
///
/// Case, blanks and the marks `-`, `_` and `.` do not count: `no-index` and `No Index.` are near `noindex`; nor does it count
/// that a character only looks like the right one, or does not show (`look_alike`). Besides that, one
/// letter may be wrong, missing, added or moved in a name of six letters or more, two in one of ten or
/// more. A name and its negation are not near each other: `snippet` does not mean `nosnippet`. Of several near names the
/// nearest is given, and of equally near ones the first.
pub(crate) fn nearest<'n>(word: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    nearest_of(word, &mut known.into_iter().map(KnownName::new))
}

/// [`nearest`] of names whose shapes are known. It is there once for all kinds of names, because a module for browsers is small.
pub(crate) fn nearest_of<'n>(
    word: &str,
    known: &mut dyn Iterator<Item = KnownName<'n>>,
) -> Option<&'n str> {
    let letters = Letters::of(word).filter(|letters| letters.len >= SHORTEST)?;
    let shape = shape_of(letters.as_bytes());
    let near = known
        .filter(|name| may_be_near(shape, name.shape))
        .filter_map(|name| Some((letters.distance(&Letters::of(name.text)?)?, name.text)));
    let (distance, nearest) = near.min_by_key(|(distance, _)| *distance)?;
    let is_itself = distance == 0 && word.eq_ignore_ascii_case(nearest);
    (!is_itself).then_some(nearest)
}

/// A known name with its shape, which a table has ready.
#[derive(Clone, Copy)]
pub(crate) struct KnownName<'n> {
    pub(crate) text: &'n str,
    /// Its number of letters, and which it has, see [`shape_of`].
    shape: (usize, u64),
}

impl<'n> KnownName<'n> {
    pub(crate) const fn new(text: &'n str) -> KnownName<'n> {
        let shape = shape_of(text.as_bytes());
        KnownName { text, shape }
    }

    /// The names of a table of this length.
    #[allow(clippy::indexing_slicing)] // when it is compiled
    pub(crate) const fn all<const N: usize>(texts: &[&'n str]) -> [KnownName<'n>; N] {
        let mut names = [KnownName::new(""); N];
        let mut at = 0;
        while at < N {
            names[at] = KnownName::new(texts[at]);
            at += 1;
        }
        names
    }
}

/// The number of letters of a name, and a bit for each that it has: enough to leave out nearly all names that are not near. Some letters
/// share a bit, so that more may seem near, and never fewer.
const fn shape_of(name: &[u8]) -> (usize, u64) {
    let ((mut len, mut letters), mut rest) = ((0, 0), name);
    while let [byte, after @ ..] = rest {
        rest = after;
        if !is_mark(*byte) {
            len += 1;
            letters |= 1 << (byte.to_ascii_lowercase() & 63);
        }
    }
    (len, letters)
}

/// Whether a word of this shape can be near a known name of that one: an edit changes the length by one at most, and brings and takes at
/// most one letter.
fn may_be_near((len, letters): (usize, u64), (name_len, name_letters): (usize, u64)) -> bool {
    let most = most_edits(name_len);
    let only_in = |one: u64, other: u64| (one & !other).count_ones() as usize;
    len.abs_diff(name_len) <= most
        && only_in(letters, name_letters) <= most
        && only_in(name_letters, letters) <= most
}

/// The most letters of a known name of this length that may be wrong.
fn most_edits(len: usize) -> usize {
    match len {
        0..=5 => 0,
        6..=9 => 1,
        _ => MOST_EDITS,
    }
}

/// Whether a byte does not count in a name.
const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'-' | b'_' | b'.') || byte.is_ascii_whitespace()
}

/// The letters of a name in lower case. Names are compared without an allocation, because hostile inputs have many.
struct Letters {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Letters {
    /// The letters of a text; `None` for a text that is longer than any known name.
    fn of(text: &str) -> Option<Letters> {
        let mut letters = Letters {
            bytes: [0; LONGEST],
            len: 0,
        };
        let mut utf8 = [0; 4];
        for c in text.chars() {
            match look(c) {
                None if c.is_ascii() => letters.add(c as u8)?,
                None => {
                    for byte in c.encode_utf8(&mut utf8).bytes() {
                        letters.add(byte)?;
                    }
                }
                Some(Look::Like(byte)) => letters.add(byte)?,
                Some(Look::Nothing) => {}
            }
        }
        Some(letters)
    }

    /// Adds a byte unless it is a mark; `None` if there is no room for it.
    fn add(&mut self, byte: u8) -> Option<()> {
        if !is_mark(byte) {
            *self.bytes.get_mut(self.len)? = byte.to_ascii_lowercase();
            self.len += 1;
        }
        Some(())
    }

    /// The letters that are used of the array.
    fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// The number of letters that must change to make the known `name` of this word; `None` if it is more than a name of that
    /// length allows.
    fn distance(&self, name: &Letters) -> Option<usize> {
        let most = most_edits(name.len);
        let (word, name) = (self.as_bytes(), name.as_bytes());
        let is_negation = |one: &[u8], other: &[u8]| one.strip_prefix(b"no") == Some(other);
        if word.len().abs_diff(name.len()) > most
            || is_negation(word, name)
            || is_negation(name, word)
        {
            return None;
        }
        Some(edits(word, name, most)).filter(|edits| *edits <= most)
    }
}

/// The smallest number of edits that make one text of the other, each a letter that is changed, left out, added or moved;
/// any number above `most` if it is more than that.
///
/// Equal beginnings are skipped. At the first letters that differ, each of the edits is a branch, a move two, so that a `most` of
/// two takes at most 25 branches; a table of all prefixes would take more steps for such short names.
fn edits(word: &[u8], name: &[u8], most: usize) -> usize {
    let same = word.iter().zip(name).take_while(|(a, b)| a == b).count();
    let (word, name) = (
        word.get(same..).unwrap_or_default(),
        name.get(same..).unwrap_or_default(),
    );
    let ([first, word_rest @ ..], [other, name_rest @ ..]) = (word, name) else {
        return word.len().max(name.len());
    };
    if most == 0 {
        return 1;
    }
    let most = most - 1;
    // The first letter of one text is a later one of the other.
    let moved = |from: &[u8], letter: &u8, rest: &[u8]| {
        let at = from.iter().position(|byte| byte == letter)?;
        let (before, after) = from.split_at_checked(at)?;
        let (own, rest) = rest.split_at_checked(at)?;
        (own == before).then(|| edits(after.get(1..).unwrap_or_default(), rest, most))
    };
    let edited = edits(word_rest, name_rest, most)
        .min(edits(word_rest, name, most))
        .min(edits(word, name_rest, most));
    let of_moves = [moved(word, other, name_rest), moved(name, first, word_rest)];
    1 + of_moves.into_iter().flatten().fold(edited, usize::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn names_are_near_by_few_letters_and_any_marks() {
        let known = [
            "noindex",
            "nosnippet",
            "snippet",
            "noai",
            "max-snippet",
            "all",
        ];
        for (word, meant) in rows::<(String, Option<String>)>(include_str!("near_miss/words.jsonl"))
        {
            assert_eq!(nearest(&word, known), meant.as_deref(), "{word}");
        }
        assert_eq!(nearest("archive", ["noarchive"]), None);
        assert_eq!(nearest(&"no-".repeat(1 << 20), known), None);
    }

    /// The texts that one edit makes of a text.
    fn edited(text: &str) -> impl Iterator<Item = String> {
        let edits = ["", "q", "-", "ab", "0"];
        let places = (0..=text.len()).flat_map(move |at| edits.map(|new| (at, new)));
        places.flat_map(move |(at, new)| {
            let (before, after) = text.split_at(at);
            let (left_out, rest) = after.split_at(after.len().min(1));
            let swapped = rest.split_at(rest.len().min(1));
            [
                [before, new, after].concat(),
                [before, new, rest].concat(),
                [before, swapped.0, left_out, swapped.1].concat(),
            ]
        })
    }

    #[test]
    fn a_shape_leaves_out_no_name_that_is_near() {
        let (mut near, mut left_out) = (0, 0);
        let names = [
            "noindex",
            "Google-Extended",
            "all",
            "sitemap",
            "CCBot",
            "user-agent",
        ];
        for known in names.map(KnownName::new) {
            for other in names {
                for word in edited(other).flat_map(|once| edited(&once).collect::<Vec<_>>()) {
                    let Some(letters) = Letters::of(&word) else {
                        continue;
                    };
                    let name = Letters::of(known.text).unwrap();
                    let may = may_be_near(shape_of(letters.as_bytes()), known.shape);
                    let is_near = letters.distance(&name).is_some();
                    assert!(may || !is_near, "{word}, {}", known.text);
                    near += usize::from(is_near);
                    left_out += usize::from(!may);
                }
            }
        }
        assert!(near > 1000 && left_out > 1000, "{near}, {left_out}");
    }
}
