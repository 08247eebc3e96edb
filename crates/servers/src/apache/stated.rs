//! All statements of a configuration that set fields about robots, wherever they count.

use super::header::parts;
use super::read::Apache;
use crate::names::is_about_robots;
use crate::predicted::Field;
use crate::tree::Statement;

impl Apache {
    pub(crate) fn stated(&self) -> Vec<Field> {
        let mut found = Vec::new();
        within(self.main.as_deref().unwrap_or_default(), &mut found);
        for (_, body) in &self.folders {
            within(body, &mut found);
        }
        found
    }
}

fn within(block: &[Statement], found: &mut Vec<Field>) {
    for statement in block {
        if statement.name() == "header" {
            let header = parts(statement);
            if header.sets() && is_about_robots(header.name) {
                found.push(Field {
                    name: header.name.to_owned(),
                    value: header.value.to_owned(),
                    place: statement.place,
                });
            }
        }
        within(statement.body(), found);
    }
}
