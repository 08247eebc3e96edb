//! Sets of directives in force.

use std::fmt;
use std::iter::{FilterMap, Zip};
use std::slice::Iter;

use super::{Directive, DirectiveKind, DirectiveValue, ROWS, When};
use crate::date::Timestamp;

/// What is in force: at most one value a directive, restrictions only.
///
/// Permissive words and limits of -1 never enter, see [`Verdict::permits`](crate::Verdict::permits); a verdict reports an exception, as
/// `indexifembedded`, beside the `noindex` that it is an exception to. An implication enters with what implies it: `none` as `noindex` and
/// `nofollow`, `max-snippet` of 0 also as `nosnippet`. A deadline's noindex comes with the clock, see
/// [`DirectiveSet::resolved_at`].
///
/// [`DirectiveSet::union`] is commutative, associative, idempotent and monotone: adding a statement never loosens.
///
/// ```
/// use robots_policy::{Directive, DirectiveSet, DirectiveValue};
///
/// let mut set = DirectiveSet::default();
/// set.insert(Directive::MaxSnippet, DirectiveValue::Ceiling(Some(50)));
/// set.insert(Directive::MaxSnippet, DirectiveValue::Ceiling(Some(0)));
/// assert_eq!(set.get(Directive::MaxSnippet), Some(DirectiveValue::Ceiling(Some(0))));
/// assert!(set.contains(Directive::NoSnippet));
/// assert_eq!((set.len(), set.to_string().as_str()), (2, "nosnippet, max-snippet: 0"));
/// for (directive, value) in &set {
///     assert_eq!(set.get(directive), Some(value));
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DirectiveSet {
    values: [Option<DirectiveValue>; ROWS.len()],
}

impl DirectiveSet {
    /// Adds a statement; the more restrictive value stays.
    pub fn insert(&mut self, directive: Directive, value: DirectiveValue) {
        let row = directive.row();
        for (when, implied) in row.implies {
            if *when == When::Always
                || (*when == When::AtZero && value == DirectiveValue::Ceiling(Some(0)))
            {
                self.insert(*implied, DirectiveValue::Flag);
            }
        }
        let expands_wholly = row.implies.iter().any(|(when, _)| *when == When::Always);
        if expands_wholly
            || row.kind == DirectiveKind::Permissive
            || value == DirectiveValue::Ceiling(None)
        {
            return;
        }
        if let Some(slot) = self.values.get_mut(directive as usize) {
            *slot = Some(slot.map_or(value, |old| row.kind.stricter(old, value)));
        }
    }

    /// The set with what both sets restrict.
    #[must_use]
    pub fn union(mut self, other: &DirectiveSet) -> DirectiveSet {
        for (directive, value) in other.iter() {
            self.insert(directive, value);
        }
        self
    }

    /// The set as it is at `now`: a deadline that has been reached brings what it implies.
    #[must_use]
    pub fn resolved_at(mut self, now: Timestamp) -> DirectiveSet {
        for directive in Directive::ALL {
            if let Some(DirectiveValue::Deadline(moment)) = self.get(*directive)
                && moment <= now
            {
                for (_, implied) in directive.row().implies {
                    self.insert(*implied, DirectiveValue::Flag);
                }
            }
        }
        self
    }

    /// The set with those of `stated` that are exceptions to a directive in force.
    #[must_use]
    pub(crate) fn with_exceptions(
        self,
        stated: impl IntoIterator<Item = Directive>,
    ) -> DirectiveSet {
        let holds = |directive: &Directive| {
            let excepted = directive.row().excepts;
            excepted.is_some_and(|excepted| self.contains(excepted))
        };
        self.with_stated(stated.into_iter().filter(holds))
    }

    /// The set with flags as they are stated, permissive ones too.
    #[must_use]
    pub(crate) fn with_stated(
        mut self,
        flags: impl IntoIterator<Item = Directive>,
    ) -> DirectiveSet {
        for directive in flags {
            if let Some(slot) = self.values.get_mut(directive as usize) {
                *slot = Some(DirectiveValue::Flag);
            }
        }
        self
    }

    /// The value in force, if the directive is.
    pub fn get(&self, directive: Directive) -> Option<DirectiveValue> {
        self.values.get(directive as usize).copied().flatten()
    }

    /// Whether the directive is in force.
    pub fn contains(&self, directive: Directive) -> bool {
        self.get(directive).is_some()
    }

    /// What is in force, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (Directive, DirectiveValue)> + '_ {
        self.into_iter()
    }

    /// How many directives are in force.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether nothing is in force.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

/// What is in force, in the order of the table.
impl<'s> IntoIterator for &'s DirectiveSet {
    type Item = (Directive, DirectiveValue);
    type IntoIter = FilterMap<Slots<'s>, fn(Slot<'s>) -> Option<(Directive, DirectiveValue)>>;

    fn into_iter(self) -> Self::IntoIter {
        let slots = Directive::ALL.iter().zip(&self.values);
        slots.filter_map(|(directive, value)| Some((*directive, (*value)?)))
    }
}

/// The directives of the table with the places of their values.
type Slots<'s> = Zip<Iter<'static, Directive>, Iter<'s, Option<DirectiveValue>>>;

type Slot<'s> = (&'static Directive, &'s Option<DirectiveValue>);

impl fmt::Debug for DirectiveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl fmt::Display for DirectiveSet {
    /// The directives in the order of the table, as a field states them: `noindex, max-snippet: 20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (directive, value)) in self.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            match value {
                DirectiveValue::Flag => write!(f, "{directive}")?,
                value => write!(f, "{directive}: {value}")?,
            }
        }
        Ok(())
    }
}

impl Default for DirectiveSet {
    fn default() -> DirectiveSet {
        DirectiveSet {
            values: [None; ROWS.len()],
        }
    }
}

impl Extend<(Directive, DirectiveValue)> for DirectiveSet {
    fn extend<I: IntoIterator<Item = (Directive, DirectiveValue)>>(&mut self, statements: I) {
        for (directive, value) in statements {
            self.insert(directive, value);
        }
    }
}

impl FromIterator<(Directive, DirectiveValue)> for DirectiveSet {
    fn from_iter<I: IntoIterator<Item = (Directive, DirectiveValue)>>(
        statements: I,
    ) -> DirectiveSet {
        let mut set = DirectiveSet::default();
        set.extend(statements);
        set
    }
}
