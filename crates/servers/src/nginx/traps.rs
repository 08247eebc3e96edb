//! Traps of `add_header`.

use std::collections::{BTreeMap, BTreeSet};

use super::fields::is_always;
use super::words::HANDLERS;
use crate::names::{is_about_robots, is_near};
use crate::place::ConfigPlace;
use crate::trap::{Trap, TrapCode, on_request};
use crate::tree::{Statement, named};

/// The traps of a block `http`: one a statement and kind, with all places that make it so.
pub(super) fn of(http: &[Statement]) -> Vec<Trap> {
    let mut found = Vec::new();
    level(http, &InForce::default(), &mut found);
    found.extend(on_request(http));
    let mut merged: Vec<Trap> = Vec::new();
    let mut known = BTreeMap::new();
    for trap in found {
        let at = *known.entry((trap.code, trap.place)).or_insert(merged.len());
        match merged.get_mut(at) {
            Some(other) => other.others.extend(trap.others),
            None => merged.push(trap),
        }
    }
    merged
}

/// The most statements of a block that are compared with each other.
const MOST: usize = 1_000;

/// The most traps that are looked for.
const MOST_FOUND: usize = 10_000;

fn trap(code: TrapCode, header: &Statement, others: Vec<ConfigPlace>) -> Trap {
    Trap::new(code, header.word(1), header.place, others)
}

/// The `add_header` about robots that count in a block.
#[derive(Default)]
struct InForce<'c> {
    /// Those of the block, or of blocks around it; the first of them.
    headers: Vec<&'c Statement>,
    /// The names of their fields, in lower case.
    names: BTreeSet<String>,
    /// `on`, `off`, `merge`, or nothing.
    mode: &'c str,
}

impl<'c> InForce<'c> {
    fn of(block: &'c [Statement], own: &[&'c Statement], outer: &InForce<'c>) -> InForce<'c> {
        let mode = named(block, "add_header_inherit").next();
        let mode = mode.map_or(outer.mode, |mode| mode.word(1));
        let inherits = match mode {
            "merge" => true,
            "on" | "" => named(block, "add_header").next().is_none(),
            _ => false,
        };
        let mut all = InForce {
            mode,
            ..InForce::default()
        };
        if inherits {
            all.headers.clone_from(&outer.headers);
            all.names.clone_from(&outer.names);
        }
        for header in own.iter().take(MOST - all.headers.len()) {
            all.headers.push(header);
            all.names.insert(header.word(1).to_ascii_lowercase());
        }
        all
    }
}

/// The traps of a block and of those in it.
fn level<'c>(block: &'c [Statement], outer: &InForce<'c>, found: &mut Vec<Trap>) {
    let own: Vec<&Statement> = named(block, "add_header")
        .filter(|header| is_about_robots(header.word(1)))
        .take(MOST)
        .collect();
    of_headers(&own, found);
    let now = InForce::of(block, &own, outer);
    if let Some(any) = named(block, "add_header").next() {
        let removed: Vec<&String> = outer.names.difference(&now.names).collect();
        let mut own = block.iter();
        let code = match own.find(|own| HANDLERS.contains(&own.name())) {
            None => TrapCode::Replaced,
            Some(_) => TrapCode::ReplacedInMade,
        };
        for header in outer.headers.iter().filter(|_| !removed.is_empty()) {
            let is_its = |name: &&String| name.eq_ignore_ascii_case(header.word(1));
            if found.len() < MOST_FOUND && removed.iter().any(is_its) {
                found.push(trap(code, header, vec![any.place]));
            }
        }
    }
    for inner in block {
        let has_headers = matches!(inner.name(), "server" | "location" | "if");
        if has_headers && found.len() < MOST_FOUND {
            level(inner.body(), &now, found);
        }
    }
}

/// The traps of the statements of one block.
fn of_headers(own: &[&Statement], found: &mut Vec<Trap>) {
    let mut firsts = BTreeMap::new();
    for header in own {
        let alone = [
            (TrapCode::NotWithErrors, !is_always(header)),
            (TrapCode::Empty, header.word(2).is_empty()),
            (TrapCode::NearName, is_near(header.word(1))),
        ];
        let fired = alone.into_iter().filter(|(_, fires)| *fires);
        found.extend(fired.map(|(code, _)| trap(code, header, Vec::new())));
        let name = header.word(1).to_ascii_lowercase();
        let first = *firsts.entry(name).or_insert(header.place);
        if first != header.place {
            found.push(trap(TrapCode::SentTwice, header, vec![first]));
        }
    }
}
