//! The rules of the authorities of a crawl, from a store.

use std::collections::HashMap;
use std::sync::Arc;

use robots_policy::robots_txt::{
    Next, RobotsFetch, RobotsFetchSettings, RobotsTxtReader, authority, robots_txt_url,
};
use robots_policy::{Policy, Timestamp};
use url::Url;

use crate::answer::{Answers, StoreError, authority_at};

/// The authority of a page that an archive calls `target`, in the form of a store's keys. `None` for text in which the
/// library finds no authority, as in `https:example.com/a`: it would find no path in it either.
pub fn page_authority(target: &str) -> Option<String> {
    authority(target)?;
    authority(Url::parse(target).ok()?.as_str())
}

/// The authorities that one worker looks up, the last of them held in memory.
pub(crate) struct CrawlSites {
    store: Arc<dyn Answers>,
    settings: RobotsFetchSettings,
    held: HashMap<String, Policy>,
    bytes: usize,
}

impl CrawlSites {
    /// Asks `store`, whose files are read by `reader`.
    pub(crate) fn new(store: Arc<dyn Answers>, reader: RobotsTxtReader) -> CrawlSites {
        CrawlSites {
            store,
            settings: RobotsFetchSettings::new().with_reader(reader),
            held: HashMap::new(),
            bytes: 0,
        }
    }

    /// A policy with the robots.txt of the authority of `page`, whose address the archive has as `target`; it is unknown if the store has no answer for it, or only
    /// redirects out of the store.
    ///
    /// # Errors
    /// The store cannot be read.
    pub(crate) fn of(&mut self, target: &str, page: &Url) -> Result<Policy, StoreError> {
        let Some(name) = page_authority(target) else {
            return Ok(Policy::new());
        };
        if let Some(site) = self.held.get(&name) {
            return Ok(site.clone());
        }
        let (site, bytes) = self.ask(page)?;
        if self.bytes > HELD {
            self.held.clear();
            self.bytes = 0;
        }
        self.bytes += bytes + name.len() + SITE;
        self.held.insert(name, site.clone());
        Ok(site)
    }

    /// A policy with the robots.txt of the authority of `page`, and about how many bytes it takes.
    fn ask(&self, page: &Url) -> Result<(Policy, usize), StoreError> {
        let stored = StoredFetch::of(&*self.store, page, self.settings.clone())?;
        Ok(stored.map_or_else(Default::default, |stored| {
            let site = Policy::new().with_fetch(&stored.fetch, stored.at);
            (site, stored.body.map_or(0, |body| body.len()) * 2)
        }))
    }
}

/// The fetch of a robots.txt, repeated with stored answers.
#[derive(Clone, Debug)]
pub struct StoredFetch {
    /// The fetch, which has ended.
    pub fetch: RobotsFetch,
    /// When the last answer came.
    pub at: Timestamp,
    /// The body of the last answer.
    pub body: Option<Vec<u8>>,
}

impl StoredFetch {
    /// The fetch of the robots.txt for `page`. It follows redirects from answer to answer, as many as RFC 9309 §2.3.1.2
    /// requires. `None` if there is no answer for the authority, or only redirects that lead out of the store.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of(
        answers: &dyn Answers,
        page: &Url,
        settings: RobotsFetchSettings,
    ) -> Result<Option<StoredFetch>, StoreError> {
        let mut fetch = RobotsFetch::new(settings);
        let mut ask = fetch.begin();
        let place = robots_txt_url(page.as_str());
        let mut next = place.and_then(|place| Url::parse(&place).ok());
        while let Some(url) = next {
            let Some(answer) = authority_at(url.clone())
                .map(|name| answers.get(&name))
                .transpose()?
                .flatten()
            else {
                break;
            };
            let at = Timestamp::from_unix(answer.at);
            next = match fetch.answered(&mut ask, answer.fetched(), at) {
                Next::Done => {
                    let body = answer.body;
                    return Ok(Some(StoredFetch { fetch, at, body }));
                }
                Next::Follow(place) => url.join(&place).ok(),
            };
        }
        Ok(None)
    }
}

/// Bytes of sites that are held, about.
const HELD: usize = 16 * 1024 * 1024;
/// The approximate bytes of a site beside its file.
const SITE: usize = 256;
