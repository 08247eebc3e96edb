//! `conformance/lists`: the ids of each version. A case of a list stays, so that a reader's tests do not change below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use super::form::ConformanceCase;

/// The mark of a case that no list has yet.
const NEXT: &str = "next";

/// The ids by version.
fn lists() -> Result<BTreeMap<(u32, u32), BTreeSet<String>>, String> {
    let mut lists = BTreeMap::new();
    for path in robots_policy_kit::files::files(&folder()) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let ids = text.lines().map(str::to_owned).collect();
        lists.insert(version(&name)?, ids);
    }
    Ok(lists)
}

/// Writes into each case the first list that has it.
pub(super) fn put(corpus: &mut BTreeMap<String, ConformanceCase>) -> Result<(), String> {
    for ((major, minor), ids) in lists()? {
        for id in ids {
            let case = corpus.get_mut(&id).ok_or_else(|| {
                format!(
                    "conformance/lists/{major}.{minor}.txt has {id}, which no fixture gives any more: a case of a list stays; \
                     put the fixture back, or its name"
                )
            })?;
            if case.since.is_empty() {
                case.since = format!("{major}.{minor}");
            }
        }
    }
    let new = corpus.values_mut().filter(|case| case.since.is_empty());
    new.for_each(|case| case.since = NEXT.into());
    Ok(())
}

/// Writes the list of a version: every case that there is.
pub(crate) fn release(name: &str) -> Result<(), String> {
    version(name)?;
    let path = folder().join(format!("{name}.txt"));
    if path.exists() {
        return Err(format!(
            "conformance/lists/{name}.txt is there: a list never changes; name the next version"
        ));
    }
    let corpus = super::corpus()?;
    let text: String = corpus.keys().map(|id| format!("{id}\n")).collect();
    fs::create_dir_all(folder()).map_err(|error| error.to_string())?;
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn version(name: &str) -> Result<(u32, u32), String> {
    let parts = name.split_once('.');
    let parts = parts.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    parts.ok_or_else(|| format!("{name} is not the version of a list, such as 1.0"))
}

fn folder() -> PathBuf {
    robots_policy_kit::files::root().join("conformance/lists")
}
