//! Lines and paths of files of rules.

use regex::escape;

use crate::place::{ConfigLines, ConfigPlace};
use crate::prediction::Request;

/// The path of a request as it is sent.
pub(super) fn path_of<'r>(request: &Request<'r>) -> &'r str {
    request.target.split(['?', '#']).next().unwrap_or_default()
}

/// Lines that have text, with their numbers and places.
pub(super) fn lines_of(text: &str, source: usize) -> Vec<(&str, ConfigPlace)> {
    let lines = ConfigLines::new(source, text);
    let mut at = 0;
    let mut found = Vec::new();
    for line in text.split('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len() + 1;
        let trimmed = line.trim();
        if !trimmed.is_empty() && !trimmed.starts_with('#') {
            found.push((trimmed, lines.place(start, start + trimmed.len())));
        }
    }
    found
}

/// The pattern of a path of Netlify: <https://github.com/netlify/build/blob/main/packages/headers-parser/src/for_regexp.ts>.
pub(super) fn netlify_pattern(path: &str) -> String {
    let part = |part: &str| {
        if part.starts_with(':') {
            "([^/]+)".to_owned()
        } else if part == "*" {
            "?(.*)".to_owned()
        } else if part.contains('*') {
            part.replace('*', "(.*)")
        } else {
            escape(part)
        }
    };
    let parts = path
        .split('/')
        .map(str::trim_end)
        .filter(|part| !part.is_empty())
        .map(part);
    let parts: Vec<String> = parts.collect();
    format!("^/{}/?$", parts.join("/"))
}
