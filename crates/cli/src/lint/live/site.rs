//! The sitemaps of a live site, and what is asked beside its pages.

use std::collections::BTreeSet;

use robots_policy::robots_txt::{Robots, authority};
use robots_policy_lint::{Sitemap, SitemapKind};
use robots_policy_live::{PageAnswer, PagePart, Stop};
use url::{Host, Url};

use super::SitemapOf;
use super::page::{Live, PageEnd, response};
use super::sample::{sample, spread};
use crate::file_kind::FileKind;
use crate::lint::sitemaps::SitemapFile;
use crate::say::{grouped, number, warn};

/// What names a sitemap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamedBy {
    RobotsTxt,
    Index,
    Option,
    /// Nothing: it is where sitemaps often are.
    Custom,
}

impl Live<'_, '_> {
    /// A sample of the pages that the sitemaps of a site list.
    pub(super) fn sample(
        &mut self,
        site: &Url,
        of: &SitemapOf,
        most: usize,
    ) -> Result<Vec<Url>, Stop> {
        let own = authority(site.as_str());
        let lists = self.sitemaps(site, of)?;
        let pages = lists.into_iter().map(|sitemap| {
            let addresses = sitemap.entries.into_iter().map(|entry| entry.address);
            addresses
                .filter(|address| authority(address) == own)
                .collect()
        });
        let lists: Vec<Vec<String>> = pages.collect();
        let listed = lists.iter().flatten().collect::<BTreeSet<_>>().len();
        let sample = sample(&lists, most);
        if sample.len() < listed {
            self.is_whole = false;
            warn(&format_args!(
                "{}: {} of {} are looked at",
                own.unwrap_or_default(),
                grouped(sample.len() as u128),
                number(listed as u64, "listed page"),
            ));
        }
        let urls = sample.iter().filter_map(|address| Url::parse(address).ok());
        Ok(urls.collect())
    }

    /// Reads the sitemaps of a site, and those that an index of them names.
    fn sitemaps(&mut self, site: &Url, of: &SitemapOf) -> Result<Vec<Sitemap>, Stop> {
        let first = self.named(site, of);
        let mut indexed = Vec::new();
        let mut read = Vec::new();
        for (address, by) in self.few(&first, "sitemap") {
            let Some(sitemap) = self.sitemap(address, *by)? else {
                continue;
            };
            if sitemap.kind == SitemapKind::Index {
                let entries = sitemap.entries.into_iter();
                indexed.extend(entries.map(|entry| (entry.address, NamedBy::Index)));
            } else {
                read.push(sitemap);
            }
        }
        for (address, by) in self.few(&indexed, "sitemap of an index") {
            let sitemap = self.sitemap(address, *by)?;
            // An index may name no other index.
            read.extend(sitemap.filter(|own| own.kind != SitemapKind::Index));
        }
        Ok(read)
    }

    /// Those of them that are read, evenly spread.
    fn few<'n>(
        &mut self,
        named: &'n [(String, NamedBy)],
        what: &str,
    ) -> impl Iterator<Item = &'n (String, NamedBy)> + use<'n> {
        if named.len() > MOST_SITEMAPS {
            self.is_whole = false;
            let all = number(named.len() as u64, what);
            warn(&format_args!("{MOST_SITEMAPS} of {all} are read"));
        }
        spread(named, MOST_SITEMAPS)
    }

    fn named(&self, site: &Url, of: &SitemapOf) -> Vec<(String, NamedBy)> {
        if let SitemapOf::At(url) = of {
            let address = url.to_string();
            return vec![(address, NamedBy::Option)];
        }
        let addresses = self.look.linter.sitemaps_of_robots().into_iter();
        let named: Vec<_> = addresses
            .filter(|address| Url::parse(address).is_ok())
            .map(|address| (address, NamedBy::RobotsTxt))
            .collect();
        if !named.is_empty() {
            return named;
        }
        let custom = site
            .join("/sitemap.xml")
            .map(|url| (url.into(), NamedBy::Custom));
        custom.into_iter().collect()
    }

    /// Reads a sitemap.
    fn sitemap(&mut self, address: &str, by: NamedBy) -> Result<Option<Sitemap>, Stop> {
        let Ok(url) = Url::parse(address) else {
            return Ok(None);
        };
        let file = PagePart::File(Sitemap::MOST_BYTES + 1);
        let (_, end) = self.visit(&url, file)?;
        let why = match end {
            PageEnd::Answered(answer) => match read(&answer) {
                Ok(file) => {
                    let own = Some(answer.url.as_str());
                    return Ok(file.look_at(address, own, self.look));
                }
                Err(why) => why,
            },
            PageEnd::Closed(at, line) => {
                let why = format!("robots.txt does not let robots-policy request {at} ({line})");
                self.look.not_looked_at(address, &why);
                return Ok(None);
            }
            PageEnd::Failed(why) => {
                self.look.not_looked_at(address, &why);
                return Ok(None);
            }
        };
        self.is_whole = false;
        match by {
            NamedBy::RobotsTxt => self
                .look
                .linter
                .without_sitemap(address, "robots.txt", &why),
            NamedBy::Index => self.look.linter.without_sitemap(address, "an index", &why),
            NamedBy::Option => self.look.not_looked_at(address, &why),
            NamedBy::Custom => {
                let why =
                    format!("{why}, and robots.txt names no sitemap; name one with --sitemap=URL");
                self.look.not_looked_at(address, &why);
            }
        }
        Ok(None)
    }

    /// Requests an address that does not exist.
    pub(super) fn not_found(&mut self, site: &Url) -> Result<(), Stop> {
        let Ok(url) = site.join(INVENTED) else {
            return Ok(());
        };
        let (_, end) = self.visit(&url, PagePart::Head)?;
        if let PageEnd::Answered(answer) = end {
            let linter = &mut self.look.linter;
            response(&answer, url.as_str()).with(|page| linter.not_found(page));
        }
        Ok(())
    }

    /// Compares the robots.txt at hand with that of the other hosts by which people come to a site.
    pub(super) fn other_hosts(&mut self, site: &Url) {
        for other in other_hosts(site) {
            let known = self.site(&other);
            // A host that does not exist has no rules.
            if known.without_host().is_some() {
                continue;
            }
            match known.policy.robots() {
                Robots::Unreachable { cause, .. } => {
                    let why = format!("its answer is not known ({cause})");
                    self.look.not_looked_at(known.robots_url(), &why);
                }
                robots => self.look.linter.other_host(known.robots_url(), robots),
            }
        }
    }
}

/// The sitemap in an answer.
fn read(answer: &PageAnswer) -> Result<SitemapFile, String> {
    if !answer.status.is_success() {
        return Err(format!("the server answers {}", answer.status.as_u16()));
    }
    if let Some(problem) = &answer.problem {
        return Err(problem.clone());
    }
    let octets = answer.octets.as_deref().unwrap_or_default();
    let kind = FileKind::of(octets);
    SitemapFile::of(kind, octets).ok_or_else(|| match kind {
        FileKind::Page => String::from("the server answers with an HTML page"),
        _ => String::from("the server answers with something else"),
    })
}

/// The other hosts by which people come to a site: with `www.` and without, and by both schemes if its port is that of its scheme.
fn other_hosts(site: &Url) -> Vec<Url> {
    let mut hosts = vec![site.clone()];
    if let Some(Host::Domain(name)) = site.host() {
        let other = match name.strip_prefix("www.") {
            Some(apex) => apex.to_owned(),
            None => format!("www.{name}"),
        };
        let mut url = site.clone();
        if url.set_host(Some(&other)).is_ok() {
            hosts.push(url);
        }
    }
    if site.port().is_none() {
        let scheme = if site.scheme() == "http" {
            "https"
        } else {
            "http"
        };
        let others: Vec<Url> = hosts
            .iter()
            .filter_map(|host| {
                let mut url = host.clone();
                url.set_scheme(scheme).ok().map(|()| url)
            })
            .collect();
        hosts.extend(others);
    }
    hosts.remove(0);
    hosts
}

/// An address that no site has.
const INVENTED: &str = "/robots-policy-looks-for-a-page-that-does-not-exist";
/// The most sitemaps that are read of a site, and of its indexes together.
const MOST_SITEMAPS: usize = 50;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;
    use robots_policy_kit::files::rows;

    #[test]
    fn a_site_has_up_to_three_other_hosts() {
        for (site, expected) in
            rows::<(String, String)>(include_str!("../../../tests/rows/other_hosts.jsonl"))
        {
            let others = other_hosts(&Url::parse(&site).unwrap());
            let others: Vec<String> = others.iter().map(Url::to_string).collect();
            assert_eq!(others.join(" "), expected, "{site}");
        }
    }
}
