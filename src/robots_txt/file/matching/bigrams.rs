//! Pairs of neighbouring bytes, by which most patterns with a `*` are distinguished from a path before any matching.
//!
//! **What it is.** A Bloom filter of one hash: the 65,536 possible pairs are folded to 512 bits, and a path sets the bit of
//! each of its pairs. Of a pattern three places are kept, in the 27 bits of a [`probe`] that fits into a row of the
//! index; a path that lacks one of them cannot match.
//!
//! **Invariant.** A filter may keep a path that does not match; it must never lose one that does. So a probe takes only
//! pairs within one literal, never over a `*` or a final `$`, and where a pattern has fewer than three it repeats bit 0,
//! which every path sets. A pattern whose literals may meet a path in two forms, see [`parts`](super::parts), has no
//! probe at all (0: bit 0 three times).
//!
//! **What breaks if touched.** A pair that a matching path can lack makes a rule silent: an answer allows what the file
//! disallows. The tests below, `tests/all/robots_txt_oracle.rs` and the fuzz target `robots_txt` notice.
//! Fewer bits or another fold only cost time: `benches/instructions.sh robots`.

/// The pairs of a path, folded to 512 bits, of which the first is always set; or other [`places`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bigrams([u64; WORDS]);

impl Bigrams {
    /// The pairs of this path.
    pub(crate) fn of(path: &[u8]) -> Bigrams {
        let mut words = [0; WORDS];
        if let Some(first) = words.first_mut() {
            *first = 1;
        }
        // `array_windows` is younger than the oldest compiler that the library supports.
        let pairs = path
            .windows(2)
            .filter_map(|pair| pair.first_chunk().copied());
        for place in pairs.map(fold) {
            if let Some(word) = words.get_mut(place as usize >> 6) {
                *word |= 1u64 << (place & 63);
            }
        }
        Bigrams(words)
    }

    /// Whether the path has all pairs of a [`probe`]. True proves nothing; false means that the pattern does not match.
    pub(crate) fn have(&self, probe: u32) -> bool {
        places(probe).all(|place| {
            let word = self.0.get(place >> 6);
            word.is_some_and(|word| word >> (place & 63) & 1 != 0)
        })
    }

    /// The places whose number here is not 0.
    pub(crate) fn of_places(numbers: &[u32; PLACES]) -> Bigrams {
        let mut words = [0; WORDS];
        for (word, numbers) in words.iter_mut().zip(numbers.chunks(64)) {
            let bits = numbers.iter().rev();
            *word = bits.fold(0, |word, number| word << 1 | u64::from(*number > 0));
        }
        Bigrams(words)
    }

    /// The rank of the first place of each word, if that of the first of all is `first`.
    pub(crate) fn ranks(&self, first: u32) -> [u32; WORDS] {
        let mut next = first;
        self.0.map(|word| {
            let rank = next;
            next += word.count_ones();
            rank
        })
    }

    /// The places that `other` has too, each by its rank. The ranks are those of [`Bigrams::ranks`].
    pub(crate) fn shared(
        &self,
        other: &Bigrams,
        ranks: &[u32; WORDS],
    ) -> impl Iterator<Item = u32> {
        let mut words = self.0.iter().zip(&other.0).zip(ranks);
        let (mut own, mut both, mut first) = (0_u64, 0_u64, 0);
        std::iter::from_fn(move || {
            while both == 0 {
                let ((here, there), rank) = words.next()?;
                (own, both, first) = (*here, *here & *there, *rank);
            }
            let lower = (both & both.wrapping_neg()).wrapping_sub(1);
            both &= both.wrapping_sub(1);
            Some(first + (own & lower).count_ones())
        })
    }
}

/// Three pairs that any path has if it matches the part of `pattern` after its head.
///
/// They are the last three, because patterns of one file more often begin alike than end alike.
#[inline]
pub(crate) fn probe(pattern: &[u8], head: usize) -> u32 {
    let wild = pattern.get(head..).unwrap_or_default();
    let literals = wild.strip_suffix(b"$").unwrap_or(wild);
    let (mut probe, mut left) = (0, PROBED);
    let mut rest = literals;
    while left > 0
        && let [before @ .., second] = rest
        && let [.., first] = before
    {
        if *first != b'*' && *second != b'*' {
            probe = probe << FOLDED_BITS | fold([*first, *second]);
            left -= 1;
        }
        rest = before;
    }
    probe
}

/// The three places of a probe.
pub(crate) fn places(probe: u32) -> impl Iterator<Item = usize> {
    (0..PROBED).map(move |at| (probe >> (FOLDED_BITS * at)) as usize & (PLACES - 1))
}

/// Folds a pair to its place: the upper bits of a multiplication, which depend on all bits of the pair.
fn fold(pair: [u8; 2]) -> u32 {
    let pair = u32::from(u16::from_le_bytes(pair));
    pair.wrapping_mul(MIXER) >> (u32::BITS - FOLDED_BITS)
}

/// The bits of a place: 512 places are a filter of 64 bytes.
const FOLDED_BITS: u32 = 9;
/// The words of a filter.
pub(crate) const WORDS: usize = 1 << (FOLDED_BITS - 6);
/// The number of places.
pub(crate) const PLACES: usize = 1 << FOLDED_BITS;

/// The pairs of a probe: as many places as fit into the 32 bits of a link.
const PROBED: u32 = 3;

/// Spreads the bits of a pair (2³² over the golden ratio).
const MIXER: u32 = 0x9E37_79B1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn a_path_has_the_pairs_of_a_pattern_that_matches_it() {
        for (pattern, path) in rows::<(String, String)>(include_str!("bigrams/patterns.jsonl")) {
            let head = pattern.find('*').unwrap();
            let probe = probe(pattern.as_bytes(), head);
            assert!(Bigrams::of(path.as_bytes()).have(probe), "{pattern} {path}");
        }
    }

    #[test]
    fn a_path_without_the_pairs_is_excluded() {
        let pairs = Bigrams::of(b"/news/2026/11/a-page.html?a=b");
        for pattern in ["/*.pdf$", "/*?sort=", "/*/print*/", "/*ab"] {
            assert!(!pairs.have(probe(pattern.as_bytes(), 1)), "{pattern}");
        }
    }
}
