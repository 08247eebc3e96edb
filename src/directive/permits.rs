//! Explicit permissions.

use super::{Directive, Value};

/// The permissions that were stated: `index`, `follow`, `all`, `archive`, a limit of -1, the highest level of a preview.
///
/// They lift no restriction: a [`DirectiveSet`] holds the directives in force, whatever is permitted beside them.
///
/// ```
/// use robots_policy::{Directive, Permits, Value};
///
/// let mut permits = Permits::default();
/// permits.insert(Directive::Index, Value::Flag);
/// permits.insert(Directive::MaxSnippet, Value::Ceiling(None));
/// permits.insert(Directive::NoFollow, Value::Flag);
/// assert!(permits.contains(Directive::Index));
/// assert!(permits.contains(Directive::MaxSnippet));
/// assert!(!permits.contains(Directive::NoFollow));
/// ```
///
/// [`DirectiveSet`]: crate::DirectiveSet
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permits(u32);

impl Permits {
    /// Adds a statement, if it permits.
    pub fn insert(&mut self, directive: Directive, value: Value) {
        if directive.permissive_value() == Some(value) {
            self.0 |= bit(directive);
        }
    }

    /// Whether the permission was stated: for `max-snippet`, whether a limit of -1 was.
    pub fn contains(&self, directive: Directive) -> bool {
        self.0 & bit(directive) != 0
    }

    /// The permissions, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (Directive, Value)> + '_ {
        let stated = Directive::ALL.iter().filter(|d| self.contains(**d));
        stated.filter_map(|d| Some((*d, d.permissive_value()?)))
    }

    /// Whether there is no permission.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

impl Extend<(Directive, Value)> for Permits {
    fn extend<I: IntoIterator<Item = (Directive, Value)>>(&mut self, statements: I) {
        for (directive, value) in statements {
            self.insert(directive, value);
        }
    }
}

impl FromIterator<(Directive, Value)> for Permits {
    fn from_iter<I: IntoIterator<Item = (Directive, Value)>>(statements: I) -> Permits {
        let mut permits = Permits::default();
        permits.extend(statements);
        permits
    }
}

const fn bit(directive: Directive) -> u32 {
    1 << directive as u32
}

const _: () = assert!(Directive::ALL.len() <= 32, "a row more than bits");
