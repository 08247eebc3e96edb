//! What is known of the robots.txt of each authority, from this run and from former ones.

use std::collections::HashMap;

use robots_policy::{
    Age, Diagnostic, Fetched, Limits, Robots, RobotsFetch, RobotsFetchSettings, RobotsTxtReader,
    Timestamp,
};
use robots_policy_archives::authority;
use url::Url;

use crate::args::Check;
use crate::cache::{Cache, Entry, default_folder};
use crate::fetch::{Client, Hop, RobotsEnd};

/// What is known of one authority.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) robots: Robots,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The redirects of its robots.txt, if it was asked in this run.
    pub(super) hops: Vec<Hop>,
    /// What went wrong when it was asked, in words.
    pub(super) trouble: Option<String>,
}

/// The authorities of a run, each asked once.
pub(super) struct Sites<'c> {
    client: &'c Client,
    cache: Option<Cache>,
    settings: RobotsFetchSettings,
    known: HashMap<String, Known>,
    remarks: Vec<String>,
}

/// The cache that the command line asks for, or why there is none.
pub(super) fn cache(args: &Check) -> Result<Option<Cache>, String> {
    if args.no_cache {
        return Ok(None);
    }
    let Some(folder) = args.cache.clone().or_else(default_folder) else {
        return Ok(None);
    };
    Cache::open(&folder)
        .map(Some)
        .map_err(|trouble| trouble.to_string())
}

impl<'c> Sites<'c> {
    /// No site is known but from a cache; a cache that cannot be had is told.
    pub(super) fn new(
        client: &'c Client,
        cache: Result<Option<Cache>, String>,
        reader: RobotsTxtReader,
    ) -> Sites<'c> {
        let (cache, remarks) = match cache {
            Ok(cache) => (cache, Vec::new()),
            Err(why) => (None, vec![why]),
        };
        Sites {
            client,
            cache,
            settings: RobotsFetchSettings::new().with_reader(reader),
            known: HashMap::new(),
            remarks,
        }
    }

    /// What is known of the site of `page` at `now`; it is asked if nothing is, or if that is stale.
    pub(super) fn of(&mut self, page: &Url, now: Timestamp) -> Known {
        let authority = authority(page);
        if let Some(known) = self.known.get(&authority) {
            return known.clone();
        }
        let known = self.ask(page, &authority, now);
        self.known.insert(authority, known.clone());
        known
    }

    /// What there is to tell of the cache.
    pub(super) fn take_remarks(&mut self) -> Vec<String> {
        let mut remarks = std::mem::take(&mut self.remarks);
        let troubles = self.cache.iter_mut().flat_map(Cache::take_remarks);
        remarks.extend(troubles.map(|trouble| trouble.to_string()));
        remarks
    }

    fn ask(&mut self, page: &Url, authority: &str, now: Timestamp) -> Known {
        let mut fetch = RobotsFetch::new(self.settings.clone());
        let cached = self
            .cache
            .as_mut()
            .and_then(|cache| cache.get(authority, now.as_unix()));
        let entry = cached.unwrap_or_default();
        for (end, at) in entry.answers() {
            let _ = fetch.take(fetched(end), Timestamp::from_unix(at));
        }
        let (mut trouble, mut hops) = (None, Vec::new());
        if fetch.age(now) != Age::Fresh {
            let answer = self.client.robots_txt(page, Limits::default().robots_txt());
            let _ = fetch.take(fetched(&answer.end), now);
            hops = answer.hops;
            trouble = answer.error.map(|error| error.to_string());
            self.keep(
                authority,
                entry,
                answer.end,
                fetch.unreachable().is_none(),
                now,
            );
        }
        Known {
            robots: fetch.outcome(now),
            diagnostics: fetch.diagnostics().to_vec(),
            hops,
            trouble,
        }
    }

    fn keep(&mut self, authority: &str, entry: Entry, end: RobotsEnd, told: bool, now: Timestamp) {
        if let Some(cache) = &mut self.cache {
            let now = now.as_unix();
            cache.put(authority, &entry.after(end, told, now), now);
        }
    }
}

fn fetched(end: &RobotsEnd) -> Fetched<'_> {
    match end {
        RobotsEnd::Response {
            status,
            cache_control,
            body,
        } => Fetched::Response {
            status: *status,
            // Redirects were followed already.
            location: None,
            cache_control: cache_control.as_deref(),
            body,
        },
        RobotsEnd::NetworkError => Fetched::NetworkError,
        RobotsEnd::Undecodable => Fetched::Undecodable,
    }
}
