//! A configuration of Caddy as it is kept.

use std::collections::BTreeSet;

use super::header::{self, ANY};
use super::lexer;
use crate::include::{given, with_included};
use crate::pattern::Patterns;
use crate::refusal::Refusal;
use crate::source::ConfigText;
use crate::tree::{Statement, all, parsed};

/// A configuration of Caddy.
#[derive(Debug)]
pub(crate) struct Caddy {
    pub(super) options: Vec<Statement>,
    /// Sites: their addresses are the words of the statement.
    pub(super) sites: Vec<Statement>,
    names_set: BTreeSet<String>,
    pub(super) patterns: Patterns,
}

impl Caddy {
    pub(super) fn of(sources: &[ConfigText<'_>]) -> Result<Caddy, Refusal> {
        let parsed = parsed(sources, lexer::parse)?;
        let name_of = |own: &Statement| {
            let name = own.name().strip_prefix('(')?.strip_suffix(')')?;
            Some((name.to_owned(), own.body.clone()?))
        };
        let snippets: Vec<(String, Vec<Statement>)> =
            parsed.iter().flatten().filter_map(name_of).collect();
        let inner = |statement: &Statement| {
            let name = Some(statement.word(1)).filter(|_| statement.name() == "import")?;
            let snippet = snippets.iter().find(|(own, _)| own == name);
            let snippet = snippet.map(|(_, body)| body.clone());
            let inner = snippet.or_else(|| given(sources, &parsed, name))?;
            let arguments: Vec<&str> = statement.arguments().skip(1).collect();
            Some(filled(inner, &arguments))
        };
        let main = parsed.first().cloned().unwrap_or_default();
        let main = with_included("import", &inner, main)?;
        let (options, sites) = sites(main)?;
        let mut patterns = Patterns::default();
        for site in &sites {
            check(site.body(), &mut patterns)?;
        }
        Ok(Caddy {
            options,
            names_set: header::names_set(&sites),
            sites,
            patterns,
        })
    }

    /// Whether anything may set a field that a statement changes.
    pub(super) fn sets(&self, name: &str) -> bool {
        [name, ANY]
            .iter()
            .any(|name| self.names_set.contains(&name.to_ascii_lowercase()))
    }
}

/// Statements with the arguments of their import.
fn filled(mut body: Vec<Statement>, arguments: &[&str]) -> Vec<Statement> {
    for statement in &mut body {
        let words = statement.words.iter_mut().map(|word| &mut word.text);
        for text in words.filter(|text| text.contains("{args")) {
            for (number, argument) in arguments.iter().enumerate().take(20) {
                *text = text.replace(&format!("{{args.{number}}}"), argument);
                *text = text.replace(&format!("{{args[{number}]}}"), argument);
            }
        }
        let inner = statement.body.take();
        statement.body = inner.map(|inner| filled(inner, arguments));
    }
    body
}

/// The global options and the sites of a file.
fn sites(main: Vec<Statement>) -> Result<(Vec<Statement>, Vec<Statement>), Refusal> {
    let mut options = Vec::new();
    let mut sites = Vec::new();
    let mut keys = Vec::new();
    let mut rest = main.into_iter();
    let mut is_first = true;
    while let Some(mut statement) = rest.next() {
        let has_body = statement.body.is_some();
        if statement.name().is_empty() && is_first {
            options = statement.body.unwrap_or_default();
        } else if statement.name().starts_with('(') && has_body {
            // A snippet, which imports have copied.
        } else if has_body || statement.name() == "import" {
            keys.append(&mut statement.words);
            statement.words = std::mem::take(&mut keys);
            sites.push(statement);
        } else if statement.last().ends_with(',') {
            keys.append(&mut statement.words);
        } else if sites.is_empty() {
            // A file without braces is one site.
            keys.append(&mut statement.words);
            statement.words = std::mem::take(&mut keys);
            statement.body = Some(rest.by_ref().collect());
            sites.push(statement);
        } else {
            let why = "after a site in braces, each site needs its own: write `ADDRESS {`";
            return Err(statement.refused(why));
        }
        is_first = false;
    }
    Ok((options, sites))
}

/// Refuses directives that Caddy itself would refuse, and notes their patterns.
fn check(body: &[Statement], patterns: &mut Patterns) -> Result<(), Refusal> {
    for statement in all(body) {
        match statement.name() {
            "header" => header::check(statement)?,
            "respond" | "redir" | "file_server" if statement.words.len() > 5 => {
                return Err(
                    statement.refused("there are too many words; write quotes around a text")
                );
            }
            "handle" | "route" | "handle_path" if statement.body.is_none() => {
                return Err(statement.refused("it needs a block in `{` and `}`"));
            }
            "handle_path" if !statement.word(1).starts_with('/') => {
                return Err(statement.refused("its path begins with `/`"));
            }
            _ => {}
        }
        let mut words = statement.texts().skip_while(|word| *word != "path_regexp");
        if words.nth(1).is_some() {
            patterns.add(statement.last(), false);
        }
    }
    Ok(())
}
