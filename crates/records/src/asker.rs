//! The askers of a run, and their verdicts: clients that obey, or engines in their place.

use std::borrow::Cow;
use std::io::{self, Write};

use robots_policy::engines::{AsVerdict, Profile, UseAnswer};
use robots_policy::report::{Json, Record};
use robots_policy::robots_txt::Access;
use robots_policy::uses::Uses;
use robots_policy::{
    Because, Client, Directive, DirectiveSet, Policy, Snippet, Timestamp, Unread, Verdict,
};
use serde::Serialize;

/// The askers of a run: clients, or engines.
pub struct Askers {
    /// The clients, or the clients that the engines are.
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

/// The verdict for an asker.
#[derive(Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "most askers are clients, whose verdicts need no allocation of their own"
)]
pub enum Judged<'p> {
    /// The verdict for a client.
    Client(Verdict<'p>),
    /// The reading of an engine.
    Engine(Box<AsVerdict<'p>>),
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
        let has_engines = !self.engines.is_empty();
        let clients = self.clients.iter().filter(move |_| !has_engines);
        let engines = self.engines.iter().copied().map(Asker::Engine);
        clients.map(Asker::Client).chain(engines)
    }
}

impl Asker<'_> {
    /// The verdict for it.
    pub fn judge<'p>(self, policy: &'p Policy, target: &str, now: Timestamp) -> Judged<'p> {
        match self {
            Asker::Client(client) => Judged::Client(policy.verdict(client, target, now)),
            Asker::Engine(engine) => {
                Judged::Engine(Box::new(policy.engine_verdict(engine, target, now)))
            }
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

impl<'p> Judged<'p> {
    /// The asker that it is for.
    pub fn asker(&self) -> Asker<'_> {
        match self {
            Judged::Client(verdict) => Asker::Client(verdict.client()),
            Judged::Engine(engine) => Asker::Engine(engine.profile()),
        }
    }

    /// The reading of an engine; `None` for a client.
    pub fn engine(&self) -> Option<&AsVerdict<'p>> {
        match self {
            Judged::Client(_) => None,
            Judged::Engine(engine) => Some(engine),
        }
    }

    /// The reading of all that addresses the asker, which for an engine is not what it does.
    pub fn addressed(&self) -> &Verdict<'p> {
        match self {
            Judged::Client(verdict) => verdict,
            Judged::Engine(engine) => engine.addressed(),
        }
    }

    /// Whether robots.txt lets the asker fetch the page.
    pub fn access(&self) -> &Access<'p> {
        match self {
            Judged::Client(verdict) => verdict.access(),
            Judged::Engine(engine) => engine.access(),
        }
    }

    /// Whether the asker can know the statements of the page: one that may not fetch it does not see them.
    pub fn is_obtainable(&self) -> bool {
        match self {
            Judged::Client(verdict) => verdict.is_obtainable(),
            Judged::Engine(engine) => engine.is_obtainable(),
        }
    }

    /// Whether anything is restricted; `None` if an input was not read.
    pub fn restricted(&self) -> Option<bool> {
        match self {
            Judged::Client(verdict) => verdict.restricted(),
            Judged::Engine(engine) => engine.restricted(),
        }
    }

    /// Whether the asker may show the page in results; `None` if an input was not read.
    pub fn index(&self) -> Option<bool> {
        match self {
            Judged::Client(verdict) => verdict.index(),
            Judged::Engine(engine) => engine.index(),
        }
    }

    /// Whether the asker may follow the links of the page; `None` if an input was not read.
    pub fn follow(&self) -> Option<bool> {
        match self {
            Judged::Client(verdict) => verdict.follow(),
            Judged::Engine(engine) => engine.follow(),
        }
    }

    /// Whether the asker may show a copy of the page; `None` if an input was not read.
    pub fn archive(&self) -> Option<bool> {
        match self {
            Judged::Client(verdict) => verdict.archive(),
            Judged::Engine(engine) => engine.archive(),
        }
    }

    /// How much of the page the asker may quote.
    pub fn snippet(&self) -> Snippet {
        match self {
            Judged::Client(verdict) => verdict.snippet(),
            Judged::Engine(engine) => engine.snippet(),
        }
    }

    /// The directives in force for it.
    pub fn directives(&self) -> &DirectiveSet {
        match self {
            Judged::Client(verdict) => verdict.directives(),
            Judged::Engine(engine) => engine.directives(),
        }
    }

    /// The statements that put a directive in force.
    pub fn because_of(&self, directive: Directive) -> Box<dyn Iterator<Item = Because<'p>> + '_> {
        match self {
            Judged::Client(verdict) => Box::new(verdict.because_of(directive)),
            Judged::Engine(engine) => Box::new(engine.because_of(directive)),
        }
    }

    /// The answers about AI use.
    pub fn uses(&self) -> Uses {
        match self {
            Judged::Client(verdict) => verdict.uses(),
            Judged::Engine(engine) => engine.uses(),
        }
    }

    /// Whether an engine is kept out of answers or training, or limited there, by what its owner documents.
    pub fn is_kept_out(&self) -> bool {
        let kept_out = |used: Option<UseAnswer>| used.is_some_and(|used| used != UseAnswer::Yes);
        let uses = self.engine().map(AsVerdict::uses);
        uses.is_some_and(|uses| {
            let mut activities = AsVerdict::ACTIVITIES.into_iter();
            activities.any(|activity| kept_out(uses.used(activity)))
        })
    }

    /// The inputs that were not read, and why.
    pub fn unread(&self) -> impl Iterator<Item = Unread> + use<> {
        self.addressed().unread()
    }

    /// The moment of the question.
    pub fn now(&self) -> Timestamp {
        self.addressed().now()
    }

    /// Writes its record with this id, as JSON without an end of line; with the ledger if `has_ledger`.
    pub fn write(&self, out: impl Write, id: impl Serialize, has_ledger: bool) -> io::Result<()> {
        let written = match self {
            Judged::Client(verdict) if has_ledger => {
                serde_json::to_writer(out, &Json::new(id, verdict).with_ledger())
            }
            Judged::Client(verdict) => serde_json::to_writer(out, &Json::new(id, verdict)),
            Judged::Engine(engine) => {
                let record = Record::of_engine(id, engine);
                let record = if has_ledger {
                    record.with_ledger(engine.addressed())
                } else {
                    record
                };
                serde_json::to_writer(out, &record)
            }
        };
        Ok(written?)
    }
}

impl<'p> From<Verdict<'p>> for Judged<'p> {
    fn from(verdict: Verdict<'p>) -> Judged<'p> {
        Judged::Client(verdict)
    }
}
