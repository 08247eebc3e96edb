//! nginx: <https://nginx.org/en/docs/http/ngx_http_headers_module.html>, and the order in which it answers a request.

mod check;
mod lexer;
mod locations;
mod read;
mod rewrites;
mod server;
mod known;
mod sent;
mod traps;
mod values;
mod walk;

pub(crate) use read::Nginx;
