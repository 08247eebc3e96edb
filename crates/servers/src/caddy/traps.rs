//! Traps of `header`.

use std::collections::BTreeSet;

use super::header::{Operation, OperationKind, is_relevant, operations};
use super::order::sorted;
use super::read::Caddy;
use super::token::{Matcher, of_directive};
use crate::names::{is_about_robots, is_near};
use crate::place::ConfigPlace;
use crate::trap::{Trap, TrapCode, on_request};
use crate::tree::Statement;

pub(super) fn of(caddy: &Caddy) -> Vec<Trap> {
    let sites = &*caddy.sites;
    let mut found: Vec<Trap> = on_request(sites).collect();
    for site in sites {
        block(
            caddy,
            site.body(),
            &mut vec![scope(site)],
            false,
            &mut found,
        );
    }
    found
}

/// The block in which matchers are searched for, unless it is too large.
fn scope(statement: &Statement) -> &[Statement] {
    let body = Some(statement.body());
    body.filter(|body| body.len() <= MOST).unwrap_or_default()
}

/// The most statements of a block that are compared with each other.
const MOST: usize = 1_000;

fn block<'c>(
    caddy: &Caddy,
    body: &'c [Statement],
    scopes: &mut Vec<&'c [Statement]>,
    is_route: bool,
    found: &mut Vec<Trap>,
) {
    let list: Vec<&Statement> = if is_route {
        body.iter().collect()
    } else {
        sorted(scopes, body)
    };
    let headers = list.into_iter().filter(|statement| is_relevant(statement));
    let headers: Vec<&Statement> = headers.take(MOST).collect();
    let sets: Vec<BTreeSet<String>> = headers.iter().map(|header| set_for_all(header)).collect();
    for (at, header) in headers.iter().enumerate() {
        let (list, is_deferred) = operations(header);
        for operation in list.iter().filter(|own| is_about_robots(own.name)) {
            one(caddy, operation, is_deferred, found);
            let path = exact(header).filter(|_| operation.kind.sets());
            if let Some((place, meant)) =
                path.filter(|_| !operation.name.eq_ignore_ascii_case("link"))
            {
                let others = vec![operation.at.place];
                let trap = Trap::new(TrapCode::PathExact, operation.name, place, others);
                found.push(trap.instead(meant));
            }
            if is_deferred || operation.kind >= OperationKind::Delete {
                continue;
            }
            // A more special one runs first, and the general one after it sets the field again.
            let name = operation.name.to_ascii_lowercase();
            let mut later = headers.iter().zip(&sets).skip(at + 1);
            if let Some((later, _)) = later.find(|(_, names)| names.contains(&name)) {
                found.push(trap(TrapCode::Overwritten, operation, vec![later.place]));
            }
        }
    }
    for statement in body {
        let name = statement.name();
        if matches!(name, "handle" | "handle_path" | "route" | "handle_errors") {
            scopes.push(scope(statement));
            block(caddy, statement.body(), scopes, name == "route", found);
            scopes.pop();
        }
    }
}

/// The place of a path without a star, which has no page below it, and the path to write.
fn exact(header: &Statement) -> Option<(ConfigPlace, String)> {
    let Matcher::Path(path) = of_directive(&[], header) else {
        return None;
    };
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_open = path.contains(['*', '?', '[', '{']) || name.contains('.');
    let word = header.words.get(1).filter(|_| !is_open)?;
    Some((word.place, format!("{}/*", path.trim_end_matches('/'))))
}

/// The names of the fields that a directive sets for every path at once, in lower case.
fn set_for_all(statement: &Statement) -> BTreeSet<String> {
    let (list, is_deferred) = operations(statement);
    if is_deferred || !matches!(of_directive(&[], statement), Matcher::All) {
        return BTreeSet::new();
    }
    let all = list.iter();
    all.filter(|operation| operation.kind == OperationKind::Set)
        .map(|operation| operation.name.to_ascii_lowercase())
        .collect()
}

fn one(caddy: &Caddy, operation: &Operation<'_>, is_deferred: bool, found: &mut Vec<Trap>) {
    let waits = is_deferred || operation.kind == OperationKind::Default;
    let is_empty = operation.value.is_empty() && operation.kind != OperationKind::Delete;
    for (code, fires) in [
        (TrapCode::NotWithErrors, waits && operation.kind.sets()),
        (TrapCode::NearName, is_near(operation.name)),
        (TrapCode::Empty, is_empty),
    ] {
        if fires {
            found.push(trap(code, operation, Vec::new()));
        }
    }
    // Of a value that is added the second word does not count; another is a text for the first in a field that nothing sets.
    let (value, more) = (operation.value, operation.more);
    let is_lost = operation.kind.sets() || value.ends_with(',') || !caddy.sets(operation.name);
    if !more.is_empty() && is_lost {
        let trap = trap(TrapCode::Unquoted, operation, Vec::new());
        found.push(trap.instead(format!("\"{value} {more}\"")));
    }
}

fn trap(code: TrapCode, operation: &Operation<'_>, others: Vec<ConfigPlace>) -> Trap {
    Trap::new(code, operation.name, operation.at.place, others)
}
