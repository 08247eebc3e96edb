//! Where the tables are, seen from the document.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use robots_policy_input::names::shown;
use robots_policy_input::quote::percent_encoded_but;

use crate::exit::Failure;
use crate::export::tables::Given;

/// The folder that the addresses of a document are relative to: that of the output; for standard output the folder of the tables, and
/// for several folders the one that has them all.
pub(super) fn base(given: &Given) -> Result<PathBuf, Failure> {
    // A folder that is not there is named later.
    let places = given.folders.iter();
    let places = places.filter_map(|folder| Some((folder, fs::canonicalize(folder).ok()?)));
    let places: Vec<(&PathBuf, PathBuf)> = places.collect();
    let Some(output) = given.output.place() else {
        return Ok(common(places.into_iter().map(|(_, place)| place).collect()));
    };
    let base = output.parent().unwrap_or(Path::new("/"));
    let outside = places.iter().find(|(_, place)| !place.starts_with(base));
    let Some((folder, _)) = outside else {
        return Ok(base.to_owned());
    };
    let better = common(given.folders.clone()).join("croissant.json");
    Err(Failure::Usage(format!(
        "{} is neither in {} nor above it, and the addresses of its tables are relative to the document; write it there: -o {}",
        given.output.name(),
        shown(folder.as_os_str()),
        shown(better.as_os_str()),
    )))
}

/// A table as a path from that folder on, with `/` between the parts.
pub(super) fn path(base: &Path, table: &Path) -> String {
    let place = place(table).unwrap_or_else(|_| table.to_owned());
    let own = place.strip_prefix(base).unwrap_or(&place);
    let parts = own.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// The place of a table, which may be a link itself.
fn place(table: &Path) -> io::Result<PathBuf> {
    let folder = table.parent().filter(|folder| *folder != Path::new(""));
    let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
    Ok(folder.join(table.file_name().unwrap_or_default()))
}

/// The folder that has all of these.
fn common(places: Vec<PathBuf>) -> PathBuf {
    let mut places = places.into_iter();
    let mut common = places.next().unwrap_or_default();
    for place in places {
        while !place.starts_with(&common) && common.pop() {}
    }
    common
}

/// A path as the reference of a URL: all but the letters, digits and marks that mean nothing else there is written in `%`.
pub(super) fn reference(path: &str) -> String {
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    percent_encoded_but(path, is_kept)
}

/// A path as a pattern that fits it alone: the signs of patterns are in brackets.
pub(super) fn pattern(path: &str) -> String {
    let mut pattern = String::new();
    for c in path.chars() {
        if ['*', '?', '['].contains(&c) {
            pattern.extend(['[', c, ']']);
        } else {
            pattern.push(c);
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;
    use robots_policy_kit::files::rows;

    #[test]
    fn names_are_written_as_urls_and_as_patterns() {
        type Row = (String, String, String);
        for (name, url, glob) in rows::<Row>(include_str!("../../../tests/rows/table_names.jsonl"))
        {
            assert_eq!((reference(&name), pattern(&name)), (url, glob), "{name}");
        }
    }
}
