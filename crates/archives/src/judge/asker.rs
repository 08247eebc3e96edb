//! An asker: a client, or an engine.

use robots_policy::engines::Profile;
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
