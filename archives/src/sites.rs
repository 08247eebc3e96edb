//! The rules of the authorities of a crawl, from a store.

use std::collections::HashMap;
use std::sync::Arc;

use robots_policy::robots_txt::{
    Next, RobotsFetch, RobotsFetchSettings, RobotsTxtReader, authority, robots_txt_url,
};
use robots_policy::{Policy, Timestamp};
use url::Url;

use crate::answer::{Answers, StoreError, authority_at};

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

    /// A policy with the robots.txt of the authority of `page`; it is unknown if the store has no answer for it, or only
    /// redirects out of the store.
    ///
    /// # Errors
    /// The store cannot be read.
    pub(crate) fn of(&mut self, page: &Url) -> Result<Policy, StoreError> {
        let Some(name) = authority(page.as_str()) else {
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

    /// Follows redirects from answer to answer, as many as RFC 9309 §2.3.1.2 requires.
    fn ask(&self, page: &Url) -> Result<(Policy, usize), StoreError> {
        let mut fetch = RobotsFetch::new(self.settings.clone());
        let mut ask = fetch.begin();
        let place = robots_txt_url(page.as_str());
        let mut next = place.and_then(|place| Url::parse(&place).ok());
        while let Some(at) = next {
            let Some(answer) = authority_at(at.clone())
                .map(|name| self.store.get(&name))
                .transpose()?
                .flatten()
            else {
                break;
            };
            let moment = Timestamp::from_unix(answer.at);
            next = match fetch.answered(&mut ask, answer.fetched(), moment) {
                Next::Done => {
                    let site = Policy::new().with_fetch(&fetch, moment);
                    return Ok((site, answer.body.as_ref().map_or(0, Vec::len) * 2));
                }
                Next::Follow(place) => at.join(&place).ok(),
            };
        }
        Ok((Policy::new(), 0))
    }
}

/// Bytes of sites that are held, about.
const HELD: usize = 16 * 1024 * 1024;
/// The approximate bytes of a site beside its file.
const SITE: usize = 256;
