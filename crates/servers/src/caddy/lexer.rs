//! The lines and blocks of a Caddyfile.

use std::iter::Peekable;
use std::str::CharIndices;

use crate::place::ConfigLines;
use crate::refusal::Refusal;
use crate::tree::{MOST_DEPTH, Nest, Statement, Word, quoted};

/// The statements of a file. One without a name has an empty word: the block of global options.
pub(super) fn parse(text: &str, lines: &ConfigLines) -> Result<Vec<Statement>, Refusal> {
    let mut nest = Nest::new();
    for mut words in by_line(text, lines)? {
        let Some(first) = words.first().cloned() else {
            continue;
        };
        let place = first.place;
        if first.text == "}" && words.len() == 1 {
            if nest.opened().is_none() {
                return Err(Refusal::new(place, "}", "no block ends here"));
            }
            nest.close(place.end);
            continue;
        }
        let is_brace = |word: &Word| word.text == "{" && word.place.end == word.place.start + 1;
        let opens = words.pop_if(|word| is_brace(word)).is_some();
        if words.is_empty() {
            let text = String::new();
            words.push(Word { text, place });
        }
        let end = words.last().map_or(place.end, |word| word.place.end);
        let statement = Statement {
            words,
            body: None,
            place: lines.place(place.start, end),
        };
        if !opens {
            nest.add(statement);
        } else if nest.is_full() {
            let why = format!("blocks are nested more than {MOST_DEPTH} deep");
            return Err(Refusal::new(place, "{", why));
        } else {
            nest.open(statement);
        }
    }
    let open = |statement: Statement| statement.refused("its block has no end; write `}`");
    nest.end().map_err(open)
}

/// The words of each line.
fn by_line(text: &str, lines: &ConfigLines) -> Result<Vec<Vec<Word>>, Refusal> {
    let mut found = vec![Vec::new()];
    let mut chars = text.char_indices().peekable();
    while let Some((begin, first)) = chars.next() {
        match first {
            '\n' => found.push(Vec::new()),
            '\\' if chars.next_if(|(_, c)| *c == '\n').is_some() => {}
            c if c.is_whitespace() => {}
            '#' => while chars.next_if(|(_, c)| *c != '\n').is_some() {},
            _ => {
                let word = word(text, begin, first, lines)?;
                skip(&mut chars, word.place.end);
                if let Some(line) = found.last_mut() {
                    line.push(word);
                }
            }
        }
    }
    Ok(found)
}

fn skip(chars: &mut Peekable<CharIndices<'_>>, end: usize) {
    while chars.next_if(|(at, _)| *at < end).is_some() {}
}

fn word(whole: &str, begin: usize, first: char, lines: &ConfigLines) -> Result<Word, Refusal> {
    let rest = whole.get(begin..).unwrap_or_default();
    if matches!(first, '"' | '`') {
        let unescaped = |next| Some(next).filter(|next| first == '"' && *next == '"');
        let (text, end) = quoted(rest.get(1..).unwrap_or_default(), first, unescaped);
        let place = lines.place(begin, end.map_or(whole.len(), |end| begin + 1 + end));
        if end.is_none() {
            let why = "a quoted word has no end";
            return Err(Refusal::new(place, &first.to_string(), why));
        }
        return Ok(Word { text, place });
    }
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let text = rest.get(..length).unwrap_or_default();
    let mut word = (text.to_owned(), begin + length);
    if let Some(marker) = text.strip_prefix("<<") {
        word = heredoc(whole, marker, word.1).unwrap_or(word);
    }
    let (text, end) = word;
    let place = lines.place(begin, end);
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
