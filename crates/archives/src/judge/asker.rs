//! An asker: a client, or an engine; and its verdict, with the answers that were already computed.

use robots_policy::engines::Profile;
use robots_policy::uses::{Activity, Uses};
use robots_policy::{Client, Policy, Timestamp, Verdict};

use crate::columns::Answered;
use crate::sites::Policies;

/// An asker, and its name in the rows.
#[derive(Clone, Debug)]
pub struct Asker {
    name: String,
    client: Client,
    engine: Option<Profile>,
}

impl Asker {
    /// A client that the rows call `name`.
    pub fn new(name: impl Into<String>, client: Client) -> Asker {
        Asker {
            name: name.into(),
            client,
            engine: None,
        }
    }

    /// A client without a name; the rows call it `*`.
    pub fn anonymous() -> Asker {
        Asker::new("*", Client::anonymous())
    }

    /// An engine, whose reading the rows have. They call it by the first of its product tokens, in lower case.
    pub fn engine(engine: Profile) -> Asker {
        let token = engine.tokens().first().copied().unwrap_or("*");
        Asker {
            engine: Some(engine),
            ..Asker::new(token.to_ascii_lowercase(), engine.client())
        }
    }

    /// Its name in the rows.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine, if it is one.
    pub fn profile(&self) -> Option<Profile> {
        self.engine
    }

    /// The client that it is; of an engine the one whose names it reads.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Its verdict on the response from `target`.
    pub fn judge<'p>(&self, policy: &'p Policy, target: &str, now: Timestamp) -> Verdict<'p> {
        match self.engine {
            Some(engine) => policy.engine_verdict(engine, target, now),
            None => policy.verdict(&self.client, target, now),
        }
    }
}

/// The verdict of one asker on a response.
pub(crate) struct Judged<'p> {
    pub(crate) verdict: Verdict<'p>,
    pub(crate) answered: Answered,
}

impl<'p> Judged<'p> {
    /// The verdict by the policy that forbids most, the page before uses of it; the first of equal ones. So nothing that may be in
    /// force is lost, and the row names the file that says it.
    pub(crate) fn by_any(
        asker: &Asker,
        policies: &'p Policies,
        target: &str,
        now: Timestamp,
    ) -> (Judged<'p>, &'p Policy) {
        let mut held = (
            Judged::by(asker, &policies.first, target, now),
            &policies.first,
        );
        for policy in &policies.others {
            let judged = Judged::by(asker, policy, target, now);
            if judged.forbids() > held.0.forbids() {
                held = (judged, policy);
            }
        }
        held
    }

    /// Whether the page may not be fetched, and how many uses are forbidden.
    fn forbids(&self) -> (bool, usize) {
        let uses = Activity::ALL.iter();
        let uses = uses.filter(|activity| {
            let answer = self.uses().of(**activity);
            answer.is_some_and(|answer| answer.name() == "disallow")
        });
        let is_closed = self.verdict.access().allowed() == Some(false);
        (is_closed, uses.count())
    }

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
