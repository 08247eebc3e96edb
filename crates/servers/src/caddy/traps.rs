//! Traps of `header`.

use std::collections::BTreeSet;

use super::header::{Kind, Operation, operations};
use super::order::sorted;
use super::read::Caddy;
use super::walk::{has_matcher, is_relevant};
use crate::names::{NEAR_NAMES, is_about_robots};
use crate::trap::{Trap, TrapCode};
use crate::tree::Statement;

impl Caddy {
    pub(crate) fn traps(&self) -> Vec<Trap> {
        let mut found = Vec::new();
        for site in &self.sites {
            let scope = Some(site.body()).filter(|body| body.len() <= MOST);
            let scopes = &mut vec![scope.unwrap_or_default()];
            block(site.body(), scopes, false, &mut found);
        }
        found
    }
}

/// The most statements of a block that are compared with each other.
const MOST: usize = 1_000;

fn block<'c>(
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
    let headers: Vec<&Statement> = list
        .iter()
        .copied()
        .filter(|statement| is_relevant(statement))
        .take(MOST)
        .collect();
    let sets: Vec<BTreeSet<String>> = headers.iter().map(|header| set_for_all(header)).collect();
    for (at, header) in headers.iter().enumerate() {
        let own = operations(header);
        for operation in own
            .list
            .iter()
            .filter(|operation| is_about_robots(operation.name.trim_end_matches(':')))
        {
            one(operation, own.is_deferred, found);
            let name = operation.name.to_ascii_lowercase();
            // A more special one runs first, and the general one after it sets the field again.
            let later = headers.iter().zip(&sets).skip(at + 1);
            if let Some((later, _)) = later
                .into_iter()
                .find(|(_, names)| names.contains(&name))
                .filter(|_| !own.is_deferred && operation.kind < Kind::Delete)
            {
                found.push(trap(TrapCode::Overwritten, operation, vec![later.place]));
            }
        }
    }
    for statement in body {
        if matches!(
            statement.name(),
            "handle" | "handle_path" | "route" | "handle_errors"
        ) {
            // Matchers of a block that is too large are not searched for.
            let scope = Some(statement.body()).filter(|body| body.len() <= MOST);
            scopes.push(scope.unwrap_or_default());
            block(statement.body(), scopes, statement.name() == "route", found);
            scopes.pop();
        }
    }
}

/// The names of the fields that a directive sets for every path at once, in lower case.
fn set_for_all(statement: &Statement) -> BTreeSet<String> {
    let own = operations(statement);
    if own.is_deferred || has_matcher(statement) {
        return BTreeSet::new();
    }
    let all = own.list.iter();
    all.filter(|operation| operation.kind == Kind::Set)
        .map(|operation| operation.name.to_ascii_lowercase())
        .collect()
}

fn one(operation: &Operation<'_>, is_deferred: bool, found: &mut Vec<Trap>) {
    let waits = is_deferred || operation.kind == Kind::Default;
    if waits && matches!(operation.kind, Kind::Set | Kind::Add | Kind::Default) {
        found.push(trap(TrapCode::NotWithErrors, operation, Vec::new()));
    }
    if operation.name.ends_with(':')
        || NEAR_NAMES
            .iter()
            .any(|near| near.eq_ignore_ascii_case(operation.name))
    {
        found.push(trap(TrapCode::NearName, operation, Vec::new()));
    }
    if operation.value.is_empty() && operation.kind != Kind::Delete {
        found.push(trap(TrapCode::Empty, operation, Vec::new()));
    }
}

fn trap(code: TrapCode, operation: &Operation<'_>, others: Vec<crate::place::Place>) -> Trap {
    Trap {
        code,
        field: operation.name.to_ascii_lowercase(),
        place: operation.at.place,
        others,
    }
}
