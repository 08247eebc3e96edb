//! Pairs of neighbouring octets, by which most patterns with a `*` are told apart from a path before any matching.

/// Which pairs a path has, folded to 512 bits. The first bit is always set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs([u64; 1 << (FOLDED_BITS - 6)]);

impl Pairs {
    pub(super) fn of(path: &[u8]) -> Pairs {
        let mut words = [0; _];
        if let Some(first) = words.first_mut() {
            *first = 1;
        }
        for pair in path.array_windows() {
            let place = fold(*pair);
            if let Some(word) = words.get_mut(place as usize >> 6) {
                *word |= 1u64 << (place & 63);
            }
        }
        Pairs(words)
    }

    /// Whether it has those of a [`probe`].
    pub(super) fn have(&self, probe: u32) -> bool {
        let mut places = (0..PROBED).map(|at| probe >> (FOLDED_BITS * at) & PLACES);
        places.all(|place| {
            let word = self.0.get(place as usize >> 6);
            word.is_some_and(|word| word >> (place & 63) & 1 != 0)
        })
    }
}

/// Three pairs that every path has which matches what is behind the head of `pattern`.
///
/// The last ones: patterns of one file rather begin alike than end alike.
pub(super) fn probe(pattern: &[u8], head: usize) -> u32 {
    let wild = pattern.get(head..).unwrap_or_default();
    let literals = wild.strip_suffix(b"$").unwrap_or(wild);
    let pairs = literals.array_windows().rev();
    let pairs = pairs.filter(|pair: &&[u8; 2]| !pair.contains(&b'*'));
    let last = pairs.take(PROBED as usize);
    last.fold(0, |probe, pair| probe << FOLDED_BITS | fold(*pair))
}

/// Folds a pair to its place.
fn fold(pair: [u8; 2]) -> u32 {
    let pair = u32::from(u16::from_le_bytes(pair));
    pair.wrapping_mul(MIXER) >> (u32::BITS - FOLDED_BITS)
}

const FOLDED_BITS: u32 = 9;
const PLACES: u32 = (1 << FOLDED_BITS) - 1;

/// So many places fill the 32 bits of a probe.
const PROBED: u32 = 3;

/// Spreads the bits of a pair (2³² over the golden ratio).
const MIXER: u32 = 0x9E37_79B1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_the_pairs_of_what_matches_it() {
        for (pattern, path) in [
            ("/*", "/"),
            ("/*$", "/"),
            ("/a*b", "/ab"),
            ("/*bcd*ef$", "/abcdef"),
            ("/*?sort=*&x", "/?sort=up&x"),
        ] {
            let head = pattern.find('*').unwrap();
            let probe = probe(pattern.as_bytes(), head);
            assert!(Pairs::of(path.as_bytes()).have(probe), "{pattern} {path}");
        }
    }

    #[test]
    fn a_path_without_them_is_told_apart() {
        let pairs = Pairs::of(b"/news/2026/11/a-page.html?a=b");
        for pattern in ["/*.pdf$", "/*?sort=", "/*/print*/", "/*ab"] {
            assert!(!pairs.have(probe(pattern.as_bytes(), 1)), "{pattern}");
        }
    }
}
