//! nginx: <https://nginx.org/en/docs/http/ngx_http_headers_module.html>, and the order in which it answers a request.

mod check;
mod known;
mod lexer;
mod locations;
mod read;
mod rewrites;
mod sent;
mod server;
mod stated;
mod traps;
mod values;
mod walk;
mod words;

pub(crate) use read::Nginx;
