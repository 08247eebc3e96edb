//! The path of a question, and how it meets a pattern.
//!
//! **What it is.** One question compares its path with many patterns, most of which differ from it in an early octet or, for
//! patterns with a star, in some pair of octets. So three tests come before any matching, each cheaper than the next:
//! four octets as a number ([`start_after_first`], compared in [`super::rules`]), the common beginning ([`common_len`], eight
//! octets at a time), and the pairs of the path ([`bigrams`]), which are collected once and only if they pay.
//!
//! **Comparing eight octets at a time.** The two texts are cut to the shorter length. Whole chunks of eight are compared as
//! numbers; the first set bit of their difference is in the first octet that differs, since they are read as little endian.
//! The remainder is not a loop: the last eight octets of both are compared once more. Those of them that were compared
//! before are equal, so the first difference is right here, too, and 64 zeros say that there is none.
//!
//! **Invariants.** Every test may let a path pass that does not match, and none may stop one that does. A number of four
//! octets sorts as the octets do (big endian, filled with zeros), which the binary search of [`super::rules`] needs.
//!
//! **What breaks if touched.** A difference that is found one octet late turns [`PrefixMatch::None`] into a match. Texts
//! around 8 octets, and heads that end inside a chunk, show it first.
//!
//! **Which test notices.** `how_a_path_meets_a_pattern` and `starts_sort_like_octets` below, the oracle, and the fuzz target
//! `robots_txt`; `benches/instructions.sh robots` for the cost.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::robots_txt::file::matching::bigrams::{self, Bigrams};
use crate::robots_txt::file::matching::parts;
use crate::robots_txt::file::matching::pattern::{self, Tail};

/// A path in normal form, with the numbers that are computed once for all rules of all groups.
#[derive(Debug)]
pub(crate) struct RequestPath<'p> {
    pub(crate) octets: Cow<'p, [u8]>,
    /// See [`start_after_first`].
    pub(crate) start: u32,
    /// Made when several patterns with one head, or a long path, are compared.
    pairs: OnceCell<Bigrams>,
}

/// How a path meets a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrefixMatch {
    /// The path does not begin with the head of the pattern, so no pattern with this head matches.
    None,
    /// The path begins with the head, but the rest of the pattern does not match. Another pattern with this head may.
    Prefix,
    /// The pattern matches.
    Full,
}

impl<'p> RequestPath<'p> {
    /// A path in normal form.
    pub(crate) fn new(octets: Cow<'p, [u8]>) -> RequestPath<'p> {
        RequestPath {
            start: start_after_first(&octets),
            octets,
            pairs: OnceCell::new(),
        }
    }

    /// How it meets a pattern in normal form, which depends on the part of the path or does not, see [`parts`].
    ///
    /// The first octet in which they differ decides: a special one of the pattern ends the head. A path has no `*`, and a `$`
    /// only if it is compared as it is given.
    pub(crate) fn meets(&self, pattern: &[u8], depends_on_part: bool) -> PrefixMatch {
        let head = common_len(pattern, &self.octets);
        let matches = match pattern.get(head..).unwrap_or_default() {
            [] => pattern.last() != Some(&b'$'),
            [b'$'] => head == self.octets.len(),
            [b'*', ..] if depends_on_part => self.matches_rest_in_parts(pattern, head),
            [b'*', ..] => self.matches_rest(pattern, head),
            _ => return PrefixMatch::None,
        };
        if matches {
            PrefixMatch::Full
        } else {
            PrefixMatch::Prefix
        }
    }

    /// Whether it sorts before the head of a pattern, so that no pattern from there on has a head which it begins with.
    #[inline]
    pub(crate) fn is_below_head(&self, pattern: &[u8]) -> bool {
        let same = common_len(pattern, &self.octets);
        match pattern.get(same..).unwrap_or_default() {
            [] | [b'*', ..] | [b'$'] => false,
            [octet, ..] => self.octets.get(same).is_none_or(|own| own < octet),
        }
    }

    /// Whether it matches a pattern with a star, whose head it begins with. The pairs are asked first if they are there, and
    /// made for a long path.
    fn matches_rest(&self, pattern: &[u8], head: usize) -> bool {
        let tail = match pattern.last() {
            Some(b'$') => Tail::WildEnd,
            _ => Tail::Wild,
        };
        let is_long = self.octets.len() > LONG_PATH;
        let pairs = if is_long {
            Some(self.pairs())
        } else {
            self.pairs.get()
        };
        pairs.is_none_or(|pairs| pairs.have(bigrams::probe(pattern, head)))
            && pattern::matches_after(pattern, head, tail, &self.octets)
    }

    /// Whether it matches a pattern that meets the query in another form than the path. Pairs do not apply here.
    #[cold]
    fn matches_rest_in_parts(&self, pattern: &[u8], head: usize) -> bool {
        let wild = pattern.get(head + 1..).unwrap_or_default();
        let anchored = wild.strip_suffix(b"$");
        let literals = anchored.unwrap_or(wild);
        parts::match_in_parts(literals, anchored.is_some(), &self.octets, head)
    }

    /// Its pairs. The first call collects them; it pays for several patterns with one head, and for a long path.
    pub(crate) fn pairs(&self) -> &Bigrams {
        self.pairs.get_or_init(|| Bigrams::of(&self.octets))
    }
}

/// The length of the head of `pattern` if `text`, which has no special octets, begins with that head.
pub(crate) fn head_before(pattern: &[u8], text: &[u8]) -> Option<usize> {
    let same = common_len(pattern, text);
    let after = pattern.get(same..).unwrap_or_default();
    matches!(after, [] | [b'*', ..] | [b'$']).then_some(same)
}

/// The number of octets that two texts have in common at their beginning.
#[inline]
fn common_len(one: &[u8], other: &[u8]) -> usize {
    let len = one.len().min(other.len());
    let (one, other) = (one.split_at(len).0, other.split_at(len).0);
    let difference = |a: &[u8; 8], b: &[u8; 8]| {
        (u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b)).trailing_zeros()
    };
    let (Some(one_end), Some(other_end)) = (one.last_chunk(), other.last_chunk()) else {
        return one.iter().zip(other).take_while(|(a, b)| a == b).count();
    };
    let mut at = 0;
    for (a, b) in one.as_chunks().0.iter().zip(other.as_chunks().0) {
        let bits = difference(a, b);
        if bits < u64::BITS {
            return at + bits as usize / 8;
        }
        at += 8;
    }
    len - 8 + difference(one_end, other_end) as usize / 8
}

/// The first four octets as a number that sorts like them; zeros fill a shorter text.
#[inline]
pub(crate) fn start_of(octets: &[u8]) -> u32 {
    if let Some(first) = octets.first_chunk() {
        return u32::from_be_bytes(*first);
    }
    let mut filled = [0; 4];
    for (place, octet) in filled.iter_mut().zip(octets) {
        *place = *octet;
    }
    u32::from_be_bytes(filled)
}

/// The four octets after the first one as a number. All paths begin with a slash, and all heads except the empty one, so
/// that octet would distinguish nothing.
#[inline]
pub(crate) fn start_after_first(octets: &[u8]) -> u32 {
    start_of(octets.get(1..).unwrap_or_default())
}

/// From this length on, searching the path for one literal costs more than collecting its pairs. As long as the paths in
/// which [`pattern`] tries each place.
const LONG_PATH: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn starts_sort_like_octets() {
        let sorted = ["", "a", "a/", "a/b", "a/bc", "a/c", "b", "bcde"];
        let starts = sorted.map(|text| start_of(text.as_bytes()));
        assert!(starts.is_sorted_by(|a, b| a < b), "{starts:?}");
        assert_eq!(start_of(b"abcde"), start_of(b"abcd"));
        assert_eq!(start_after_first(b"/abcde"), start_of(b"abcd"));
        assert_eq!(start_after_first(b""), start_after_first(b"/"));
    }

    #[test]
    fn how_a_path_meets_a_pattern() {
        for (pattern, path, expected) in
            rows::<(String, String, String)>(include_str!("request_path/patterns.jsonl"))
        {
            let asked = RequestPath::new(Cow::Borrowed(path.as_bytes()));
            assert_eq!(
                format!("{:?}", asked.meets(pattern.as_bytes(), false)),
                expected,
                "{pattern} and {path}"
            );
        }
    }
}
