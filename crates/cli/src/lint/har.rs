//! The entries of a HAR, as the linter takes them: site by site, the robots.txt of each first.

use std::collections::BTreeMap;

use robots_policy_lint::{Place, Source};
use url::Url;

use super::look::Look;
use super::response::{ReceivedResponse, block};
use super::robots::RobotsResponse;
use crate::har::{self, Entry};

/// Whether a file has several sites, or a robots.txt, so that no other robots.txt is for its pages.
pub(super) fn have_sites(file: &[u8]) -> bool {
    let text = har::text(file);
    let Ok(har) = har::opened(&text) else {
        return false;
    };
    let entries: Vec<Entry<'_>> = har::entries(&har).flatten().collect();
    sites(&entries).len() > 1 || entries.iter().any(is_robots)
}

/// Looks at the entries of a file.
pub(super) fn look_at(name: &str, file: &[u8], look: &mut Look<'_>) {
    let text = har::text(file);
    let har = match har::opened(&text) {
        Ok(har) => har,
        Err(why) => return look.not_looked_at(name, &why),
    };
    let mut entries = Vec::new();
    for (index, entry) in har::entries(&har).enumerate() {
        match entry {
            Ok(entry) if entry.is_of_site() => entries.push(entry),
            Ok(_) => {}
            Err(why) => {
                let why = format!("its entry {} cannot be read: {why}", index + 1);
                look.not_looked_at(name, &why);
            }
        }
    }
    let sites = sites(&entries);
    let has_sites = sites.len() > 1 || entries.iter().any(is_robots);
    for own in sites {
        if has_sites {
            look.linter.without_robots();
        }
        if let Some(entry) = own.iter().find(|entry| is_answer(entry)) {
            robots(entry, look);
        }
        for entry in own.iter().filter(|entry| !is_robots(entry)) {
            page(entry, look);
        }
    }
}

/// The entries of each site, the sites in the order of their first ones.
fn sites<'s, 'e>(entries: &'s [Entry<'e>]) -> Vec<Vec<&'s Entry<'e>>> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut sites: Vec<Vec<&Entry<'_>>> = Vec::new();
    for entry in entries {
        let origin = Url::parse(entry.url()).map(|url| url.origin().ascii_serialization());
        let at = *known
            .entry(origin.unwrap_or_default())
            .or_insert(sites.len());
        match sites.get_mut(at) {
            Some(own) => own.push(entry),
            None => sites.push(vec![entry]),
        }
    }
    sites
}

fn is_robots(entry: &Entry<'_>) -> bool {
    Url::parse(entry.url()).is_ok_and(|url| url.path() == "/robots.txt")
}

/// Whether it is the last answer to a request of robots.txt: not a redirect.
fn is_answer(entry: &Entry<'_>) -> bool {
    is_robots(entry) && !matches!(entry.status(), 300..=399)
}

fn robots(entry: &Entry<'_>, look: &mut Look<'_>) {
    let (url, body) = (entry.url(), entry.body());
    let Some(octets) = body.octets.as_deref().filter(|_| !body.is_cut) else {
        return look.not_looked_at(url, "the HAR has no whole body of it");
    };
    let lines = entry.fields().unwrap_or_default();
    let text = block(&lines);
    let source = Source::new(&format!("{url} (fields)"), &text);
    let types = lines
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(b"Content-Type"));
    let media_type = types.map(|(_, value)| {
        let at = text.windows(value.len()).position(|own| own == *value);
        let at = at.unwrap_or_default();
        let place = source.place(at..at + value.len());
        (String::from_utf8_lossy(value).into_owned(), place)
    });
    RobotsResponse {
        name: url,
        status: entry.status(),
        body: octets,
        place: Place::whole(source.name()),
        media_type,
        addresses: vec![url.to_owned()],
    }
    .look_at(look);
}

fn page(entry: &Entry<'_>, look: &mut Look<'_>) {
    let body = entry.body();
    ReceivedResponse {
        url: entry.url(),
        status: entry.status(),
        lines: entry.fields(),
        octets: body.octets.as_deref(),
        is_text: body.is_text,
        is_cut: body.is_cut,
    }
    .with(|page| look.look_at(page));
}
