//! A configuration of nginx as it is kept.

use super::check;
use super::known::is_stock;
use super::lexer;
use crate::pattern::Patterns;
use crate::source::{Source, included};
use crate::tree::{Statement, named};
use crate::wrong::Refused;

/// The most statements after all files are included.
const MOST_STATEMENTS: usize = 200_000;

/// A configuration of nginx.
#[derive(Debug)]
pub(crate) struct Nginx {
    /// The statements of `http`, and of the servers in it.
    pub(super) http: Vec<Statement>,
    pub(super) patterns: Patterns,
    /// Whether there is a field about robots, or one that may be.
    pub(super) names_fields: bool,
}

impl Nginx {
    pub(crate) fn read(sources: &[Source<'_>]) -> Result<Nginx, Refused> {
        let mut parsed = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            parsed.push(lexer::parse(source.text, at)?);
        }
        let mut budget = MOST_STATEMENTS;
        let main = parsed.first().cloned().unwrap_or_default();
        let main = with_includes(main, sources, &parsed, &mut budget, 0)?;
        let http = http_of(main);
        let mut patterns = Patterns::default();
        check::block(&http, "http", &mut patterns)?;
        let names_fields = http.iter().any(|statement| {
            statement.any(&|inner| {
                inner
                    .words
                    .iter()
                    .any(|word| crate::names::names_one(&word.text))
            })
        });
        Ok(Nginx {
            http,
            patterns,
            names_fields,
        })
    }

    pub(super) fn servers(&self) -> impl Iterator<Item = &Statement> {
        named(&self.http, "server")
    }
}

/// The statements with those of the files that they include; the include of a file that was not given stays.
fn with_includes(
    block: Vec<Statement>,
    sources: &[Source<'_>],
    parsed: &[Vec<Statement>],
    budget: &mut usize,
    depth: usize,
) -> Result<Vec<Statement>, Refused> {
    let mut found = Vec::with_capacity(block.len());
    for mut statement in block {
        *budget = budget.checked_sub(1).ok_or_else(|| {
            Refused::new(
                statement.place,
                "include",
                "the files include each other too often",
            )
        })?;
        if let Some(body) = statement.body.take() {
            statement.body = Some(with_includes(body, sources, parsed, budget, depth)?);
        }
        let files = match statement.name() {
            "include" => included(sources, statement.word(1)),
            _ => Vec::new(),
        };
        if files.is_empty() {
            if statement.name() != "include" || !is_stock(statement.word(1)) {
                found.push(statement);
            }
            continue;
        }
        if depth == 10 {
            return Err(Refused::new(
                statement.place,
                "include",
                "the files include each other in a circle",
            ));
        }
        for file in files {
            let inner = parsed.get(file).cloned().unwrap_or_default();
            found.extend(with_includes(inner, sources, parsed, budget, depth + 1)?);
        }
    }
    Ok(found)
}

/// The block `http`. Parts of configurations have none: a file of servers, or of statements of one server.
fn http_of(main: Vec<Statement>) -> Vec<Statement> {
    let mut http = Vec::new();
    let mut has_http = false;
    for statement in &main {
        if statement.name() == "http" {
            has_http = true;
            http.extend(statement.body().iter().cloned());
        }
    }
    if has_http || main.iter().any(|statement| statement.name() == "server") {
        return if has_http { http } else { main };
    }
    let Some(place) = main.first().map(|statement| statement.place) else {
        return Vec::new();
    };
    let words = vec![crate::tree::Word {
        text: "server".to_owned(),
        place,
    }];
    let body = Some(main);
    vec![Statement { words, body, place }]
}
