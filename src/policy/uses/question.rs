//! Two facts about an activity: whether it is asked not to be done, and whether an engine says that it listens.
//!
//! **What it is.** The one place that answers both. Text, records, tables, the matrix and `check` ask here, by these names.
//!
//! **Invariants.** A statement that restricts an activity always gives [`Uses::asked_not_to`]. [`Uses::used`] is never yes
//! for an activity that is asked not to be done: no document says that an engine uses a page against the word of its owner.
//!
//! **Which test notices.** `tests/all/questions.rs`, for every engine.

use super::{Pointer, Uses};
use crate::ai::preference::Activity;
use crate::ledger::{Keeps, Source};
use crate::names::named;
use crate::profile::UseAnswer;

/// The words of the documents of an engine about an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::policy) struct Documented {
    pub(in crate::policy) activity: Activity,
    pub(in crate::policy) listens: Option<bool>,
    pub(in crate::policy) effect: Result<UseAnswer, Unused>,
}

impl Documented {
    /// The documented use, as far as nothing asks the engine not to.
    fn used(self, uses: &Uses, activity: Activity) -> Result<UseAnswer, Unused> {
        match self.effect? {
            UseAnswer::Yes if uses.stated(activity).restricts() => Err(Unused::AskedNotTo),
            UseAnswer::Yes if uses.engine_unknown.has(activity) => Err(Unused::NotKnown),
            documented => Ok(documented),
        }
    }
}

named! {
    /// Why it is not said whether an engine uses a page. Names are stable.
    #[non_exhaustive]
    pub enum Unused {
        /// The documents of its owner say nothing about this use.
        Undocumented = "undocumented", "its owner says nothing about it";
        /// A source that decides it is not known.
        NotKnown = "not-known", "a source that decides it is not known";
        /// It is asked not to, and no document says whether it listens.
        AskedNotTo = "asked-not-to", "it is asked not to, and its owner does not say that it listens";
    }
}

impl Uses {
    /// Whether the asker is asked not to do this: a statement that reaches it forbids the activity, or allows it on terms
    /// alone. `None` if none does and a source that may is not known.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Assumed;
    /// use robots_policy::uses::Activity;
    /// use robots_policy::{HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("Content-Signal", "ai-train=no")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_assumed(Assumed::rest());
    /// let uses = policy.engine_verdict("amazonbot".parse()?, "/", Timestamp::from_unix(0)).uses();
    ///
    /// assert_eq!(uses.asked_not_to(Activity::Train), Some(true));
    /// assert_eq!(uses.listens(Activity::Train), None, "Amazon's documents do not name Content-Signal");
    /// assert_eq!(uses.asked_not_to(Activity::Input), Some(false));
    /// # Ok::<(), robots_policy::engines::UnknownProfile>(())
    /// ```
    pub fn asked_not_to(&self, activity: Activity) -> Option<bool> {
        let is_asked = self.stated(activity).restricts();
        (is_asked || !self.unknown.has(activity)).then_some(is_asked)
    }

    /// Whether the owner of an engine says that it listens to a statement that asks it not to do this: `Some(true)` if a
    /// document says so of one of these statements, `Some(false)` if documents say of each that it does not. `None` where
    /// they say nothing, where nothing asks, and for a client without a profile.
    pub fn listens(&self, activity: Activity) -> Option<bool> {
        self.documented(activity)?.listens
    }

    /// Whether an engine uses the page so, as its owner documents it. [`Uses::unused`] says why where it is `None`: its owner says
    /// nothing; or it would be yes, and the engine is asked not to, or a source that its owner says it reads is not known.
    pub fn used(&self, activity: Activity) -> Option<UseAnswer> {
        self.documented(activity)?.used(self, activity).ok()
    }

    /// Why [`Uses::used`] is `None`; `None` where it is not, and for a client without a profile.
    pub fn unused(&self, activity: Activity) -> Option<Unused> {
        self.documented(activity)?.used(self, activity).err()
    }

    /// These statements for an engine, of which its documents say this; `is_read` is false if a part was not read that it reads.
    pub(in crate::policy) fn with_documented(
        mut self,
        documented: [Documented; 2],
        is_read: bool,
    ) -> Uses {
        self.documented = documented.into();
        if !is_read {
            self.unknown = self.unknown.union(Keeps::USES);
            self.engine_unknown = self.engine_unknown.union(Keeps::USES);
        }
        self
    }

    /// Whether the asker is an engine.
    pub(super) fn is_of_engine(&self) -> bool {
        !self.documented.is_empty()
    }

    fn documented(&self, activity: Activity) -> Option<&Documented> {
        let mut documented = self.documented.iter();
        documented.find(|own| own.activity == activity)
    }
}

impl Pointer {
    /// Whether this document may forbid an activity or set terms for it, by the table of labels ([`Source::could_forbid`]).
    pub fn may_restrict(&self, activity: Activity) -> bool {
        self.source().could_forbid(activity)
    }

    /// The source that it is.
    pub fn source(&self) -> Source {
        match self.provenance() {
            Some(_) => Source::Licenses,
            None => Source::TdmRep,
        }
    }
}
