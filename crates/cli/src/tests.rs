//! The tables of `tests/rows`, for tests of parts of the program: a row is a line of JSON.

use serde::de::DeserializeOwned;

/// The rows of a table.
pub(crate) fn rows<R: DeserializeOwned>(lines: &str) -> Vec<R> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    lines.lines().map(read).collect()
}
