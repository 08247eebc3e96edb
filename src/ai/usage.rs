//! The grammars of AI-use preferences that fields and lines of robots.txt share.
//!
//! ```text
//! Content-Usage  = sf-dictionary          ; RFC 9651: label=y, label=n
//! Content-Signal = list of key=value      ; search, ai-input, ai-train: yes, no; use: immediate, reference, full
//! line           = [ path-pattern blanks ] either of these
//! ```
//!
//! | file | job |
//! |---|---|
//! | `content_usage` | the dictionary, strictly |
//! | `content_signal` | the list, leniently |
//! | `license` | the address of a licence |
//! | `line` | a value in robots.txt: its path, and the statements after it |
//!
//! All three give [`Stated`]: statements and diagnostics with their spans in the text that was read. Callers lead the
//! spans back to a line. Nothing here knows of clients or of groups.

mod content_signal;
mod content_usage;
mod license;
mod line;

pub(crate) use self::content_signal::read as content_signal;
pub(crate) use self::content_usage::read as content_usage;
pub(crate) use self::license::{is_absolute, license, resolved};
pub(crate) use self::line::line;

use crate::ai::preference::{Answer, Label};
use crate::diagnostic::DiagnosticCode;
use crate::provenance::Span;
use crate::signal::Statement;

/// The result of reading one value.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Stated {
    /// [`Statement::Preference`] and [`Statement::Level`], each different statement once, in the order of the text.
    pub(crate) statements: Vec<(Statement, Span)>,
    pub(crate) diagnostics: Vec<(DiagnosticCode, Span)>,
    /// Whether the value as a whole could not be read, so that what it states is not known.
    pub(crate) is_unreadable: bool,
}

impl Stated {
    /// Adds a statement, unless an equal one is there: the first bytes that state it are its place.
    fn push(&mut self, statement: Statement, span: Span) {
        let is_there = self.statements.iter().any(|(known, _)| *known == statement);
        if !is_there {
            self.statements.push((statement, span));
        }
    }

    /// Drops the statements that permit, for a value that was not read to its end: what comes after may forbid.
    pub(crate) fn forget_permissions(&mut self) {
        self.statements
            .retain(|(statement, _)| restricts(statement));
    }
}

/// Whether a statement forbids a use, or limits the level of one.
fn restricts(statement: &Statement) -> bool {
    match statement {
        Statement::Preference(_, answer) => *answer == Answer::Disallow,
        Statement::Level(level) => level.is_limit(),
        _ => false,
    }
}

/// The conflicts among statements of Content Signals that apply at one specificity: the index of each permission that
/// another statement contradicts, and the code (see `docs/reading.md`).
pub(crate) fn conflicts(statements: &[&Statement]) -> Vec<(usize, DiagnosticCode)> {
    let is_forbidden =
        |label| statements.contains(&&Statement::Preference(label, Answer::Disallow));
    let is_limited = statements
        .iter()
        .any(|statement| matches!(statement, Statement::Level(level) if level.is_limit()));
    let levels: Vec<_> = statements
        .iter()
        .filter(|statement| matches!(statement, Statement::Level(_)))
        .collect();
    let lowest = levels.iter().min();
    let code = |statement: &Statement| match statement {
        Statement::Preference(label, Answer::Allow) if is_forbidden(*label) => {
            Some(DiagnosticCode::SignalConflict)
        }
        Statement::Preference(Label::SignalAiTrain, Answer::Allow) => {
            is_limited.then_some(DiagnosticCode::SignalUseBelowYes)
        }
        Statement::Level(_) => {
            let is_lowest = lowest.is_none_or(|lowest| **lowest == statement);
            (!is_lowest).then_some(DiagnosticCode::SignalConflict)
        }
        _ => None,
    };
    let found = statements.iter().enumerate();
    found
        .filter_map(|(index, statement)| Some((index, code(statement)?)))
        .collect()
}
