//! A rule: a pattern of paths, and the fields that it sets.

use super::condition::Condition;
use crate::names::{is_about_robots, is_near};
use crate::pattern::Patterns;
use crate::place::ConfigPlace;
use crate::prediction::{Field, Unknown, Why};
use crate::trap::{Trap, TrapCode};

/// The most rules that are compared with each other.
const MOST_COMPARED: usize = 1_000;

/// A rule of a file.
#[derive(Debug, Default)]
pub(super) struct HeaderRule {
    /// The path as it is written.
    pub(super) path: String,
    /// The pattern of it, among those of the configuration.
    pub(super) pattern: String,
    pub(super) place: ConfigPlace,
    /// The place of its path, where it has one of its own.
    pub(super) source: ConfigPlace,
    pub(super) fields: Vec<Field>,
    /// Names of fields that it removes.
    pub(super) removed: Vec<String>,
    /// What it depends on beside the path.
    pub(super) condition: Condition,
}

impl HeaderRule {
    pub(super) fn new(path: &str, pattern: String, place: ConfigPlace) -> HeaderRule {
        HeaderRule {
            path: path.to_owned(),
            pattern,
            place,
            ..HeaderRule::default()
        }
    }

    /// Whether it sets or removes a field.
    pub(super) fn has_some(&self) -> bool {
        !self.fields.is_empty() || !self.removed.is_empty()
    }

    /// Adds a field; a second one of its name is joined with the first. Of fields about other things the first alone is kept.
    pub(super) fn add(&mut self, field: Field, in_case: bool) {
        if !is_about_robots(&field.name) && !self.fields.is_empty() {
            return;
        }
        let is_same =
            |other: &&mut Field| other.name == field.name || !in_case && same(other, &field);
        match self.fields.iter_mut().find(is_same) {
            Some(other) => join(other, &field),
            None => self.fields.push(field),
        }
    }

    /// Its fields about robots.
    pub(super) fn own(&self) -> impl Iterator<Item = &Field> {
        let fields = self.fields.iter();
        fields.filter(|field| is_about_robots(&field.name))
    }

    pub(super) fn unknown(&self, why: Why, reason: impl Into<String>) -> Unknown {
        self.place.unknown(why, reason)
    }
}

fn same(one: &Field, other: &Field) -> bool {
    one.name.eq_ignore_ascii_case(&other.name)
}

fn join(field: &mut Field, more: &Field) {
    field.value.push_str(", ");
    field.value.push_str(&more.value);
}

/// The rules that fit a path.
pub(super) fn fitting<'r>(
    rules: &'r [HeaderRule],
    patterns: &Patterns,
    folded: bool,
    path: &str,
) -> Result<Vec<&'r HeaderRule>, Unknown> {
    let mut found = Vec::new();
    for rule in rules {
        match patterns.get(&rule.pattern, folded) {
            Some(pattern) if pattern.is_match(path.as_bytes()) => found.push(rule),
            None if rule.own().next().is_some() || !rule.removed.is_empty() => {
                let reason = format!("the path `{}` cannot be run here as a pattern", rule.path);
                return Err(rule.unknown(Why::Pattern, reason));
            }
            _ => {}
        }
    }
    Ok(found)
}

/// The fields about robots of rules that fit, where the last rule of a name counts.
pub(super) fn last_counts(rules: &[&HeaderRule]) -> Vec<Field> {
    let mut found: Vec<Field> = Vec::new();
    for field in rules.iter().flat_map(|rule| rule.own()) {
        found.retain(|other| !same(other, field));
        found.push(field.clone());
    }
    found
}

/// The fields about robots of rules that fit, where those of one name are joined.
pub(super) fn joined(rules: &[&HeaderRule]) -> Vec<Field> {
    let mut found: Vec<Field> = Vec::new();
    for rule in rules {
        let is_removed = |field: &Field| {
            let mut removed = rule.removed.iter();
            removed.any(|name| name.eq_ignore_ascii_case(&field.name))
        };
        found.retain(|field| !is_removed(field));
        for field in rule.own() {
            match found.iter_mut().find(|other| same(other, field)) {
                Some(other) => join(other, field),
                None => found.push(field.clone()),
            }
        }
    }
    found
}

/// The traps that all files of rules have: names that nobody reads, and fields that a later rule for all paths of theirs has again,
/// which is a trap of the kind that is given.
pub(super) fn traps(rules: &[HeaderRule], again: TrapCode, all_paths: &[&str]) -> Vec<Trap> {
    let trap = |code, field: &Field, others| Trap::new(code, &field.name, field.place, others);
    let fields = rules.iter().flat_map(HeaderRule::own);
    let near = fields.filter(|field| is_near(&field.name));
    let mut found: Vec<Trap> = near
        .map(|field| trap(TrapCode::NearName, field, Vec::new()))
        .collect();
    let compared = rules.get(..MOST_COMPARED).unwrap_or(rules);
    for (at, rule) in compared.iter().enumerate() {
        for field in rule.own() {
            let is_for_all = |other: &&HeaderRule| {
                let has_path = all_paths.contains(&&*other.path) || other.path == rule.path;
                other.condition.is_none() && has_path
            };
            let later = compared.iter().skip(at + 1).filter(is_for_all);
            let mut fields = later.flat_map(|other| &other.fields);
            if let Some(later) = fields.find(|other| same(other, field)) {
                found.push(trap(again, field, vec![later.place]));
            }
        }
    }
    found
}

/// The fields of all rules.
pub(super) fn stated(rules: &[HeaderRule]) -> Vec<Field> {
    let fields = rules.iter().flat_map(|rule| &rule.fields);
    fields.cloned().collect()
}
