//! The value of `Content-Signal`: a list of keys with values.
//!
//! There is no published grammar. Keys and values are compared without case, as every reader does that is known; `;`
//! between members, quotes around a value and other words for yes and no are read with a diagnostic. A key or a value
//! outside the table states nothing, with a diagnostic. Time is linear in the text.

use super::{Stated, conflicts};
use crate::ai::preference::{Answer, LEVEL_KEY, Label, Level, Vocabulary};
use crate::diagnostic::DiagnosticCode;
use crate::provenance::Span;
use crate::signal::Statement;

/// Reads a value.
pub(crate) fn read(text: &str) -> Stated {
    let mut stated = Stated::default();
    let mut at = 0;
    for piece in text.split_inclusive([',', ';']) {
        let member = piece.trim_end_matches([',', ';']);
        let span = Span::new(at, at + member.len()).trimmed_in(text);
        if !span.is_empty() {
            self::member(span.text_in(text), span, &mut stated);
            let with_mark = Span::new(span.start, at + piece.len());
            if piece.ends_with(';') {
                let spelling = (DiagnosticCode::SignalSpelling, with_mark);
                stated.diagnostics.push(spelling);
            }
        }
        at += piece.len();
    }
    let statements: Vec<&Statement> = stated.statements.iter().map(|(said, _)| said).collect();
    let found = conflicts(&statements);
    for (index, code) in found {
        if let Some((_, span)) = stated.statements.get(index) {
            stated.diagnostics.push((code, *span));
        }
    }
    stated
}

/// Reads one member, which is at this span of the text.
fn member(text: &str, span: Span, stated: &mut Stated) {
    if let Err(unread) = read_member(text, span, stated) {
        stated.diagnostics.push((unread, span));
        refusals(text, span, stated);
    }
}

/// Reads one member as the definition has it, or in a spelling that is known.
fn read_member(text: &str, span: Span, stated: &mut Stated) -> Result<(), DiagnosticCode> {
    let (key, value) = text.split_once('=').unwrap_or((text, ""));
    let (key, value) = (key.trim_ascii(), value.trim_ascii());
    let bare = value.trim_matches(['"', '\'']);
    let label = label(key);
    let (statement, is_plain) = if let Some(label) = label {
        let word = WORDS.iter().find(|row| bare.eq_ignore_ascii_case(row.0));
        let statement = word.map(|(_, answer, _)| Statement::Preference(label, *answer));
        (statement, word.is_some_and(|(.., is_plain)| *is_plain))
    } else if key.eq_ignore_ascii_case(LEVEL_KEY) {
        let level = bare.to_ascii_lowercase().parse::<Level>();
        (level.ok().map(Statement::Level), true)
    } else {
        return Err(DiagnosticCode::SignalUnknownKey);
    };
    let statement = statement.ok_or(DiagnosticCode::SignalUnknownValue)?;
    if !is_plain || bare.len() != value.len() {
        let spelling = (DiagnosticCode::SignalSpelling, span);
        stated.diagnostics.push(spelling);
    }
    stated.push(statement, span);
    Ok(())
}

/// The key of Content Signals with this name, in any case.
fn label(name: &str) -> Option<Label> {
    let mut labels = Vocabulary::ContentSignal.labels();
    labels.find(|label| label.name().eq_ignore_ascii_case(name))
}

/// Finds what a member refuses that cannot be read as a whole: a known key, `=` or `:`, and a word for no, wherever they are in it, as
/// in `search=yes ai-train=no`. A refusal that is visible counts, and nothing else of such a member.
fn refusals(text: &str, span: Span, stated: &mut Stated) {
    if !may_refuse(text) {
        return;
    }
    let mut words = text
        .split(|c: char| !is_word(c))
        .filter(|word| !word.is_empty())
        .peekable();
    let place = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    while let Some(key) = words.next() {
        let Some(value) = words.peek().copied() else {
            return;
        };
        let (start, end) = (place(key), place(value) + value.len());
        let between = text
            .get(start + key.len()..place(value))
            .unwrap_or_default();
        let marks = between.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''));
        let statement = match label(key) {
            Some(label) => refused(value).then_some(Statement::Preference(label, Answer::Disallow)),
            None if key.eq_ignore_ascii_case(LEVEL_KEY) => {
                let level = value.to_ascii_lowercase().parse::<Level>().ok();
                level.filter(|level| level.is_limit()).map(Statement::Level)
            }
            None => None,
        };
        if let Some(statement) = statement.filter(|_| matches!(marks, "=" | ":")) {
            let at = Span::new(span.start + start, span.start + end);
            stated
                .diagnostics
                .push((DiagnosticCode::SignalSpelling, at));
            stated.push(statement, at);
        }
    }
}

/// Whether a member may hold a known key, `=` or `:`, and a word for no. It is quick and where it is in doubt says yes: hostile inputs
/// have many members.
fn may_refuse(text: &str) -> bool {
    if text.len() < SHORTEST_REFUSAL {
        return false;
    }
    let mark = |bytes: &[u8]| memchr::memchr2(b'=', b':', bytes);
    let Some(first) = mark(text.as_bytes()) else {
        return false;
    };
    let (key, rest) = text.as_bytes().split_at(first);
    // No known key ends in a digit.
    let is_other = key.last().is_some_and(u8::is_ascii_digit);
    !is_other && ends_in_key(text.get(..first).unwrap_or_default())
        || mark(rest.get(1..).unwrap_or_default()).is_some()
}

/// Whether the last word of a text is a known key.
fn ends_in_key(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''));
    let word = text.rsplit(|c: char| !is_word(c)).next();
    word.is_some_and(|word| label(word).is_some() || word.eq_ignore_ascii_case(LEVEL_KEY))
}

/// Whether a key or a value has this character.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_')
}

/// Whether a value is a word for no.
fn refused(value: &str) -> bool {
    let mut words = WORDS.iter();
    words.any(|(word, answer, _)| *answer == Answer::Disallow && value.eq_ignore_ascii_case(word))
}

/// The octets of `use=n`, which would be the shortest one.
const SHORTEST_REFUSAL: usize = 5;

/// The words for an answer, and whether they are those of the definition.
const WORDS: &[(&str, Answer, bool)] = &[
    ("yes", Answer::Allow, true),
    ("no", Answer::Disallow, true),
    ("y", Answer::Allow, false),
    ("n", Answer::Disallow, false),
    ("true", Answer::Allow, false),
    ("false", Answer::Disallow, false),
    ("allow", Answer::Allow, false),
    ("disallow", Answer::Disallow, false),
];
