//! The words of documentation, messages, comments and tests: plain English, and one word for one thing.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::files::root;

/// Words of a dialect, and the plain words for them. No line of the project has the first.
const WORDS: &[(&str, &str)] = &[
    ("are gone", "were removed"),
    ("asks for", "requires, requests"),
    ("behind", "after"),
    ("broken off", "interrupted, cut"),
    ("but for", "except"),
    ("everybody", "every client"),
    ("goes on", "continues, resumes"),
    ("heed", "obey"),
    ("in front of", "before"),
    ("is gone", "was removed"),
    ("in vain", "failed, which finds nothing"),
    ("is no", "is not a"),
    ("nobody", "no one, no client"),
    ("odd", "unusual"),
    ("remark", "diagnostic"),
    ("so many", "`n`"),
    ("stands", "is, appears"),
    ("strangers", "untrusted input, users"),
    ("takes the caller's word", "trusts the caller"),
    ("tells", "reports, says, decides"),
    ("the dearest", "the most expensive"),
    ("told", "reported, given"),
    ("whom", "who"),
];

/// Beginnings of documentation that need a noun, or the neighbour of the line.
const BEGINNINGS: &[&str] = &["What ", "The same "];

/// Where a word is right: the part of a line that has it, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("here is no ", "an absence, not a description"),
    ("here is no:", "an absence, not a description"),
    ("it is no longer", "a time, not a description"),
    ("nobody, not", "input of a test"),
    ("(\"nobody\"", "input of a test"),
    ("stands for", "a symbol and its meaning"),
    ("what may i do", "a question"),
    ("on behalf of whom", "a licence"),
    ("to whom the software", "a licence"),
];

/// Files whose text is not ours or is about these words.
const LEFT_OUT: &[&str] = &[
    "tests/docs/words.rs",
    "LICENSE",
    "target/",
    "findings",
    "node_modules/",
];

struct Line {
    place: String,
    text: String,
}

#[test]
fn documentation_messages_and_comments_are_plain() {
    let lines = lines();
    assert!(lines.len() > 60_000, "only {} lines", lines.len());
    let mut found = Vec::new();
    for line in &lines {
        for (word, instead) in WORDS {
            if has(&line.text, word) {
                found.push(format!("{}: {word} (write: {instead})", line.place));
            }
        }
        if has_beginning(&line.text) {
            found.push(format!("{}: begin with a noun", line.place));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Whether a line has a word that is not part of another word, nor of a name with hyphens or underscores.
fn has(line: &str, word: &str) -> bool {
    let line = line.to_lowercase();
    if !line.contains(word) {
        return false;
    }
    let line = ALLOWED
        .iter()
        .fold(line, |line, (part, _)| line.replace(part, ""));
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Whether a line of documentation begins without a noun of its own. Questions may.
fn has_beginning(line: &str) -> bool {
    let line = line.trim_start();
    let text = line
        .strip_prefix("/// ")
        .or_else(|| line.strip_prefix("//! "));
    text.is_some_and(|text| {
        BEGINNINGS.iter().any(|start| text.starts_with(start)) && !text.ends_with('?')
    })
}

/// The text of the project: sources, documentation, scripts, and what the cases are about. Inputs of cases are not text.
fn lines() -> Vec<Line> {
    let root = &root();
    let mut files = Vec::new();
    collect(root, &mut files);
    let mut lines = Vec::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap().display().to_string();
        if LEFT_OUT.iter().any(|part| name.contains(part)) {
            continue;
        }
        let is_text: fn(&str) -> bool = match file.extension().and_then(|end| end.to_str()) {
            Some("json") => |line| line.trim_start().starts_with("\"about\""),
            Some("toml") => |line| line.contains('#'),
            _ => |_| true,
        };
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| is_text(line)) {
            lines.push(Line {
                place: format!("{name}:{}", number + 1),
                text: line.replace('_', " "), // names are read like text
            });
        }
    }
    lines
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for entry in entries {
        let name = entry.file_name().and_then(|name| name.to_str());
        let is_ours = name.is_some_and(|name| !name.starts_with('.') && name != "target");
        let end = entry.extension().and_then(|end| end.to_str());
        if entry.is_dir() && is_ours {
            collect(&entry, files);
        } else if matches!(end, Some("rs" | "md" | "toml" | "sh" | "py"))
            || name == Some("ask.json")
        {
            files.push(entry);
        }
    }
}

#[test]
fn a_word_is_found_alone_and_not_in_another() {
    assert!(has("What was odd", "odd"));
    assert!(!has("an oddity, odd_piece and modded", "odd"));
    assert!(has("`x` is no directive", "is no"));
    assert!(!has("There is no directive", "is no"));
    assert!(has_beginning("    /// What a line holds."));
    assert!(!has_beginning("/// What may I do?"));
}
