//! nginx: <https://nginx.org/en/docs/http/ngx_http_headers_module.html>, and the order in which it answers a request.

mod check;
mod fields;
mod lexer;
mod locations;
mod read;
mod rewrites;
mod server;
mod traps;
mod values;
mod walk;
mod words;

use crate::kind::ServerKind;
use crate::prediction::{Field, Prediction, Request, Unknown};
use crate::refusal::Refusal;
use crate::responder::Responder;
use crate::source::ConfigText;
use crate::trap::Trap;
use crate::tree::{Statement, every};

pub(crate) use read::Nginx;

impl Responder for Nginx {
    fn read(_kind: ServerKind, sources: &[ConfigText<'_>]) -> Result<Nginx, Refusal> {
        Nginx::of(sources)
    }

    fn answer(&self, request: &Request<'_>) -> Result<Prediction, Unknown> {
        walk::answer(self, request)
    }

    fn names_fields(&self) -> bool {
        self.http.iter().any(Statement::names_field)
    }

    fn stated(&self) -> Vec<Field> {
        let headers = every(&self.http, "add_header").into_iter();
        headers
            .map(|header| header.field(header.word(1), header.word(2)))
            .collect()
    }

    fn traps(&self) -> Vec<Trap> {
        traps::of(&self.http)
    }
}
