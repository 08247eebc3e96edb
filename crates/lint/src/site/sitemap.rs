//! Sitemaps: their addresses, and what robots.txt says about them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use robots_policy::engines::{Kind, Profile};
use robots_policy::robots_txt::authority;
use robots_policy::{Client, RobotsTxt};
use robots_policy_input::number::grouped;

use super::{Draft, RobotsVariant, SiteRobots};

use crate::code::Code;
use crate::excerpt::shown;
use crate::finding::{Finding, MOST_INPUTS};
use crate::place::{Place, Source};
use crate::rule::rules;
use crate::sitemap::{Sitemap, SitemapKind};

rules! {
    SitemapTooLong: Warning, [Site], "sitemaps.org",
        title: "a sitemap that is too long",
        consequence: "Readers stop at 50,000 addresses and at 50 MiB.",
        advice: "Write several sitemaps, and a sitemap index that names them.";
    SitemapBroken: Warning, [Site], "sitemaps.org",
        title: "a sitemap that lists something else than pages of its site",
        consequence: "Readers do not find the page, or leave the address out.",
        advice: "List the last address of each page of this site, with its scheme and host, and name sitemaps that exist.";
    SitemapDisallowed: Warning, [RobotsTxt, Site], "RFC 9309 §2.2.2, sitemaps.org",
        title: "a sitemap that lists what robots.txt closes",
        consequence: "The pages are not fetched, though they are offered.",
        advice: "Leave the pages out of the sitemap, or allow them.";
}

/// A sitemap with the robots.txt of its site.
pub(crate) struct ListedSitemap {
    name: Arc<str>,
    kind: SitemapKind,
    /// The site that it is for: that of its own address, or of the first one in it.
    authority: Option<String>,
    /// Where each address is; the text of the place is the address.
    pub(super) addresses: Vec<Place>,
    count: usize,
    length: usize,
    pub(super) robots: Option<Arc<SiteRobots>>,
}

impl ListedSitemap {
    pub(crate) fn new(
        sitemap: &Sitemap,
        source: &Source<'_>,
        address: Option<&str>,
        robots: Option<Arc<SiteRobots>>,
    ) -> ListedSitemap {
        let mut first = sitemap
            .entries
            .iter()
            .map(|entry| authority(&entry.address));
        let own = address.and_then(authority);
        ListedSitemap {
            name: Arc::clone(source.name()),
            kind: sitemap.kind,
            authority: own.or_else(|| first.find_map(|authority| authority)),
            addresses: addresses(sitemap, source),
            count: sitemap.count,
            length: source.bytes().len(),
            robots,
        }
    }

    /// The findings about it and its robots.txt.
    pub(super) fn drafts(&self) -> Vec<Draft<RobotsVariant>> {
        let mut drafts = Vec::new();
        drafts.extend(self.too_long());
        drafts.extend(self.relative());
        if self.kind != SitemapKind::Feed {
            drafts.extend(self.elsewhere());
        }
        drafts.extend(self.disallowed());
        drafts
    }

    /// A finding about several of its addresses, the first of which is its place.
    pub(super) fn finding(code: Code, entries: &[&Place], message: String) -> Option<Finding> {
        let first = *entries.first()?;
        let mut finding = Finding::new(code, first.clone(), message);
        finding.count = entries.len();
        let names = entries.iter().take(MOST_INPUTS);
        finding.inputs = names.map(|entry| entry.text.clone()).collect();
        Some(finding)
    }

    fn too_long(&self) -> Option<Draft<RobotsVariant>> {
        let message = if self.count > Sitemap::MOST {
            format!(
                "the sitemap lists {} addresses, and readers stop after {}",
                grouped(self.count as u128),
                grouped(Sitemap::MOST as u128)
            )
        } else if self.length > Sitemap::MOST_BYTES {
            String::from("the sitemap is longer than 50 MiB, where readers stop")
        } else {
            return None;
        };
        let place = Place::whole(&self.name);
        Some(Draft::of(Code::SitemapTooLong, place, message))
    }

    fn relative(&self) -> Option<Draft<RobotsVariant>> {
        let entries = self.addresses.iter();
        let entries = entries.filter(|entry| authority(&entry.text).is_none());
        let entries: Vec<&Place> = entries.collect();
        let message = format!(
            "`{}` is not an absolute address, so that readers do not find the page",
            shown(&entries.first()?.text)
        );
        let finding = ListedSitemap::finding(Code::SitemapBroken, &entries, message)?;
        Some(Draft::new(finding))
    }

    /// Addresses of another site.
    fn elsewhere(&self) -> Option<Draft<RobotsVariant>> {
        let own = self.authority.as_deref()?;
        let entries = self.addresses.iter();
        let entries =
            entries.filter(|entry| authority(&entry.text).is_some_and(|other| other != own));
        let entries: Vec<&Place> = entries.collect();
        let message = format!(
            "`{}` is of another scheme, host or port than the sitemap, which is for {own}",
            shown(&entries.first()?.text)
        );
        let finding = ListedSitemap::finding(Code::SitemapBroken, &entries, message)?;
        Some(Draft::new(finding))
    }

    /// Addresses that robots.txt closes to every client, or to a search engine: by each rule one finding.
    fn disallowed(&self) -> Vec<Draft<RobotsVariant>> {
        let Some((held, rules)) = self
            .robots
            .as_ref()
            .and_then(|held| Some((held, held.robots.rules()?)))
        else {
            return Vec::new();
        };
        let site = held.authority.as_ref().or(self.authority.as_ref());
        let clients = clients(rules);
        let mut by_line: BTreeMap<usize, Vec<&Place>> = BTreeMap::new();
        for entry in &self.addresses {
            if authority(&entry.text).as_ref() != site {
                continue;
            }
            let mut rules = clients
                .iter()
                .filter_map(|client| held.closes(client, &entry.text));
            if let Some(rule) = rules.next() {
                by_line.entry(rule.line()).or_default().push(entry);
            }
        }
        let drafts = by_line.into_values().filter_map(|entries| {
            let mut rules = clients
                .iter()
                .filter_map(|client| held.closes(client, &entries.first()?.text));
            let rule = rules.next()?;
            let message = format!("the sitemap lists what `{}` closes", shown(&rule.text()));
            let finding = ListedSitemap::finding(Code::SitemapDisallowed, &entries, message)?;
            let targets = entries.iter().take(MOST_TARGETS);
            let targets = targets.map(|entry| entry.text.clone()).collect();
            Some(Draft {
                finding: finding.and(held.place(&rule), "closes them"),
                second: held.without(&rule, targets),
            })
        });
        drafts.collect()
    }
}

/// The addresses of a sitemap with their lines and columns, as editors count them.
fn addresses(sitemap: &Sitemap, source: &Source<'_>) -> Vec<Place> {
    let (mut at, mut column) = (0, 1);
    let entries = sitemap.entries.iter().map(|entry| {
        let start = entry.bytes.start;
        let (line, first) = source.line_of(start);
        if first > at {
            (at, column) = (first, 1);
        }
        // A file may be one line, whose characters are counted once.
        let passed = source.bytes().get(at..start).unwrap_or_default();
        column += passed.iter().filter(|byte| *byte & 0xC0 != 0x80).count();
        at = start;
        Place {
            input: Arc::clone(source.name()),
            bytes: entry.bytes.clone(),
            line,
            column,
            text: entry.address.clone(),
            marked: 0..entry.address.len(),
        }
    });
    entries.collect()
}

/// Any client, and each search engine that has rules of its own.
fn clients(rules: &RobotsTxt) -> Vec<Client> {
    let mut seen = BTreeSet::new();
    let engines = Profile::all()
        .filter(|profile| profile.kind() == Kind::Search && profile.retired().is_none());
    let engines = engines.map(Profile::client);
    let all = std::iter::once(Client::anonymous()).chain(engines);
    all.filter(|client| {
        let group = rules.access(client, "/").group();
        seen.insert(group.map(|group| group.to_string().to_ascii_lowercase()))
    })
    .collect()
}

/// The addresses of one finding that are asked about.
const MOST_TARGETS: usize = 8;
