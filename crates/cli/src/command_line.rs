//! The command line of a run, as it is kept for people who repeat it: without secrets, and as long as a screen.

use std::ffi::OsString;

use robots_policy_input::names::{plain_line, shown};
use robots_policy_live::secret::without_user;

/// The words of a command line: of many names in a row the first ones stand, and addresses have neither a user nor a query.
pub(crate) fn of(words: &[OsString]) -> String {
    let mut line = String::from("robots-policy");
    let mut names = 0;
    for word in words.iter().skip(1) {
        let word = shown(word);
        names = if word.starts_with('-') { 0 } else { names + 1 };
        if names <= MOST_NAMES {
            line.push(' ');
            line.push_str(&quoted(&public(&word)));
        } else if names == MOST_NAMES + 1 {
            line.push_str(" \u{2026}");
        }
    }
    line
}

/// A word without the user and the query of an address, which may be secrets.
fn public(word: &str) -> String {
    let word = without_user(word);
    let end = word
        .find("://")
        .and_then(|at| Some(at + word.get(at..)?.find(['?', '#'])?));
    match end.and_then(|end| word.get(..end)) {
        Some(before) => format!("{before}?\u{2026}"),
        None => word.into_owned(),
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%\u{2026}".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", plain_line(word).replace('\'', "'\\''"))
}

/// More names in a row are archives, of which the reports beside the tables have each.
const MOST_NAMES: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use robots_policy_kit::files::rows;

    #[test]
    fn secrets_and_long_lists_are_left_out() {
        for (words, line) in
            rows::<(Vec<String>, String)>(include_str!("../tests/rows/command_lines.jsonl"))
        {
            let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
            assert_eq!(of(&words), line);
        }
    }
}
