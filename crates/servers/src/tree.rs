//! Words, statements and blocks, which three servers have in common, and their tables of directives.

use crate::names::names_one;
use crate::place::{ConfigLines, ConfigPlace};
use crate::prediction::{Field, Unknown, Why};
use crate::refusal::Refusal;
use crate::source::ConfigText;

/// The most blocks within blocks.
pub(crate) const MOST_DEPTH: usize = 50;

/// A word of a statement.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) place: ConfigPlace,
}

/// A statement, with its block where it has one.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// The name in lower case, then the rest as it is written. There is one at least.
    pub(crate) words: Vec<Word>,
    pub(crate) body: Option<Vec<Statement>>,
    pub(crate) place: ConfigPlace,
}

impl Statement {
    pub(crate) fn name(&self) -> &str {
        self.word(0)
    }

    /// The word of this number, and nothing after the last.
    pub(crate) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &word.text)
    }

    /// Whether a word is `off`, in letters of any case.
    pub(crate) fn is_off(&self, at: usize) -> bool {
        self.word(at).eq_ignore_ascii_case("off")
    }

    /// The last word.
    pub(crate) fn last(&self) -> &str {
        self.word(self.words.len().saturating_sub(1))
    }

    /// All words.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> + Clone {
        self.words.iter().map(|word| &*word.text)
    }

    /// The place of its words, without its block.
    pub(crate) fn head(&self) -> ConfigPlace {
        let end = self
            .words
            .last()
            .map_or(self.place.end, |last| last.place.end);
        ConfigPlace { end, ..self.place }
    }

    /// The words after the name.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &str> + Clone {
        self.texts().skip(1)
    }

    pub(crate) fn body(&self) -> &[Statement] {
        self.body.as_deref().unwrap_or_default()
    }

    /// Whether the statement, or one in its block, fulfils a condition.
    pub(crate) fn any(&self, condition: &dyn Fn(&Statement) -> bool) -> bool {
        condition(self) || self.body().iter().any(|inner| inner.any(condition))
    }

    /// Whether a word of it or of its block names a field about robots.
    pub(crate) fn names_field(&self) -> bool {
        self.any(&|inner| inner.texts().any(names_one))
    }

    /// The field that it sets.
    pub(crate) fn field(&self, name: &str, value: impl Into<String>) -> Field {
        Field {
            name: name.to_owned(),
            value: value.into(),
            place: self.place,
        }
    }

    pub(crate) fn unknown(&self, why: Why, reason: impl Into<String>) -> Unknown {
        self.place.unknown(why, reason)
    }

    /// A file that it includes was not given.
    pub(crate) fn not_given(&self, may: &str) -> Unknown {
        let reason = format!("`{}` was not given, and may {may}", self.word(1));
        self.unknown(Why::Include, reason)
    }

    /// Another server or a program answers.
    pub(crate) fn foreign(&self) -> Unknown {
        let reason = format!("`{}` answers, and may set fields of its own", self.name());
        self.unknown(Why::Upstream, reason)
    }

    pub(crate) fn refused(&self, why: impl Into<String>) -> Refusal {
        Refusal::new(self.place, self.name(), why)
    }
}

/// The statements of one name in a block.
pub(crate) fn named<'s>(body: &'s [Statement], name: &str) -> impl Iterator<Item = &'s Statement> {
    body.iter()
        .filter(move |statement| statement.name() == name)
}

/// The statements of a block and of those in it, each before its own.
pub(crate) fn all(block: &[Statement]) -> Vec<&Statement> {
    let mut found = Vec::new();
    for statement in block {
        found.push(statement);
        found.extend(all(statement.body()));
    }
    found
}

/// The statements of a name, in a block and in the blocks of others.
pub(crate) fn every<'s>(block: &'s [Statement], name: &str) -> Vec<&'s Statement> {
    let mut found = Vec::new();
    for statement in block {
        if statement.name() == name {
            found.push(statement);
        } else {
            found.extend(every(statement.body(), name));
        }
    }
    found
}

/// The statements of each file.
pub(crate) fn parsed(
    sources: &[ConfigText<'_>],
    parse: impl Fn(&str, &ConfigLines) -> Result<Vec<Statement>, Refusal>,
) -> Result<Vec<Vec<Statement>>, Refusal> {
    let files = sources.iter().enumerate();
    files
        .map(|(at, source)| parse(source.text, &ConfigLines::new(at, source.text)))
        .collect()
}

/// Blocks while their file is read: the statement of each that is open, and the statements in it.
pub(crate) struct Nest(Vec<(Option<Statement>, Vec<Statement>)>);

impl Nest {
    pub(crate) fn new() -> Nest {
        Nest(vec![(None, Vec::new())])
    }

    pub(crate) fn add(&mut self, statement: Statement) {
        if let Some((_, body)) = self.0.last_mut() {
            body.push(statement);
        }
    }

    /// Whether one more block would be too deep.
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() > MOST_DEPTH
    }

    pub(crate) fn open(&mut self, statement: Statement) {
        self.0.push((Some(statement), Vec::new()));
    }

    /// The statement whose block is open.
    pub(crate) fn opened(&self) -> Option<&Statement> {
        self.0.last().and_then(|(opened, _)| opened.as_ref())
    }

    /// Ends the block that is open.
    pub(crate) fn close(&mut self, end: usize) {
        if let Some((Some(mut statement), body)) = self.0.pop() {
            statement.body = Some(body);
            statement.place.end = end;
            self.add(statement);
        }
    }

    /// The statements of the file, or the one whose block has no end.
    pub(crate) fn end(mut self) -> Result<Vec<Statement>, Statement> {
        match self.0.pop() {
            Some((Some(statement), _)) => Err(statement),
            Some((None, body)) => Ok(body),
            None => Ok(Vec::new()),
        }
    }
}

/// A word in quotes, from the letter after the first of them: its text, and the byte after its end if it has one. The function
/// gives what a backslash and the letter after it stand for, if not for themselves.
pub(crate) fn quoted(
    rest: &str,
    quote: char,
    unescaped: impl Fn(char) -> Option<char>,
) -> (String, Option<usize>) {
    let mut text = String::new();
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c == quote {
            return (text, Some(at + c.len_utf8()));
        }
        let next = chars.peek().filter(|_| c == '\\');
        let meant = next.and_then(|(_, next)| unescaped(*next));
        if meant.is_some() {
            chars.next();
        }
        text.push(meant.unwrap_or(c));
    }
    (text, None)
}

/// The rows of a role in a table of the directives of a server, in its order: a line has a role, a colon and a row.
pub(crate) fn rows(table: &'static str, role: &str) -> impl Iterator<Item = &'static str> {
    let of_role = move |line: &'static str| line.strip_prefix(role)?.strip_prefix(": ");
    table.lines().filter_map(of_role)
}

/// The names of a role in a table.
pub(crate) fn names(table: &'static str, role: &str) -> Vec<&'static str> {
    rows(table, role).flat_map(str::split_whitespace).collect()
}
