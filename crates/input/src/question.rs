//! One question: the askers, the response, and the options of the reading.

use robots_policy::report::Json;
use robots_policy::robots_txt::RobotsFetch;
use robots_policy::{Client, Policy, Timestamp, Verdict};

use crate::askers::Asker;
use crate::document::FedDocument;
use crate::document::head::Readers;
use crate::facts::Stated;
use crate::response::{Parts, RobotsGiven, RobotsPast, UseDocuments};

/// The question of a record, or of a command line with its files, for one asker or several.
pub struct Question<'q> {
    /// The clients whose names are read for certain.
    pub clients: &'q [Client],
    /// The URL of the page, or its path.
    pub url: &'q str,
    /// How the fetch of robots.txt ended.
    pub robots: RobotsGiven<'q>,
    /// The time before that fetch, and whether the site answers other requests.
    pub past: RobotsPast<'q>,
    /// The robots.txt, if it was read before.
    pub read_robots: Option<&'q RobotsFetch>,
    /// The moment of the question.
    pub now: Timestamp,
    /// The field lines and the document.
    pub parts: Parts<'q>,
    /// Documents about AI use.
    pub uses: UseDocuments<'q>,
    /// The facts that the caller states beside the bytes.
    pub stated: Stated,
    /// Whether answers have the ledger.
    pub has_ledger: bool,
    /// How the inputs are read.
    pub readers: Readers,
}

impl Question<'_> {
    /// Reads all inputs into one policy.
    pub fn policy(&self) -> Policy {
        self.parts.read(&self.readers, self.clients, self.site())
    }

    /// Reads all inputs into one policy, with a document that was fed to [`Parts::fed`]; `is_all` says that all of it was.
    pub(crate) fn policy_with(&self, document: FedDocument, is_all: bool) -> Policy {
        let (parts, readers) = (&self.parts, &self.readers);
        let policy = parts.read_fields(readers, self.site());
        policy.with_document(parts.finish(document, readers, self.clients, is_all))
    }

    /// Reads all inputs but the document into one policy.
    pub fn policy_without_document(&self) -> Policy {
        self.parts.read_fields(&self.readers, self.site())
    }

    /// A policy that holds the documents of the site.
    fn site(&self) -> Policy {
        let mut policy = self.uses.add_to(self.robots());
        policy = self.stated.add_to(policy, self.robots.status);
        match self.past.site_up {
            Some(is_up) => policy.with_site_up(is_up),
            None => policy,
        }
    }

    /// A policy that holds the known robots.txt.
    fn robots(&self) -> Policy {
        if let Some(fetch) = self.read_robots {
            return Policy::new().with_robots(fetch.at(self.now));
        }
        let reader = self.readers.robots.clone();
        match self.robots.fetch_after(&self.past, reader, self.now) {
            Some(fetch) => Policy::new().with_robots(fetch.at(self.now)),
            None => Policy::new(),
        }
    }

    /// The verdict for an asker, of a policy that was read for this question.
    pub fn judge<'p>(&self, asker: Asker<'_>, policy: &'p Policy) -> Verdict<'p> {
        asker.judge(policy, self.url, self.now)
    }
}

/// The JSON of a verdict with this id.
pub(crate) fn json<'v, I>(id: I, verdict: &'v Verdict<'v>, has_ledger: bool) -> Json<'v, I> {
    let record = Json::new(id, verdict);
    if has_ledger {
        record.with_ledger()
    } else {
        record
    }
}
