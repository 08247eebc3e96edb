//! The facts that a caller states beside the bytes of a response: its status and times, that it was cut, and which sources do
//! not exist.

use robots_policy::ledger::{Assumed, Input, Observed};
use robots_policy::{Policy, Timestamp};

/// The facts that a caller states beside the bytes.
///
/// ```
/// use robots_policy::ledger::{Assumed, Input, State};
/// use robots_policy::{Client, Policy, Timestamp};
/// use robots_policy_input::Stated;
///
/// let stated = Stated { status: Some(200), assumed: Assumed::rest(), ..Stated::default() };
/// assert_eq!(stated.problem(false, false), None);
/// let policy = stated.add_to(Policy::new(), Some(404));
/// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
/// let ledger = verdict.ledger();
/// assert_eq!(ledger[0].observed().status, Some(404));
/// assert_eq!((ledger[1].source(), ledger[1].state()), (Input::Fields, State::Assumed));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// The status of the response, 0 if there was no answer.
    pub status: Option<u16>,
    /// Whether the document ends before its end.
    pub is_cut: bool,
    /// The time at which the response was fetched.
    pub fetched: Option<Timestamp>,
    /// The time at which robots.txt was fetched.
    pub robots_fetched: Option<Timestamp>,
    /// The sources that do not exist, by the caller's word.
    pub assumed: Assumed,
}

impl Stated {
    /// The fault of facts about something that is not given; the keys have the names of a record.
    pub fn problem(&self, has_document: bool, has_robots: bool) -> Option<&'static str> {
        if self.is_cut && !has_document {
            return Some(CUT_WITHOUT_DOCUMENT);
        }
        (self.robots_fetched.is_some() && !has_robots).then_some(FETCHED_WITHOUT_ROBOTS)
    }

    /// The fault of a word that there is no source which is given: `assume_absent` is what the caller calls the word.
    pub fn contradiction(policy: &Policy, assume_absent: &str) -> Option<String> {
        let source = policy.contradicted()?;
        Some(format!(
            "`{assume_absent}` names `{source}`, which is given too; leave one of them out"
        ))
    }

    /// Adds the facts to a policy, with the status of the answer for robots.txt.
    #[must_use]
    pub fn add_to(&self, policy: Policy, robots_status: Option<u16>) -> Policy {
        let page = (self.status, self.fetched);
        let all = [
            (Input::RobotsTxt, (robots_status, self.robots_fetched)),
            (Input::Fields, page),
            (Input::Document, page),
        ];
        let policy = policy.with_assumed(self.assumed);
        let policy = match self.status {
            // Which part of the document came, its fields and the caller say.
            None | Some(206) => policy,
            Some(status) => policy.with_status(status),
        };
        let known = all.into_iter().filter(|(_, facts)| *facts != (None, None));
        known.fold(policy, |policy, (source, (status, fetched))| {
            let observed = Observed {
                status,
                fetched,
                ..Observed::default()
            };
            policy.with_observed(source, observed)
        })
    }
}

/// The error of a document that was cut and is not there.
const CUT_WITHOUT_DOCUMENT: &str = "`cut` says that the document was cut, and there is none; leave `cut` out, or give the part of the document that came";
/// The error of the time of a file that is not there.
const FETCHED_WITHOUT_ROBOTS: &str = "`robots_fetched` is when robots.txt was fetched, and neither `robots_status` nor `robots_txt` says what came; add one of them";
