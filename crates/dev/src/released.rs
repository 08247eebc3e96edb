//! The table of engines as the last release had it, and what changed since.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use robots_policy::engines::Profile;
use robots_policy_kit::files::root;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The first line of the file: which release it is.
#[derive(Serialize, Deserialize)]
struct Release {
    release: String,
    day: String,
}

/// A profile of the release: its cells that had a document.
#[derive(Serialize, Deserialize)]
struct Released {
    profile: String,
    /// Name, value, and key of the document.
    cells: Vec<(String, String, String)>,
}

/// A cell before and after, and its document; the profiles that it changed for.
type Changes = BTreeMap<(String, String, String, String), Vec<&'static str>>;

/// The cells that changed since the last release, as a table, after the names of the profiles that are new.
pub(crate) fn changes() -> Result<String, String> {
    let text = fs::read_to_string(root().join(PATH)).map_err(|error| format!("{PATH}: {error}"))?;
    let (release, profiles) = text.split_once('\n').unwrap_or_default();
    let read = |error: serde_json::Error| format!("{PATH}: {error}");
    let Release { release, day } = serde_json::from_str(release).map_err(read)?;
    let profiles = profiles.lines().map(serde_json::from_str);
    let profiles: Vec<Released> = profiles.collect::<Result<_, _>>().map_err(read)?;
    let of = |profile: Profile| profiles.iter().find(|old| old.profile == profile.name());
    let new: Vec<&str> = Profile::all()
        .filter(|profile| of(*profile).is_none())
        .map(Profile::name)
        .collect();
    let mut changes = Changes::new();
    for profile in Profile::all() {
        if let Some(old) = of(profile) {
            compare(profile, &old.cells, &mut changes);
        }
    }
    let mut table = format!(
        "Since {release} ({day}), {} profiles are new: {}.\n\n| cell | before | after | document | profiles |\n|---|---|---|---|---|\n",
        new.len(),
        new.join(", ")
    );
    for ((cell, before, after, document), profiles) in changes {
        let _ = writeln!(
            table,
            "| {cell} | {before} | {after} | {document} | {} |",
            profiles.join(", ")
        );
    }
    Ok(table)
}

/// Adds the cells of a profile that are others than those of the release. A cell that may be there more than once, as a fact,
/// is compared by its value.
fn compare(profile: Profile, old: &[(String, String, String)], changes: &mut Changes) {
    let new = cells(profile);
    let was_removed = |(cell, value, _): &&(String, String, String)| {
        !new.iter().any(|(it, is, _)| (it, is) == (cell, value))
    };
    let is_new = |(cell, value, _): &&(String, String, String)| {
        !old.iter().any(|(it, was, _)| (it, was) == (cell, value))
    };
    let mut removed: Vec<_> = old.iter().filter(was_removed).collect();
    for (cell, after, document) in new.iter().filter(is_new) {
        let at = removed.iter().position(|(it, _, _)| it == cell);
        let before = at.map_or("–", |at| &removed.swap_remove(at).1);
        let change = [cell, before, after, document].map(|text| text.replace('|', "\\|"));
        changes
            .entry(change.into())
            .or_default()
            .push(profile.name());
    }
    for (cell, before, document) in removed {
        let change = (cell.clone(), before.clone(), "–".into(), document.clone());
        changes.entry(change).or_default().push(profile.name());
    }
}

/// The cells of a profile that have a document.
fn cells(profile: Profile) -> Vec<(String, String, String)> {
    let known = profile.cells().into_iter();
    let documented = known.filter_map(|known| {
        let key = known.evidence?.source().key().to_owned();
        Some((known.cell.to_owned(), known.value, key))
    });
    documented.collect()
}

/// Takes the table of today for that of a release.
pub(crate) fn release(version: &str, day: &str) -> Result<(), String> {
    let head = Release {
        release: format!("version {version}"),
        day: day.to_owned(),
    };
    let mut text = json!(head).to_string() + "\n";
    for profile in Profile::all() {
        let released = Released {
            profile: profile.name().to_owned(),
            cells: cells(profile),
        };
        text += &(json!(released).to_string() + "\n");
    }
    fs::write(root().join(PATH), text).map_err(|error| format!("{PATH}: {error}"))
}

/// The file of the last release.
const PATH: &str = "fixtures/engines/released.jsonl";
