//! The words, statements and blocks of nginx.

use crate::place::ConfigLines;
use crate::refusal::Refusal;
use crate::tree::{MOST_DEPTH, Statement, Word, quoted};

/// A piece of the text.
enum Token {
    Word(Word),
    End(usize),
    Open(usize),
    Close(usize),
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    lines: &'t ConfigLines,
}

/// The statements of a file.
pub(super) fn parse(text: &str, lines: &ConfigLines) -> Result<Vec<Statement>, Refusal> {
    Lexer { text, at: 0, lines }.block(0)
}

impl Lexer<'_> {
    /// Statements up to the end of the block, or of the file if there is none.
    fn block(&mut self, depth: usize) -> Result<Vec<Statement>, Refusal> {
        let mut statements = Vec::new();
        let mut words: Vec<Word> = Vec::new();
        loop {
            match self.next()? {
                None if depth > 0 => {
                    let why = "a block has no end; write `}`";
                    return Err(self.refused(self.text.len(), "}", why));
                }
                None if words.is_empty() => return Ok(statements),
                Some(Token::Close(_)) if depth > 0 && words.is_empty() => return Ok(statements),
                Some(Token::Close(at)) if words.is_empty() => {
                    return Err(self.refused(at, "}", "no block ends here"));
                }
                None | Some(Token::Close(_)) => return Err(unended(&words)),
                Some(Token::Word(word)) => words.push(word),
                Some(Token::End(at)) => statements.push(self.statement(&mut words, None, at)?),
                Some(Token::Open(at)) => {
                    if depth == MOST_DEPTH {
                        let why = format!("blocks are nested more than {MOST_DEPTH} deep");
                        return Err(self.refused(at, "{", why));
                    }
                    let name = words.first().map_or("", |word| &word.text);
                    let body = if name.ends_with("_by_lua_block") {
                        self.script()?
                    } else {
                        self.block(depth + 1)?
                    };
                    let end = self.at.saturating_sub(1);
                    statements.push(self.statement(&mut words, Some(body), end)?);
                }
            }
        }
    }

    fn statement(
        &self,
        words: &mut Vec<Word>,
        body: Option<Vec<Statement>>,
        end: usize,
    ) -> Result<Statement, Refusal> {
        let words = std::mem::take(words);
        let Some(first) = words.first() else {
            return Err(self.refused(end, ";", "there is no directive before it"));
        };
        let place = self.lines.place(first.place.start, end + 1);
        Ok(Statement { words, body, place })
    }

    fn refused(&self, at: usize, key: &str, why: impl Into<String>) -> Refusal {
        Refusal::new(self.lines.place(at, at), key, why)
    }

    fn next(&mut self) -> Result<Option<Token>, Refusal> {
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let Some(first) = rest.chars().next() else {
                return Ok(None);
            };
            let begin = self.at;
            match first {
                '#' => self.at += rest.find('\n').unwrap_or(rest.len()),
                c if c.is_whitespace() => self.at += c.len_utf8(),
                ';' | '{' | '}' => {
                    self.at += 1;
                    return Ok(Some(match first {
                        ';' => Token::End(begin),
                        '{' => Token::Open(begin),
                        _ => Token::Close(begin),
                    }));
                }
                '"' | '\'' => return self.quoted(first).map(|word| Some(Token::Word(word))),
                _ => return Ok(Some(Token::Word(self.bare()))),
            }
        }
    }

    /// A word in quotes.
    fn quoted(&mut self, quote: char) -> Result<Word, Refusal> {
        let begin = self.at;
        let rest = self.text.get(begin + 1..).unwrap_or_default();
        let (text, Some(end)) = quoted(rest, quote, unescaped) else {
            return Err(self.refused(begin, &quote.to_string(), "a quoted word has no end"));
        };
        self.at = begin + 1 + end;
        let place = self.lines.place(begin, self.at);
        Ok(Word { text, place })
    }

    /// A word without quotes, in which `${name}` opens no block.
    fn bare(&mut self) -> Word {
        let begin = self.at;
        let rest = self.text.get(begin..).unwrap_or_default();
        let mut text = String::new();
        let mut end = rest.len();
        let mut chars = rest.char_indices();
        let mut last = ' ';
        while let Some((at, c)) = chars.next() {
            if c == '\\' {
                let next = chars.next().map(|(_, c)| c);
                let meant = next.and_then(unescaped);
                if meant.is_none() {
                    text.push('\\');
                }
                text.extend(meant.or(next));
                last = ' ';
                continue;
            }
            let is_name = last == '$' && c == '{';
            if c.is_whitespace() || c == ';' || c == '{' && !is_name {
                end = at;
                break;
            }
            text.push(c);
            last = c;
        }
        self.at = begin + end;
        let place = self.lines.place(begin, self.at);
        Word { text, place }
    }

    /// Skips a script of Lua, whose braces are in pairs.
    fn script(&mut self) -> Result<Vec<Statement>, Refusal> {
        let begin = self.at;
        let mut open = 1_usize;
        let mut quote = None;
        let mut last = b' ';
        for (at, byte) in self.text.bytes().enumerate().skip(begin) {
            match byte {
                _ if quote.is_some() => {
                    quote = quote.filter(|quote| *quote != byte || last == b'\\');
                    last = byte;
                }
                b'"' | b'\'' => quote = Some(byte),
                b'{' => open += 1,
                b'}' => open -= 1,
                _ => {}
            }
            if open == 0 {
                self.at = at + 1;
                return Ok(Vec::new());
            }
        }
        Err(self.refused(begin, "}", "a script has no end; write `}`"))
    }
}

/// What a letter after a backslash is; one that is not here keeps the backslash.
fn unescaped(next: char) -> Option<char> {
    match next {
        '"' | '\'' | '\\' => Some(next),
        't' => Some('\t'),
        'r' => Some('\r'),
        'n' => Some('\n'),
        _ => None,
    }
}

fn unended(words: &[Word]) -> Refusal {
    let place = words.last().map(|word| word.place).unwrap_or_default();
    let name = words.first().map_or("", |word| &word.text);
    Refusal::new(place, name, "the directive has no end; write `;`")
}
