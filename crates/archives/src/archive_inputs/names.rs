//! The names of a list, and the files that a pattern of names matches. The crate `glob` walks only over names that are UTF-8, so it
//! matches here, name by name, and the walk is our own.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};
use robots_policy_input::{Failure, read_input};
use url::Url;

use super::address::based;

/// The names in a list, which may be in gzip; after `base`, they are addresses.
///
/// # Errors
/// A list that cannot be read.
pub(super) fn of_list(list: &Path, base: Option<&Url>) -> Result<Vec<OsString>, Failure> {
    let text = read_input::read_unpacked(list)?;
    let names = read_input::lines(&text).map(|(_, line)| match base {
        Some(base) => based(base, line).into(),
        None => os_name(line),
    });
    Ok(names.collect())
}

/// A name out of a list.
pub fn os_name(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        OsStr::from_bytes(bytes).to_owned()
    }
    #[cfg(not(unix))]
    {
        String::from_utf8_lossy(bytes).into_owned().into()
    }
}

/// Whether a shell would expand it.
pub(super) fn is_pattern(name: &OsStr) -> bool {
    let bytes = name.as_encoded_bytes();
    bytes.iter().any(|byte| matches!(byte, b'*' | b'?' | b'['))
}

/// The files that the pattern matches, in the order of their names.
///
/// As in shells, `*`, `?` and `[…]` match no dot at the beginning of a name. `**` matches folders at any depth, except
/// hidden ones and links to folders.
///
/// # Errors
/// The pattern is invalid, or a folder cannot be read.
pub(super) fn matching(pattern: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = vec![PathBuf::new()];
    for component in pattern.components() {
        found = match component {
            Component::Normal(name) if name == "**" => folders(found)?,
            Component::Normal(name) if is_pattern(name) => entries_like(&found, name)?,
            _ => joined(&found, component),
        };
    }
    found.retain(|path| !path.is_dir());
    found.sort();
    Ok(found)
}

/// The paths of a name that is not a pattern, in each of these folders.
fn joined(folders: &[PathBuf], name: Component<'_>) -> Vec<PathBuf> {
    let paths = folders.iter().map(|folder| folder.join(name));
    paths
        .filter(|path| path.symlink_metadata().is_ok())
        .collect()
}

/// These folders and all folders below them.
fn folders(from: Vec<PathBuf>) -> io::Result<Vec<PathBuf>> {
    let mut todo = from;
    let mut found = Vec::new();
    while let Some(folder) = todo.pop() {
        for entry in entries(&folder)? {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && !entry.file_name().as_encoded_bytes().starts_with(b".") {
                todo.push(folder.join(entry.file_name()));
            }
        }
        found.push(folder);
    }
    Ok(found)
}

/// The entries of these folders that match.
fn entries_like(folders: &[PathBuf], pattern: &OsStr) -> io::Result<Vec<PathBuf>> {
    let pattern = Pattern::new(&text(pattern)).map_err(io::Error::other)?;
    let mut found = Vec::new();
    for folder in folders {
        for entry in entries(folder)? {
            let name = entry.file_name();
            if pattern.matches_with(&text(&name), AS_SHELLS) {
                found.push(folder.join(name));
            }
        }
    }
    Ok(found)
}

/// The entries of a folder; none if there is no such folder. The error names the folder.
fn entries(folder: &Path) -> io::Result<Vec<fs::DirEntry>> {
    let is_here = folder.as_os_str().is_empty();
    let read = fs::read_dir(if is_here { Path::new(".") } else { folder });
    match read.and_then(Iterator::collect) {
        Ok(entries) => Ok(entries),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            Ok(Vec::new())
        }
        Err(error) => {
            let message = format!("{}: {error}", folder.display());
            Err(io::Error::new(error.kind(), message))
        }
    }
}

/// A name as text to match: each byte that is not UTF-8 is a character of the last private ones.
fn text(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        let invalid = chunk.invalid().iter();
        text.extend(invalid.filter_map(|byte| char::from_u32(0x0010_FF00 + u32::from(*byte))));
    }
    text
}

const AS_SHELLS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};
