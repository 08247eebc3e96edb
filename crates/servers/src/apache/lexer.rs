//! The lines and sections of Apache.

use crate::place::{ConfigLines, ConfigPlace};
use crate::refusal::Refusal;
use crate::tree::{MOST_DEPTH, Nest, Statement, Word, quoted};

/// The statements of a file. Names are in lower case.
pub(super) fn parse(text: &str, lines: &ConfigLines) -> Result<Vec<Statement>, Refusal> {
    let mut nest = Nest::new();
    let mut at = 0;
    while at < text.len() {
        let begin = at;
        let line = line(text, &mut at);
        let trimmed = line.trim();
        let start = begin + (line.len() - line.trim_start().len());
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let place = lines.place(start, start + trimmed.len());
        let refused = |why: &str| Err(Refusal::new(place, trimmed, why));
        if let Some(end) = trimmed.strip_prefix("</") {
            ended(&nest, end, place, trimmed)?;
            nest.close(place.end);
            continue;
        }
        let inside = trimmed.strip_prefix('<');
        let is_section = inside.is_some();
        if is_section && !trimmed.ends_with('>') {
            return refused("a section ends its line with `>`");
        }
        let inside = inside.and_then(|inside| inside.strip_suffix('>'));
        let inside = inside.unwrap_or(trimmed);
        let words = words(inside, start + usize::from(is_section), lines);
        if words.is_empty() {
            return refused("a section has a name");
        }
        let statement = Statement {
            words,
            body: None,
            place,
        };
        if !is_section {
            nest.add(statement);
        } else if nest.is_full() {
            let why = format!("sections are nested more than {MOST_DEPTH} deep");
            return Err(statement.refused(why));
        } else {
            nest.open(statement);
        }
    }
    nest.end().map_err(|section| {
        let why = format!("the section has no end; write `</{}>`", section.name());
        section.refused(why)
    })
}

/// Refuses the end of a section that is not the open one.
fn ended(nest: &Nest, end: &str, place: ConfigPlace, line: &str) -> Result<(), Refusal> {
    let Some(section) = nest.opened() else {
        return Err(Refusal::new(place, line, "no section ends here"));
    };
    let (name, number) = (section.name(), section.place.line);
    if name == end.trim_end_matches('>').trim().to_ascii_lowercase() {
        return Ok(());
    }
    let why = format!("`<{name}>` of line {number} is open; end it first");
    Err(Refusal::new(place, line, why))
}

/// A line, with those that a backslash continues.
fn line<'t>(text: &'t str, at: &mut usize) -> &'t str {
    let begin = *at;
    loop {
        let rest = text.get(*at..).unwrap_or_default();
        *at = rest.find('\n').map_or(text.len(), |end| *at + end + 1);
        let line = text.get(begin..*at).unwrap_or_default();
        let continues = line.trim_end_matches(['\n', '\r']).ends_with('\\');
        if !continues || *at == text.len() {
            return line;
        }
    }
}

/// The words of a line: bare, or in quotes of either kind, which the end of the line ends too.
fn words(line: &str, start: usize, lines: &ConfigLines) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut at = 0;
    while let Some(first) = line.get(at..).and_then(|rest| rest.chars().next()) {
        let begin = at;
        at += first.len_utf8();
        let rest = line.get(at..).unwrap_or_default();
        if first.is_whitespace() || first == '\\' && rest.starts_with(['\n', '\r']) {
            continue;
        }
        let (mut text, end) = if matches!(first, '"' | '\'') {
            let unescaped = |next| Some(next).filter(|next| *next == first || *next == '\\');
            quoted(rest, first, unescaped)
        } else {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let text = line.get(begin..at + end).unwrap_or_default();
            (text.to_owned(), Some(end))
        };
        at += end.unwrap_or(rest.len());
        let place = lines.place(start + begin, start + at);
        if words.is_empty() {
            text.make_ascii_lowercase();
        }
        words.push(Word { text, place });
    }
    words
}
