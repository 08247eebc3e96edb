//! The values of keys that a record does not have: the options of the command line.

use std::borrow::Cow;
use std::slice;

use crate::askers::Asker;
use crate::contract::options::ReadingOptions;
use crate::response::{RobotsGiven, RobotsPast, UseDocuments};
use crate::values::{PolicyToken, client, signing};
use robots_policy::engines::Profile;
use robots_policy::header::SignatureAgent;
use robots_policy::ledger::Assumed;
use robots_policy::robots_txt::RobotsFetch;
use robots_policy::{Client, ProductToken, Timestamp};

/// Where a question without a clock of its own has its moment from. This package never reads the clock of the system.
///
/// ```
/// use robots_policy::Timestamp;
/// use robots_policy_input::Clock;
///
/// let system = Clock::Read(|| std::time::SystemTime::now().into());
/// assert!(system.now() > Clock::At(Timestamp::from_unix(0)).now());
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// One moment for all questions.
    At(Timestamp),
    /// A clock that is read for each question.
    Read(fn() -> Timestamp),
}

impl Clock {
    /// The present moment.
    pub fn now(self) -> Timestamp {
        match self {
            Clock::At(moment) => moment,
            Clock::Read(clock) => clock(),
        }
    }
}

/// The values of keys that a record does not have. A key always overrides its default.
///
/// `eval --jsonl` takes them from its command line. [`RecordDefaults::new`] has none of these, only the clock.
///
/// ```
/// use robots_policy::{Client, Timestamp};
/// use robots_policy_input::{Asker, Clock, DefaultAsker, RecordDefaults, answer_record};
///
/// let now = Clock::At(Timestamp::from_unix(1_790_000_000));
/// let asker = DefaultAsker::of(Asker::Client(&Client::new("ExampleBot")?));
/// let defaults = RecordDefaults { askers: vec![asker], ..RecordDefaults::new(now) };
/// let mut answer = Vec::new();
/// let record = br#"{"headers": [["X-Robots-Tag", "examplebot: noindex"]]}"#;
/// assert!(answer_record(record, &defaults, &mut answer)?);
/// assert!(String::from_utf8(answer)?.contains(r#""index":false"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordDefaults {
    /// The askers, each of which gets its answer to a record that names none.
    pub askers: Vec<DefaultAsker>,
    /// The URL, or path, of the responses.
    pub url: String,
    /// The clock.
    pub now: Clock,
    /// The documents beside the responses.
    pub documents: DefaultDocuments,
    /// How inputs are read.
    pub reading: ReadingOptions,
    /// The sources that do not exist, where a record does not give them.
    pub assumed: Assumed,
    /// The time at which the default robots.txt was fetched.
    pub robots_fetched: Option<Timestamp>,
    /// Whether answers have the ledger.
    pub has_ledger: bool,
    /// Whether answers have the parts of the document.
    pub has_parts: bool,
}

/// The asker of a record: one of those of records that state none, or one that the record states.
#[derive(Clone, Debug)]
pub struct DefaultAsker {
    /// The client, or the client that the engine is.
    pub client: Client,
    /// The engine, if it is one.
    pub engine: Option<Profile>,
    /// The signature agent of the client.
    pub signature_agent: Option<SignatureAgent>,
}

impl DefaultAsker {
    /// This asker, without a signature agent.
    pub fn of(asker: Asker<'_>) -> DefaultAsker {
        let (client, engine) = match asker {
            Asker::Client(client) => (client.clone(), None),
            Asker::Engine(engine) => (engine.client(), Some(engine)),
        };
        DefaultAsker {
            client,
            engine,
            signature_agent: None,
        }
    }

    /// It for a record with these keys. Page tokens belong to the product tokens, so those of the command line are not those
    /// of an asker that the record names.
    fn with(&self, stated: &StatedAsker) -> Cow<'_, DefaultAsker> {
        if stated.key.is_none() {
            return Cow::Borrowed(self);
        }
        let anonymous = Client::anonymous();
        let own = match self.engine {
            Some(_) => &anonymous,
            None => &self.client,
        };
        let has_own_pages = own.page_tokens() != own.tokens();
        let own_pages = (stated.tokens.is_none() && has_own_pages).then(|| own.page_tokens());
        let pages = stated.page_tokens.as_deref().or(own_pages);
        let tokens = stated.tokens.as_deref().unwrap_or(own.tokens());
        let obeys_global = stated.obeys_global.unwrap_or(own.obeys_global());
        let asker = client(tokens.to_vec(), pages.map(<[_]>::to_vec), obeys_global);
        let purposes = stated.purposes.as_deref().unwrap_or(own.purposes());
        let asker = purposes.iter().cloned().fold(asker, Client::with_purpose);
        let tokens = stated.policy_tokens.as_deref();
        let tokens = tokens.unwrap_or(own.policy_tokens()).iter().cloned();
        let asker = tokens.fold(asker, |asker, (token, uses)| {
            asker.with_policy_token(token, uses)
        });
        let signature_agent = match &stated.signature_agent {
            Some(stated) => stated.first(),
            None => self.signature_agent.as_ref(),
        };
        Cow::Owned(DefaultAsker {
            client: signing(asker, signature_agent),
            engine: None,
            signature_agent: None,
        })
    }

    /// Whether both get the same answers.
    pub(crate) fn is(&self, other: &DefaultAsker) -> bool {
        self.client == other.client && self.engine == other.engine
    }

    pub(crate) fn asker(&self) -> Asker<'_> {
        match self.engine {
            Some(engine) => Asker::Engine(engine),
            None => Asker::Client(&self.client),
        }
    }

    /// The clients whose names are read for certain.
    pub(crate) fn clients(&self) -> &[Client] {
        slice::from_ref(&self.client)
    }

    /// The engine, if it is one.
    pub(crate) fn engines(&self) -> &[Profile] {
        self.engine.as_slice()
    }

    /// Whether a document is read to its end for it.
    pub(crate) fn reads_body(&self) -> bool {
        self.engine.is_some_and(Profile::reads_body)
    }
}

/// The documents beside the responses of records that state none: robots.txt, and those about AI use.
#[derive(Clone, Debug, Default)]
pub struct DefaultDocuments {
    /// The status of the answer for robots.txt; see [`RobotsGiven::status`].
    pub robots_status: Option<u16>,
    /// The body of that answer.
    pub robots: Option<Vec<u8>>,
    /// The fetch that ended so, read once for all records.
    pub read_robots: Option<RobotsFetch>,
    /// The time before the fetch of robots.txt.
    pub past: RobotsPast<'static>,
    /// A `tdmrep.json`.
    pub tdmrep: Option<Vec<u8>>,
    /// Licences in RSL: the address and the body of each.
    pub licenses: Vec<(String, Vec<u8>)>,
}

impl DefaultDocuments {
    pub(crate) fn robots(&self) -> RobotsGiven<'_> {
        RobotsGiven {
            status: self.robots_status,
            body: self.robots.as_deref(),
        }
    }

    pub(crate) fn uses(&self) -> UseDocuments<'_> {
        let licenses = self.licenses.iter();
        UseDocuments {
            tdmrep_status: None,
            tdmrep: self.tdmrep.as_deref(),
            licenses: licenses.map(|(url, body)| (&**url, &**body)).collect(),
        }
    }
}

/// The client that a record states.
#[derive(Default)]
pub(crate) struct StatedAsker {
    /// The first key that is given.
    pub(crate) key: Option<&'static str>,
    pub(crate) tokens: Option<Vec<ProductToken>>,
    pub(crate) page_tokens: Option<Vec<ProductToken>>,
    pub(crate) purposes: Option<Vec<ProductToken>>,
    /// The agent of its field; empty if the field is ignored.
    pub(crate) signature_agent: Option<Vec<SignatureAgent>>,
    pub(crate) obeys_global: Option<bool>,
    pub(crate) policy_tokens: Option<Vec<PolicyToken>>,
}

impl RecordDefaults {
    /// The defaults of a command line without options: a client without a name, the path `/`, and the readers of the library.
    pub fn new(now: Clock) -> RecordDefaults {
        RecordDefaults {
            askers: vec![DefaultAsker::of(Asker::Client(&Client::anonymous()))],
            url: String::from("/"),
            now,
            documents: DefaultDocuments::default(),
            reading: ReadingOptions::of_library(),
            assumed: Assumed::default(),
            robots_fetched: None,
            has_ledger: false,
            has_parts: false,
        }
    }

    /// The askers of a record with this engine, or with these keys of a client: those of the command line with its keys, each
    /// once. A record with a key of a client is not one of the engines of the command line.
    pub(crate) fn askers(
        &self,
        stated: &StatedAsker,
        engine: Option<Profile>,
    ) -> Vec<Cow<'_, DefaultAsker>> {
        if let Some(engine) = engine {
            return vec![Cow::Owned(DefaultAsker::of(Asker::Engine(engine)))];
        }
        let mut all: Vec<Cow<'_, DefaultAsker>> = Vec::with_capacity(self.askers.len());
        for default in &self.askers {
            let asker = default.with(stated);
            // Several differ by keys that the record has itself.
            if stated.key.is_none() || !all.iter().any(|own| own.is(&asker)) {
                all.push(asker);
            }
        }
        all
    }
}
