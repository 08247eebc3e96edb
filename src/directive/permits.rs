//! Explicit permissions: `index`, `max-snippet: -1` and other statements that restrict nothing.
//!
//! They are kept apart from the directives in force because they lift nothing: an owner who writes `index` and
//! `noindex` has forbidden indexing. A report still shows them, so that a reader sees that a permission was stated and
//! not only that no restriction was found.

use super::{Directive, DirectiveValue};

/// The permissions that were stated: `index`, `follow`, `all`, `archive`, a limit of -1, the highest level of a
/// preview.
///
/// They lift no restriction: a [`DirectiveSet`] holds the directives in force and does not depend on them.
///
/// [`DirectiveSet`]: crate::DirectiveSet
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
// One bit a row of the table.
pub(crate) struct Permits(u32);

impl Permits {
    /// Adds a statement, if it permits.
    fn insert(&mut self, directive: Directive, value: DirectiveValue) {
        if directive.permissive_value() == Some(value) {
            self.0 |= bit(directive);
        }
    }

    /// The permissions, in the order of the table.
    pub(crate) fn into_iter(self) -> impl Iterator<Item = (Directive, DirectiveValue)> {
        let stated = Directive::ALL.iter();
        let stated = stated.filter(move |directive| self.0 & bit(**directive) != 0);
        stated.filter_map(|directive| Some((*directive, directive.permissive_value()?)))
    }
}

impl FromIterator<(Directive, DirectiveValue)> for Permits {
    fn from_iter<I: IntoIterator<Item = (Directive, DirectiveValue)>>(statements: I) -> Permits {
        let mut permits = Permits::default();
        for (directive, value) in statements {
            permits.insert(directive, value);
        }
        permits
    }
}

/// The bit of a directive.
const fn bit(directive: Directive) -> u32 {
    1 << directive as u32
}

const _: () = assert!(Directive::ALL.len() <= 32, "a row more than bits");
