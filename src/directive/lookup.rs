//! Which row of the table a name can be of, told by its length and two of its letters.

use super::{Directive, ROWS};

/// The only directive that a name or alias of this length and these letters can be of.
#[inline]
pub(super) fn candidate(name: &[u8]) -> Option<Directive> {
    SLOTS.get(slot(name)?).copied().flatten()
}

/// The slot of a name, the same in any case; every name and alias of the table has one to itself.
const fn slot(name: &[u8]) -> Option<usize> {
    let (_, [middle, ..]) = name.split_at(name.len() / 2) else {
        return None;
    };
    let Some(last) = name.last() else {
        return None;
    };
    let (middle, last) = ((*middle | 0x20) as usize, (*last | 0x20) as usize);
    // The factors were found by trial; the table below does not build with others that would not do.
    Some((name.len() + 2 * middle + 9 * last) % COUNT)
}

const COUNT: usize = 64;

static SLOTS: [Option<Directive>; COUNT] = {
    let mut slots = [None; COUNT];
    let (mut rows, mut directives) = (ROWS, Directive::ALL);
    while let ([row, other_rows @ ..], [directive, other_directives @ ..]) = (rows, directives) {
        slots = with(slots, row.name, *directive);
        let mut aliases = row.aliases;
        while let [alias, others @ ..] = aliases {
            slots = with(slots, alias, *directive);
            aliases = others;
        }
        (rows, directives) = (other_rows, other_directives);
    }
    slots
};

// A place outside the table, or one that is taken, ends the build.
#[allow(clippy::indexing_slicing)]
const fn with(
    mut slots: [Option<Directive>; COUNT],
    name: &str,
    directive: Directive,
) -> [Option<Directive>; COUNT] {
    let Some(slot) = slot(name.as_bytes()) else {
        panic!("a name has letters");
    };
    match slots[slot] {
        Some(other) => assert!(
            other as usize == directive as usize,
            "two names share a slot"
        ),
        None => slots[slot] = Some(directive),
    }
    slots
}
