//! Traps of `add_header`.

use super::read::Nginx;
use super::sent::{in_force, is_always};
use crate::names::{NEAR_NAMES, is_about_robots};
use crate::place::Place;
use crate::trap::{Trap, TrapCode};
use crate::tree::{Statement, named};

impl Nginx {
    pub(crate) fn traps(&self) -> Vec<Trap> {
        let mut found = Vec::new();
        let http: &[Statement] = &self.http;
        level(&mut vec![http], &mut found);
        // One trap a statement and kind, with all places that make it so.
        let mut merged: Vec<Trap> = Vec::new();
        for trap in found {
            let same = merged
                .iter_mut()
                .find(|other| other.code == trap.code && other.place == trap.place);
            match same {
                Some(other) => other.others.extend(trap.others),
                None => merged.push(trap),
            }
        }
        merged
    }
}

/// The most statements of a block that are compared with each other.
const MOST: usize = 1_000;

fn trap(code: TrapCode, header: &Statement, others: Vec<Place>) -> Trap {
    Trap {
        code,
        field: header.word(1).to_ascii_lowercase(),
        place: header.place,
        others,
    }
}

/// The traps of a block, which is the last of the chain, and of those in it.
fn level<'c>(chain: &mut Vec<&'c [Statement]>, found: &mut Vec<Trap>) {
    let Some((block, outer)) = chain.split_last() else {
        return;
    };
    let own: Vec<&Statement> = named(block, "add_header")
        .filter(|header| is_about_robots(header.word(1)))
        .take(MOST)
        .collect();
    for (at, header) in own.iter().enumerate() {
        let same = |other: &&&Statement| other.word(1).eq_ignore_ascii_case(header.word(1));
        if !is_always(header) {
            found.push(trap(TrapCode::NotWithErrors, header, Vec::new()));
        }
        if header.word(2).is_empty() {
            found.push(trap(TrapCode::Empty, header, Vec::new()));
        }
        if NEAR_NAMES
            .iter()
            .any(|near| near.eq_ignore_ascii_case(header.word(1)))
        {
            found.push(trap(TrapCode::NearName, header, Vec::new()));
        }
        if let Some(first) = own.iter().take(at).find(same) {
            found.push(trap(TrapCode::SentTwice, header, vec![first.place]));
        }
    }
    let now = in_force(chain);
    let any = named(block, "add_header").next();
    if let Some(any) = any {
        for header in in_force(outer).into_iter().take(MOST) {
            let name = header.word(1);
            let stays = now
                .iter()
                .any(|other| other.word(1).eq_ignore_ascii_case(name));
            if is_about_robots(name) && !stays {
                found.push(trap(TrapCode::Replaced, header, vec![any.place]));
            }
        }
    }
    for inner in *block {
        if matches!(inner.name(), "server" | "location" | "if") {
            chain.push(inner.body());
            level(chain, found);
            chain.pop();
        }
    }
}
