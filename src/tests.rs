//! The tables that tests have beside them: a row is a line of JSON.

use serde::de::DeserializeOwned;

/// The rows of a table.
pub(crate) fn rows<R: DeserializeOwned>(lines: &str) -> Vec<R> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    lines.lines().map(read).collect()
}

/// The octets that the characters of a text are.
pub(crate) fn octets(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(c).unwrap()).collect()
}
