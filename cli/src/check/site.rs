//! What is known of the robots.txt of each authority, from this run and from former ones.

use std::collections::HashMap;
use std::path::Path;

use robots_policy::robots_txt::{
    Age, Robots, RobotsFetch, RobotsFetchSettings, RobotsTxtReader, authority,
};
use robots_policy::{Limits, Policy, Timestamp};
use url::Url;

use crate::cache::{Cache, Entry};
use crate::fetch::{Client, Hop, RobotsAnswer, RobotsEnd, RobotsRequest};

/// What is known of one authority.
#[derive(Clone)]
pub(super) struct KnownSite {
    /// The rules of its robots.txt.
    pub(super) policy: Policy,
    /// The redirects of its robots.txt, if it was asked in this run.
    pub(super) hops: Vec<Hop>,
    /// What went wrong when it was asked, in words.
    pub(super) problem: Option<String>,
    /// When the answer came, if that was in a former run.
    pub(super) copy_of: Option<Timestamp>,
}

impl KnownSite {
    /// Why the rules are unknown, in words.
    pub(super) fn unreachable(&self) -> Option<String> {
        let Robots::Unreachable { cause, .. } = self.policy.robots() else {
            return None;
        };
        let problem = self.problem.clone();
        Some(problem.unwrap_or_else(|| cause.name().to_owned()))
    }

    /// The diagnostic that an answer of a former run was used, and why.
    pub(super) fn copied(&self) -> Option<String> {
        let moment = self.copy_of?;
        Some(match &self.problem {
            Some(problem) => {
                format!("robots.txt of {moment}, because no newer one could be fetched: {problem}")
            }
            None => format!("robots.txt of {moment}; --no-cache asks again"),
        })
    }
}

/// The authorities of a run, each asked once.
pub(super) struct LiveSites<'c> {
    client: &'c Client,
    cache: Option<Cache>,
    settings: RobotsFetchSettings,
    known: HashMap<String, KnownSite>,
    warnings: Vec<String>,
}

impl<'c> LiveSites<'c> {
    /// No site is known but from the cache in this folder; a cache that cannot be used is a warning.
    pub(super) fn new(
        client: &'c Client,
        cache: Option<&Path>,
        reader: RobotsTxtReader,
    ) -> LiveSites<'c> {
        let (cache, warnings) = match cache.map(Cache::open).transpose() {
            Ok(cache) => (cache, Vec::new()),
            Err(error) => (None, vec![error.to_string()]),
        };
        // An answer of a former run is given as often as redirects may be followed.
        let redirects = client.settings().redirects.min(MOST_REDIRECTS);
        let redirects = u32::try_from(redirects).unwrap_or_default();
        LiveSites {
            client,
            cache,
            settings: RobotsFetchSettings::new()
                .with_reader(reader)
                .with_redirects(redirects),
            known: HashMap::new(),
            warnings,
        }
    }

    /// What is known of the site of `page` at `now`; it is asked if nothing is, or if that is stale.
    pub(super) fn of(&mut self, page: &Url, now: Timestamp) -> KnownSite {
        let authority = authority(page.as_str()).unwrap_or_else(|| page.to_string());
        if let Some(known) = self.known.get(&authority) {
            return known.clone();
        }
        let known = self.ask(page, &authority, now);
        self.known.insert(authority, known.clone());
        known
    }

    /// What there is to tell of the cache.
    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        let mut warnings = std::mem::take(&mut self.warnings);
        let errors = self.cache.iter_mut().flat_map(Cache::take_warnings);
        warnings.extend(errors.map(|error| error.to_string()));
        warnings
    }

    fn ask(&mut self, page: &Url, authority: &str, now: Timestamp) -> KnownSite {
        let mut fetch = RobotsFetch::new(self.settings.clone());
        let cached = self
            .cache
            .as_mut()
            .and_then(|cache| cache.get(authority, now.as_unix()));
        let entry = cached.unwrap_or_default();
        for (end, at) in entry.answers() {
            end.replay(&mut fetch, Timestamp::from_unix(at));
        }
        let mut known = KnownSite {
            policy: Policy::new(),
            hops: Vec::new(),
            problem: None,
            copy_of: entry.answered_at().map(Timestamp::from_unix),
        };
        if fetch.age(now) != Age::Fresh {
            let request = RobotsRequest {
                copy: entry.copy(),
                most: Limits::default().robots_txt(),
                now,
            };
            let answer = self.client.robots_txt(page, &mut fetch, request);
            let is_answered = fetch.unreachable().is_none();
            if is_answered {
                known.copy_of = None;
            } else {
                known.problem = Some(problem(page, &answer));
            }
            known.hops = answer.hops;
            // An answer that may not be kept still replaces the old one.
            let entry = if is_answered && !fetch.may_be_kept() {
                Entry::default()
            } else {
                entry.after(answer.end, is_answered, now.as_unix())
            };
            self.keep(authority, &entry, now);
        }
        known.policy = Policy::new().with_fetch(&fetch, now);
        if known.unreachable().is_some() {
            known.copy_of = None;
        } else if known.problem.is_some() {
            self.warnings.extend(known.copied());
        }
        known
    }

    fn keep(&mut self, authority: &str, entry: &Entry, now: Timestamp) {
        if let Some(cache) = &mut self.cache {
            cache.put(authority, entry, now.as_unix());
        }
    }
}

/// The problem with an answer that leaves the rules unknown.
fn problem(page: &Url, answer: &RobotsAnswer) -> String {
    match (&answer.problem, &answer.end) {
        (Some(problem), _) => problem.to_string(),
        (None, RobotsEnd::Response { status, .. }) => {
            format!("{page}: robots.txt could not be fetched: the server answered {status}")
        }
        (None, _) => format!("{page}: robots.txt could not be fetched"),
    }
}

/// More redirects than any way to a robots.txt has.
const MOST_REDIRECTS: usize = 1000;
