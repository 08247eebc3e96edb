//! All statements of a configuration about robots, wherever they count.

use super::read::Nginx;
use crate::names::is_about_robots;
use crate::predicted::Field;
use crate::tree::Statement;

impl Nginx {
    pub(crate) fn stated(&self) -> Vec<Field> {
        let mut found = Vec::new();
        within(&self.http, &mut found);
        found
    }
}

fn within(block: &[Statement], found: &mut Vec<Field>) {
    for statement in block {
        if statement.name() == "add_header" && is_about_robots(statement.word(1)) {
            found.push(Field {
                name: statement.word(1).to_owned(),
                value: statement.word(2).to_owned(),
                place: statement.place,
            });
        }
        within(statement.body(), found);
    }
}
