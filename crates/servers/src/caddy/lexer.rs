//! The lines and blocks of a Caddyfile.

use crate::place::Lines;
use crate::tree::{MOST_DEPTH, Statement, Word};
use crate::wrong::Refused;

/// The statements of a file. One without a name has an empty word: the block of global options.
pub(super) fn parse(text: &str, source: usize) -> Result<Vec<Statement>, Refused> {
    let lines = Lines::new(source, text);
    let mut open: Vec<(Option<Statement>, Vec<Statement>)> = vec![(None, Vec::new())];
    for mut words in by_line(text, &lines)? {
        let Some(first) = words.first().cloned() else {
            continue;
        };
        let place = first.place;
        if first.text == "}" && words.len() == 1 {
            match open.pop() {
                Some((Some(mut statement), body)) => {
                    statement.body = Some(body);
                    statement.place.end = place.end;
                    push(&mut open, statement);
                }
                _ => return Err(Refused::new(place, "}", "no block ends here")),
            }
            continue;
        }
        let opens = words
            .last()
            .is_some_and(|word| word.text == "{" && word.place.end == word.place.start + 1);
        if opens {
            words.pop();
        }
        if words.is_empty() {
            words.push(Word {
                text: String::new(),
                place,
            });
        }
        let end = words.last().map_or(place.end, |word| word.place.end);
        let statement = Statement {
            words,
            body: None,
            place: lines.place(place.start, end),
        };
        if opens {
            if open.len() > MOST_DEPTH {
                return Err(Refused::new(
                    place,
                    "{",
                    format!("blocks are nested more than {MOST_DEPTH} deep"),
                ));
            }
            open.push((Some(statement), Vec::new()));
        } else {
            push(&mut open, statement);
        }
    }
    match open.pop() {
        Some((Some(statement), _)) => Err(Refused::new(
            statement.place,
            statement.name(),
            "its block has no end; write `}`",
        )),
        Some((None, body)) => Ok(body),
        None => Ok(Vec::new()),
    }
}

fn push(open: &mut [(Option<Statement>, Vec<Statement>)], statement: Statement) {
    if let Some((_, body)) = open.last_mut() {
        body.push(statement);
    }
}

/// The words of each line.
fn by_line(text: &str, lines: &Lines) -> Result<Vec<Vec<Word>>, Refused> {
    let mut found = vec![Vec::new()];
    let mut chars = text.char_indices().peekable();
    while let Some((begin, first)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        match first {
            '\n' => found.push(Vec::new()),
            '\\' if next == Some('\n') => {
                chars.next();
            }
            c if c.is_whitespace() => {}
            '#' => {
                while chars.peek().is_some_and(|(_, c)| *c != '\n') {
                    chars.next();
                }
            }
            _ => {
                let word = word(text, begin, first, &mut chars, lines)?;
                if let Some(line) = found.last_mut() {
                    line.push(word);
                }
            }
        }
    }
    Ok(found)
}

type Chars<'t> = std::iter::Peekable<std::str::CharIndices<'t>>;

fn word(
    whole: &str,
    begin: usize,
    first: char,
    chars: &mut Chars<'_>,
    lines: &Lines,
) -> Result<Word, Refused> {
    let mut text = String::new();
    let quote = Some(first).filter(|c| matches!(c, '"' | '`'));
    if quote.is_none() {
        text.push(first);
    }
    let mut end = None;
    while let Some((at, c)) = chars.peek().copied() {
        match quote {
            None if c.is_whitespace() => {
                end = Some(at);
                break;
            }
            Some(quote) if c == quote => {
                chars.next();
                end = Some(at + 1);
                break;
            }
            _ => {}
        }
        chars.next();
        match (c, quote, chars.peek()) {
            ('\\', Some('"'), Some((_, '"'))) => {
                text.push('"');
                chars.next();
            }
            _ => text.push(c),
        }
    }
    if let Some(marker) = text.strip_prefix("<<").filter(|_| quote.is_none()) {
        let after = end.unwrap_or(whole.len());
        if let Some((text, end)) = heredoc(whole, marker, after) {
            while chars.next_if(|(at, _)| *at < end).is_some() {}
            let place = lines.place(begin, end);
            return Ok(Word { text, place });
        }
    }
    let place = lines.place(begin, end.unwrap_or(whole.len()));
    if end.is_none() && quote.is_some() {
        return Err(Refused::new(
            place,
            &first.to_string(),
            "a quoted word has no end",
        ));
    }
    Ok(Word { text, place })
}

/// The lines up to one that begins with a marker, without the blanks that are before it, and where they end. A version of Caddy that has
/// no such texts refuses them.
fn heredoc(whole: &str, marker: &str, after: usize) -> Option<(String, usize)> {
    let is_marker = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    if marker.is_empty() || !marker.chars().all(is_marker) {
        return None;
    }
    let body = whole.get(after..)?.strip_prefix('\n')?;
    let mut at = after + 1;
    let mut text: Vec<&str> = Vec::new();
    for line in body.split_inclusive('\n') {
        let own = line.trim_start_matches([' ', '\t']);
        let Some(rest) = own.strip_prefix(marker) else {
            at += line.len();
            text.push(line.trim_end_matches('\n'));
            continue;
        };
        let blanks = line.get(..line.len() - own.len())?;
        let without = |line: &&str| line.strip_prefix(blanks).unwrap_or(line).to_owned();
        let lines: Vec<String> = text.iter().map(without).collect();
        return Some((lines.join("\n"), at + line.len() - rest.len()));
    }
    None
}
