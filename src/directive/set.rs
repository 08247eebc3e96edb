//! Sets of directives in force: the algebra of page-level statements.
//!
//! **What it is.** Statements about a page add up. A [`DirectiveSet`] is the sum of those that reach one client: at
//! most one value a directive, the strictest that was stated. It is one half of the two algebras of this crate; the
//! other one, in which the most specific group of robots.txt replaces all others, is
//! [`Access`](crate::robots_txt::Access) and never mixes with it.
//!
//! **Invariant.** [`DirectiveSet::union`] is a join: commutative, associative, idempotent, and monotone, so that
//! neither order nor repetition of statements matters and one more statement never loosens the set. This needs three
//! rules of [`DirectiveSet::insert`]: an implication enters with its cause and not later, a permission never enters,
//! and of two values [`DirectiveKind::stricter`] takes the lower one.
//!
//! **Two late steps.** A deadline implies `noindex` only at a given moment ([`DirectiveSet::resolved_at`]), and an
//! exception is shown only beside its restriction ([`DirectiveSet::with_exceptions`]). Both are taken once, at the end,
//! by the verdict: a set that went through them is an answer and not a sum.
//!
//! **What breaks if touched.** A permission that enters could win over a restriction in one order of lines and lose in
//! another; a verdict would then depend on the order in which a proxy hands lines on.
//!
//! **Which test notices.** The laws `r_117_…` of `tests/all/laws.rs`, over random sets, lines and sources, and
//! `tests/all/laws_of_sources.rs` for whole policies.

use std::fmt;
use std::iter::{FilterMap, Zip};
use std::slice::Iter;

use super::{Directive, DirectiveKind, DirectiveValue, ROWS, When};
use crate::date::Timestamp;

/// The directives in force for a client: at most one value a directive, restrictions only.
///
/// Permissive words and limits of -1 never enter, see [`Verdict::permits`](crate::Verdict::permits). A verdict reports
/// an exception, as `indexifembedded`, beside the `noindex` that it is an exception to. An implication enters together
/// with its cause: `none` enters as `noindex` and `nofollow`, a `max-snippet` of 0 also as `nosnippet`. The `noindex`
/// of a deadline depends on the clock, see [`DirectiveSet::resolved_at`].
///
/// [`DirectiveSet::union`] is commutative, associative, idempotent and monotone: one more statement never loosens a
/// set.
///
/// A set is a small array with a place for each directive, without an allocation, and is `Copy`.
///
/// # Examples
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
    /// By the index of the directive's row.
    values: [Option<DirectiveValue>; ROWS.len()],
}

impl DirectiveSet {
    /// Adds a statement; the more restrictive value stays.
    ///
    /// A permission changes nothing, whatever is in force. The value is expected to be of the directive's kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Directive, DirectiveSet, DirectiveValue};
    ///
    /// let mut set = DirectiveSet::default();
    /// set.insert(Directive::None, DirectiveValue::Flag);
    /// set.insert(Directive::Index, DirectiveValue::Flag); // lifts nothing
    /// assert_eq!(set.to_string(), "noindex, nofollow");
    /// ```
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

    /// The set of the restrictions of both; of two values the stricter one stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Directive, DirectiveSet, DirectiveValue};
    ///
    /// let set = |limit| DirectiveSet::from_iter([(Directive::MaxSnippet, DirectiveValue::Ceiling(Some(limit)))]);
    /// assert_eq!(set(50).union(&set(20)), set(20));
    /// assert_eq!(set(20).union(&DirectiveSet::default()), set(20));
    /// ```
    #[must_use]
    pub fn union(mut self, other: &DirectiveSet) -> DirectiveSet {
        for (directive, value) in other.iter() {
            self.insert(directive, value);
        }
        self
    }

    /// The set as it is at `now`: a deadline that has been reached puts `noindex` in force. The deadline itself stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Directive, DirectiveSet, DirectiveValue, Timestamp};
    ///
    /// let moment = Timestamp::from_unix(1_790_000_000);
    /// let set = DirectiveSet::from_iter([(Directive::UnavailableAfter, DirectiveValue::Deadline(moment))]);
    /// assert!(!set.resolved_at(Timestamp::from_unix(1_789_999_999)).contains(Directive::NoIndex));
    /// assert!(set.resolved_at(moment).contains(Directive::NoIndex));
    /// ```
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

    /// The moment at which the clock changes a set that is resolved: its deadline, unless what that implies is in force.
    pub(crate) fn changes_at(&self) -> Option<Timestamp> {
        match self.get(Directive::UnavailableAfter) {
            Some(DirectiveValue::Deadline(moment)) if !self.contains(Directive::NoIndex) => {
                Some(moment)
            }
            _ => None,
        }
    }

    /// The set with those of `stated` that are exceptions to a directive in force. The last step: a set with exceptions
    /// is shown, not united further.
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

    /// The set with these flags, without a look at kinds: the way in for an exception, whose kind is permissive.
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

    /// The value in force; `None` where the directive is not in force.
    pub fn get(&self, directive: Directive) -> Option<DirectiveValue> {
        self.values.get(directive as usize).copied().flatten()
    }

    /// Whether the directive is in force.
    pub fn contains(&self, directive: Directive) -> bool {
        self.get(directive).is_some()
    }

    /// The directives in force with their values, in the order of [`Directive::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Directive, DirectiveValue)> + '_ {
        self.into_iter()
    }

    /// The number of directives in force.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether no directive is in force.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

#[cfg(feature = "engines")]
impl DirectiveSet {
    /// Puts a restriction in force by itself, without those that it implies: for an engine whose reading of a directive is not
    /// that of the table.
    pub(crate) fn add_alone(&mut self, directive: Directive) {
        if let Some(slot) = self.values.get_mut(directive as usize) {
            *slot = slot.or(Some(DirectiveValue::Flag));
        }
    }

    /// Takes a directive out of force. No union does this: only the reading of an engine may, after the union.
    pub(crate) fn remove(&mut self, directive: Directive) {
        if let Some(slot) = self.values.get_mut(directive as usize) {
            *slot = None;
        }
    }
}

/// The directives in force with their values, in the order of [`Directive::ALL`].
impl<'s> IntoIterator for &'s DirectiveSet {
    type Item = (Directive, DirectiveValue);
    type IntoIter = FilterMap<
        Zip<Iter<'static, Directive>, Iter<'s, Option<DirectiveValue>>>,
        fn((&'static Directive, &'s Option<DirectiveValue>)) -> Option<(Directive, DirectiveValue)>,
    >;

    fn into_iter(self) -> Self::IntoIter {
        let slots = Directive::ALL.iter().zip(&self.values);
        slots.filter_map(|(directive, value)| Some((*directive, (*value)?)))
    }
}

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
