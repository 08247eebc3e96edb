//! The words of documentation, messages and comments: plain English, and one word for one thing.

use std::fs;
use std::path::{Path, PathBuf};

/// What is not written here, and what is written instead.
const WORDS: &[(&str, &str)] = &[
    ("behind", "after"),
    ("but for", "except"),
    ("everybody", "every client"),
    ("heed", "obey"),
    ("is no", "is not a"),
    ("nobody", "no one, no client"),
    ("odd", "unusual"),
    ("remark", "diagnostic"),
    ("so many", "`n`"),
    ("tells", "reports, says, decides"),
    ("told", "reported, given"),
    ("whom", "who"),
];

/// Where a word is right: the part of a line that has it, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("here is no ", "an absence, not a description"),
    ("nobody, not", "input of a test"),
    ("(\"nobody\"", "input of a test"),
];

/// Folders and files that people read without reading a test.
const READ: &[&str] = &[
    "cli/src",
    "src",
    "archives/src",
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs",
];

#[test]
fn documentation_messages_and_comments_are_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for place in READ {
        collect(&root.join(place), &mut files);
    }
    assert!(files.len() > 150, "only {} files were found", files.len());
    let mut found = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for (number, line) in text.lines().enumerate() {
            for (word, instead) in WORDS.iter().filter(|(word, _)| has(line, word)) {
                let place = file.strip_prefix(root).unwrap().display();
                found.push(format!("{place}:{}: {word} (write: {instead})", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Whether a line has a word that is not part of another word, nor of a name with underscores.
fn has(line: &str, word: &str) -> bool {
    let line = ALLOWED.iter().fold(line.to_lowercase(), |line, (part, _)| {
        line.replace(part, "")
    });
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

fn collect(place: &Path, files: &mut Vec<PathBuf>) {
    if place.is_file() {
        files.push(place.to_owned());
        return;
    }
    let mut entries: Vec<_> = fs::read_dir(place)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for entry in entries {
        let is_text = entry
            .extension()
            .is_some_and(|end| end == "rs" || end == "md");
        if entry.is_dir() && entry.file_name().is_some_and(|name| name != "snapshots") || is_text {
            collect(&entry, files);
        }
    }
}

#[test]
fn a_word_is_found_alone_and_not_in_another() {
    assert!(has("What was odd", "odd"));
    assert!(!has("an oddity, odd_piece and modded", "odd"));
    assert!(has("`x` is no directive", "is no"));
    assert!(!has("There is no directive", "is no"));
}
