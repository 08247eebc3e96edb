//! The sites of a run, one after the other.

use std::collections::BTreeSet;
use std::time::SystemTime;

use robots_policy::Client;
use robots_policy::robots_txt::{RobotsTxtReader, authority};
use robots_policy_lint::UrlPattern;
use robots_policy_live::fetch::HttpClient;
use robots_policy_live::{LiveSites, Pace, PagePart, Stop, Visitor};
use url::Url;

use super::page::Live;
use super::twin::Twin;
use super::{LiveArgs, SitemapOf, may_have_pause};
use crate::check::PageProgress;
use crate::exit::{self, Failure};
use crate::lint::look::Look;
use crate::say::{grouped, number};
use crate::web::NAME;

/// Looks at all addresses, site by site. A site that does not answer does not keep the others from it.
pub(in crate::lint) fn look_at_all(
    settings: &LiveArgs,
    twins: &[UrlPattern],
    look: &mut Look<'_>,
) -> Result<(), Failure> {
    let twins = Twin::all(settings.twin.as_ref(), twins);
    may_have_pause(settings.pause, twins.iter().map(|twin| &twin.base)).map_err(Failure::Usage)?;
    // Credentials are not for sites that a file names.
    let others = settings.twin.iter();
    let named: Vec<Url> = settings.addresses.iter().chain(others).cloned().collect();
    let agent = settings.web.user_agent(&Client::anonymous());
    let client = HttpClient::new(settings.web.client(agent, &named)?)?;
    let interrupt = exit::watch()?;
    let me = Client::new(NAME).map_err(|error| Failure::Usage(error.to_string()))?;
    settings.web.warn_before();
    let (cache, reader) = (settings.web.cache.as_deref(), RobotsTxtReader::default());
    let mut live = Live {
        visitor: Visitor {
            // An owner looks at what holds now.
            sites: LiveSites::new(&client, cache, reader).with_refresh(true),
            pace: Some(Pace::new(
                me.clone(),
                settings.pause,
                settings.time,
                interrupt,
            )),
            now: SystemTime::now().into(),
        },
        me,
        look,
        twins,
        robots: None,
        linted: BTreeSet::new(),
        is_whole: false,
        closed: Vec::new(),
    };
    let sites = sites(&settings.addresses);
    let mut left = sites.iter();
    while let Some(site) = left.next() {
        if let Err(stop) = of_site(&mut live, settings, site) {
            for site in left.by_ref() {
                for address in site {
                    live.look.not_looked_at(address.as_str(), &stop.to_string());
                }
            }
        }
    }
    settings.web.warn_after();
    Ok(())
}

/// The addresses of each site.
fn sites(addresses: &[Url]) -> Vec<Vec<Url>> {
    let mut sites: Vec<Vec<Url>> = Vec::new();
    for address in addresses {
        let own = authority(address.as_str());
        let is_own = |site: &&mut Vec<Url>| {
            let first = site.first();
            first.and_then(|first| authority(first.as_str())) == own
        };
        match sites.iter_mut().find(is_own) {
            Some(site) if site.contains(address) => {}
            Some(site) => site.push(address.clone()),
            None => sites.push(vec![address.clone()]),
        }
    }
    sites
}

/// Looks at the addresses of a site, and at a sample of its pages.
///
/// # Errors
/// The reason why no other site is asked either.
fn of_site(live: &mut Live<'_, '_>, settings: &LiveArgs, addresses: &[Url]) -> Result<(), Stop> {
    let Some(first) = addresses.first() else {
        return Ok(());
    };
    live.visitor.client().enter(first);
    let unseen = live.look.unseen.len();
    live.is_whole = matches!(settings.sitemap, Some(SitemapOf::RobotsTxt));
    if let Err(why) = live.robots(first) {
        for address in addresses {
            live.look.not_looked_at(address.as_str(), &why);
        }
        return Ok(());
    }
    let named = addresses.iter().cloned();
    let mut pages: Vec<_> = named.map(|address| (address, PagePart::Document)).collect();
    let name = authority(first.as_str()).unwrap_or_default();
    if let Some(of) = &settings.sitemap {
        match live.sample(first, of, settings.pages) {
            Ok(sample) => {
                let new = sample.into_iter().filter(|page| !addresses.contains(page));
                pages.extend(new.map(|page| (page, PagePart::Head)));
            }
            Err(stop) => return ended(live, &name, stop, "its sitemaps were not all read"),
        }
    }
    let ended_at = of_pages(live, settings, &pages);
    live.name_closed();
    if let Err((stop, done)) = ended_at {
        let of = number(pages.len() as u64, "page");
        let why = format!("{} of {of} were looked at", grouped(done as u128));
        return ended(live, &name, stop, &why);
    }
    if live.is_whole
        && live.look.unseen.len() == unseen
        && let Ok(root) = first.join("/")
    {
        live.look.linter.whole(root.as_str());
    }
    live.use_robots(first);
    if settings.other_hosts {
        live.other_hosts(first);
    }
    if settings.sitemap.is_some()
        && let Err(stop) = live.not_found(first)
    {
        return ended(
            live,
            &name,
            stop,
            "no address that does not exist was requested",
        );
    }
    Ok(())
}

/// Looks at pages; the error says how many were looked at.
fn of_pages(
    live: &mut Live<'_, '_>,
    settings: &LiveArgs,
    pages: &[(Url, PagePart)],
) -> Result<(), (Stop, usize)> {
    let mut progress = PageProgress::new(pages.len(), settings.web.progress, false);
    for (done, (url, part)) in pages.iter().enumerate() {
        let (hops, end) = live.visit(url, *part).map_err(|stop| (stop, done))?;
        progress.without_bar(|| live.page(url, *part, &hops, end));
        if let Err(stop) = progress.without_bar(|| live.twins(url)) {
            return Err((stop, done + 1));
        }
        progress.done(url);
    }
    Ok(())
}

/// Names a site of which a part was looked at.
fn ended(live: &mut Live<'_, '_>, name: &str, stop: Stop, why: &str) -> Result<(), Stop> {
    live.look.not_looked_at(name, &format!("{stop}: {why}"));
    match stop {
        Stop::Interrupted | Stop::Time => Err(stop),
        Stop::Refused | Stop::Silent | Stop::Pause(_) => Ok(()),
    }
}
