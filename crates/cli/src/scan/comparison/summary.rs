//! The changes counted, for people.

use std::collections::BTreeMap;
use std::fmt;

use robots_policy_input::names::plain;
use serde_json::Value;

use super::changes::Change;
use crate::say::number;

/// The changes of a run, by agent.
#[derive(Default)]
pub(super) struct ChangeSummary {
    agents: BTreeMap<String, Counted>,
}

#[derive(Default)]
struct Counted {
    rows: u64,
    changed: u64,
    /// Rows, and one of the statements, by the column and its values before and after.
    answers: BTreeMap<(String, String, String), (u64, String)>,
    /// Rows by column, of those that are no answer.
    others: BTreeMap<String, u64>,
}

impl ChangeSummary {
    /// Counts a row with its changes.
    pub(super) fn row(&mut self, agent: &str, changes: &[Change]) {
        let counted = self.agents.entry(agent.to_owned()).or_default();
        counted.rows += 1;
        counted.changed += u64::from(!changes.is_empty());
        for change in changes {
            if !is_answer(change) {
                *counted.others.entry(change.column.clone()).or_default() += 1;
                continue;
            }
            let key = (
                change.column.clone(),
                said(&change.before),
                said(&change.after),
            );
            let rows = counted.answers.entry(key).or_default();
            rows.0 += 1;
            if rows.1.is_empty() {
                rows.1.clone_from(&change.rule);
            }
        }
    }
}

/// Whether the column holds an answer, and not a reason for one or the place of its bytes.
fn is_answer(change: &Change) -> bool {
    let column = change.column.as_str();
    let is_of_reason = ["access_", "robots_", "tdmrep_"]
        .iter()
        .any(|group| column.starts_with(group));
    let is_plain = |value: &Value| !value.is_array() && !value.is_object();
    (column == "access_allowed" || !is_of_reason)
        && !column.ends_with("_why")
        && is_plain(&change.before)
        && is_plain(&change.after)
}

/// A value in a word.
fn said(value: &Value) -> String {
    match value {
        Value::Null => String::from("?"),
        Value::Bool(true) => String::from("yes"),
        Value::Bool(false) => String::from("no"),
        Value::String(text) => text.chars().take(MOST_SHOWN).collect(),
        other => other.to_string().chars().take(MOST_SHOWN).collect(),
    }
}

impl fmt::Display for ChangeSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (agent, counted) in &self.agents {
            let rows = number(counted.rows, "row");
            match counted.changed {
                0 => writeln!(f, "{}: none of {rows} changed", plain(agent))?,
                changed => writeln!(f, "{}: {changed} of {rows} changed", plain(agent))?,
            }
            for ((column, before, after), (rows, rule)) in &counted.answers {
                let (before, after) = (plain(before), plain(after));
                writeln!(
                    f,
                    "  {column}: {before} to {after}, {}",
                    number(*rows, "row")
                )?;
                let rule: String = plain(rule).chars().take(MOST_SHOWN).collect();
                writeln!(f, "    {rule}")?;
            }
            if !counted.others.is_empty() {
                let others = counted.others.iter();
                let others = others.map(|(column, rows)| format!("{column} {rows}"));
                let others = others.collect::<Vec<_>>().join(", ");
                writeln!(f, "  other columns, by rows: {others}")?;
            }
        }
        Ok(())
    }
}

/// The characters of a value that are shown.
const MOST_SHOWN: usize = 70;
