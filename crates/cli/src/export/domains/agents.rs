//! The agent whose rows are counted.

use std::collections::BTreeSet;
use std::path::Path;

use robots_policy_archives::table::{TableReader, TableRow, fields_of};

use crate::exit::Failure;
use crate::export::tables::Tables;

/// The agent of this name, or the only one; `None` if no table has a row.
pub(super) fn chosen(tables: &mut Tables, wanted: Option<&str>) -> Result<Option<String>, Failure> {
    let mut agents = BTreeSet::new();
    for folder in &tables.folders {
        // The responses of all archives have rows of the same agents.
        let mut found = folder.tables.iter().map(|table| of_first_response(table));
        agents.extend(
            found
                .find(|agents| !agents.is_empty())
                .into_iter()
                .flatten(),
        );
    }
    let names = || {
        agents
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(", ")
    };
    if let Some(wanted) = wanted.filter(|_| !agents.is_empty()) {
        let is_it = |agent: &&String| agent.eq_ignore_ascii_case(wanted);
        return match agents.iter().find(is_it) {
            Some(agent) => Ok(Some(agent.clone())),
            None => Err(Failure::Usage(format!(
                "no agent is called `{wanted}`; --agent takes {}",
                names()
            ))),
        };
    }
    match agents.len() {
        0 => Ok(None),
        1 => Ok(agents.pop_first()),
        _ => Err(Failure::Usage(format!(
            "each page has a row for every agent, and a page counts once: choose one with --agent: {}",
            names()
        ))),
    }
}

/// The agents of the first response of a table. One that cannot be read is named when it is counted.
fn of_first_response(table: &Path) -> BTreeSet<String> {
    let mut agents = BTreeSet::new();
    let columns = asker_columns(table).unwrap_or_default();
    let Ok(rows) = TableReader::open(table, &columns) else {
        return agents;
    };
    for row in rows {
        let Some(asker) = row.ok().as_ref().and_then(asker).map(str::to_owned) else {
            break;
        };
        if !agents.insert(asker) {
            break;
        }
    }
    agents
}

/// The columns that say whose a row is, of those that a table has.
pub(super) fn asker_columns(table: &Path) -> Result<Vec<&'static str>, String> {
    let fields = fields_of(table)?;
    let has_profile = fields.iter().any(|field| field.name == PROFILE);
    Ok(if has_profile {
        vec![AGENT, PROFILE]
    } else {
        vec![AGENT]
    })
}

/// Whose a row is: the engine, or the agent.
pub(super) fn asker(row: &TableRow) -> Option<&str> {
    row.text(PROFILE).or_else(|| row.text(AGENT))
}

const AGENT: &str = "agent";
/// The column of tables about engines.
const PROFILE: &str = "profile";
