//! The rows of a page in tables.

use std::path::{Path, PathBuf};

use robots_policy::Timestamp;
use robots_policy::uses::Activity;
use robots_policy_archives::folder;
use robots_policy_archives::table::{TableReader, TableRow};
use serde_json::Value;
use url::Url;

use super::WhyArgs;
use crate::exit::Failure;

/// The rows that the settings ask for, each with its table, in the order of the tables.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn find(args: &WhyArgs) -> Result<Vec<(PathBuf, TableRow)>, Failure> {
    let mut found = Vec::new();
    for table in tables(&args.table)? {
        let wrong = |why| Failure::Input(table.display().to_string(), why);
        let is_it = |row: &TableRow| is_asked(args, row);
        let few = TableReader::open(&table, &KEYS).map_err(wrong)?;
        let mut places = Vec::new();
        for (place, row) in few.enumerate() {
            if is_it(&row.map_err(wrong)?) {
                places.push(place);
            }
        }
        let Some(last) = places.last() else { continue };
        let whole = TableReader::open(&table, &[]).map_err(wrong)?;
        for (place, row) in whole.take(last + 1).enumerate() {
            if places.binary_search(&place).is_ok() {
                found.push((table.clone(), row.map_err(wrong)?));
            }
        }
    }
    Ok(found)
}

/// The table of this name, or the tables of the folder.
fn tables(place: &Path) -> Result<Vec<PathBuf>, Failure> {
    if place.to_str().is_some_and(|text| text.contains("://")) && !place.exists() {
        return Err(Failure::Usage(format!(
            "{} is no table; the table comes first, then the address: robots-policy why TABLE URL",
            place.display()
        )));
    }
    if !place.is_dir() {
        return Ok(vec![place.to_owned()]);
    }
    let wrong = |why: String| Failure::Input(place.display().to_string(), why);
    let tables = folder::tables(place).map_err(|error| wrong(error.to_string()))?;
    if tables.is_empty() {
        return Err(wrong(String::from(
            "it has no table; name a folder that `scan -o` wrote, or one of its tables",
        )));
    }
    Ok(tables)
}

fn is_asked(args: &WhyArgs, row: &TableRow) -> bool {
    let is_url = row.text("url").is_some_and(|url| is_same(url, &args.url));
    let is_agent = |agent: &String| {
        let named = ["agent", "profile"].map(|column| row.text(column));
        named
            .iter()
            .flatten()
            .any(|name| name.eq_ignore_ascii_case(agent))
    };
    let date = || row.text("date")?.parse::<Timestamp>().ok();
    is_url
        && args.agent.as_ref().is_none_or(is_agent)
        && args.at.is_none_or(|at| date() == Some(at))
}

/// Whether two texts are one address.
fn is_same(one: &str, other: &str) -> bool {
    let normal = |text: &str| Url::parse(text).ok();
    one == other || normal(one).is_some_and(|one| normal(other) == Some(one))
}

/// The message about no row.
pub(super) fn nothing(args: &WhyArgs) -> String {
    let agent = args.agent.iter().map(|agent| format!(" and {agent}"));
    let at = args.at.iter().map(|at| format!(" at {at}"));
    let asked: String = agent.chain(at).collect();
    let what = format!("no row is about {}{asked}", args.url);
    what + "; leave out --agent and --at, or write the address as the table has it"
}

/// The answers of a row, by the names of their columns.
pub(super) fn answers(row: &TableRow) -> Vec<(String, Value)> {
    let mut names: Vec<String> = ANSWERS.iter().map(|name| (*name).to_owned()).collect();
    let activities = Activity::ALL.iter();
    names.extend(activities.map(|use_of| format!("use_{}", use_of.name().replace('-', "_"))));
    let value = |name: String| {
        let value = row.get(&name).cloned().unwrap_or(Value::Null);
        (name, value)
    };
    names.into_iter().map(value).collect()
}

/// The columns by which a row is found.
const KEYS: [&str; 3] = ["url", "agent", "date"];
/// The answers before those about uses.
const ANSWERS: [&str; 7] = [
    "access_allowed",
    "access_reason",
    "access_rule",
    "index",
    "follow",
    "archive",
    "snippet",
];
