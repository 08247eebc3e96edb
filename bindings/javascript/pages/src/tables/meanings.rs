//! The meaning of each statement with its clause, for a click on it.

use robots_policy::robots_txt::RecordKey;
use robots_policy::uses::Label;
use robots_policy::{DiagnosticCode, Directive};

use super::table;

pub(super) fn module() -> String {
    let directives = Directive::ALL
        .iter()
        .map(|one| (one.name().to_owned(), cited(one.meaning(), one.clause())));
    let labels = Label::ALL
        .iter()
        .map(|one| (one.to_string(), cited(one.meaning(), one.clause())));
    let keys = RecordKey::ALL
        .iter()
        .map(|one| (one.name().to_owned(), capital(one.meaning())));
    let codes = DiagnosticCode::ALL
        .iter()
        .map(|one| (one.name().to_owned(), one.clause().to_owned()));
    [
        // Directives, with the clause of each.
        table("OF_DIRECTIVES", directives),
        // Statements about AI use, by vocabulary and label.
        table("OF_LABELS", labels),
        // Lines of robots.txt, by their keys.
        table("OF_LINES", keys),
        // The clauses of diagnostics.
        table("CLAUSES", codes),
    ]
    .join("\n")
}

/// A meaning with its clause in parentheses.
fn cited(meaning: &str, clause: &str) -> String {
    let meaning = meaning.trim_end_matches('.');
    format!("{meaning} ({clause}).")
}

/// A sentence that begins with a capital.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
