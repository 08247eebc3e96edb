//! An asker, and its verdict on a response: that of a client, or the reading of an engine.

use robots_policy::engines::{AsVerdict, Profile};
use robots_policy::uses::Uses;
use robots_policy::{Client, Policy, Timestamp, Verdict};

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

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Its verdict on the response from `target`.
    pub(super) fn judge<'p>(&self, policy: &'p Policy, target: &str, now: Timestamp) -> Judged<'p> {
        match self.engine {
            Some(engine) => Judged::Engine(Box::new(policy.engine_verdict(engine, target, now))),
            None => Judged::Client(Box::new(policy.verdict(&self.client, target, now))),
        }
    }
}

/// The verdict for an asker.
pub(super) enum Judged<'p> {
    Client(Box<Verdict<'p>>),
    Engine(Box<AsVerdict<'p>>),
}

impl<'p> Judged<'p> {
    /// The verdict; of an engine the general reading of all that addresses it.
    pub(super) fn verdict(&self) -> &Verdict<'p> {
        match self {
            Judged::Client(verdict) => verdict,
            Judged::Engine(engine) => engine.addressed(),
        }
    }

    pub(super) fn engine(&self) -> Option<&AsVerdict<'p>> {
        match self {
            Judged::Client(_) => None,
            Judged::Engine(engine) => Some(engine),
        }
    }

    pub(super) fn uses(&self) -> Uses {
        match self {
            Judged::Client(verdict) => verdict.uses(),
            Judged::Engine(engine) => engine.uses(),
        }
    }
}
