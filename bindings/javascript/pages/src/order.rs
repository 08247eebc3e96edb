//! The order of the functions of a module, in which it compresses best.
//!
//! gzip finds what was said in the last 32 KB, so functions that are like each other should be near to each other. `wasm-opt` sorts
//! functions by their names; here each is given a number as its name. The order changes no answer: any order is a right one.

use std::collections::HashMap;

use crate::section::{self, CODE, CUSTOM, IMPORTS, bodies, leb, number, sized};

/// Functions are alike by the runs of this many octets that they share.
const RUN: usize = 6;

/// A run that more functions have than this is everywhere, and says nothing.
const MOST: usize = 60;

/// The octets before a function with which it is compared.
const WINDOW: usize = 20_000;

/// The module with names by which `wasm-opt` sorts its functions; `None` where it is not as the compiler writes it.
pub(crate) fn named(module: &[u8]) -> Option<Vec<u8>> {
    let mut named = module.get(..8)?.to_vec();
    let (mut imported, mut order) = (0, Vec::new());
    for section in section::all(module)? {
        match section.id {
            CUSTOM if section.is_names() => continue,
            IMPORTS => imported = number(section.content)?.0,
            CODE => order = by_likeness(&bodies(section.content)?),
            _ => {}
        }
        named.extend_from_slice(section.whole);
    }
    named.extend(names(imported, &order));
    Some(named)
}

/// The section of names: functions are named by their places in the order, those that are imported come first.
fn names(imported: usize, order: &[usize]) -> Vec<u8> {
    let mut places: Vec<(usize, usize)> = (0..imported).map(|own| (own, own)).collect();
    let own = order.iter().enumerate();
    places.extend(own.map(|(place, function)| (imported + function, imported + place)));
    places.sort_unstable();
    let mut map = leb(places.len());
    for (function, place) in places {
        map.extend(leb(function));
        map.extend(sized(format!("f{place:06}").as_bytes()));
    }
    let functions = [&[1][..], &sized(&map)].concat();
    let content = [&sized(b"name")[..], &functions].concat();
    [&[CUSTOM][..], &sized(&content)].concat()
}

/// The functions in an order in which each shares much with those before it.
fn by_likeness(bodies: &[&[u8]]) -> Vec<usize> {
    let mut chain = Chain::new(bodies);
    let mut next = (0..bodies.len()).max_by_key(|at| bodies.get(*at).map(|body| body.len()));
    while let Some(function) = next {
        chain.add(function);
        next = chain.best();
    }
    chain.order
}

/// The functions in their order so far, and what the others share with the last of them.
struct Chain {
    lengths: Vec<usize>,
    /// The runs of each function.
    runs: Vec<Vec<usize>>,
    /// The functions that have a run.
    holders: Vec<Vec<usize>>,
    /// How often a run is in the window.
    seen: Vec<usize>,
    /// How many runs of the window each function has.
    shared: Vec<usize>,
    is_placed: Vec<bool>,
    order: Vec<usize>,
    /// The place in the order where the window begins, and its octets.
    window: (usize, usize),
}

impl Chain {
    fn new(bodies: &[&[u8]]) -> Chain {
        let mut places: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for (function, body) in bodies.iter().enumerate() {
            for run in body.windows(RUN) {
                let holders = places.entry(run).or_default();
                if holders.last() != Some(&function) {
                    holders.push(function);
                }
            }
        }
        let mut holders: Vec<Vec<usize>> = places.into_values().collect();
        holders.retain(|holders| (2..=MOST).contains(&holders.len()));
        // A map has its own order in each run.
        holders.sort_unstable();
        let mut runs = vec![Vec::new(); bodies.len()];
        for (run, holders) in holders.iter().enumerate() {
            for function in holders {
                if let Some(runs) = runs.get_mut(*function) {
                    runs.push(run);
                }
            }
        }
        Chain {
            lengths: bodies.iter().map(|body| body.len()).collect(),
            seen: vec![0; holders.len()],
            shared: vec![0; bodies.len()],
            is_placed: vec![false; bodies.len()],
            order: Vec::new(),
            window: (0, 0),
            runs,
            holders,
        }
    }

    /// Puts a function at the end, and takes those out of the window that are too far away.
    fn add(&mut self, function: usize) {
        if let Some(is_placed) = self.is_placed.get_mut(function) {
            *is_placed = true;
        }
        self.order.push(function);
        self.window.1 += self.length(function);
        self.count(function, true);
        while self.window.1 > WINDOW && self.window.0 + 1 < self.order.len() {
            let first = self.order.get(self.window.0).copied().unwrap_or_default();
            self.window.0 += 1;
            self.window.1 -= self.length(first);
            self.count(first, false);
        }
    }

    /// Counts the runs of a function as runs of the window, or no more.
    fn count(&mut self, function: usize, is_in: bool) {
        for run in self.runs.get(function).into_iter().flatten() {
            let (Some(seen), Some(holders)) = (self.seen.get_mut(*run), self.holders.get(*run))
            else {
                continue;
            };
            *seen = if is_in { *seen + 1 } else { *seen - 1 };
            if *seen != usize::from(is_in) {
                continue;
            }
            for holder in holders {
                if let Some(shared) = self.shared.get_mut(*holder) {
                    *shared = if is_in { *shared + 1 } else { *shared - 1 };
                }
            }
        }
    }

    /// The function that is most like the window; the longest where none is.
    fn best(&self) -> Option<usize> {
        let left = (0..self.lengths.len()).filter(|at| self.is_placed.get(*at) == Some(&false));
        left.max_by(|one, other| {
            let ((one, length), (other, other_length)) =
                (self.likeness(*one), self.likeness(*other));
            let by_likeness = (one * other_length).cmp(&(other * length));
            by_likeness.then(length.cmp(&other_length))
        })
    }

    /// The runs that a function shares with the window for its length to the power of two thirds, as the third power: a fraction.
    /// A long function shares more than a short one, and brings more that is new.
    fn likeness(&self, function: usize) -> (u128, u128) {
        let shared = self.shared.get(function).copied().unwrap_or_default() as u128;
        let length = (self.length(function) + 20) as u128;
        (shared.pow(3), length.pow(2))
    }

    fn length(&self, function: usize) -> usize {
        self.lengths.get(function).copied().unwrap_or_default()
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// A module with one section of functions, and names that are replaced.
    fn module(bodies: &[&[u8]]) -> Vec<u8> {
        let mut code = leb(bodies.len());
        code.extend(bodies.iter().flat_map(|body| sized(body)));
        let code = [&[CODE][..], &sized(&code)].concat();
        [&b"\0asm\x01\0\0\0"[..], &code, &names(0, &[0])].concat()
    }

    #[test]
    fn functions_that_are_alike_are_neighbours() {
        let (one, other) = (b"abcdefgh".repeat(40), b"01234567".repeat(30));
        let bodies = [&one[..], &other, one.split_at(8).1, other.split_at(8).1];
        assert_eq!(by_likeness(&bodies), [0, 2, 1, 3]);
        let named = named(&module(&bodies)).unwrap();
        let [first, rest] = [module(&bodies), names(0, &[0])];
        let bare = first.strip_suffix(&rest[..]).unwrap();
        assert_eq!(named, [bare, &names(0, &[0, 2, 1, 3])].concat());
    }

    #[test]
    fn octets_that_are_not_a_module_have_no_names() {
        let whole = module(&[b"abcdefgh"]);
        for cut in [3, 9, 12] {
            assert!(named(whole.get(..cut).unwrap()).is_none(), "{cut}");
        }
        for value in [0, 1, 127, 128, 300, 1 << 20] {
            assert_eq!(number(&leb(value)), Some((value, &[][..])));
        }
    }
}
