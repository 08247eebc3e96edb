//! The uses of an engine, by what its owner documents: whether it listens, what it does, and what its directives and tokens mean.

use super::rank::rank;
use super::token::tokens;
use super::{PolicyToken, Uses};
use crate::ai::preference::{Activity, Answer, Label, Preference};
use crate::ledger::Keeps;
use crate::names::named;
use crate::order;
use crate::policy::Because;
use crate::profile::UseAnswer;
use crate::robots_txt::Access;
use crate::robots_txt::fetch::Outcome;
use crate::signal::Signal;
use crate::token::Client;

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

    /// Answers the policy tokens of an engine again, by the robots.txt as that engine has it.
    pub(in crate::policy) fn ask_tokens<'r>(
        &mut self,
        client: &Client,
        outcome: &Outcome<'_>,
        ask: impl Fn(&Client) -> Access<'r>,
    ) {
        self.tokens = tokens(client, outcome, ask);
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
        let (to, at) = (because.subject().to_string(), because.provenance());
        let refused = Preference::new(
            label,
            Answer::Disallow,
            &to.to_ascii_lowercase(),
            at.into_owned(),
        );
        self.preferences.insert(0, refused);
    }

    fn documented(&self, activity: Activity) -> Option<&Documented> {
        let mut documented = self.documented.iter();
        documented.find(|own| own.activity == activity)
    }
}

impl PolicyToken {
    /// Whether the group that was used names the token.
    pub(in crate::policy) fn is_named(&self) -> bool {
        self.is_named
    }
}
