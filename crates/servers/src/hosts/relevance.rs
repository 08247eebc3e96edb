//! Whether a line that a service skips is about robots.

use std::collections::BTreeMap;

use super::lines::lines_of;
use crate::names::names_one;
use crate::place::ConfigPlace;
use crate::trap::{Trap, TrapCode};

/// Whether a line of a file, and lines after it, name a field about robots.
#[derive(Clone, Copy, Default)]
pub(super) struct Relevance {
    /// The line of a field, or those of the rule of a path.
    own: bool,
    /// Those of the rule, or of the next rule that has some.
    next: bool,
    /// Any line after it.
    after: bool,
}

impl Relevance {
    /// The traps of a file that are about robots.
    pub(super) fn kept(mut found: Vec<Trap>, text: &str, source: usize) -> Vec<Trap> {
        let lines = Relevance::of(&lines_of(text, source));
        found.retain(|trap| {
            let line = lines.get(&trap.place.start).copied();
            line.unwrap_or_default().concerns(trap, text)
        });
        found
    }

    /// That of lines by the bytes at which they begin.
    fn of(lines: &[(&str, ConfigPlace)]) -> BTreeMap<usize, Relevance> {
        let mut found = BTreeMap::new();
        let mut below = Relevance::default();
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
                found.insert(place.start, Relevance { own, ..below });
                below.own |= own;
                below.after |= own;
                is_empty = false;
            }
        }
        found
    }

    /// Whether the lines that a trap in this line takes with it are about robots.
    fn concerns(self, trap: &Trap, text: &str) -> bool {
        let own = text.get(trap.place.start..trap.place.end);
        match trap.code {
            TrapCode::OverLimit if own.is_some_and(is_path) => self.after,
            TrapCode::OverLimit | TrapCode::FitsNothing => self.own,
            TrapCode::NoFields => self.next,
            _ => true,
        }
    }
}

/// Whether a line is the path or the address of a rule, as Cloudflare reads it.
pub(super) fn is_path(line: &str) -> bool {
    let scheme = line.split_once("://").map(|(scheme, _)| scheme);
    line.starts_with('/') || scheme.is_some_and(|scheme| !scheme.contains(char::is_whitespace))
}
