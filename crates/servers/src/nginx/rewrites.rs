//! `return`, `rewrite`, `set`, `break` and `if`, in the order in which they are written.

use super::values::Values;
use super::words::condition_words;
use crate::prediction::{Unknown, Why};
use crate::tree::Statement;

/// The most statements that run for a request.
const MOST_STEPS: usize = 2_000;

/// How a list of them ended.
pub(super) enum Flow<'c> {
    /// To its end, with the block of the last `if` that was true.
    Continue(Option<&'c Statement>),
    /// By `break`, likewise.
    Break(Option<&'c Statement>),
    /// An answer, and whether the text is given, so that no error page follows.
    Answer(u16, bool, Option<&'c Statement>),
    /// The connection is closed.
    Closed,
}

/// Whether a block changes the answer.
fn matters(block: &[Statement]) -> bool {
    block.iter().any(|statement| match statement.name() {
        "set" => false,
        "return" | "rewrite" | "break" | "add_header" | "error_page" | "deny" | "allow"
        | "root" | "alias" | "index" | "include" | "auth_basic" => true,
        name => !super::words::is_known(name),
    })
}

impl<'c> Values<'c, '_> {
    /// Runs the statements of a block; the path may change, which the caller sees.
    pub(super) fn run(&mut self, block: &'c [Statement]) -> Result<Flow<'c>, Unknown> {
        let mut within = None;
        for statement in block {
            if matches!(statement.name(), "set" | "rewrite" | "if") {
                self.steps += 1;
            }
            if self.steps > MOST_STEPS {
                let reason = format!("more than {MOST_STEPS} statements run for one request");
                return Err(statement.unknown(Why::Limit, reason));
            }
            match statement.name() {
                "break" => return Ok(Flow::Break(within)),
                "set" => self.assign(statement),
                "return" => return Ok(self.returned(statement, within)),
                "rewrite" => {
                    if let Some(flow) = self.rewrite(statement, within)? {
                        return Ok(flow);
                    }
                }
                "if" => {
                    if !self.holds(statement)? {
                        continue;
                    }
                    within = Some(statement);
                    match self.run(statement.body())? {
                        Flow::Continue(inner) => within = inner.or(within),
                        Flow::Break(inner) => return Ok(Flow::Break(inner.or(within))),
                        Flow::Answer(code, text, inner) => {
                            return Ok(Flow::Answer(code, text, inner.or(within)));
                        }
                        Flow::Closed => return Ok(Flow::Closed),
                    }
                }
                _ => {}
            }
        }
        Ok(Flow::Continue(within))
    }

    fn assign(&mut self, statement: &Statement) {
        let name = statement.word(1).trim_start_matches('$').to_owned();
        // One that depends on more than the request is not known then.
        match self.text(statement.word(2), statement) {
            Ok(value) => self.set.insert(name, value),
            Err(_) => self.set.remove(&name),
        };
    }

    fn returned(&mut self, statement: &Statement, within: Option<&'c Statement>) -> Flow<'c> {
        let text = self.text(statement.word(2), statement).ok();
        self.returned = Some((statement.place, text));
        let Ok(code) = statement.word(1).parse::<u16>() else {
            // An address alone.
            return Flow::Answer(302, true, within);
        };
        if code == 444 {
            return Flow::Closed;
        }
        let is_text = code < 400 || statement.words.len() > 2;
        Flow::Answer(code, is_text, within)
    }

    fn rewrite(
        &mut self,
        statement: &'c Statement,
        within: Option<&'c Statement>,
    ) -> Result<Option<Flow<'c>>, Unknown> {
        let (pattern, replacement) = (statement.word(1), statement.word(2));
        let flag = statement.word(3);
        let found = statement.groups(&self.nginx.patterns, pattern, false, &self.path)?;
        let Some(groups) = found else {
            return Ok(None);
        };
        self.groups = groups;
        let is_address = ["http://", "https://", "$scheme"]
            .iter()
            .any(|stem| replacement.starts_with(stem));
        if is_address || matches!(flag, "permanent" | "redirect") {
            let status = if flag == "permanent" { 301 } else { 302 };
            return Ok(Some(Flow::Answer(status, true, within)));
        }
        let text = self.text(replacement, statement)?;
        let (path, query) = text.split_once('?').unwrap_or((&text, ""));
        if !path.starts_with('/') {
            return Err(statement.unknown(Why::Rewrite, "the new path does not begin with `/`"));
        }
        if !query.is_empty() && !self.query.is_empty() && !text.ends_with('?') {
            self.query = format!("{query}&{}", self.query);
        } else if !query.is_empty() || text.ends_with('?') {
            query.clone_into(&mut self.query);
        }
        path.clone_into(&mut self.path);
        Ok(match flag {
            "last" => Some(Flow::Continue(within)),
            "break" => Some(Flow::Break(within)),
            _ => None,
        })
    }

    /// Whether a condition holds; one that is not known is false where its block changes nothing.
    fn holds(&mut self, statement: &Statement) -> Result<bool, Unknown> {
        match self.condition(statement) {
            Err(_) if !matters(statement.body()) => Ok(false),
            answer => answer,
        }
    }

    fn condition(&mut self, statement: &Statement) -> Result<bool, Unknown> {
        let words = condition_words(statement);
        let reason = "the condition depends on more than the request";
        let unknown = || statement.unknown(Why::Condition, reason);
        match &*words {
            [variable] => {
                let value = self.text(variable, statement)?;
                Ok(!value.is_empty() && value != "0")
            }
            [variable, operator @ ("=" | "!="), wanted] => {
                let value = self.text(variable, statement)?;
                let wanted = self.text(wanted, statement)?;
                Ok((value == wanted) == (*operator == "="))
            }
            [variable, operator @ ("~" | "~*" | "!~" | "!~*"), pattern] => {
                let value = self.text(variable, statement)?;
                let folded = operator.ends_with('*');
                let found = statement.groups(&self.nginx.patterns, pattern, folded, &value)?;
                let fits = found.is_some();
                if let Some(groups) = found.filter(|_| pattern.contains('(')) {
                    self.groups = groups;
                }
                Ok(fits != operator.starts_with('!'))
            }
            [
                operator @ ("-f" | "!-f" | "-d" | "!-d" | "-e" | "!-e"),
                file,
            ] => {
                let rest = file.strip_prefix("$document_root").unwrap_or(file);
                let path = match rest {
                    "$request_filename" => self.path.clone(),
                    rest if rest.starts_with('$') || rest != *file => self.text(rest, statement)?,
                    _ => return Err(unknown()),
                };
                let entry = crate::files::entry(self.request.files, &path);
                let found = match operator.trim_start_matches('!') {
                    "-f" => entry == crate::files::Entry::File,
                    "-d" => entry == crate::files::Entry::Folder,
                    _ => entry != crate::files::Entry::Missing,
                };
                Ok(found != operator.starts_with('!'))
            }
            _ => Err(unknown()),
        }
    }
}
