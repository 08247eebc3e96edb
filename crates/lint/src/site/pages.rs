//! Pages beside what lists them, beside each other, and beside what robots.txt says about them.

use std::collections::BTreeMap;

use robots_policy::Client;
use robots_policy::robots_txt::{Cause, Robots, authority};
use robots_policy_input::number::grouped;

use super::{Draft, ListedSitemap, RobotsVariant, Site, Visited};

use crate::code::Code;
use crate::excerpt::shown;
use crate::finding::{Finding, MOST_INPUTS};
use crate::level::Level;
use crate::place::Place;
use crate::rule::rules;

rules! {
    SiteWideNoindex: Error, [Fields, Page], "draft-illyes-repext §1",
        title: "a site all of whose pages have `noindex`",
        consequence: "The whole site leaves the index. A platform, a proxy or a template often adds it, as for previews.",
        advice: "Remove it where it is added.";
    SitemapNoindex: Warning, [Site, Page], "sitemaps.org, Google",
        title: "a sitemap that lists a page with `noindex`",
        consequence: "The two contradict each other: readers fetch the page again and again, and do not index it.",
        advice: "Leave the page out of the sitemap, or let it be indexed.";
    RedirectTarget: Warning, [RobotsTxt, Fields], "RFC 9309 §2.2.2",
        title: "a redirect to a page that robots.txt closes",
        consequence: "A client that obeys stops at the redirect, so that neither page is read.",
        advice: "Allow the target, or close the page too.";
    CanonicalTarget: Warning, [RobotsTxt, Page], "RFC 6596 §3, Google",
        title: "a canonical link to a page that is closed or has `noindex`",
        consequence: "Readers may index neither page.",
        advice: "Name an address that may be indexed.";
    EdgeDisagrees: Info, [RobotsTxt, Fields], "RFC 9309 §1, RFC 9110 §15.5.4",
        title: "a page that robots.txt allows and the server refuses",
        consequence: "A firewall or a login decides, and not robots.txt. It may refuse one client and not another.",
        advice: "Close the page in robots.txt too, or let clients fetch it.";
}

pub(super) fn drafts(site: &Site) -> Vec<Draft<RobotsVariant>> {
    let mut drafts = site_wide(site);
    for sitemap in &site.sitemaps {
        drafts.extend(listed_noindex(site, sitemap));
        drafts.extend(listed_broken(site, sitemap));
    }
    drafts.extend(redirects(site));
    drafts.extend(canonicals(site));
    drafts.extend(refused(site));
    drafts
}

/// Adds a page to those that are found by the same text, by a key: of each key one finding with the number of pages.
fn add<K: Ord>(
    drafts: &mut BTreeMap<K, Draft<RobotsVariant>>,
    key: K,
    page: &Visited,
    draft: impl FnOnce() -> Draft<RobotsVariant>,
) {
    let known = drafts.entry(key).or_insert_with(|| {
        let mut draft = draft();
        draft.finding.count = 0;
        draft.finding.url = Some(page.url.clone());
        draft
    });
    known.finding.count += 1;
    if known.finding.inputs.len() < MOST_INPUTS {
        known.finding.inputs.push(page.name.clone());
    }
}

/// A site all of whose pages are kept out of the index by the same source.
fn site_wide(site: &Site) -> Vec<Draft<RobotsVariant>> {
    let mut sites: BTreeMap<Option<String>, Vec<&Visited>> = BTreeMap::new();
    let is_own = |page: &&Visited| page.is_page() && page.facts.is_html;
    for page in site.pages.values().filter(is_own) {
        sites.entry(authority(&page.url)).or_default().push(page);
    }
    let mut drafts = Vec::new();
    for (site, pages) in sites.iter().filter(|(_, pages)| pages.len() >= LEAST_PAGES) {
        let first = pages.first().and_then(|page| page.facts.noindex.as_ref());
        let Some((source, place)) = first else {
            continue;
        };
        let says = |page: &&&Visited| {
            let said = page.facts.noindex.as_ref();
            said.is_some_and(|(own, _)| own == source)
        };
        if pages.iter().filter(says).count() < pages.len() {
            continue;
        }
        let message = format!(
            "each of the {} pages is `noindex` by {source}",
            grouped(pages.len() as u128)
        );
        let mut finding = Finding::new(Code::SiteWideNoindex, place.clone(), message);
        finding.count = pages.len();
        let mut labels = site
            .iter()
            .flat_map(|site| site.split(['/', '.', '-', ':']));
        if labels.any(|label| COPIES.contains(&label)) {
            finding.level = Level::Info;
        }
        let names = pages.iter().take(MOST_INPUTS);
        finding.inputs = names.map(|page| page.name.clone()).collect();
        drafts.push(Draft::new(finding));
    }
    drafts
}

/// Pages that a sitemap lists, and that are kept out of the index: for each source of that one finding.
fn listed_noindex(site: &Site, sitemap: &ListedSitemap) -> Vec<Draft<RobotsVariant>> {
    let mut by_source: BTreeMap<&str, (Vec<&Place>, &Place)> = BTreeMap::new();
    for entry in &sitemap.addresses {
        let page = site.page(&entry.text).filter(|page| page.is_page());
        if let Some((source, place)) = page.and_then(|page| page.facts.noindex.as_ref()) {
            let known = by_source.entry(source);
            let (entries, _) = known.or_insert_with(|| (Vec::new(), place));
            entries.push(entry);
        }
    }
    let drafts = by_source
        .into_iter()
        .filter_map(|(source, (entries, place))| {
            let message = format!("the sitemap lists what {source} keeps out of the index");
            let finding = ListedSitemap::finding(Code::SitemapNoindex, &entries, message)?;
            Some(Draft::new(
                finding.and(place.clone(), "keeps the page out of the index"),
            ))
        });
    drafts.collect()
}

/// Addresses of a sitemap that were answered by something else than a page: for each status one finding.
fn listed_broken(site: &Site, sitemap: &ListedSitemap) -> Vec<Draft<RobotsVariant>> {
    let mut by_status: BTreeMap<u16, Vec<&Place>> = BTreeMap::new();
    for entry in &sitemap.addresses {
        let status = site.page(&entry.text).and_then(|page| page.status);
        if let Some(status @ (300..=399 | 400 | 404..=428 | 430..=599)) = status {
            by_status.entry(status).or_default().push(entry);
        }
    }
    let drafts = by_status.into_iter().filter_map(|(status, entries)| {
        let message = match status {
            300..=399 => format!(
                "the sitemap lists an address that redirects ({status}), and not the page that it leads to"
            ),
            _ => format!("the sitemap lists what the server answers with {status}"),
        };
        let finding = ListedSitemap::finding(Code::SitemapBroken, &entries, message)?;
        Some(Draft::new(finding))
    });
    drafts.collect()
}

/// Pages that may be fetched and lead to one that may not.
fn redirects(site: &Site) -> Vec<Draft<RobotsVariant>> {
    let mut drafts = BTreeMap::new();
    for page in site.pages.values() {
        let Some((reference, place)) = &page.facts.location else {
            continue;
        };
        let is_open = page.robots.as_ref().and_then(|held| held.allows(&page.url));
        let Some(target) = page.resolved(reference).filter(|_| is_open == Some(true)) else {
            continue;
        };
        let Some(held) = site.robots_of(&target, page) else {
            continue;
        };
        let Some(rule) = held.closes(&Client::anonymous(), &target) else {
            continue;
        };
        add(&mut drafts, rule.line(), page, || {
            let message = format!(
                "the page may be fetched and leads to `{}`, which `{}` closes: a client that obeys stops there",
                shown(&target),
                shown(&rule.text())
            );
            let finding = Finding::new(Code::RedirectTarget, place.clone(), message);
            Draft {
                finding: finding.and(held.place(&rule), "closes its target"),
                second: held.without(&rule, vec![target.clone()]),
            }
        });
    }
    drafts.into_values().collect()
}

/// Pages whose canonical link leads to a page that is kept out of the index, or that robots.txt closes.
fn canonicals(site: &Site) -> Vec<Draft<RobotsVariant>> {
    let mut drafts = BTreeMap::new();
    for page in site.pages.values() {
        let is_indexed = page.is_page() && page.facts.noindex.is_none();
        let link = page.facts.canonical.as_ref().filter(|_| is_indexed);
        let Some((reference, place)) = link else {
            continue;
        };
        let Some(target) = page.resolved(reference) else {
            continue;
        };
        let other = site.page(&target);
        if other.is_some_and(|other| other.url == page.url) {
            continue;
        }
        let finding = |why: &str| {
            let message = format!(
                "the page names `{}` as the one to index, which {why}",
                shown(&target)
            );
            Finding::new(Code::CanonicalTarget, place.clone(), message)
        };
        if let Some((_, at)) = other.and_then(|other| other.facts.noindex.as_ref()) {
            add(&mut drafts, None, page, || {
                let finding = finding("is `noindex`");
                Draft::new(finding.and(at.clone(), "keeps it out of the index"))
            });
            continue;
        }
        let held = site.robots_of(&target, page);
        let closed =
            held.and_then(|held| Some((held, held.closes(&Client::anonymous(), &target)?)));
        if let Some((held, rule)) = closed {
            add(&mut drafts, Some(rule.line()), page, || Draft {
                finding: finding("robots.txt closes").and(held.place(&rule), "closes it"),
                second: held.without(&rule, vec![target.clone()]),
            });
        }
    }
    drafts.into_values().collect()
}

/// Pages that robots.txt allows, and that the server refuses.
fn refused(site: &Site) -> Vec<Draft<RobotsVariant>> {
    let mut drafts = BTreeMap::new();
    for page in site.pages.values() {
        let Some(status @ (401 | 403)) = page.status else {
            continue;
        };
        let Some(held) = &page.robots else { continue };
        let is_known = matches!(
            held.robots,
            Robots::Rules(_) | Robots::Unavailable(Cause::Absent)
        );
        if !is_known || held.allows(&page.url) != Some(true) {
            continue;
        }
        add(&mut drafts, (authority(&page.url), status), page, || {
            let message =
                format!("robots.txt allows the page, and the server refuses it with {status}");
            let place = page.place.clone();
            Draft::of(Code::EdgeDisagrees, place, message)
        });
    }
    drafts.into_values().collect()
}

/// The pages from which on a site is judged by all of them.
const LEAST_PAGES: usize = 10;

/// Labels in the names of hosts that have copies of a site, which are to be in no index.
const COPIES: [&str; 6] = ["staging", "stage", "preview", "test", "dev", "qa"];
