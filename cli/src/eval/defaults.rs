//! The values of keys that a record does not have: the options of the command line.

use std::borrow::Cow;
use std::time::SystemTime;

use robots_policy::header::SignatureAgent;
use robots_policy::robots_txt::RobotsFetch;
use robots_policy::{Accessor, ProductToken, Timestamp};
use robots_policy_archives::{Readers, RobotsGiven, UseDocuments};

use crate::question::{PolicyToken, accessor, signing};
use crate::reading::ReadingOptions;
use crate::robots::SavedRobots;
use crate::saved_uses::SavedUses;

/// The options of the command line that are defaults for keys of a record. A key always overrides its option.
pub(crate) struct RecordDefaults {
    asker: Accessor,
    /// The signature agent of `asker`.
    signature_agent: Option<SignatureAgent>,
    pub(super) url: String,
    pub(super) now: Option<Timestamp>,
    robots: Option<SavedRobots>,
    /// The robots.txt of the command line as the `readers` read it, once for all records.
    read_robots: Option<RobotsFetch>,
    uses: SavedUses,
    reading: ReadingOptions,
    readers: Readers,
}

/// The asker of a record.
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
    pub(crate) fn new(
        asker: Accessor,
        signature_agent: Option<SignatureAgent>,
        url: String,
        now: Option<Timestamp>,
        robots: Option<SavedRobots>,
        uses: SavedUses,
        reading: ReadingOptions,
    ) -> RecordDefaults {
        let readers = reading.readers();
        let given = robots.as_ref().map(SavedRobots::given);
        let moment = now.unwrap_or_else(|| SystemTime::now().into());
        RecordDefaults {
            asker,
            signature_agent,
            url,
            now,
            read_robots: given.and_then(|given| given.fetch(readers.robots.clone(), moment)),
            robots,
            uses,
            readers,
            reading,
        }
    }

    /// The asker of a record. Page tokens belong to the product tokens, so those of the command line are not those of an
    /// asker that the record names.
    pub(super) fn asker(&self, stated: StatedAsker) -> Cow<'_, Accessor> {
        if stated.is_empty() {
            return Cow::Borrowed(&self.asker);
        }
        let own = &self.asker;
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
            None => self.signature_agent.as_ref(),
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
        self.uses.given()
    }

    /// The robots.txt of a record that does not state one, and has no options of its own.
    pub(super) fn read_robots(&self) -> Option<&RobotsFetch> {
        self.read_robots.as_ref()
    }

    /// The robots.txt of a record that does not state one.
    pub(super) fn robots(&self) -> RobotsGiven<'_> {
        let saved = self.robots.as_ref();
        saved.map(SavedRobots::given).unwrap_or_default()
    }
}

impl Default for RecordDefaults {
    /// Without options.
    fn default() -> RecordDefaults {
        let reading = ReadingOptions::of_library();
        let url = String::from("/");
        RecordDefaults::new(
            Accessor::anonymous(),
            None,
            url,
            None,
            None,
            SavedUses::default(),
            reading,
        )
    }
}

impl StatedAsker {
    fn is_empty(&self) -> bool {
        let StatedAsker {
            tokens,
            page_tokens,
            purposes,
            signature_agent,
            obeys_global,
            policy_tokens,
        } = self;
        tokens.is_none()
            && page_tokens.is_none()
            && purposes.is_none()
            && signature_agent.is_none()
            && obeys_global.is_none()
            && policy_tokens.is_none()
    }
}
