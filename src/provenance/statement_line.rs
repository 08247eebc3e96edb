//! A statement in one line: `x-robots-tag line 1, bytes 12-19: «noindex» to examplebot`.
//!
//! Signals of pages and rules of robots.txt share it, so that a list of reasons is uniform over all sources.

use std::fmt;

use super::{Provenance, Shown};

/// Where a statement is, its bytes, and the clients that it addresses.
pub(crate) struct StatementLine<'a, T> {
    pub(crate) at: &'a Provenance,
    /// The clients, `*` for every client.
    pub(crate) to: T,
}

impl<T: fmt::Display> fmt::Display for StatementLine<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StatementLine { at, to } = self;
        let to = to.to_string();
        let to = if to == "*" { "every client" } else { &to };
        write!(f, "{at}: «{}» to {to}", Shown(at.text()))
    }
}
