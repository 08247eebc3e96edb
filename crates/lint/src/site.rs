//! The pages and sitemaps of a site, and the findings that need several of them.
//!
//! | file | what it finds |
//! |---|---|
//! | `robots` | a robots.txt, for what came while it was at hand |
//! | `sitemap` | sitemaps: their addresses, and what robots.txt says about them |
//! | `pages` | pages beside what lists them, and beside each other |
//! | `case` | patterns that match in another case only |
//!
//! Facts are kept, and not the pages: memory is that of addresses and short texts.

pub(crate) mod case;
pub(crate) mod pages;
mod robots;
pub(crate) mod sitemap;

use std::collections::BTreeMap;
use std::sync::Arc;

use robots_policy::robots_txt::{Robots, authority};
use url::Url;

pub(crate) use self::robots::SiteRobots;
pub(crate) use self::sitemap::ListedSitemap;
use crate::effect::Question;
use crate::finding::Draft;
use crate::page::Facts;
use crate::place::Place;

/// The facts about the sites of a run.
#[derive(Default)]
pub(crate) struct Site {
    /// The robots.txt at hand, if something came with it.
    current: Option<Arc<SiteRobots>>,
    held: Vec<Arc<SiteRobots>>,
    sitemaps: Vec<ListedSitemap>,
    pages: BTreeMap<String, Visited>,
}

/// A page that was looked at.
pub(crate) struct Visited {
    pub(crate) name: String,
    /// Its address, or its path.
    pub(crate) url: String,
    pub(crate) status: Option<u16>,
    pub(crate) facts: Facts,
    /// The page as a whole.
    pub(crate) place: Place,
    pub(crate) robots: Option<Arc<SiteRobots>>,
}

/// A robots.txt in two forms, and the questions about both.
pub(crate) struct RobotsVariant {
    pub(crate) own: Robots,
    pub(crate) other: Robots,
    pub(crate) targets: Vec<String>,
    pub(crate) questions: &'static [Question],
}

impl Site {
    /// Another robots.txt, or none, is at hand.
    pub(crate) fn leave(&mut self) {
        self.current = None;
    }

    /// The robots.txt at hand; `None` if it is not known.
    pub(crate) fn hold(&mut self, name: &str, robots: &Robots) -> Option<Arc<SiteRobots>> {
        if matches!(robots, Robots::Unknown) {
            return None;
        }
        if self.current.is_none() {
            // A site that is come back to has one robots.txt.
            let mut known = self.held.iter();
            let known = known.find(|held| held.authority.is_some() && held.is_of(name));
            self.current = known.cloned();
        }
        if self.current.is_none() {
            let held = Arc::new(SiteRobots::new(name, robots.clone()));
            self.held.push(Arc::clone(&held));
            self.current = Some(held);
        }
        self.current.clone()
    }

    /// Adds a page. Of several with one address the first one counts.
    pub(crate) fn visit(&mut self, page: Visited) {
        self.pages.entry(key(&page.url)).or_insert(page);
    }

    /// Adds a sitemap, and returns what is found in it alone.
    pub(crate) fn list(&mut self, sitemap: ListedSitemap) -> Vec<Draft<RobotsVariant>> {
        let drafts = sitemap.drafts();
        self.sitemaps.push(sitemap);
        drafts
    }

    /// The findings that need all that was looked at.
    pub(crate) fn drafts(&self) -> Vec<Draft<RobotsVariant>> {
        let mut drafts = pages::drafts(self);
        drafts.extend(case::drafts(self));
        drafts
    }

    /// The page of this address. A page that has a path alone is that of each host.
    fn page(&self, address: &str) -> Option<&Visited> {
        let own = self.pages.get(&key(address));
        own.or_else(|| self.pages.get(path(address)))
    }

    /// The robots.txt of an address that a page leads to.
    fn robots_of<'s>(&'s self, address: &str, from: &'s Visited) -> Option<&'s Arc<SiteRobots>> {
        let own = authority(address);
        if own.is_none() || own == authority(&from.url) || authority(&from.url).is_none() {
            return from.robots.as_ref();
        }
        self.held.iter().find(|held| held.authority == own)
    }
}

impl Visited {
    /// Whether its answer is a page.
    fn is_page(&self) -> bool {
        matches!(self.status, None | Some(200..=299))
    }

    /// The address that a reference in it leads to.
    fn resolved(&self, reference: &str) -> Option<String> {
        let base = Url::parse(ANY_SITE).ok()?;
        let own = base.join(&self.url).ok()?;
        let to = own.join(reference).ok()?;
        if to.origin() == base.origin() {
            return Some(path(to.as_str()).to_owned());
        }
        Some(to.into())
    }
}

/// An address in one form, without its fragment.
fn key(address: &str) -> String {
    match Url::parse(address) {
        Ok(mut url) => {
            url.set_fragment(None);
            url.into()
        }
        Err(_) => address.split('#').next().unwrap_or_default().to_owned(),
    }
}

/// The path of an address, with its query.
fn path(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| {
        rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/")
    });
    rest.split('#').next().unwrap_or_default()
}

/// A site, of which only the path is used.
const ANY_SITE: &str = "https://site.example/";
