//! A configuration of nginx as it is kept.

use super::words::is_stock;
use super::{check, lexer};
use crate::include::{given, with_included};
use crate::pattern::Patterns;
use crate::refusal::Refusal;
use crate::source::ConfigText;
use crate::tree::{Statement, Word, named, parsed};

/// A configuration of nginx.
#[derive(Debug)]
pub(crate) struct Nginx {
    /// The statements of `http`, and of the servers in it.
    pub(super) http: Vec<Statement>,
    pub(super) patterns: Patterns,
}

impl Nginx {
    pub(super) fn of(sources: &[ConfigText<'_>]) -> Result<Nginx, Refusal> {
        let parsed = parsed(sources, lexer::parse)?;
        let inner = |statement: &Statement| {
            let file = Some(statement.word(1)).filter(|_| statement.name() == "include")?;
            given(sources, &parsed, file).or_else(|| is_stock(file).then(Vec::new))
        };
        let main = parsed.first().cloned().unwrap_or_default();
        let http = http_of(with_included("include", &inner, main)?);
        let mut patterns = Patterns::default();
        check::block(&http, "http", &mut patterns)?;
        Ok(Nginx { http, patterns })
    }
}

/// The block `http`. Parts of configurations have none: a file of servers, or of statements of one server.
fn http_of(main: Vec<Statement>) -> Vec<Statement> {
    if named(&main, "http").next().is_some() {
        let https = named(&main, "http");
        return https.flat_map(Statement::body).cloned().collect();
    }
    if named(&main, "server").next().is_some() {
        return main;
    }
    let Some(place) = main.first().map(|statement| statement.place) else {
        return Vec::new();
    };
    let text = "server".to_owned();
    vec![Statement {
        words: vec![Word { text, place }],
        body: Some(main),
        place,
    }]
}
