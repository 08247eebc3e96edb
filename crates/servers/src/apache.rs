//! Apache: <https://httpd.apache.org/docs/2.4/mod/mod_headers.html>, and
//! <https://httpd.apache.org/docs/2.4/sections.html> for the order in which sections are merged.

mod access;
mod answer;
mod file;
mod header;
mod lexer;
mod merge;
mod read;
mod rewrite;
mod traps;
mod words;

use crate::kind::ServerKind;
use crate::prediction::{Field, Prediction, Request, Unknown};
use crate::refusal::Refusal;
use crate::responder::Responder;
use crate::source::ConfigText;
use crate::trap::Trap;
use crate::tree::{Statement, every};

pub(crate) use read::Apache;

impl Responder for Apache {
    fn read(_kind: ServerKind, sources: &[ConfigText<'_>]) -> Result<Apache, Refusal> {
        Apache::of(sources)
    }

    fn answer(&self, request: &Request<'_>) -> Result<Prediction, Unknown> {
        answer::answer(self, request)
    }

    fn names_fields(&self) -> bool {
        self.bodies().flatten().any(Statement::names_field)
    }

    fn stated(&self) -> Vec<Field> {
        let headers = self.bodies().flat_map(|body| every(body, "header"));
        let parts = headers.map(|header| (header, header::parts(header)));
        let setting = parts.filter(|(_, parts)| parts.sets());
        setting
            .map(|(header, parts)| header.field(parts.name, parts.value))
            .collect()
    }

    fn traps(&self) -> Vec<Trap> {
        traps::of(self)
    }
}
