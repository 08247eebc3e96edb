//! A configuration of Caddy as it is kept.

use super::expand::Expander;
use super::lexer;
use crate::pattern::Patterns;
use crate::source::Source;
use crate::tree::Statement;
use crate::wrong::Refused;

/// A configuration of Caddy.
#[derive(Debug)]
pub(crate) struct Caddy {
    pub(super) options: Vec<Statement>,
    /// Sites: their addresses are the words of the statement.
    pub(super) sites: Vec<Statement>,
    pub(super) patterns: Patterns,
    pub(super) names_fields: bool,
}

impl Caddy {
    pub(crate) fn read(sources: &[Source<'_>]) -> Result<Caddy, Refused> {
        let mut parsed = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            parsed.push(lexer::parse(source.text, at)?);
        }
        let main = parsed.first().cloned().unwrap_or_default();
        let main = Expander::new(sources, &parsed).expand(main, 0)?;
        let mut options = Vec::new();
        let mut sites = Vec::new();
        let mut keys = Vec::new();
        let mut rest = main.into_iter().peekable();
        let mut is_first = true;
        while let Some(mut statement) = rest.next() {
            if statement.name().is_empty() && is_first {
                options = statement.body.unwrap_or_default();
            } else if statement.name().starts_with('(') && statement.body.is_some() {
                // A snippet, which imports have copied.
            } else if statement.body.is_some() || statement.name() == "import" {
                keys.append(&mut statement.words);
                statement.words = std::mem::take(&mut keys);
                sites.push(statement);
            } else if statement
                .words
                .last()
                .is_some_and(|word| word.text.ends_with(','))
            {
                keys.append(&mut statement.words);
            } else if sites.is_empty() {
                // A file without braces is one site.
                keys.append(&mut statement.words);
                statement.words = std::mem::take(&mut keys);
                statement.body = Some(rest.by_ref().collect());
                sites.push(statement);
            } else {
                let why = "after a site in braces, each site needs its own: write `ADDRESS {`";
                return Err(Refused::new(statement.place, statement.name(), why));
            }
            is_first = false;
        }
        let mut patterns = Patterns::default();
        for site in &sites {
            check(site.body(), &mut patterns)?;
        }
        let names_fields = sites.iter().any(|statement| {
            statement.any(&|inner| {
                inner
                    .words
                    .iter()
                    .any(|word| crate::names::names_one(&word.text))
            })
        });
        Ok(Caddy {
            options,
            sites,
            patterns,
            names_fields,
        })
    }
}

/// Refuses directives that Caddy itself would refuse, and notes their patterns.
fn check(body: &[Statement], patterns: &mut Patterns) -> Result<(), Refused> {
    for statement in body {
        match statement.name() {
            "header" => super::header::check(statement)?,
            "respond" | "redir" | "file_server" if statement.words.len() > 5 => {
                return Err(Refused::new(
                    statement.place,
                    statement.name(),
                    "there are too many words; write quotes around a text",
                ));
            }
            "handle" | "route" | "handle_path" if statement.body.is_none() => {
                return Err(Refused::new(
                    statement.place,
                    statement.name(),
                    "it needs a block in `{` and `}`",
                ));
            }
            "handle_path" if !statement.word(1).starts_with('/') => {
                return Err(Refused::new(
                    statement.place,
                    "handle_path",
                    "its path begins with `/`",
                ));
            }
            _ => {}
        }
        if let Some(at) = statement
            .words
            .iter()
            .position(|word| word.text == "path_regexp")
        {
            let last = statement.words.len() - 1;
            if last > at {
                patterns.add(statement.word(last), false);
            }
        }
        check(statement.body(), patterns)?;
    }
    Ok(())
}
