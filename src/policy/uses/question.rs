//! Whether an activity is asked not to be done.
//!
//! **What it is.** The one place that answers it. Text, records, tables, the matrix and `check` ask here, by this name; whether an
//! engine listens is in `documented`.
//!
//! **Invariant.** A statement that restricts an activity always gives [`Uses::asked_not_to`].
//!
//! **Which test notices.** `tests/all/questions.rs`, for every engine.

use super::{Pointer, Uses};
use crate::ai::preference::Activity;
use crate::ledger::Input;

impl Uses {
    /// Whether the asker is asked not to do this: a statement that reaches it forbids the activity, or allows it on terms
    /// alone. `None` if none does and a source that may is not known.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Assumed;
    /// use robots_policy::uses::Activity;
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("Content-Signal", "ai-train=no")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_assumed(Assumed::rest());
    /// let uses = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0)).uses();
    ///
    /// assert_eq!(uses.asked_not_to(Activity::Train), Some(true));
    /// assert_eq!(uses.asked_not_to(Activity::Input), Some(false));
    /// ```
    pub fn asked_not_to(&self, activity: Activity) -> Option<bool> {
        let is_asked = self.stated(activity).restricts();
        (is_asked || !self.unknown.has(activity)).then_some(is_asked)
    }
}

impl Pointer {
    /// Whether this document may forbid an activity or set terms for it, by the table of labels ([`Input::could_forbid`]).
    pub fn may_restrict(&self, activity: Activity) -> bool {
        self.source().could_forbid(activity)
    }

    /// The source that it is.
    pub fn source(&self) -> Input {
        match self.provenance() {
            Some(_) => Input::Licenses,
            None => Input::TdmRep,
        }
    }
}
