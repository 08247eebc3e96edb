//! `import`: snippets and files, with their arguments.

use crate::source::{Source, included};
use crate::tree::{Statement, Word};
use crate::wrong::Refused;

/// The most statements after all imports.
const MOST_STATEMENTS: usize = 200_000;

pub(super) struct Expander<'s> {
    pub(super) sources: &'s [Source<'s>],
    pub(super) parsed: &'s [Vec<Statement>],
    /// Snippets by their names without brackets.
    pub(super) snippets: Vec<(String, Vec<Statement>)>,
    pub(super) budget: usize,
}

impl Expander<'_> {
    pub(super) fn new<'s>(sources: &'s [Source<'s>], parsed: &'s [Vec<Statement>]) -> Expander<'s> {
        let snippet = |statement: &Statement| {
            let name = statement.name().strip_prefix('(')?.strip_suffix(')')?;
            Some((name.to_owned(), statement.body.clone()?))
        };
        Expander {
            sources,
            parsed,
            snippets: parsed.iter().flatten().filter_map(snippet).collect(),
            budget: MOST_STATEMENTS,
        }
    }

    /// The statements with those that they import; an import of what was not given stays.
    pub(super) fn expand(
        &mut self,
        body: Vec<Statement>,
        depth: usize,
    ) -> Result<Vec<Statement>, Refused> {
        let mut found = Vec::with_capacity(body.len());
        for mut statement in body {
            self.budget = self.budget.checked_sub(1).ok_or_else(|| {
                Refused::new(
                    statement.place,
                    "import",
                    "the files import each other too often",
                )
            })?;
            if let Some(body) = statement.body.take() {
                statement.body = Some(self.expand(body, depth)?);
            }
            if statement.name() != "import" {
                found.push(statement);
                continue;
            }
            if depth == 10 {
                return Err(Refused::new(
                    statement.place,
                    "import",
                    "the files import each other in a circle",
                ));
            }
            let name = statement.word(1);
            let snippet = self
                .snippets
                .iter()
                .find(|(own, _)| own == name)
                .map(|(_, body)| body.clone());
            let inner = snippet.or_else(|| {
                let files = included(self.sources, name);
                let parsed = files.iter().filter_map(|file| self.parsed.get(*file));
                (!files.is_empty()).then(|| parsed.flatten().cloned().collect())
            });
            let Some(inner) = inner else {
                found.push(statement);
                continue;
            };
            let arguments: Vec<String> = statement.arguments().skip(1).map(str::to_owned).collect();
            let filled = inner
                .into_iter()
                .map(|statement| filled(statement, &arguments));
            let filled = filled.collect();
            found.extend(self.expand(filled, depth + 1)?);
        }
        Ok(found)
    }
}

/// A statement with the arguments of its import.
fn filled(mut statement: Statement, arguments: &[String]) -> Statement {
    for Word { text, .. } in &mut statement.words {
        if !text.contains("{args") {
            continue;
        }
        for (number, argument) in arguments.iter().enumerate().take(20) {
            *text = text.replace(&format!("{{args.{number}}}"), argument);
            *text = text.replace(&format!("{{args[{number}]}}"), argument);
        }
    }
    let body = statement.body.take();
    statement.body = body.map(|body| {
        body.into_iter()
            .map(|inner| filled(inner, arguments))
            .collect()
    });
    statement
}
