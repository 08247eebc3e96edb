//! The meaning of each statement with its clause, for a click on it.

use robots_policy::robots_txt::RecordKey;
use robots_policy::uses::Label;
use robots_policy::{DiagnosticCode, Directive};

use super::table;
use crate::files::{COMMAND, Files};

pub(super) fn generate(files: &mut Files) {
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
    let script = [
        format!("// What statements mean, made by `{COMMAND}`.\n"),
        table(
            "Directives, with the clause of each.",
            "OF_DIRECTIVES",
            directives,
        ),
        table(
            "Statements about AI use, by vocabulary and label.",
            "OF_LABELS",
            labels,
        ),
        table("Lines of robots.txt, by their keys.", "OF_LINES", keys),
        table("The clauses of diagnostics.", "CLAUSES", codes),
    ];
    files.whole(
        "bindings/javascript/playground/meanings.js",
        script.join("\n"),
    );
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
