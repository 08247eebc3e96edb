//! What a store tells of the authorities of a crawl.

use std::collections::HashMap;
use std::sync::Arc;

use robots_policy::{
    Diagnostic, Next, Parsed, Robots, RobotsFetch, RobotsFetchSettings, RobotsTxtReader, Signal,
    Timestamp,
};
use url::Url;

use crate::answer::{Answers, ROBOTS_TXT, StoreError, authority};

/// The authorities that one worker asks for, the last of them held in memory.
pub(crate) struct Sites {
    store: Arc<dyn Answers>,
    settings: RobotsFetchSettings,
    held: HashMap<String, Site>,
    bytes: usize,
}

/// What is known of one authority.
#[derive(Clone, Default)]
pub(crate) struct Site {
    pub(crate) robots: Robots,
    diagnostics: Vec<Diagnostic>,
}

impl Site {
    /// The remarks of the reading of its file.
    pub(crate) fn remarks(&self) -> Parsed<Vec<Signal>> {
        Parsed {
            value: Vec::new(),
            diagnostics: self.diagnostics.clone(),
        }
    }
}

impl Sites {
    /// Asks `store`, whose files are read by `reader`.
    pub(crate) fn new(store: Arc<dyn Answers>, reader: RobotsTxtReader) -> Sites {
        Sites {
            store,
            settings: RobotsFetchSettings::new().with_reader(reader),
            held: HashMap::new(),
            bytes: 0,
        }
    }

    /// What is known of the authority of `page`: nothing, if the store does not hold it or holds only redirects that
    /// lead out of it.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub(crate) fn of(&mut self, page: &Url) -> Result<Site, StoreError> {
        let name = authority(page);
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

    /// Follows redirects from answer to answer, as far as RFC 9309 §2.3.1.2 asks.
    fn ask(&self, page: &Url) -> Result<(Site, usize), StoreError> {
        let mut fetch = RobotsFetch::new(self.settings.clone());
        let mut ask = fetch.begin();
        let mut at = page.clone();
        at.set_path(ROBOTS_TXT);
        at.set_query(None);
        loop {
            let Some(answer) = self.store.get(&authority(&at))? else {
                return Ok((Site::default(), 0));
            };
            let moment = Timestamp::from_unix(answer.at);
            let next = match fetch.answered(&mut ask, answer.fetched(), moment) {
                Next::Done => {
                    let site = Site {
                        robots: fetch.outcome(moment),
                        diagnostics: fetch.diagnostics().to_vec(),
                    };
                    return Ok((site, answer.body.as_ref().map_or(0, Vec::len) * 2));
                }
                Next::Follow(place) => at.join(&place),
            };
            match next {
                Ok(next) if next.path() == ROBOTS_TXT => at = next,
                _ => return Ok((Site::default(), 0)),
            }
        }
    }
}

/// Bytes of sites that are held, about.
const HELD: usize = 16 * 1024 * 1024;
/// About what a site takes beside its file.
const SITE: usize = 256;
