//! The values of keys that a record does not have: the options of the command line.

use std::borrow::Cow;
use std::slice;
use std::time::SystemTime;

use robots_policy::engines::Profile;
use robots_policy::header::SignatureAgent;
use robots_policy::robots_txt::RobotsFetch;
use robots_policy::{Accessor, ProductToken, Timestamp};
use robots_policy_archives::{Readers, RobotsGiven, UseDocuments};

use super::Beside;
use crate::asker::Asker;
use crate::question::{PolicyToken, accessor, signing};
use crate::reading::ReadingOptions;
use crate::robots::SavedRobots;
use crate::robots_past::StatedPast;

/// The options of the command line that are defaults for keys of a record. A key always overrides its option.
pub(crate) struct RecordDefaults {
    asker: DefaultAsker,
    pub(super) url: String,
    pub(super) now: Option<Timestamp>,
    beside: Beside,
    /// The robots.txt of the command line as the `readers` read it, once for all records.
    read_robots: Option<RobotsFetch>,
    reading: ReadingOptions,
    readers: Readers,
}

/// The asker of records that state none.
pub(super) struct DefaultAsker {
    /// The client, or the client that the engine is.
    pub(super) accessor: Accessor,
    pub(super) engine: Option<Profile>,
    /// The signature agent of the client.
    pub(super) signature_agent: Option<SignatureAgent>,
}

/// The asker of a record: a client, or an engine.
pub(super) struct RecordAsker<'r> {
    /// The client, or the client that the engine is.
    accessor: Cow<'r, Accessor>,
    engine: Option<Profile>,
}

impl<'r> RecordAsker<'r> {
    pub(super) fn asker(&self) -> Asker<'_> {
        match self.engine {
            Some(engine) => Asker::Engine(engine),
            None => Asker::Client(&self.accessor),
        }
    }

    /// The clients whose names are read for certain.
    pub(super) fn accessors(&self) -> &[Accessor] {
        slice::from_ref(&*self.accessor)
    }

    /// The readers as this asker needs them.
    pub(super) fn readers(&self, readers: Cow<'r, Readers>) -> Cow<'r, Readers> {
        match self.engine {
            Some(engine) => Cow::Owned(readers.into_owned().for_engines(&[engine])),
            None => readers,
        }
    }
}

/// The client that a record states.
#[derive(Default)]
pub(super) struct StatedAsker {
    pub(super) tokens: Option<Vec<ProductToken>>,
    pub(super) page_tokens: Option<Vec<ProductToken>>,
    pub(super) purposes: Option<Vec<ProductToken>>,
    /// The agent of its field; empty if the field is ignored.
    pub(super) signature_agent: Option<Vec<SignatureAgent>>,
    pub(super) obeys_global: Option<bool>,
    pub(super) policy_tokens: Option<Vec<PolicyToken>>,
}

impl RecordDefaults {
    pub(super) fn new(
        asker: DefaultAsker,
        url: String,
        now: Option<Timestamp>,
        beside: Beside,
        reading: ReadingOptions,
    ) -> RecordDefaults {
        let readers = reading.readers();
        let given = beside.robots.as_ref().map(SavedRobots::given);
        let moment = now.unwrap_or_else(|| SystemTime::now().into());
        RecordDefaults {
            asker,
            url,
            now,
            read_robots: given.and_then(|given| given.fetch(readers.robots.clone(), moment)),
            beside,
            readers,
            reading,
        }
    }

    /// The asker of a record with this engine, or with these keys of a client; a record with a key of a client is not one of the
    /// engine of the command line.
    pub(super) fn asker(&self, stated: StatedAsker, engine: Option<Profile>) -> RecordAsker<'_> {
        let own = self.asker.engine.filter(|_| stated.key().is_none());
        match (engine, own) {
            (None, None) => RecordAsker {
                accessor: self.client(stated),
                engine: None,
            },
            (Some(engine), _) => RecordAsker {
                accessor: Cow::Owned(engine.accessor()),
                engine: Some(engine),
            },
            (None, Some(_)) => RecordAsker {
                accessor: Cow::Borrowed(&self.asker.accessor),
                engine: own,
            },
        }
    }

    /// The client of a record. Page tokens belong to the product tokens, so those of the command line are not those of an
    /// asker that the record names.
    fn client(&self, stated: StatedAsker) -> Cow<'_, Accessor> {
        if stated.key().is_none() {
            return Cow::Borrowed(&self.asker.accessor);
        }
        let anonymous = Accessor::anonymous();
        let own = match self.asker.engine {
            Some(_) => &anonymous,
            None => &self.asker.accessor,
        };
        let has_own_pages = own.page_tokens() != own.tokens();
        let own_pages = (stated.tokens.is_none() && has_own_pages).then(|| own.page_tokens());
        let pages = stated
            .page_tokens
            .or_else(|| own_pages.map(<[ProductToken]>::to_vec));
        let tokens = stated.tokens.unwrap_or_else(|| own.tokens().to_vec());
        let obeys_global = stated.obeys_global.unwrap_or(own.obeys_global());
        let asker = accessor(tokens, pages, obeys_global);
        let purposes = stated.purposes.unwrap_or_else(|| own.purposes().to_vec());
        let asker = purposes.into_iter().fold(asker, Accessor::with_purpose);
        let tokens = stated
            .policy_tokens
            .unwrap_or_else(|| own.policy_tokens().to_vec());
        let asker = tokens.into_iter().fold(asker, |asker, (token, uses)| {
            asker.with_policy_token(token, uses)
        });
        let signature_agent = match &stated.signature_agent {
            Some(stated) => stated.first(),
            None => self.asker.signature_agent.as_ref(),
        };
        Cow::Owned(signing(asker, signature_agent))
    }

    /// The readers of a record with these options.
    pub(super) fn readers(&self, stated: Option<ReadingOptions>) -> Cow<'_, Readers> {
        match stated {
            Some(options) => Cow::Owned(options.or(&self.reading).readers()),
            None => Cow::Borrowed(&self.readers),
        }
    }

    /// The documents about AI use of a record that states none.
    pub(super) fn uses(&self) -> UseDocuments<'_> {
        self.beside.uses.given()
    }

    /// The robots.txt of a record that does not state one, and has no options of its own.
    pub(super) fn read_robots(&self) -> Option<&RobotsFetch> {
        self.read_robots.as_ref()
    }

    /// The robots.txt of a record that does not state one.
    pub(super) fn robots(&self) -> RobotsGiven<'_> {
        self.beside.robots()
    }

    /// The time before the fetch of robots.txt, for keys that a record does not have.
    pub(super) fn past(&self) -> StatedPast<'_> {
        self.beside.past.stated()
    }
}

impl Default for RecordDefaults {
    /// Without options.
    fn default() -> RecordDefaults {
        let reading = ReadingOptions::of_library();
        let url = String::from("/");
        let asker = DefaultAsker {
            accessor: Accessor::anonymous(),
            engine: None,
            signature_agent: None,
        };
        RecordDefaults::new(asker, url, None, Beside::default(), reading)
    }
}

impl StatedAsker {
    /// The first key that is given.
    pub(super) fn key(&self) -> Option<&'static str> {
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
