//! A configuration of nginx as it is kept.

use super::check;
use super::known::is_stock;
use super::lexer;
use crate::include::Includes;
use crate::pattern::Patterns;
use crate::source::Source;
use crate::tree::{Statement, named};
use crate::wrong::Refused;

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
        let includes = Includes {
            sources,
            parsed: &parsed,
            name: "include",
            is_include: |name| name == "include",
            is_stock,
        };
        let main = includes.of(parsed.first().cloned().unwrap_or_default())?;
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
