//! The values of keys that a record does not have: the options of the command line.

use std::borrow::Cow;
use std::slice;

use crate::asker::Asker;
use crate::clock::Clock;
use crate::head::Readers;
use crate::parts::{RobotsGiven, UseDocuments};
use crate::past::StatedPast;
use crate::reading::ReadingOptions;
use crate::values::{PolicyToken, client, signing};
use robots_policy::engines::Profile;
use robots_policy::header::SignatureAgent;
use robots_policy::ledger::Assumed;
use robots_policy::robots_txt::RobotsFetch;
use robots_policy::{Client, ProductToken, Timestamp};

/// The values of keys that a record does not have. A key always overrides its default.
///
/// `eval --jsonl` takes them from its command line. [`RecordDefaults::new`] has none of these, only the clock.
///
/// ```
/// use robots_policy::{Client, Timestamp};
/// use robots_policy_records::{Clock, DefaultAsker, RecordDefaults, answer_record};
///
/// let now = Clock::At(Timestamp::from_unix(1_790_000_000));
/// let asker = DefaultAsker::client(Client::new("ExampleBot")?);
/// let defaults = RecordDefaults::new(now).with_asker(asker);
/// let mut answer = Vec::new();
/// let record = br#"{"headers": [["X-Robots-Tag", "examplebot: noindex"]]}"#;
/// assert!(answer_record(record, &defaults, &mut answer)?);
/// assert!(String::from_utf8(answer)?.contains(r#""index":false"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordDefaults {
    /// One, or several for a record that names none.
    askers: Vec<DefaultAsker>,
    pub(crate) url: String,
    pub(crate) now: Clock,
    documents: DefaultDocuments,
    /// The default robots.txt as the `readers` read it, once for all records.
    read_robots: Option<RobotsFetch>,
    reading: ReadingOptions,
    readers: Readers,
    ledger: DefaultLedger,
}

/// The facts beside the bytes of records that do not state them, and whether their answers have the ledger.
#[derive(Clone, Copy, Debug, Default)]
pub struct DefaultLedger {
    /// The sources that do not exist, where a record does not give them.
    pub assumed: Assumed,
    /// The time at which the default robots.txt was fetched.
    pub robots_fetched: Option<Timestamp>,
    /// Whether answers have the ledger.
    pub is_written: bool,
}

/// The asker of records that state none.
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
    /// A client without a signature agent.
    pub fn client(client: Client) -> DefaultAsker {
        DefaultAsker {
            client,
            engine: None,
            signature_agent: None,
        }
    }

    /// An engine.
    pub fn engine(engine: Profile) -> DefaultAsker {
        DefaultAsker {
            engine: Some(engine),
            ..DefaultAsker::client(engine.client())
        }
    }
}

impl DefaultAsker {
    /// It for a record with these keys. Page tokens belong to the product tokens, so those of the command line are not those
    /// of an asker that the record names.
    fn with(&self, stated: &StatedAsker) -> RecordAsker<'_> {
        if stated.key().is_none() {
            return RecordAsker {
                client: Cow::Borrowed(&self.client),
                engine: self.engine,
            };
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
        RecordAsker {
            client: Cow::Owned(signing(asker, signature_agent)),
            engine: None,
        }
    }
}

/// The documents beside the responses of records that state none: robots.txt, and those about AI use.
#[derive(Clone, Debug, Default)]
pub struct DefaultDocuments {
    /// The status of the answer for robots.txt; see [`RobotsGiven::status`].
    pub robots_status: Option<u16>,
    /// The body of that answer.
    pub robots: Option<Vec<u8>>,
    /// The time before the fetch of robots.txt.
    pub past: StatedPast<'static>,
    /// A `tdmrep.json`.
    pub tdmrep: Option<Vec<u8>>,
    /// Licences in RSL: the address and the body of each.
    pub licenses: Vec<(String, Vec<u8>)>,
}

impl DefaultDocuments {
    fn robots(&self) -> RobotsGiven<'_> {
        RobotsGiven {
            status: self.robots_status,
            body: self.robots.as_deref(),
        }
    }

    fn uses(&self) -> UseDocuments<'_> {
        let licenses = self.licenses.iter();
        UseDocuments {
            tdmrep_status: None,
            tdmrep: self.tdmrep.as_deref(),
            licenses: licenses.map(|(url, body)| (&**url, &**body)).collect(),
        }
    }
}

/// The asker of a record: a client, or an engine.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RecordAsker<'r> {
    /// The client, or the client that the engine is.
    client: Cow<'r, Client>,
    engine: Option<Profile>,
}

impl RecordAsker<'_> {
    /// This engine.
    pub(crate) fn engine(engine: Profile) -> RecordAsker<'static> {
        RecordAsker {
            client: Cow::Owned(engine.client()),
            engine: Some(engine),
        }
    }

    pub(crate) fn asker(&self) -> Asker<'_> {
        match self.engine {
            Some(engine) => Asker::Engine(engine),
            None => Asker::Client(&self.client),
        }
    }

    /// The clients whose names are read for certain.
    pub(crate) fn clients(&self) -> &[Client] {
        slice::from_ref(&*self.client)
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

/// The client that a record states.
#[derive(Default)]
pub(crate) struct StatedAsker {
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
        let reading = ReadingOptions::of_library();
        RecordDefaults {
            askers: vec![DefaultAsker::client(Client::anonymous())],
            url: String::from("/"),
            now,
            documents: DefaultDocuments::default(),
            read_robots: None,
            readers: reading.readers(),
            reading,
            ledger: DefaultLedger::default(),
        }
    }

    /// Sets the facts beside the bytes.
    #[must_use]
    pub fn with_ledger(self, ledger: DefaultLedger) -> RecordDefaults {
        RecordDefaults { ledger, ..self }
    }

    /// Sets the asker.
    #[must_use]
    pub fn with_asker(self, asker: DefaultAsker) -> RecordDefaults {
        self.with_askers(vec![asker])
    }

    /// Sets the askers, each of which gets its answer to a record that names none. Without any the asker stays.
    #[must_use]
    pub fn with_askers(self, askers: Vec<DefaultAsker>) -> RecordDefaults {
        if askers.is_empty() {
            return self;
        }
        RecordDefaults { askers, ..self }
    }

    /// Sets the URL, or path, of the responses.
    #[must_use]
    pub fn with_url(self, url: String) -> RecordDefaults {
        RecordDefaults { url, ..self }
    }

    /// Sets the documents, and how inputs are read. The robots.txt is read here, once for all records.
    #[must_use]
    pub fn with_documents(
        self,
        documents: DefaultDocuments,
        reading: ReadingOptions,
    ) -> RecordDefaults {
        let readers = reading.readers();
        let fetch = documents
            .robots()
            .fetch(readers.robots.clone(), self.now.now());
        RecordDefaults {
            read_robots: fetch,
            documents,
            readers,
            reading,
            ..self
        }
    }

    /// The askers of a record with this engine, or with these keys of a client: those of the command line with its keys, each
    /// once. A record with a key of a client is not one of the engines of the command line.
    pub(crate) fn askers(
        &self,
        stated: &StatedAsker,
        engine: Option<Profile>,
    ) -> Vec<RecordAsker<'_>> {
        if let Some(engine) = engine {
            return vec![RecordAsker::engine(engine)];
        }
        let mut all: Vec<RecordAsker<'_>> = Vec::with_capacity(self.askers.len());
        for default in &self.askers {
            let asker = default.with(stated);
            // Several differ by keys that the record has itself.
            if stated.key().is_none() || !all.contains(&asker) {
                all.push(asker);
            }
        }
        all
    }

    /// The readers of a record with these options.
    pub(crate) fn readers(&self, stated: Option<ReadingOptions>) -> Cow<'_, Readers> {
        match stated {
            Some(options) => Cow::Owned(options.or(&self.reading).readers()),
            None => Cow::Borrowed(&self.readers),
        }
    }

    /// The documents about AI use of a record that states none.
    pub(crate) fn uses(&self) -> UseDocuments<'_> {
        self.documents.uses()
    }

    /// The robots.txt of a record that does not state one, and has no options of its own.
    pub(crate) fn read_robots(&self) -> Option<&RobotsFetch> {
        self.read_robots.as_ref()
    }

    /// The facts beside the bytes.
    pub(crate) fn ledger(&self) -> DefaultLedger {
        self.ledger
    }

    /// The robots.txt of a record that does not state one.
    pub(crate) fn robots(&self) -> RobotsGiven<'_> {
        self.documents.robots()
    }

    /// The time before the fetch of robots.txt, for keys that a record does not have.
    pub(crate) fn past(&self) -> StatedPast<'_> {
        self.documents.past.borrowed()
    }
}

impl StatedAsker {
    /// The first key that is given.
    pub(crate) fn key(&self) -> Option<&'static str> {
        let StatedAsker {
            tokens,
            page_tokens,
            purposes,
            signature_agent,
            obeys_global,
            policy_tokens,
        } = self;
        let keys = [
            ("agent", tokens.is_some()),
            ("page_agent", page_tokens.is_some()),
            ("obeys_global", obeys_global.is_some()),
            ("purposes", purposes.is_some()),
            ("signature_agent", signature_agent.is_some()),
            ("policy_tokens", policy_tokens.is_some()),
        ];
        let given = keys.iter().find(|(_, is_given)| *is_given);
        given.map(|(key, _)| *key)
    }
}
