//! What is shown of an output.

use std::process::Output;

use robots_policy_kit::bytes::bytes;
use serde_json::Value;

/// The text around times, durations, versions and numbers of the system.
const DIFFER: [(&str, &str); 10] = [
    ("\"milliseconds\":", ""),
    ("\"answered_at\":\"", "\""),
    (" after ", "ms"),
    (", copy of ", "UTC"),
    (" at ", "UTC and asks"),
    (" until ", "UTC (Retry-After"),
    (" (os error ", ")"),
    (" program (", "/"),
    ("robots-policy/", ""),
    ("ureq/", ""),
];

/// A text without what differs in every run.
pub(super) fn without_times(mut text: String) -> String {
    for (before, after) in DIFFER {
        let mut parts = text.split(before);
        let first = parts.next().unwrap_or_default().to_owned();
        text = parts.fold(first, |text, rest| {
            let kept = rest.trim_start_matches(|c| "0123456789-:TZ. ".contains(c));
            if kept.len() < rest.len() && kept.starts_with(after) {
                format!("{text}{before}…{kept}")
            } else {
                text + before + rest
            }
        });
    }
    text
}

/// Nothing of a text steers a terminal, and its lines fit these columns. An address and the line of an input are not broken.
pub(super) fn is_kind_to_terminals(line: &str, output: &Output, columns: usize) {
    // What was typed is hidden from nobody.
    let steers = |c: char| {
        let is_hidden = "\u{200b}\u{2028}\u{202e}\u{feff}\u{e0041}".contains(c);
        (is_hidden || c.is_control() && c != '\n')
            && !line.contains(&*c.escape_unicode().to_string())
    };
    let is_data = line.contains("json") || line.contains("csv");
    let [out, said] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(is_data || !out.contains(steers), "{line}: {out:?}");
    assert!(!said.contains(steers), "{line}: {said:?}");
    let is_input = |own: &str| own.contains('^') || own.contains("://");
    let is_wide = |own: &&str| own.chars().count() > columns && !is_input(own);
    let wide: Vec<&str> = out.lines().filter(is_wide).collect();
    assert!(wide.is_empty(), "{line}: {wide:#?}");
}

/// The part of a line that is shown.
pub(super) fn filtered(line: &str, filters: &[&str]) -> Option<String> {
    let mut shown = Vec::new();
    for filter in filters {
        if *filter == "-" {
            return None;
        }
        if let Some(text) = filter.strip_prefix('~') {
            if !line.contains(&String::from_utf8(bytes(text)).unwrap()) {
                return None;
            }
            continue;
        }
        let json: Value = serde_json::from_str(line).unwrap();
        shown.push(
            json.pointer(filter)
                .map_or("-".to_owned(), Value::to_string),
        );
    }
    if shown.is_empty() && line.contains(" rows/s") {
        let (said, _) = line.split_once(": ")?;
        return Some(format!("{said}: …\n"));
    }
    if shown.is_empty() {
        return Some(line.to_owned());
    }
    Some(shown.join("  ") + "\n")
}
