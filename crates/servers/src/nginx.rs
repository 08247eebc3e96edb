//! nginx: <https://nginx.org/en/docs/http/ngx_http_headers_module.html>, and the order in which it answers a request.

mod check;
mod known;
mod lexer;
mod locations;
mod read;
mod rewrites;
mod sent;
mod server;
mod traps;
mod values;
mod walk;
mod words;

use crate::kind::Kind;
use crate::predicted::{Field, Predicted, Request, Unknown};
use crate::server::Server;
use crate::source::Source;
use crate::trap::Trap;
use crate::tree::{Statement, every};
use crate::wrong::Wrong;

pub(crate) use read::Nginx;

impl Server for Nginx {
    fn read(_kind: Kind, sources: &[Source<'_>]) -> Result<Nginx, Wrong> {
        Nginx::of(sources)
    }

    fn answer(&self, request: &Request<'_>) -> Result<Predicted, Unknown> {
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
