//! Traps of `Header`.

use std::collections::BTreeMap;

use super::header::parts;
use super::read::Apache;
use super::words::meant_module;
use crate::names::{is_about_robots, is_near};
use crate::trap::{Trap, TrapCode, on_request};
use crate::tree::{Statement, every};

pub(super) fn of(apache: &Apache) -> Vec<Trap> {
    let mut found = Vec::new();
    for body in apache.bodies() {
        section(body, None, &mut found);
        found.extend(on_request(body));
    }
    if apache.bodies().any(has_page_of_404) {
        found.retain(|trap| trap.code != TrapCode::NotWithErrors);
    }
    found
}

/// Whether the site has a page for errors: Apache answers with its fields, by a redirect inside.
fn has_page_of_404(body: &[Statement]) -> bool {
    let is_one = |page: &&Statement| page.word(1) == "404" && page.word(2).starts_with('/');
    every(body, "errordocument").iter().any(is_one)
}

/// The traps of a section and of those in it.
fn section(body: &[Statement], module: Option<&Statement>, found: &mut Vec<Trap>) {
    // The first statement that sets a field, by its name in lower case and whether it is in the table of `always`.
    let mut before: BTreeMap<(String, bool), &Statement> = BTreeMap::new();
    for statement in body {
        match statement.name() {
            "header" if is_about_robots(parts(statement).name) => {
                one(statement, module, &before, found);
                let header = parts(statement);
                if header.sets() {
                    let key = (header.name.to_ascii_lowercase(), header.always);
                    before.entry(key).or_insert(statement);
                }
            }
            "ifmodule" => section(statement.body(), Some(statement), found),
            _ => section(statement.body(), module, found),
        }
    }
}

fn one(
    statement: &Statement,
    module: Option<&Statement>,
    before: &BTreeMap<(String, bool), &Statement>,
    found: &mut Vec<Trap>,
) {
    let header = parts(statement);
    let name = header.name.to_ascii_lowercase();
    let mut trap = |code, fires, other: Option<&Statement>| {
        if fires {
            let others = other.iter().map(|other| other.place).collect();
            found.push(Trap::new(code, &name, statement.place, others));
        }
    };
    let earlier = |always| before.get(&(name.clone(), always)).copied();
    let (own, other) = (earlier(header.always), earlier(!header.always));
    if header.sets() {
        let is_whole = header.action == "set" && header.condition.is_empty();
        let twice = other.or(own.filter(|_| header.action == "add"));
        trap(TrapCode::NotWithErrors, !header.always, None);
        trap(TrapCode::NearName, is_near(&name), None);
        let meant = module.and_then(|module| meant_module(module.word(1)));
        trap(
            TrapCode::IfModule,
            module.is_some() && meant.is_none(),
            module,
        );
        trap(TrapCode::SentTwice, twice.is_some(), twice);
        trap(TrapCode::Overwritten, own.is_some() && is_whole, own);
        if let (Some(meant), Some(module)) = (meant, module) {
            let others = vec![module.place];
            let trap = Trap::new(TrapCode::NoModule, &name, statement.place, others);
            found.push(trap.instead(meant));
        }
    } else if matches!(&*header.action, "unset" | "edit" | "edit*") {
        trap(
            TrapCode::WrongTable,
            other.is_some() && own.is_none(),
            other,
        );
    }
}
