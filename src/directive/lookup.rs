//! From a name to the only row of the table that it can be of, by its length and two of its letters.
//!
//! **What it is.** A perfect hash: no two directives share a slot, so that a name is compared with one row, and most
//! words with none. The slot is `(length + f · middle + g · last) % COUNT`, with both letters in lower case. The build
//! finds the factors `f` and `g`: it tries (0, 0), (0, 1), … (63, 63) and takes the first pair under which no two
//! directives meet. A name and its alias may share a slot, since both lead to the same row.
//!
//! **Why.** Every word of every field and of every `content` comes here, and most words are not directives. A `match`
//! over the names compares texts; this reads two bytes and, for most words, stops.
//!
//! **Invariant.** [`candidate`] never misses: each name of the table leads to its own row in any case of its letters.
//! It may give a wrong candidate for other words, because [`Directive::has_name`] compares the whole name afterwards.
//!
//! **When a row does not build.** "two names share a slot: double COUNT" means that none of the 4,096 pairs of factors
//! separates the names. Double [`COUNT`]: that doubles the table (a byte a slot) and quadruples the pairs. If it still
//! fails, two names agree in length, middle letter and last letter, and no factors can help: add another letter, such
//! as the first one, to the sum in [`slot`].
//!
//! **Which test notices.** `r_36_every_name_is_found_in_any_case` below looks up each name and alias; a collision ends
//! the build before any test.

use std::iter;

use super::{Directive, ROWS};

impl Directive {
    /// The directive of this name or alias, without regard to case; `None` for every other text.
    ///
    /// White space around the name is not removed: `" noindex"` is not a name.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Directive;
    ///
    /// assert_eq!(Directive::from_name("Unavailable-After"), Some(Directive::UnavailableAfter));
    /// assert_eq!(Directive::from_name("no-index"), None);
    /// ```
    #[inline]
    pub fn from_name(name: &str) -> Option<Directive> {
        candidate(name.as_bytes()).filter(|directive| directive.has_name(name))
    }

    /// Whether this is the name or an alias of this row.
    // Most words have no candidate: only the look-up is worth its room wherever a name is read.
    #[inline(never)]
    fn has_name(self, name: &str) -> bool {
        let row = self.row();
        let mut names = iter::once(&row.name).chain(row.aliases);
        // Most names are spelled in lower case, and equal texts are compared faster.
        row.name == name || names.any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// The only directive that a name or alias of this length and these letters can be of.
#[inline]
fn candidate(name: &[u8]) -> Option<Directive> {
    SLOTS.get(slot(name, FACTORS)?).copied().flatten()
}

/// The slot of a name, in any case of its letters; `None` for the empty name. `| 0x20` also moves a few marks, which
/// only adds wrong candidates.
const fn slot(name: &[u8], factors: (usize, usize)) -> Option<usize> {
    let (_, [middle, ..]) = name.split_at(name.len() / 2) else {
        return None;
    };
    let Some(last) = name.last() else {
        return None;
    };
    let (middle, last) = ((*middle | 0x20) as usize, (*last | 0x20) as usize);
    Some((name.len() + factors.0 * middle + factors.1 * last) % COUNT)
}

/// Slots. 64 is the power of two above twice the number of names: the remainder is then one instruction, and with half
/// of the slots free most other words have no candidate.
const COUNT: usize = 64;

/// The factors of the middle letter and of the last one: the first pair under which no two directives share a slot; the build ends if there is none.
const FACTORS: (usize, usize) = {
    let mut tried = 0;
    while filled((tried / COUNT, tried % COUNT)).is_none() {
        tried += 1;
        assert!(
            tried < COUNT * COUNT,
            "two names share a slot: double COUNT"
        );
    }
    (tried / COUNT, tried % COUNT)
};

/// The table itself, made once by the build.
static SLOTS: [Option<Directive>; COUNT] = match filled(FACTORS) {
    Some(slots) => slots,
    None => [None; COUNT],
};

/// The directive of each slot under these factors; `None` if two directives share one.
const fn filled(factors: (usize, usize)) -> Option<[Option<Directive>; COUNT]> {
    let mut slots = [None; COUNT];
    let (mut rows, mut directives) = (ROWS, Directive::ALL);
    while let ([row, other_rows @ ..], [directive, other_directives @ ..]) = (rows, directives) {
        let mut has_place = put(&mut slots, row.name, *directive, factors);
        let mut aliases = row.aliases;
        while let [alias, others @ ..] = aliases {
            has_place &= put(&mut slots, alias, *directive, factors);
            aliases = others;
        }
        if !has_place {
            return None;
        }
        (rows, directives) = (other_rows, other_directives);
    }
    Some(slots)
}

/// Puts a name into its slot. True if the slot was free or holds the same directive.
// Only constants are made by this, at compile time, where an index past the end ends the build.
#[allow(clippy::indexing_slicing)]
const fn put(
    slots: &mut [Option<Directive>; COUNT],
    name: &str,
    directive: Directive,
    factors: (usize, usize),
) -> bool {
    let Some(slot) = slot(name.as_bytes(), factors) else {
        panic!("a name has letters");
    };
    if let Some(other) = slots[slot] {
        return other as usize == directive as usize;
    }
    slots[slot] = Some(directive);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r_36_every_name_is_found_in_any_case() {
        for directive in Directive::ALL {
            for name in [directive.name()].iter().chain(directive.aliases()) {
                assert_eq!(Directive::from_name(name), Some(*directive));
                assert_eq!(
                    Directive::from_name(&name.to_ascii_uppercase()),
                    Some(*directive)
                );
            }
        }
        for name in ["", "noindexx", "noind\u{e9}x", &"x".repeat(99)] {
            assert_eq!(Directive::from_name(name), None);
        }
    }
}
