//! What every page-level source yields.

use std::fmt;

use crate::directive::{Directive, DirectiveKind, DirectiveValue};
use crate::provenance::{Provenance, Shown, SmallStr, StatementLine};
use crate::token::Scope;

/// What a source says: a directive of the table with its value, or a name outside it.
///
/// Its text form is the name, and after a colon the value: `noindex`, `max-snippet: 20`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Statement {
    /// A known directive.
    Directive(Directive, DirectiveValue),
    /// A name outside the table: kept, never binding.
    Extension(Extension),
}

/// A name that is not a directive, with its value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Extension {
    /// The name, and after it the value.
    text: SmallStr,
    name_len: usize,
    has_value: bool,
}

impl Extension {
    /// An extension of this name, which is kept in lower case, and with this value, as it was written.
    pub fn new(name: &str, value: Option<&str>) -> Extension {
        Extension {
            text: SmallStr::from_name(name, value.unwrap_or_default()),
            name_len: name.len(),
            has_value: value.is_some(),
        }
    }

    /// The name in lower case.
    pub fn name(&self) -> &str {
        self.text.as_str().get(..self.name_len).unwrap_or_default()
    }

    /// The value as it was written, without surrounding white space; `None` where there is none.
    pub fn value(&self) -> Option<&str> {
        let value = self.text.as_str().get(self.name_len..);
        value.filter(|_| self.has_value)
    }
}

impl fmt::Display for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown(self.name()).fmt(f)?;
        match self.value() {
            Some(value) => write!(f, ": {}", Shown(value)),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extension")
            .field("name", &self.name())
            .field("value", &self.value())
            .finish()
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Directive(directive, DirectiveValue::Flag) => directive.fmt(f),
            Statement::Directive(directive, value) => write!(f, "{directive}: {value}"),
            Statement::Extension(extension) => extension.fmt(f),
        }
    }
}

impl Statement {
    /// Whether it is a directive that restricts.
    pub(crate) fn restricts(&self) -> bool {
        match self {
            Statement::Directive(directive, _) => directive.kind() != DirectiveKind::Permissive,
            Statement::Extension(_) => false,
        }
    }
}

/// One statement: who it addresses, what it says, and the bytes that say so.
///
/// Its text form is one line, as [`report::Text`](crate::report::Text) has it after `because`:
///
/// ```
/// use robots_policy::HeaderReader;
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("x-robots-tag", "ExampleBot: noindex".parse().unwrap());
/// let signals = HeaderReader::new().read(&headers).value;
/// assert_eq!(signals[0].to_string(), "x-robots-tag line 1, bytes 12-19: «noindex» to examplebot");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// Who it addresses.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// What it says.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// The directive and its value, for a known directive.
    pub fn directive(&self) -> Option<(Directive, DirectiveValue)> {
        match self.statement {
            Statement::Directive(directive, value) => Some((directive, value)),
            Statement::Extension(_) => None,
        }
    }

    /// The bytes that say so.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = StatementLine {
            at: &self.provenance,
            to: &self.scope,
        };
        line.fmt(f)
    }
}
