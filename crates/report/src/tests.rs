//! The tables of `tests/rows`: a row is a line of JSON.
#![allow(clippy::unwrap_used)] // a test fails by panicking

/// The rows of a table.
pub(crate) fn rows<R: serde::de::DeserializeOwned>(name: &str) -> Vec<R> {
    let path = format!("{}/tests/rows/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let lines = std::fs::read_to_string(path).unwrap();
    let read = |line| serde_json::from_str(line).unwrap();
    lines.lines().map(read).collect()
}
