//! Traps of `add_header`.

use std::collections::BTreeMap;

use super::fields::is_always;
use super::words::HANDLERS;
use crate::names::{is_about_robots, is_near};
use crate::place::ConfigPlace;
use crate::trap::{Trap, TrapCode, on_request};
use crate::tree::{Statement, named};

/// The traps of a block `http`: one a statement and kind, with all places that make it so.
pub(super) fn of(http: &[Statement]) -> Vec<Trap> {
    let mut found = Vec::new();
    level(http, &[], "on", &mut found);
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

/// The traps of a block and of those in it. Given are the `add_header` about robots that count around it, and whether blocks inherit.
fn level<'c>(
    block: &'c [Statement],
    outer: &[&'c Statement],
    mode: &'c str,
    found: &mut Vec<Trap>,
) {
    let all = || named(block, "add_header");
    let own = all().filter(|header| is_about_robots(header.word(1)));
    let own: Vec<&Statement> = own.take(MOST).collect();
    of_headers(&own, found);
    let own_mode = named(block, "add_header_inherit").next();
    let mode = own_mode.map_or(mode, |own| own.word(1));
    let first = all().next();
    let inherits = mode == "merge" || mode == "on" && first.is_none();
    let has = |name: &str| own.iter().any(|own| own.word(1).eq_ignore_ascii_case(name));
    if let Some(first) = first.filter(|_| !inherits) {
        let makes = block.iter().any(|own| HANDLERS.contains(&own.name()));
        let code = if makes {
            TrapCode::ReplacedInMade
        } else {
            TrapCode::Replaced
        };
        let lost = outer.iter().filter(|header| !has(header.word(1)));
        let lost = lost.take(MOST_FOUND.saturating_sub(found.len()));
        found.extend(lost.map(|header| trap(code, header, vec![first.place])));
    }
    let inherited = outer.iter().filter(|_| inherits);
    let now: Vec<&Statement> = inherited.chain(&own).copied().take(MOST).collect();
    for inner in block {
        let has_headers = matches!(inner.name(), "server" | "location" | "if");
        if has_headers && found.len() < MOST_FOUND {
            level(inner.body(), &now, mode, found);
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
