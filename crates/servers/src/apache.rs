//! Apache: <https://httpd.apache.org/docs/2.4/mod/mod_headers.html>, and
//! <https://httpd.apache.org/docs/2.4/sections.html> for the order in which sections are merged.

mod answer;
mod flags;
mod header;
mod known;
mod lexer;
mod merge;
mod read;
mod rewrite;
mod stated;
mod traps;

pub(crate) use read::Apache;
