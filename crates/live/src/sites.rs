//! The robots.txt of each authority, from this run and from former ones.

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use crate::fetch::{Hop, HttpClient, RobotsAnswer, RobotsEnd, RobotsRequest, Vary};
use http::HeaderMap;
use http::header::{HeaderValue, USER_AGENT};
use robots_policy::robots_txt::{
    Age, Cause, Robots, RobotsFetch, RobotsFetchSettings, RobotsTxtReader, authority,
    robots_txt_url,
};
use robots_policy::{Limits, Policy, RobotsTxt, Timestamp};
use url::Url;

use crate::cache::{Cache, SiteEntry};
use crate::document::{DocumentAnswer, JudgedDocument};
use crate::memory::{BoundedMemory, Weigh};
use crate::trouble::{Redirect, RobotsFetched, Trouble, milliseconds};

/// The state of one authority.
#[derive(Clone)]
pub struct KnownSite {
    /// The rules of its robots.txt.
    pub policy: Policy,
    /// The redirects of its robots.txt, if it was requested in this run.
    pub hops: Vec<Hop>,
    /// The requests for its robots.txt.
    pub fetched: RobotsFetched,
    /// The requests that these rules are for.
    pub vary: Vary,
}

impl Weigh for KnownSite {
    fn weight(&self) -> usize {
        let rules = self.policy.robots().rules();
        size_of::<KnownSite>() + rules.map_or(0, RobotsTxt::weight)
    }
}

impl KnownSite {
    /// Why the rules are unknown.
    pub fn unreachable(&self) -> Option<Trouble> {
        let Robots::Unreachable { cause, .. } = self.policy.robots() else {
            return None;
        };
        let problem = self.fetched.problem.clone();
        Some(problem.unwrap_or_else(|| Trouble {
            code: cause.name(),
            ..Trouble::status(cause.name().to_owned())
        }))
    }

    /// The address of its robots.txt.
    pub fn robots_url(&self) -> &str {
        self.fetched.url.as_deref().unwrap_or_default()
    }

    /// Why nothing is known of its host: it was not found, or this program does not ask it.
    pub fn without_host(&self) -> Option<&str> {
        let problem = self.fetched.problem.as_ref()?;
        let is_without = problem.is_own() || problem.is_of_host();
        is_without.then_some(problem.message.as_str())
    }

    /// The note that an answer of a former run was used, and why.
    pub fn copied(&self, now: Timestamp) -> Option<String> {
        let fetched = &self.fetched;
        let moment = fetched.answered_at.filter(|_| fetched.from_cache)?;
        let name = fetched.url.as_deref().unwrap_or("robots.txt");
        let copy = copy_of(name, moment, now);
        Some(match &fetched.problem {
            Some(Trouble { message, .. }) => {
                format!("{copy}, because no newer one could be fetched: {message}")
            }
            None => format!("{copy}; {REFRESH}"),
        })
    }
}

fn copy_of(name: &str, moment: Timestamp, now: Timestamp) -> String {
    format!("{name}, copy of {}", clock(moment, now))
}

/// A moment of today as `14:02 UTC`, any other with its day. Times of a server are not in the time zone of the user.
fn clock(moment: Timestamp, now: Timestamp) -> String {
    let (moment, now) = (moment.to_string(), now.to_string());
    let parts = moment.split_once('T').zip(now.split_once('T'));
    let Some(((day, time), (today, _))) = parts else {
        return moment;
    };
    let minutes: String = time.chars().take("14:02".len()).collect();
    if day == today {
        format!("{minutes} UTC")
    } else {
        format!("{day} {minutes} UTC")
    }
}

/// The authorities of a run, each asked once.
pub struct LiveSites<'c> {
    client: &'c HttpClient,
    /// The answers of former runs.
    pub(crate) cache: Option<Cache>,
    settings: RobotsFetchSettings,
    /// Whether robots.txt is requested again even if there is a fresh copy.
    is_refreshed: bool,
    known: BoundedMemory<KnownSite>,
    /// The answers for documents beside robots.txt, by their address.
    documents: BoundedMemory<DocumentAnswer>,
    warnings: Vec<String>,
    /// The warnings about documents so far, each of which is given once.
    warned: HashSet<String>,
}

impl<'c> LiveSites<'c> {
    /// Sites that are known only from the cache in this folder; a cache that cannot be used is a warning.
    pub fn new(
        client: &'c HttpClient,
        cache: Option<&Path>,
        reader: RobotsTxtReader,
    ) -> LiveSites<'c> {
        let (cache, warnings) = match cache.map(Cache::open).transpose() {
            Ok(cache) => (cache, Vec::new()),
            Err(error) => (None, vec![error]),
        };
        // An answer of a former run is replayed as often as redirects may be followed.
        let redirects = client.settings().redirects.min(MOST_REDIRECTS);
        let redirects = u32::try_from(redirects).unwrap_or_default();
        LiveSites {
            client,
            cache,
            settings: RobotsFetchSettings::new()
                .with_reader(reader)
                .with_redirects(redirects),
            is_refreshed: false,
            known: BoundedMemory::new(MOST_OCTETS),
            documents: BoundedMemory::new(MOST_OCTETS),
            warnings,
            warned: HashSet::new(),
        }
    }

    /// These sites, each of which is asked once in this run even if a copy of its answer is fresh.
    #[must_use]
    pub fn with_refresh(mut self, is_refreshed: bool) -> LiveSites<'c> {
        self.is_refreshed = is_refreshed;
        self
    }

    /// The state of the site of `page` at `now` for an asker whose requests have these fields. The site is asked if nothing is
    /// known of it, if its state is stale, or if what others got is for them alone.
    pub fn of(&mut self, page: &Url, asker: &HeaderMap, now: Timestamp) -> KnownSite {
        let authority = authority(page.as_str()).unwrap_or_else(|| page.to_string());
        let own = self.key(&authority, asker);
        if let Some(known) = self.known.of([&own, &authority]) {
            return known.clone();
        }
        let known = self.ask(page, &authority, asker, now);
        let problem = known.fetched.problem.as_ref();
        // Another page may lead there.
        if !problem.is_some_and(Trouble::is_own) {
            let key = if known.vary.is_nothing() {
                authority
            } else {
                own
            };
            self.known.insert(key, known.clone());
        }
        known
    }

    /// The key of an answer that is for the requests of this asker alone.
    fn key(&self, place: &str, asker: &HeaderMap) -> String {
        let name = asker.get(USER_AGENT).map(HeaderValue::as_bytes);
        let own = || self.client.settings().user_agent.as_bytes();
        let name = String::from_utf8_lossy(name.unwrap_or_else(own));
        // No authority and no address has a blank.
        format!("{place} as {name}")
    }

    /// The answer of a former run for the requests of this asker.
    fn kept(&mut self, place: &str, asker: &HeaderMap, now: Timestamp) -> SiteEntry {
        let own = self.key(place, asker);
        let now = now.as_unix();
        let Some(cache) = &mut self.cache else {
            return SiteEntry::default();
        };
        let entry = cache.get(&own, now).or_else(|| cache.get(place, now));
        entry.unwrap_or_default()
    }

    /// Keeps the entry of an authority, or of an address, which unlike an authority has a path: for the requests of this asker, if
    /// its answer is for these alone. One that is for no other request is not kept.
    fn keep(&mut self, place: &str, asker: &HeaderMap, entry: &SiteEntry, now: Timestamp) {
        let own = self.key(place, asker);
        let Some(cache) = &mut self.cache else { return };
        let (nothing, now) = (SiteEntry::default(), now.as_unix());
        let (for_all, for_own) = match entry.vary() {
            Vary::Nothing => (entry, &nothing),
            Vary::UserAgent => (&nothing, entry),
            Vary::Everything => (&nothing, &nothing),
        };
        cache.put(place, for_all, now);
        if !for_own.is_empty() || cache.get(&own, now).is_some() {
            cache.put(&own, for_own, now);
        }
    }

    /// The state of the cache.
    pub fn take_warnings(&mut self) -> Vec<String> {
        let mut warnings = std::mem::take(&mut self.warnings);
        for notice in self.client.take_notices() {
            if self.warned.insert(notice.clone()) {
                warnings.push(notice);
            }
        }
        warnings.extend(self.cache.iter_mut().flat_map(Cache::take_warnings));
        warnings
    }

    fn ask(&mut self, page: &Url, authority: &str, asker: &HeaderMap, now: Timestamp) -> KnownSite {
        let mut fetch = RobotsFetch::new(self.settings.clone()).for_url(page.as_str());
        let entry = self.kept(authority, asker, now);
        for (end, at) in entry.answers() {
            end.replay(&mut fetch, Timestamp::from_unix(at));
        }
        let mut known = KnownSite {
            policy: Policy::new(),
            hops: Vec::new(),
            fetched: RobotsFetched {
                url: robots_txt_url(page.as_str()),
                status: entry.status(),
                redirects: Vec::new(),
                milliseconds: None,
                problem: None,
                from_cache: entry.answered_at().is_some(),
                answered_at: entry.answered_at().map(Timestamp::from_unix),
            },
            vary: entry.vary(),
        };
        let waiting = entry.waiting().filter(|_| !fetch.is_due(now));
        if let Some((end, at)) = waiting.filter(|_| !self.is_refreshed) {
            known.fetched.status = end.answered();
            known.fetched.problem = Some(left_alone(page, end, at, fetch.due().unwrap_or(at), now));
        } else if self.is_refreshed || fetch.age(now) != Age::Fresh {
            let begun = Instant::now();
            let request = RobotsRequest {
                copy: entry.copy(),
                fields: asker,
                most: Limits::default().robots_txt(),
                now,
            };
            let answer = self.client.robots_txt(page, &mut fetch, request);
            let is_answered = fetch.unreachable().is_none();
            let is_own = (answer.problem.as_ref()).is_some_and(|own| own.kind().is_own());
            let fetched = &mut known.fetched;
            fetched.milliseconds = Some(milliseconds(begun.elapsed()));
            fetched.status = answer.end.answered();
            fetched.redirects = answer.hops.iter().map(Redirect::from).collect();
            if is_answered {
                fetched.from_cache = false;
                fetched.answered_at = Some(now);
            } else {
                let cause = fetch.unreachable().map(|(_, cause)| cause);
                fetched.problem = Some(problem(page, &answer, cause));
            }
            known.hops = answer.hops;
            known.vary = known.vary.max(answer.end.vary());
            // An answer that may not be kept still replaces the old one.
            let entry = if is_answered && !fetch.may_be_kept() {
                SiteEntry::default()
            } else {
                entry.after(answer.end, is_answered, now.as_unix())
            };
            // A request that was not made is not a failure of the server.
            if !is_own {
                self.keep(authority, asker, &entry, now);
            }
        }
        known.policy = Policy::new().with_robots(fetch.at(now));
        if known.unreachable().is_some() {
            known.fetched.from_cache = false;
            known.fetched.answered_at = None;
        } else if known.fetched.problem.is_some() {
            self.warnings.extend(known.copied(now));
        }
        known
    }
}

/// Documents beside robots.txt.
impl<'c> LiveSites<'c> {
    /// The client of the run.
    pub fn client(&self) -> &'c HttpClient {
        self.client
    }

    /// The answer of one address, of whose body at most `most` bytes and one more are read. It is asked once in this run, and
    /// not if a former run has a fresh answer.
    pub(crate) fn document(
        &mut self,
        url: &Url,
        fields: &HeaderMap,
        most: usize,
        now: Timestamp,
    ) -> DocumentAnswer {
        let own = self.key(url.as_str(), fields);
        if let Some(known) = self.documents.of([&own, url.as_str()]) {
            return known.clone();
        }
        let (answered, vary) = self.ask_document(url, fields, most, now);
        let is_own = matches!(&answered, DocumentAnswer::Failed(trouble) if trouble.is_own());
        if !is_own {
            let key = if vary.is_nothing() {
                url.to_string()
            } else {
                own
            };
            self.documents.insert(key, answered.clone());
        }
        answered
    }

    fn ask_document(
        &mut self,
        url: &Url,
        fields: &HeaderMap,
        most: usize,
        now: Timestamp,
    ) -> (DocumentAnswer, Vary) {
        let key = url.as_str();
        let entry = self.kept(key, fields, now);
        let copy = entry.known.as_ref().filter(|_| !self.is_refreshed);
        let copy = copy
            .map(|copy| JudgedDocument::new(url, &copy.end, Timestamp::from_unix(copy.at), true));
        if let Some(copy) = copy.filter(|copy| copy.is_fresh(now)) {
            return (copy.answered, entry.vary());
        }
        let end = match self.client.document(url, fields, entry.copy(), most) {
            Ok(end) => end,
            Err(problem) => {
                return (
                    DocumentAnswer::Failed(Trouble::from(&problem)),
                    Vary::Nothing,
                );
            }
        };
        let entry = entry.after(end, true, now.as_unix());
        let judged = entry.known.as_ref();
        let judged = judged.map(|known| JudgedDocument::new(url, &known.end, now, false));
        let Some(judged) = judged else {
            let trouble = Trouble::status(format!("{url}: no answer"));
            return (DocumentAnswer::Failed(trouble), Vary::Nothing);
        };
        match judged.answered {
            DocumentAnswer::Failed(_) => {}
            // An answer that may not be kept still replaces the old one.
            _ if !judged.may_be_kept() => self.keep(key, fields, &SiteEntry::default(), now),
            _ => self.keep(key, fields, &entry, now),
        }
        (judged.answered, entry.vary())
    }

    /// Gives a warning with the next ones, once in this run.
    pub fn warn(&mut self, warning: String) {
        if self.warned.insert(warning.clone()) {
            self.warnings.push(warning);
        }
    }
}

/// The note that a document is a copy of a former run.
pub fn copied_document(url: &Url, moment: Timestamp, now: Timestamp) -> String {
    format!("{}; {REFRESH}", copy_of(url.as_str(), moment, now))
}

/// The problem with an answer that leaves the rules unknown.
fn problem(page: &Url, answer: &RobotsAnswer, cause: Option<Cause>) -> Trouble {
    match (&answer.problem, &answer.end) {
        (Some(problem), _) => problem.into(),
        // The client has already undone the codings that the fields name.
        _ if cause == Some(Cause::Undecodable) => {
            Trouble::undecodable(&format!("{page}: robots.txt"))
        }
        (None, RobotsEnd::Response(response)) => Trouble::status(format!(
            "{page}: robots.txt could not be fetched: the server answered {}",
            response.status
        )),
        (None, _) => Trouble::status(format!("{page}: robots.txt could not be fetched")),
    }
}

/// The problem with an answer of a former run, of this moment, that asks to be left alone until `due`.
fn left_alone(
    page: &Url,
    end: &RobotsEnd,
    at: Timestamp,
    due: Timestamp,
    now: Timestamp,
) -> Trouble {
    let (status, at, due) = (end.status().as_u16(), clock(at, now), clock(due, now));
    Trouble::status(format!(
        "{page}: robots.txt was not requested: the server answered {status} at {at} and asks to be left alone until {due} (Retry-After); {REFRESH}"
    ))
}

/// How a copy is replaced.
const REFRESH: &str = "--refresh asks again";
/// The octets of files that a run remembers, of robots.txt and of the documents beside it.
const MOST_OCTETS: usize = 256 * 1024 * 1024;
/// More redirects than any chain to a robots.txt has.
const MOST_REDIRECTS: usize = 1000;
