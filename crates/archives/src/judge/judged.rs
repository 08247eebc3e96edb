//! A verdict, and its answers that were already computed.

use robots_policy::uses::Uses;
use robots_policy::{Policy, Timestamp, Verdict};

use super::Asker;
use crate::columns::Answered;

/// The verdict of one asker on a response.
pub(crate) struct Judged<'p> {
    pub(crate) verdict: Verdict<'p>,
    pub(crate) answered: Answered,
}

impl<'p> Judged<'p> {
    pub(crate) fn by(
        asker: &Asker,
        policy: &'p Policy,
        target: &str,
        now: Timestamp,
    ) -> Judged<'p> {
        Judged {
            verdict: asker.judge(policy, target, now),
            answered: Answered::default(),
        }
    }

    /// The answers about AI use.
    pub(crate) fn uses(&self) -> &Uses {
        self.answered.uses(&self.verdict)
    }

    /// Whether the row is that of another verdict, except for the agent. Of engines it is not known.
    pub(crate) fn is_alike(&self, other: &Judged<'_>) -> bool {
        self.verdict.profile().is_none()
            && self
                .verdict
                .is_alike_by(self.uses(), &other.verdict, other.uses())
    }
}
