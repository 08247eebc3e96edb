//! Whether a line that a service skips is about robots.

use std::collections::BTreeMap;

use crate::names::names_one;
use crate::place::Place;
use crate::trap::{Trap, TrapCode};

/// The lines of a file by the bytes at which they begin.
pub(super) struct Lines(BTreeMap<usize, Line>);

/// Whether lines name a field about robots.
#[derive(Clone, Copy, Default)]
struct Line {
    /// The line of a field, or those of the rule of a path.
    own: bool,
    /// Those of the rule, or of the next rule that has some.
    next: bool,
    /// Any line after it.
    after: bool,
}

impl Lines {
    pub(super) fn of(lines: &[(&str, Place)]) -> Lines {
        let mut found = BTreeMap::new();
        let mut below = Line::default();
        let mut is_empty = true;
        for (text, place) in lines.iter().rev() {
            if is_path(text) {
                let next = if is_empty { below.next } else { below.own };
                below.next = next;
                found.insert(place.start, below);
                below.own = false;
                is_empty = true;
            } else {
                let own = names_one(text);
                found.insert(place.start, Line { own, ..below });
                below.own |= own;
                below.after |= own;
                is_empty = false;
            }
        }
        Lines(found)
    }

    /// Whether the lines that a trap takes with it are about robots.
    pub(super) fn concern(&self, trap: &Trap, text: &str) -> bool {
        let line = self.0.get(&trap.place.start).copied().unwrap_or_default();
        let own = text.get(trap.place.start..trap.place.end);
        match trap.code {
            TrapCode::OverLimit if own.is_some_and(is_path) => line.after,
            TrapCode::OverLimit | TrapCode::FitsNothing => line.own,
            TrapCode::NoFields => line.next,
            _ => true,
        }
    }
}

/// Whether a line is the path or the address of a rule, as Cloudflare reads it.
pub(super) fn is_path(line: &str) -> bool {
    let scheme = line.split_once("://").map(|(scheme, _)| scheme);
    line.starts_with('/') || scheme.is_some_and(|scheme| !scheme.contains(char::is_whitespace))
}
