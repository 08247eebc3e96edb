//! Caddy: <https://caddyserver.com/docs/caddyfile/directives/header>, and
//! <https://caddyserver.com/docs/caddyfile/directives#sorting-algorithm> for the order of directives.

mod answer;
mod apply;
mod expand;
mod header;
mod lexer;
mod matcher;
mod order;
mod read;
mod stated;
mod token;
mod traps;
mod walk;

pub(crate) use read::Caddy;
