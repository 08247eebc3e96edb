//! The lines and sections of Apache.

use crate::place::Lines;
use crate::tree::{MOST_DEPTH, Statement, Word};
use crate::wrong::Refused;

/// A section that is open: its first line, and the statements in it.
type Open = (Option<Statement>, Vec<Statement>);

/// The statements of a file. Names are in lower case.
pub(super) fn parse(text: &str, source: usize) -> Result<Vec<Statement>, Refused> {
    let lines = Lines::new(source, text);
    let mut open: Vec<Open> = vec![(None, Vec::new())];
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
        if let Some(name) = trimmed.strip_prefix("</") {
            let name = name.trim_end_matches('>').trim().to_ascii_lowercase();
            let Some((Some(mut section), body)) = open.pop() else {
                return Err(Refused::new(place, trimmed, "no section ends here"));
            };
            if section.name() != name {
                let why = format!(
                    "`<{}>` of line {} is open; end it first",
                    section.name(),
                    section.place.line
                );
                return Err(Refused::new(place, trimmed, why));
            }
            section.body = Some(body);
            section.place.end = place.end;
            push(&mut open, section);
            continue;
        }
        let inside = trimmed.strip_prefix('<');
        let is_section = inside.is_some();
        if is_section && !trimmed.ends_with('>') {
            return Err(Refused::new(
                place,
                trimmed,
                "a section ends its line with `>`",
            ));
        }
        let inside = inside
            .and_then(|inside| inside.strip_suffix('>'))
            .unwrap_or(trimmed);
        let words = words(inside, start + usize::from(is_section), &lines)?;
        if words.is_empty() {
            return Err(Refused::new(place, trimmed, "a section has a name"));
        }
        let statement = Statement {
            words,
            body: None,
            place,
        };
        if is_section {
            if open.len() > MOST_DEPTH {
                let why = format!("sections are nested more than {MOST_DEPTH} deep");
                return Err(Refused::new(place, statement.name(), why));
            }
            open.push((Some(statement), Vec::new()));
        } else {
            push(&mut open, statement);
        }
    }
    match open.pop() {
        Some((Some(section), _)) => {
            let why = format!("the section has no end; write `</{}>`", section.name());
            Err(Refused::new(section.place, section.name(), why))
        }
        Some((None, body)) => Ok(body),
        None => Ok(Vec::new()),
    }
}

fn push(open: &mut [Open], statement: Statement) {
    if let Some((_, body)) = open.last_mut() {
        body.push(statement);
    }
}

/// A line, with those that a backslash continues.
fn line<'t>(text: &'t str, at: &mut usize) -> &'t str {
    let begin = *at;
    loop {
        let rest = text.get(*at..).unwrap_or_default();
        let end = rest.find('\n').map_or(text.len(), |end| *at + end + 1);
        let continues = text
            .get(begin..end)
            .is_some_and(|line| line.trim_end_matches(['\n', '\r']).ends_with('\\'));
        *at = end;
        if !continues || end == text.len() {
            return text.get(begin..end).unwrap_or_default();
        }
    }
}

/// The words of a line: bare, or in quotes of either kind.
fn words(line: &str, start: usize, lines: &Lines) -> Result<Vec<Word>, Refused> {
    let mut words: Vec<Word> = Vec::new();
    let mut chars = line.char_indices().peekable();
    while let Some((begin, first)) = chars.next() {
        if first.is_whitespace()
            || first == '\\' && chars.peek().is_some_and(|(_, c)| matches!(c, '\n' | '\r'))
        {
            continue;
        }
        let mut text = String::new();
        let mut end = line.len();
        let quote = Some(first).filter(|c| matches!(c, '"' | '\''));
        if quote.is_none() {
            text.push(first);
        }
        let mut is_ended = quote.is_none();
        while let Some((at, c)) = chars.next() {
            let is_end = quote.map_or(c.is_whitespace(), |quote| c == quote);
            if is_end {
                end = at + c.len_utf8();
                is_ended = true;
                break;
            }
            let next = chars.peek().map(|(_, c)| *c);
            match (c, next, quote) {
                ('\\', Some(next), Some(quote)) if next == quote || next == '\\' => {
                    text.push(next);
                    chars.next();
                }
                _ => text.push(c),
            }
        }
        let place = lines.place(start + begin, start + end);
        if !is_ended {
            return Err(Refused::new(place, &text, "a quoted word has no end"));
        }
        if words.is_empty() {
            text.make_ascii_lowercase();
        }
        words.push(Word { text, place });
    }
    Ok(words)
}
