//! The askers of a run: clients that obey, or engines in their place.

use std::borrow::Cow;

use robots_policy::engines::Profile;
use robots_policy::{Client, Policy, Timestamp, Verdict};

/// The askers of a run: clients, or engines.
pub struct Askers {
    /// The clients, then the clients that the engines are.
    clients: Vec<Client>,
    engines: Vec<Profile>,
}

/// One of the askers.
#[derive(Clone, Copy)]
pub enum Asker<'a> {
    /// A client that obeys.
    Client(&'a Client),
    /// A crawler, as its owner documents it.
    Engine(Profile),
}

impl Askers {
    /// The engines if there are any, else the clients.
    pub fn new(clients: Vec<Client>, engines: Vec<Profile>) -> Askers {
        let clients = match engines.as_slice() {
            [] => clients,
            engines => engines.iter().map(|engine| engine.client()).collect(),
        };
        Askers { clients, engines }
    }

    /// A client, and engines beside it.
    pub fn beside(client: Client, engines: Vec<Profile>) -> Askers {
        let of_engines = engines.iter().map(|engine| engine.client());
        Askers {
            clients: std::iter::once(client).chain(of_engines).collect(),
            engines,
        }
    }

    /// Whether engines are beside a client.
    pub fn are_mixed(&self) -> bool {
        !self.engines.is_empty() && self.clients.len() > self.engines.len()
    }

    /// The clients that they are, for readers that keep the statements to their names.
    pub fn clients(&self) -> &[Client] {
        &self.clients
    }

    /// The engines; none if the askers are clients.
    pub fn engines(&self) -> &[Profile] {
        &self.engines
    }

    /// Each asker.
    pub fn iter(&self) -> impl Iterator<Item = Asker<'_>> {
        let own = self.clients.len() - self.engines.len();
        let clients = self.clients.iter().take(own);
        let engines = self.engines.iter().copied().map(Asker::Engine);
        clients.map(Asker::Client).chain(engines)
    }
}

impl<'a> Asker<'a> {
    /// The verdict for it.
    pub fn judge<'p>(self, policy: &'p Policy, target: &str, now: Timestamp) -> Verdict<'p> {
        match self {
            Asker::Client(client) => policy.verdict(client, target, now),
            Asker::Engine(engine) => policy.engine_verdict(engine, target, now),
        }
    }

    /// The asker that a verdict is for.
    pub fn of(verdict: &'a Verdict<'_>) -> Asker<'a> {
        match verdict.profile() {
            Some(engine) => Asker::Engine(engine),
            None => Asker::Client(verdict.client()),
        }
    }

    /// The name in a table: the tokens of a client, the name of an engine.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Asker::Client(client) => Cow::Owned(client.to_string()),
            Asker::Engine(engine) => Cow::Borrowed(engine.name()),
        }
    }
}
