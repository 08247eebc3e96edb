//! `Header`: two tables, of which errors and redirects of the server send one.

use crate::names::is_about_robots;
use crate::pattern::Patterns;
use crate::prediction::{Field, Unknown, Why};
use crate::refusal::Refusal;
use crate::tree::Statement;

/// The actions, in the order of messages.
const ACTIONS: &str = "add, append, echo, edit, edit*, merge, note, set, setifempty, unset";

/// A `Header` in its parts.
pub(super) struct Header<'s> {
    pub(super) always: bool,
    pub(super) action: String,
    pub(super) name: &'s str,
    pub(super) value: &'s str,
    replacement: &'s str,
    /// `env=…`, `expr=…` or `early`.
    pub(super) condition: &'s str,
    /// The fewest words of the statement after its name.
    fewest: usize,
}

/// The parts of a `Header`.
pub(super) fn parts(statement: &Statement) -> Header<'_> {
    let first = statement.word(1).to_ascii_lowercase();
    let table = usize::from(matches!(first.as_str(), "always" | "onsuccess"));
    let action = statement.word(1 + table).to_ascii_lowercase();
    let words = match action.as_str() {
        "unset" | "echo" => 0,
        "edit" | "edit*" => 2,
        _ => 1,
    };
    let value = 3 + table;
    let word = |number| {
        if number < words {
            statement.word(value + number)
        } else {
            ""
        }
    };
    Header {
        always: first == "always",
        name: statement.word(2 + table).trim_end_matches(':'),
        value: word(0),
        replacement: word(1),
        condition: statement.word(value + words),
        fewest: 2 + table + words,
        action,
    }
}

impl Header<'_> {
    /// Whether it sets a field, and does not change or remove one.
    pub(super) fn sets(&self) -> bool {
        matches!(
            &*self.action,
            "set" | "add" | "append" | "merge" | "setifempty"
        )
    }
}

/// Refuses a directive that Apache would refuse.
pub(super) fn check(statement: &Statement, patterns: &mut Patterns) -> Result<(), Refusal> {
    let header = parts(statement);
    let (action, condition, fewest) = (&*header.action, header.condition, header.fewest);
    let refused = |why: String| Err(Refusal::new(statement.place, "Header", why));
    if !ACTIONS.split(", ").any(|own| own == action) {
        return refused(format!(
            "`{action}` is not an action; write `Header [always] ACTION NAME …` with one of {ACTIONS}"
        ));
    }
    let count = statement.words.len() - 1;
    if count < fewest {
        return refused(format!(
            "`{action}` needs the name of a field and its words; {count} words are not enough"
        ));
    }
    if count > fewest + 1 {
        let why = "there are too many words; write quotes around a value with blanks";
        return refused(why.to_owned());
    }
    let is_condition = condition.starts_with("env=") || condition.starts_with("expr=");
    if !is_condition && !matches!(condition, "" | "early") {
        return refused(format!(
            "`{condition}` is not `early`, `env=` or `expr=`; write quotes around a value with blanks"
        ));
    }
    if header.action.starts_with("edit") {
        patterns.add(header.value, false);
    }
    Ok(())
}

/// The most statements that are applied for a path.
const MOST_STEPS: usize = 1_000;

/// The longest value that is edited.
const MOST_BYTES: usize = 10_000;

/// The tables of an answer.
#[derive(Default)]
pub(super) struct Tables {
    success: Vec<Field>,
    always: Vec<Field>,
    /// How many statements were applied.
    steps: usize,
}

impl Tables {
    /// Applies a statement.
    pub(super) fn apply(
        &mut self,
        statement: &Statement,
        patterns: &Patterns,
    ) -> Result<(), Unknown> {
        let header = parts(statement);
        if !is_about_robots(header.name) && header.name != "*" {
            return Ok(());
        }
        self.steps += 1;
        if self.steps > MOST_STEPS {
            let reason = format!("more than {MOST_STEPS} statements count for one path");
            return Err(statement.unknown(Why::Limit, reason));
        }
        let table = if header.always {
            &mut self.always
        } else {
            &mut self.success
        };
        let same = |field: &Field| field.name.eq_ignore_ascii_case(header.name);
        let value = || literal(header.value, statement);
        let has = table.iter().any(same);
        match &*header.action {
            "set" => {
                let value = value()?;
                table.retain(|field| !same(field));
                table.push(statement.field(header.name, value));
            }
            "append" | "merge" if has => {
                let value = value()?;
                let old = table.iter_mut().find(|field| same(field));
                let is_new = |old: &&mut Field| {
                    let mut items = old.value.split(',').map(str::trim);
                    header.action == "append" || !items.any(|item| item == value)
                };
                if let Some(old) = old.filter(is_new) {
                    old.value.push_str(", ");
                    old.value.push_str(&value);
                    old.place = statement.place;
                }
            }
            "setifempty" if has => {}
            "add" | "append" | "merge" | "setifempty" => {
                table.push(statement.field(header.name, value()?));
            }
            "unset" => table.retain(|field| !same(field)),
            "edit" | "edit*" => {
                for field in table.iter_mut().filter(|field| same(field)) {
                    field.value = edited(&header, field, statement, patterns)?;
                    field.place = statement.place;
                    if field.value.len() > MOST_BYTES {
                        let reason = "a value that is edited is too long";
                        return Err(statement.unknown(Why::Limit, reason));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The fields that are sent: with an answer of the server itself to an error those of one table.
    pub(super) fn sent(self, is_generated: bool) -> Vec<Field> {
        let mut sent = self.always;
        if !is_generated {
            sent.extend(self.success);
        }
        sent
    }
}

fn edited(
    header: &Header<'_>,
    field: &Field,
    statement: &Statement,
    patterns: &Patterns,
) -> Result<String, Unknown> {
    let unknown = |why, reason: &str| statement.unknown(why, reason);
    let Some(pattern) = patterns.get(header.value, false) else {
        return Err(unknown(Why::Pattern, "the pattern cannot be run here"));
    };
    if header.replacement.contains(['$', '&', '\\', '%']) {
        let reason = "the replacement has groups or variables";
        return Err(unknown(Why::Variable, reason));
    }
    let replacement = regex::bytes::NoExpand(header.replacement.as_bytes());
    let limit = usize::from(header.action == "edit");
    let edited = pattern.replacen(field.value.as_bytes(), limit, replacement);
    Ok(String::from_utf8_lossy(&edited).into_owned())
}

/// A value without formats such as `%{NAME}e`.
fn literal(value: &str, statement: &Statement) -> Result<String, Unknown> {
    let unknown = |reason: &str| statement.unknown(Why::Variable, reason);
    if value.starts_with("expr=") {
        return Err(unknown("the value is an expression"));
    }
    let text = value.replace("%%", "\u{0}");
    if text.contains('%') {
        let reason = "the value has a format, which depends on more than the request";
        return Err(unknown(reason));
    }
    Ok(text.replace('\u{0}', "%"))
}
