//! The path of a question, and how it meets a pattern.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::robots_txt::pairs::{self, Pairs};
use crate::robots_txt::parts;
use crate::robots_txt::pattern::{self, Tail};

/// A path in normal form, and what is computed of it once for all rules.
#[derive(Debug)]
pub(super) struct AskedPath<'p> {
    pub(super) octets: Cow<'p, [u8]>,
    /// See [`start_behind_first`].
    pub(super) start: u32,
    pairs: OnceCell<Pairs>,
    /// Whether the path is compared as it is given, in no normal form.
    is_as_given: bool,
}

/// How a path meets a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// The path does not begin with the head of the pattern.
    Apart,
    /// It does, but the pattern asks for something else behind it.
    Head,
    /// The pattern matches.
    Whole,
}

impl<'p> AskedPath<'p> {
    pub(super) fn new(octets: Cow<'p, [u8]>) -> AskedPath<'p> {
        AskedPath {
            start: start_behind_first(&octets),
            octets,
            pairs: OnceCell::new(),
            is_as_given: false,
        }
    }

    /// Sets whether the path is compared as it is given, in no normal form (default: false).
    pub(super) fn with_as_given(mut self, is_as_given: bool) -> AskedPath<'p> {
        self.is_as_given = is_as_given;
        self
    }

    /// How it meets a pattern in normal form, whose octets may depend on the part of the path, see [`parts`].
    ///
    /// The first octet in which they differ tells: no path has a `*`, and `$` only one that is compared as it is given.
    pub(super) fn meets(&self, pattern: &[u8], depends_on_part: bool) -> Meeting {
        let head = common_len(pattern, &self.octets);
        let matches = match pattern.get(head..).unwrap_or_default() {
            [] => pattern.last() != Some(&b'$'),
            [b'$'] => head == self.octets.len(),
            [b'*', ..] if depends_on_part && !self.is_as_given => {
                self.goes_on_in_parts(pattern, head)
            }
            [b'*', ..] => self.goes_on(pattern, head),
            _ => return Meeting::Apart,
        };
        if matches {
            Meeting::Whole
        } else {
            Meeting::Head
        }
    }

    /// Whether it sorts before the head of a pattern.
    pub(super) fn is_below_head(&self, pattern: &[u8]) -> bool {
        let same = common_len(pattern, &self.octets);
        match pattern.get(same..).unwrap_or_default() {
            [] | [b'*', ..] | [b'$'] => false,
            [octet, ..] => self.octets.get(same).is_none_or(|own| own < octet),
        }
    }

    fn goes_on(&self, pattern: &[u8], head: usize) -> bool {
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
        pairs.is_none_or(|pairs| pairs.have(pairs::probe(pattern, head)))
            && pattern::matches_behind(pattern, head, tail, &self.octets)
    }

    /// The same for a pattern that matches the query in another form than the path.
    #[cold]
    fn goes_on_in_parts(&self, pattern: &[u8], head: usize) -> bool {
        let wild = pattern.get(head + 1..).unwrap_or_default();
        let anchored = wild.strip_suffix(b"$");
        let literals = anchored.unwrap_or(wild);
        parts::match_in_parts(literals, anchored.is_some(), &self.octets, head)
    }

    /// Its pairs, which are worth it where several patterns are compared.
    pub(super) fn pairs(&self) -> &Pairs {
        self.pairs.get_or_init(|| Pairs::of(&self.octets))
    }
}

/// The length of the head of `pattern`, if `text`, which has no special octets, begins with it.
pub(super) fn head_before(pattern: &[u8], text: &[u8]) -> Option<usize> {
    let same = common_len(pattern, text);
    let behind = pattern.get(same..).unwrap_or_default();
    matches!(behind, [] | [b'*', ..] | [b'$']).then_some(same)
}

/// How many octets two texts begin with alike: eight at a time, of which the last may overlap those before.
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

/// The first four octets as a number that sorts like them.
pub(super) fn start_of(octets: &[u8]) -> u32 {
    if let Some(first) = octets.first_chunk() {
        return u32::from_be_bytes(*first);
    }
    let mut filled = [0; 4];
    for (place, octet) in filled.iter_mut().zip(octets) {
        *place = *octet;
    }
    u32::from_be_bytes(filled)
}

/// The same behind the first octet, which all paths share, and all heads but the empty one.
pub(super) fn start_behind_first(octets: &[u8]) -> u32 {
    start_of(octets.get(1..).unwrap_or_default())
}

/// Behind so many octets the search for a literal costs more than to know what pairs the path has.
const LONG_PATH: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_sort_like_octets() {
        let sorted = ["", "a", "a/", "a/b", "a/bc", "a/c", "b", "bcde"];
        let starts = sorted.map(|text| start_of(text.as_bytes()));
        assert!(starts.is_sorted_by(|a, b| a < b), "{starts:?}");
        assert_eq!(start_of(b"abcde"), start_of(b"abcd"));
        assert_eq!(start_behind_first(b"/abcde"), start_of(b"abcd"));
        assert_eq!(start_behind_first(b""), start_behind_first(b"/"));
    }

    #[test]
    fn how_a_path_meets_a_pattern() {
        for (pattern, path, meeting) in [
            ("/", "/a", Meeting::Whole),
            ("/a", "/", Meeting::Apart),
            ("/ab", "/a", Meeting::Apart),
            ("/a$", "/a", Meeting::Whole),
            ("/a$", "/ab", Meeting::Head),
            ("/a$", "/a$", Meeting::Head),
            ("/abcdefgh", "/abcdefgh", Meeting::Whole),
            ("/abcdefghi", "/abcdefghi1", Meeting::Whole),
            ("/abcdefghi", "/abcdefghj1", Meeting::Apart),
            ("/abcdefg*i", "/abcdefghi1", Meeting::Whole),
            ("/abcdefg*j", "/abcdefghi1", Meeting::Head),
            ("/abcdefg*i$", "/abcdefghi1", Meeting::Head),
            ("/abcdefg*1$", "/abcdefghi1", Meeting::Whole),
            ("/*$", "/", Meeting::Whole),
            ("*", "/", Meeting::Whole),
        ] {
            let asked = AskedPath::new(Cow::Borrowed(path.as_bytes()));
            assert_eq!(
                asked.meets(pattern.as_bytes(), false),
                meeting,
                "{pattern} and {path}"
            );
        }
    }
}
