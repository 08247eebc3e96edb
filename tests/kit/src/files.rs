//! The folders of the project and their files.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap().to_owned()
}

/// The folder of the cases.
pub fn fixtures() -> PathBuf {
    root().join("fixtures")
}

/// A folder below the corpus, where there is one; says so where not.
pub fn corpus(folder: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(folder);
    if !path.is_dir() {
        eprintln!("skipped: no {folder} beside the project");
        return None;
    }
    Some(path)
}

/// The files of a folder, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// The files of a folder, and of the folders in it.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let (folders, mut found): (Vec<_>, Vec<_>) =
        files(folder).into_iter().partition(|path| path.is_dir());
    found.extend(folders.iter().flat_map(|folder| below(folder)));
    found
}

/// The rows of a table: a line of JSON each.
#[cfg(feature = "cases")]
pub fn rows<R: serde::de::DeserializeOwned>(lines: &str) -> Vec<R> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    lines.lines().map(read).collect()
}

/// Lines that end in LF, CR or CRLF.
pub fn lines_of(text: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.iter().position(|b| matches!(b, b'\r' | b'\n')) {
        lines.push(&rest[..end]);
        rest = &rest[end
            + if rest[end..].starts_with(b"\r\n") {
                2
            } else {
                1
            }..];
    }
    lines.push(rest);
    lines
}
