//! Traps of `Header`.

use std::collections::BTreeMap;

use super::header::parts;
use super::read::Apache;
use crate::names::{NEAR_NAMES, is_about_robots};
use crate::trap::{Trap, TrapCode};
use crate::tree::Statement;

impl Apache {
    pub(crate) fn traps(&self) -> Vec<Trap> {
        let mut found = Vec::new();
        let folders = self.folders.iter().map(|(_, body)| body);
        for body in self.main.iter().chain(folders.clone()) {
            section(body, None, &mut found);
        }
        if self
            .main
            .iter()
            .chain(folders)
            .any(|body| has_page_of_404(body))
        {
            found.retain(|trap| trap.code != TrapCode::NotWithErrors);
        }
        found
    }
}

/// Whether the site has a page for errors: Apache answers with its fields, by a redirect inside.
fn has_page_of_404(body: &[Statement]) -> bool {
    body.iter().any(|statement| match statement.name() {
        "errordocument" => statement.word(1) == "404" && statement.word(2).starts_with('/'),
        _ => has_page_of_404(statement.body()),
    })
}

/// The first statement that sets a field, by its name in lower case and whether it is in the table of `always`.
type Setters<'c> = BTreeMap<(String, bool), &'c Statement>;

/// The traps of a section and of those in it.
fn section(body: &[Statement], module: Option<&Statement>, found: &mut Vec<Trap>) {
    let mut before = Setters::new();
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
    before: &Setters<'_>,
    found: &mut Vec<Trap>,
) {
    let header = parts(statement);
    let mut trap = |code, others: Vec<&Statement>| {
        found.push(Trap {
            code,
            field: header.name.to_ascii_lowercase(),
            place: statement.place,
            others: others.iter().map(|other| other.place).collect(),
        });
    };
    let sets = header.sets();
    let earlier = |always| {
        before
            .get(&(header.name.to_ascii_lowercase(), always))
            .copied()
    };
    let (own, other) = (earlier(header.always), earlier(!header.always));
    if sets && !header.always {
        trap(TrapCode::NotWithErrors, Vec::new());
    }
    if sets
        && NEAR_NAMES
            .iter()
            .any(|near| near.eq_ignore_ascii_case(header.name))
    {
        trap(TrapCode::NearName, Vec::new());
    }
    if let Some(module) = module.filter(|_| sets) {
        trap(TrapCode::IfModule, vec![module]);
    }
    if sets {
        if let Some(other) = other {
            trap(TrapCode::SentTwice, vec![other]);
        } else if let Some(own) = own.filter(|_| header.action == "add") {
            trap(TrapCode::SentTwice, vec![own]);
        }
        if let Some(own) = own.filter(|_| header.action == "set" && header.condition.is_empty()) {
            trap(TrapCode::Overwritten, vec![own]);
        }
    } else if matches!(&*header.action, "unset" | "edit" | "edit*")
        && let Some(other) = other.filter(|_| own.is_none())
    {
        trap(TrapCode::WrongTable, vec![other]);
    }
}
