//! A rule: a pattern of paths, and the fields that it sets.

use crate::names::{NEAR_NAMES, is_about_robots};
use crate::place::Place;
use crate::predicted::Field;
use crate::trap::{Trap, TrapCode};

/// A rule of a file.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// The path as it is written.
    pub(super) path: String,
    /// The pattern of it, among those of the configuration.
    pub(super) pattern: String,
    pub(super) place: Place,
    pub(super) fields: Vec<Field>,
    /// Names of fields that it removes.
    pub(super) removed: Vec<String>,
}

impl Rule {
    /// Whether it sets or removes a field.
    pub(super) fn has_some(&self) -> bool {
        !self.fields.is_empty() || !self.removed.is_empty()
    }

    /// Adds a field; a second one of its name is joined with the first. Of fields about other things the first alone is kept.
    pub(super) fn add(&mut self, field: Field, in_case: bool) {
        if !is_about_robots(&field.name) && !self.fields.is_empty() {
            return;
        }
        let same = |other: &&mut Field| {
            if in_case {
                other.name == field.name
            } else {
                other.name.eq_ignore_ascii_case(&field.name)
            }
        };
        match self.fields.iter_mut().find(same) {
            Some(other) => join(other, &field),
            None => self.fields.push(field),
        }
    }
}

fn join(field: &mut Field, more: &Field) {
    field.value.push_str(", ");
    field.value.push_str(&more.value);
}

/// A text in a pattern as it is.
pub(super) fn escaped(text: &str) -> String {
    regex::escape(text)
}

/// The fields about robots of rules that fit, where the last rule of a name counts.
pub(super) fn last_counts<'r>(rules: impl Iterator<Item = &'r Rule>) -> Vec<Field> {
    let mut found: Vec<Field> = Vec::new();
    for field in rules
        .flat_map(|rule| &rule.fields)
        .filter(|field| is_about_robots(&field.name))
    {
        found.retain(|other| !other.name.eq_ignore_ascii_case(&field.name));
        found.push(field.clone());
    }
    found
}

/// The fields about robots of rules that fit, where those of one name are joined.
pub(super) fn joined<'r>(rules: impl Iterator<Item = &'r Rule>) -> Vec<Field> {
    let mut found: Vec<Field> = Vec::new();
    for rule in rules {
        found.retain(|field| {
            !rule
                .removed
                .iter()
                .any(|name| name.eq_ignore_ascii_case(&field.name))
        });
        for field in rule
            .fields
            .iter()
            .filter(|field| is_about_robots(&field.name))
        {
            match found
                .iter_mut()
                .find(|other| other.name.eq_ignore_ascii_case(&field.name))
            {
                Some(other) => join(other, field),
                None => found.push(field.clone()),
            }
        }
    }
    found
}

/// The traps that all files of rules have.
pub(super) fn traps(rules: &[Rule]) -> Vec<Trap> {
    let mut found = Vec::new();
    for rule in rules {
        for field in rule
            .fields
            .iter()
            .filter(|field| is_about_robots(&field.name))
        {
            if NEAR_NAMES
                .iter()
                .any(|near| near.eq_ignore_ascii_case(&field.name))
            {
                found.push(trap(TrapCode::NearName, field, Vec::new()));
            }
        }
    }
    found
}

/// The fields about robots of all rules.
pub(super) fn stated<'r>(rules: impl Iterator<Item = &'r Rule>) -> Vec<Field> {
    let fields = rules.flat_map(|rule| &rule.fields);
    fields
        .filter(|field| is_about_robots(&field.name))
        .cloned()
        .collect()
}

pub(super) fn trap(code: TrapCode, field: &Field, others: Vec<Place>) -> Trap {
    Trap {
        code,
        field: field.name.to_ascii_lowercase(),
        place: field.place,
        others,
    }
}
