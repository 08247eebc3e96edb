//! What every page-level source yields.

use crate::directive::{Directive, Value};
use crate::provenance::Provenance;
use crate::token::Scope;

/// What a source says: a directive of the table with its value, or a name outside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A known directive.
    Directive(Directive, Value),
    /// A name outside the table: kept, never binding.
    Extension {
        /// The name in lower case.
        name: Box<str>,
        /// The value as it was written, without surrounding white space; `None` where there is none.
        value: Option<Box<str>>,
    },
}

/// One statement: whom it addresses, what it says, and the bytes that say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    scope: Scope,
    statement: Statement,
    provenance: Provenance,
}

impl Signal {
    /// A statement that was read from `provenance`.
    pub fn new(scope: Scope, statement: Statement, provenance: Provenance) -> Signal {
        Signal {
            scope,
            statement,
            provenance,
        }
    }

    /// Whom it addresses.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// What it says.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// The directive and its value, for a known directive.
    pub fn directive(&self) -> Option<(Directive, Value)> {
        match self.statement {
            Statement::Directive(directive, value) => Some((directive, value)),
            Statement::Extension { .. } => None,
        }
    }

    /// The bytes that say so.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}
