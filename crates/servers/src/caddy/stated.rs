//! All statements of a configuration that set fields about robots, wherever they count.

use super::header::{Kind, operations};
use super::read::Caddy;
use crate::names::is_about_robots;
use crate::predicted::Field;
use crate::tree::Statement;

impl Caddy {
    pub(crate) fn stated(&self) -> Vec<Field> {
        let mut found = Vec::new();
        for site in &self.sites {
            within(site.body(), &mut found);
        }
        found
    }
}

fn within(block: &[Statement], found: &mut Vec<Field>) {
    for statement in block {
        if statement.name() != "header" {
            within(statement.body(), found);
            continue;
        }
        let own = operations(statement).list.into_iter();
        let own = own.filter(|own| {
            is_about_robots(own.name) && matches!(own.kind, Kind::Add | Kind::Set | Kind::Default)
        });
        found.extend(own.map(|own| Field {
            name: own.name.to_owned(),
            value: own.value.to_owned(),
            place: own.at.place,
        }));
    }
}
