//! Caddy: <https://caddyserver.com/docs/caddyfile/directives/header>, and
//! <https://caddyserver.com/docs/caddyfile/directives#sorting-algorithm> for the order of directives.

mod answer;
mod apply;
mod file;
mod header;
mod lexer;
mod matcher;
mod order;
mod read;
mod site;
mod token;
mod traps;
mod walk;

use crate::kind::ServerKind;
use crate::prediction::{Field, Prediction, Request, Unknown};
use crate::refusal::Refusal;
use crate::responder::Responder;
use crate::source::ConfigText;
use crate::trap::Trap;
use crate::tree::{Statement, every};

pub(crate) use read::Caddy;

impl Responder for Caddy {
    fn read(_kind: ServerKind, sources: &[ConfigText<'_>]) -> Result<Caddy, Refusal> {
        Caddy::of(sources)
    }

    fn answer(&self, request: &Request<'_>) -> Result<Prediction, Unknown> {
        answer::answer(self, request)
    }

    fn names_fields(&self) -> bool {
        self.sites.iter().any(Statement::names_field)
    }

    fn stated(&self) -> Vec<Field> {
        let headers = self
            .sites
            .iter()
            .flat_map(|site| every(site.body(), "header"));
        let operations = headers.flat_map(|header| header::operations(header).0);
        let setting = operations.filter(|own| own.kind.sets());
        setting
            .map(|own| own.at.field(own.name, own.value))
            .collect()
    }

    fn traps(&self) -> Vec<Trap> {
        traps::of(self)
    }
}
