//! Traps of `Header`.

use super::header::parts;
use super::read::Apache;
use crate::names::{NEAR_NAMES, is_about_robots};
use crate::trap::{Trap, TrapCode};
use crate::tree::Statement;

impl Apache {
    pub(crate) fn traps(&self) -> Vec<Trap> {
        let mut found = Vec::new();
        for body in self
            .main
            .iter()
            .chain(self.folders.iter().map(|(_, body)| body))
        {
            section(body, None, &mut found);
        }
        found
    }
}

/// The most statements of a section that are compared with each other.
const MOST: usize = 1_000;

/// The traps of a section and of those in it.
fn section(body: &[Statement], module: Option<&Statement>, found: &mut Vec<Trap>) {
    let mut before: Vec<&Statement> = Vec::new();
    for statement in body {
        match statement.name() {
            "header" if is_about_robots(parts(statement).name) => {
                one(statement, module, &before, found);
                if before.len() < MOST {
                    before.push(statement);
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
    before: &[&Statement],
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
    let sets = matches!(
        &*header.action,
        "set" | "add" | "append" | "merge" | "setifempty"
    );
    let same = |other: &&&Statement| parts(other).name.eq_ignore_ascii_case(header.name);
    let is_setting = |other: &&&Statement| {
        matches!(
            &*parts(other).action,
            "set" | "add" | "append" | "merge" | "setifempty"
        )
    };
    let earlier = || before.iter().filter(same).filter(is_setting);
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
        let own = earlier().find(|other| parts(other).always == header.always);
        if let Some(other) = earlier().find(|other| parts(other).always != header.always) {
            trap(TrapCode::SentTwice, vec![other]);
        } else if let Some(other) = own.filter(|_| header.action == "add") {
            trap(TrapCode::SentTwice, vec![other]);
        }
        if let Some(other) = own.filter(|_| header.action == "set" && header.condition.is_empty()) {
            trap(TrapCode::Overwritten, vec![other]);
        }
    } else if matches!(&*header.action, "unset" | "edit" | "edit*") {
        let in_own = earlier().any(|other| parts(other).always == header.always);
        if let Some(other) = earlier()
            .find(|other| parts(other).always != header.always)
            .filter(|_| !in_own)
        {
            trap(TrapCode::WrongTable, vec![other]);
        }
    }
}
