//! The uses of an engine, by what its owner documents: what it does, whether it listens, and what its directives mean.
//!
//! **Invariant.** [`Uses::used`] is never yes for an activity that is asked not to be done: no document says that an engine uses a
//! page against the word of its owner.
//!
//! **Which test notices.** `tests/all/questions.rs`, for every engine.

use super::Uses;
use super::rank::rank;
use crate::ai::preference::{Activity, Answer, Label, Preference};
use crate::names::named;
use crate::order;
use crate::policy::Because;
use crate::profile::UseAnswer;
use crate::signal::Signal;

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
    /// Whether the owner of an engine says that it listens to a statement that asks it not to do this: `Some(true)` if a
    /// document says so of one of these statements, `Some(false)` if documents say of each that it does not. `None` where
    /// they say nothing, where nothing asks, and for a client without a profile.
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

    /// Adds what directives mean at an engine: each statement is a reason.
    pub(in crate::policy) fn keep_out<'s>(
        &mut self,
        stated: impl Iterator<Item = (Label, &'s Signal)>,
    ) {
        for (label, signal) in stated {
            self.prefer(label, Answer::Disallow, signal);
        }
        order::sort_by_key(&mut self.preferences, |preference| {
            rank(preference.provenance().source())
        });
    }

    /// Adds that a group of robots.txt refuses a use to an engine, by its owner.
    pub(in crate::policy) fn refuse(&mut self, label: Label, because: &Because<'_>) {
        let to = because.subject().to_string().to_ascii_lowercase();
        let at = because.provenance().into_owned();
        let refused = Preference::new(label, Answer::Disallow, &to, at);
        self.preferences.insert(0, refused);
    }

    fn documented(&self, activity: Activity) -> Option<&Documented> {
        let mut documented = self.documented.iter();
        documented.find(|own| own.activity == activity)
    }
}
