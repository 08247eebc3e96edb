//! Which row of the table a name can be of, by its length and two of its letters.
//!
//! **What it is.** A perfect hash: every name and alias of the table has a slot to itself, so that a name is compared with
//! one row, and most words with none. The factors of the hash are found when the crate is built, by trying small ones, so
//! a new row needs no work here.
//!
//! **What breaks if touched.** Nothing silently: where no factors fit, the build ends and says to double [`COUNT`]. The test
//! below asks for every name.

use std::iter;

use super::{Directive, ROWS};

impl Directive {
    /// The directive of this name or alias, without regard to case.
    #[inline]
    pub fn from_name(name: &str) -> Option<Directive> {
        candidate(name.as_bytes()).filter(|directive| directive.has_name(name))
    }

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

/// The slot of a name, the same in any case; none for the empty name.
const fn slot(name: &[u8], factors: Factors) -> Option<usize> {
    let (_, [middle, ..]) = name.split_at(name.len() / 2) else {
        return None;
    };
    let Some(last) = name.last() else {
        return None;
    };
    let (middle, last) = ((*middle | 0x20) as usize, (*last | 0x20) as usize);
    Some((name.len() + factors.0 * middle + factors.1 * last) % COUNT)
}

/// Slots: a power of two that is greater than twice the number of names.
const COUNT: usize = 64;

/// What the middle letter and the last one are multiplied with.
type Factors = (usize, usize);

type Slots = [Option<Directive>; COUNT];

const FACTORS: Factors = {
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

static SLOTS: Slots = match filled(FACTORS) {
    Some(slots) => slots,
    None => [None; COUNT],
};

/// The directive of each slot; `None` if two share one.
const fn filled(factors: Factors) -> Option<Slots> {
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

/// Puts a name into its slot; says whether it is free, or has the same directive.
// Only constants are made by this, at compile time, where an index past the end ends the build.
#[allow(clippy::indexing_slicing)]
const fn put(slots: &mut Slots, name: &str, directive: Directive, factors: Factors) -> bool {
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
