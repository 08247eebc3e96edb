//! Two facts about an activity: whether it is asked not to be done, and whether an engine says that it listens.
//!
//! **What it is.** The one place that answers both. Text, records, tables, the matrix and `check` ask here, by these names.
//!
//! **Invariants.** A statement that restricts an activity always gives [`Uses::asked_not_to`]. [`Uses::used`] is never yes
//! for an activity that is asked not to be done: no document says that an engine uses a page against the word of its owner.
//!
//! **Which test notices.** `tests/all/asked.rs`, for every engine.

use super::{Pointer, Uses};
use crate::ai::preference::Activity;
use crate::ledger::Source;
use crate::profile::UseAnswer;

/// The words of the documents of an engine about an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::policy) struct Documented {
    pub(in crate::policy) activity: Activity,
    pub(in crate::policy) listens: Option<bool>,
    pub(in crate::policy) used: Option<UseAnswer>,
}

impl Uses {
    /// Whether the asker is asked not to do this: a statement that reaches it forbids the activity, or allows it on terms
    /// alone. `None` if none does and a document was not read that may.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Document;
    /// use robots_policy::uses::Activity;
    /// use robots_policy::{HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("Content-Signal", "ai-train=no")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_document(Document::not_applicable());
    /// let uses = policy.engine_verdict("amazonbot".parse()?, "/", Timestamp::from_unix(0)).uses();
    ///
    /// assert_eq!(uses.asked_not_to(Activity::Train), Some(true));
    /// assert_eq!(uses.listens(Activity::Train), None, "Amazon's documents do not name Content-Signal");
    /// assert_eq!(uses.asked_not_to(Activity::Input), Some(false));
    /// # Ok::<(), robots_policy::engines::UnknownProfile>(())
    /// ```
    pub fn asked_not_to(&self, activity: Activity) -> Option<bool> {
        if self.of(activity).restricts() {
            return Some(true);
        }
        let is_unread = !self.is_read
            || !self.pointers.is_empty()
            || self.tdmrep.is_some() && Source::TdmRep.could_forbid(activity);
        (!is_unread).then_some(false)
    }

    /// Whether the owner of an engine says that it listens to a statement that asks it not to do this: `Some(true)` if a
    /// document says so of one of these statements, `Some(false)` if documents say of each that it does not. `None` where
    /// they say nothing, where nothing asks, and for a client without a profile.
    pub fn listens(&self, activity: Activity) -> Option<bool> {
        self.documented(activity)?.listens
    }

    /// Whether an engine uses the page so, as its owner documents it. `None` where its owner says nothing, where that is
    /// not known, and where it would be yes although the engine is asked not to, or a licence that may ask so was not read.
    pub fn used(&self, activity: Activity) -> Option<UseAnswer> {
        let used = self.documented(activity)?.used?;
        let may_be_asked = self.of(activity).restricts() || !self.pointers.is_empty();
        (used != UseAnswer::Yes || !may_be_asked).then_some(used)
    }

    /// These statements for an engine, of which its documents say this; `is_read` is false if a part was not read that it reads.
    pub(in crate::policy) fn with_documented(
        mut self,
        documented: [Documented; 2],
        is_read: bool,
    ) -> Uses {
        self.documented = documented.into();
        self.is_read &= is_read;
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
