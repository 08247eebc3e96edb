//! The rows of two tables side by side, and the statement that made a change.

use std::path::Path;

use robots_policy_archives::archive_report::Reported;
use robots_policy_archives::table::{TableReader, TableRow};
use serde::Serialize;
use serde_json::Value;

use super::former::FormerTable;

/// A value of a row that changed.
#[derive(Debug, Serialize)]
pub(super) struct Change {
    url: String,
    agent: String,
    date: Option<String>,
    warc_file: Option<String>,
    warc_offset: Option<u64>,
    /// The column, by its name in a table of Parquet.
    pub(super) column: String,
    pub(super) before: Value,
    pub(super) after: Value,
    /// The statement, the source or the reason that came or went.
    pub(super) rule: String,
}

impl FormerTable {
    /// Compares its rows with those of the new table, and gives each row's changes with its agent.
    ///
    /// # Errors
    /// A table that cannot be read, rows that are of other responses, and an archive that is another one now.
    pub(super) fn compare(
        &self,
        new: &Path,
        each: &mut dyn FnMut(&str, &[Change]),
    ) -> Result<(), String> {
        let report = Reported::of(new).map_err(|_| String::from("it has no new table"))?;
        if !self.origin.is_same(&report.input) {
            return Err(format!("{} has changed since", self.archive));
        }
        let mut before = TableReader::open(&self.path, &[])?;
        let mut after = TableReader::open(new, &[])?;
        loop {
            match (before.next().transpose()?, after.next().transpose()?) {
                (None, None) => return Ok(()),
                (Some(before), Some(after)) if is_same(&before, &after) => {
                    let agent = after.text("agent").unwrap_or_default();
                    each(agent, &changes(&before, &after));
                }
                _ => {
                    return Err(String::from(
                        "its rows are of other responses than the new ones, so it is not compared",
                    ));
                }
            }
        }
    }
}

/// Whether two rows are about one response. The askers are those of the former run in their order, or others that are compared
/// with them.
fn is_same(before: &TableRow, after: &TableRow) -> bool {
    before.text("url") == after.text("url")
        && before.number("warc_offset") == after.number("warc_offset")
}

fn changes(before: &TableRow, after: &TableRow) -> Vec<Change> {
    let (old, new) = (cells(before), cells(after));
    let mut found = Vec::new();
    for (column, now) in &new {
        // A column that the former table lacks did not change.
        let then = old.iter().find(|(name, _)| name == column);
        let Some((_, then)) = then.filter(|(_, then)| then != now) else {
            continue;
        };
        let text = |column: &str| after.text(column).map(str::to_owned);
        found.push(Change {
            url: text("url").unwrap_or_default(),
            agent: text("agent").unwrap_or_default(),
            date: text("date"),
            warc_file: text("warc_file"),
            warc_offset: after.number("warc_offset"),
            column: column.clone(),
            before: then.clone(),
            after: now.clone(),
            rule: rule(column, before, after),
        });
    }
    found
}

/// The values of a row by the names of columns. The place of the archive is not one of them, nor is the asker.
fn cells(row: &TableRow) -> Vec<(String, Value)> {
    let mut cells = Vec::new();
    for (name, value) in row.values() {
        let prefix = match name.as_str() {
            "warc_file" | "version" | "agent" | "profile" => continue,
            "access" => "access_",
            "uses" => "use_",
            "directives" => "",
            _ => {
                cells.push((name.clone(), value.clone()));
                continue;
            }
        };
        // A record of JSON lines.
        for (member, value) in value.as_object().into_iter().flatten() {
            let column = format!("{prefix}{}", member.replace('-', "_"));
            cells.push((column, value.clone()));
        }
    }
    cells
}

/// The statement about the answer in a column that came, else the one that went, else the source that is not known now or is known,
/// else the reason of access.
fn rule(column: &str, before: &TableRow, after: &TableRow) -> String {
    let list = |row: &TableRow, name: &str, is_about: fn(&str, &Value) -> bool| -> Vec<String> {
        let values = row.get(name).and_then(Value::as_array);
        let values = values.into_iter().flatten();
        values
            .filter(|one| is_about(column, one))
            .map(word)
            .collect()
    };
    let stated = [before, after].map(|row| list(row, "reasons", is_stated_about));
    let unread = [before, after].map(|row| list(row, "unread", keeps));
    let [came, went] = differences(&stated);
    let [missing, known] = differences(&unread);
    if let Some(came) = came {
        return came.clone();
    }
    if let Some(went) = went {
        return format!("no longer {went}");
    }
    if let Some(missing) = missing {
        return format!("not known because of {missing}");
    }
    if let Some(known) = known {
        return format!("before, not known because of {known}");
    }
    let reason = after.text("access_reason").unwrap_or_default();
    if before.text("access_reason") == Some(reason) {
        return String::from("another reading of the same statements");
    }
    format!("robots.txt: {reason}")
}

/// The first text that is new, and the first one that is there no more.
fn differences([old, new]: &[Vec<String>; 2]) -> [Option<&String>; 2] {
    let came = new.iter().find(|one| !old.contains(one));
    let went = old.iter().find(|one| !new.contains(one));
    [came, went]
}

/// Whether a statement may decide the answer in a column.
fn is_stated_about(column: &str, reason: &Value) -> bool {
    let is_of_use = reason.get("use").is_some()
        || reason
            .get("vocabulary")
            .is_some_and(|named| !named.is_null());
    let is_rule = reason.get("directive").and_then(Value::as_str) == Some("disallow");
    match column {
        "access_allowed" => is_rule,
        "answer" | "train" => true,
        _ if column.starts_with("use_") => is_of_use || !is_rule,
        _ => !is_of_use && !is_rule,
    }
}

/// Whether a source that is not known keeps the answer in a column from being known.
fn keeps(column: &str, unread: &Value) -> bool {
    let name = match column {
        "access_allowed" => String::from("access"),
        _ => column.trim_start_matches("use_").replace('_', "-"),
    };
    match unread.get("keeps") {
        Some(Value::String(names)) => names.split(' ').any(|own| own == name),
        Some(Value::Array(names)) => names.iter().any(|own| *own == *name),
        _ => false,
    }
}

/// A statement, or a source that is not known, in a few words.
fn word(one: &Value) -> String {
    let text = |name: &str| one.get(name).and_then(Value::as_str);
    let source = text("source").unwrap_or_default();
    match text("why") {
        Some(why) => format!("{source} ({why})"),
        None => format!("{source}: {}", text("text").unwrap_or_default()),
    }
}
