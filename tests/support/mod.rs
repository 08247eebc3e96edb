//! What the tests share.
#![allow(
    dead_code,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub
)]

use std::fs;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The cases; the program's tests stand one folder deeper.
pub fn fixtures() -> PathBuf {
    let beside = root().join("fixtures");
    let above = root().join("../fixtures");
    if beside.is_dir() { beside } else { above }
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
