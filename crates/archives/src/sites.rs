//! The rules of the authorities of a crawl, and its documents about AI use, from a store.

#[cfg(test)]
mod tests;

use robots_policy_live::StoredBody;
use std::collections::HashMap;
use std::slice;
use std::sync::Arc;

use robots_policy::ledger::{Input, Observed};
use robots_policy::robots_txt::{
    Next, Robots, RobotsFetch, RobotsFetchSettings, RobotsTxtReader, authority, robots_txt_url,
};
use robots_policy::uses::{Missing, Rsl, TdmRep, Uses};
use robots_policy::{Parsed, Policy, Timestamp, Why};
use robots_policy_input::UseDocuments;
use url::Url;

use crate::answer::{Answer, Answers, Joined, StoreError, document_at, robots_at};
use crate::history::MOST_TIERS;
use crate::time::{Span, When};

/// Values with the times for which each holds, in the order of these. Most sites have one.
struct OverTime<T>(Vec<(Span, T)>);

impl<T> Default for OverTime<T> {
    fn default() -> OverTime<T> {
        OverTime(Vec::new())
    }
}

impl<T> OverTime<T> {
    fn add(&mut self, span: Span, value: T) {
        let place = self.0.partition_point(|(held, _)| held.since < span.since);
        if self.0.is_empty() {
            self.0.reserve_exact(1);
        }
        self.0.insert(place, (span, value));
    }

    /// The value that holds at a time.
    fn at(&self, when: When) -> Option<&T> {
        let at = match when {
            When::Latest => i64::MAX,
            When::Capture { at, .. } => at,
        };
        let next = self.0.partition_point(|(held, _)| held.since <= at);
        let (span, value) = self.0.get(next.checked_sub(1)?)?;
        span.has(at).then_some(value)
    }
}

/// The policies of an authority, or of a response from it, of which each may be the one that counts: they differ in the robots.txt.
#[derive(Clone, Default)]
pub(crate) struct Policies {
    pub(crate) first: Policy,
    pub(crate) others: Vec<Policy>,
}

/// A licence that was read, and the facts about its answer.
type ReadLicense = (Parsed<Rsl>, Observed);

/// The authorities and the licences that one worker looks up, the last of them held in memory.
pub(crate) struct CrawlSites {
    store: Arc<dyn Answers>,
    settings: RobotsFetchSettings,
    /// The clock of the verdicts.
    now: Timestamp,
    /// The policies of authorities.
    held: HashMap<String, OverTime<Policies>>,
    /// Licences by the address that a source points at; `None` for one that the store does not have.
    licenses: HashMap<String, OverTime<Option<ReadLicense>>>,
    bytes: usize,
    /// The damages of the store that were met since they were last taken.
    damages: Vec<StoreError>,
}

impl CrawlSites {
    /// Asks `store`, whose files are read by `reader`, for verdicts at `now`.
    pub(crate) fn new(
        store: Arc<dyn Answers>,
        reader: RobotsTxtReader,
        now: Timestamp,
    ) -> CrawlSites {
        CrawlSites {
            store,
            settings: RobotsFetchSettings::new().with_reader(reader),
            now,
            held: HashMap::new(),
            licenses: HashMap::new(),
            bytes: 0,
            damages: Vec::new(),
        }
    }

    /// The policies with the robots.txt and the `tdmrep.json` of the authority of `page`, whose address the archive has as `target`;
    /// each is unknown if the store has no answer for it, only redirects out of the store, or a damaged answer. One that is not of the
    /// time of the page is marked as such.
    ///
    /// # Errors
    /// The store cannot be read.
    pub(crate) fn of(
        &mut self,
        target: &str,
        page: &Url,
        when: When,
    ) -> Result<Policies, StoreError> {
        let Some(name) = authority(target) else {
            return Ok(Policies::default());
        };
        if let Some(site) = self.held.get(&name).and_then(|spans| spans.at(when)) {
            return Ok(site.clone());
        }
        let (site, span, bytes) = self.ask(page, when)?;
        self.make_room(bytes + name.len());
        let spans = self.held.entry(name).or_default();
        spans.add(span, site.clone());
        Ok(site)
    }

    /// `policy` with the licences that the store has of those that `uses` lacks; `None` if it has none.
    ///
    /// # Errors
    /// The store cannot be read.
    pub(crate) fn licensed(
        &mut self,
        policy: &Policy,
        uses: &Uses,
        when: When,
    ) -> Result<Option<Policy>, StoreError> {
        // Most pages have nothing of the kind.
        if uses.is_empty() {
            return Ok(None);
        }
        let mut licensed = None;
        let pointers = uses.unread();
        let pointers = pointers.filter(|pointer| pointer.why() == Missing::License);
        for pointer in pointers.take(MOST_LICENSES) {
            if let Some((license, observed)) = self.license(pointer.url(), when)? {
                let policy = licensed.unwrap_or_else(|| policy.clone());
                let policy = policy.with_license(pointer.url(), license);
                licensed = Some(policy.with_observed_license(pointer.url(), observed));
            }
        }
        Ok(licensed)
    }

    /// The licence at an address. One of another time is not given: its permissions are not those of the time of the page.
    fn license(&mut self, address: &str, when: When) -> Result<Option<ReadLicense>, StoreError> {
        let spans = self.licenses.get(address);
        if let Some(held) = spans.and_then(|spans| spans.at(when)) {
            return Ok(held.clone());
        }
        let (found, observed) = self.document(Url::parse(address), when)?;
        let answer = found.answer.zip(observed).filter(|_| found.why.is_none());
        let answer = answer.filter(|(answer, _)| matches!(answer.status, 200..=299));
        let license = answer.and_then(|(answer, observed)| {
            let len = answer.body.as_deref().map_or(0, <[u8]>::len);
            self.make_room(address.len() + len * PARSED);
            let read = match octets(&answer) {
                Ok(body) => Rsl::parse(body?),
                Err(why) => UseDocuments::of_no_text(why, Rsl::parse),
            };
            Some((read, observed))
        });
        let spans = self.licenses.entry(address.to_owned()).or_default();
        spans.add(found.span, license.clone());
        Ok(license)
    }

    /// The damages of the store that were met since the last call. What they kept from being read is unknown.
    pub(crate) fn take_damages(&mut self) -> Vec<StoreError> {
        std::mem::take(&mut self.damages)
    }

    /// The answer of the store; nothing where it is damaged, which is kept for the report.
    fn undamaged<T>(
        &mut self,
        found: Result<Option<T>, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match found {
            Err(error) if error.is_damaged => {
                self.damages.push(error);
                Ok(None)
            }
            found => found,
        }
    }

    /// [`document`], where nothing is damaged; no answer without a URL.
    fn document(
        &mut self,
        url: Result<Url, url::ParseError>,
        when: When,
    ) -> Result<(Joined, Option<Observed>), StoreError> {
        let found = url.ok().map(|url| document(&*self.store, url, when));
        let found = self.undamaged(found.transpose())?;
        Ok(found.unwrap_or((Joined::always(None), None)))
    }

    /// Forgets what is held if that is too much, and counts something new of about `bytes` bytes.
    fn make_room(&mut self, bytes: usize) {
        if self.bytes > HELD {
            self.held.clear();
            self.licenses.clear();
            self.bytes = 0;
        }
        self.bytes += bytes + ENTRY;
    }

    /// The policies with the files of the authority of `page`, the times for which they hold, and about how many bytes they take.
    fn ask(&mut self, page: &Url, when: When) -> Result<(Policies, Span, usize), StoreError> {
        let stored = StoredFetch::joined(&*self.store, page, &self.settings, when);
        let (stored, of_robots) = match self.undamaged(stored.map(Some))? {
            Some((stored, span)) => (stored, span),
            None => (Vec::new(), Span::ALWAYS),
        };
        let (policy, of_tdmrep, mut bytes) = self.with_tdmrep(page, when)?;
        let span = of_robots.both(of_tdmrep);
        let mut policies = Vec::with_capacity(stored.len());
        for stored in stored {
            policies.push(self.with_robots(policy.clone(), &stored));
            bytes += stored.body.map_or(0, |body| body.len()) * 2;
        }
        let mut policies = policies.into_iter();
        let site = Policies {
            first: policies.next().unwrap_or(policy),
            others: policies.collect(),
        };
        Ok((site, span, bytes))
    }

    fn with_robots(&self, policy: Policy, stored: &StoredFetch) -> Policy {
        let policy = policy.with_robots(stored.fetch.at(stored.at));
        let mut policy = policy.with_observed(Input::RobotsTxt, stored.observed.clone());
        // One failure does not show that the site has failed since: the archive may be years old.
        if let Robots::Unreachable { cause, .. } = stored.fetch.outcome(stored.at) {
            let since = self.now;
            policy = policy.with_robots(Robots::Unreachable { since, cause });
        }
        match stored.why {
            Some(why) => policy.with_other_time(Input::RobotsTxt, why),
            None => policy,
        }
    }

    /// A policy with the `tdmrep.json` of the authority of `page`.
    fn with_tdmrep(&mut self, page: &Url, when: When) -> Result<(Policy, Span, usize), StoreError> {
        let (found, observed) = self.document(page.join(TdmRep::PATH), when)?;
        let (mut policy, mut bytes) = (Policy::new(), 0);
        if let Some(why) = found.why {
            policy = policy.with_other_time(Input::TdmRep, why);
        }
        if let Some((answer, observed)) = found.answer.zip(observed) {
            let octets = octets(&answer);
            if let Err(why) = octets {
                policy = policy.with_tdmrep(UseDocuments::of_no_text(why, TdmRep::parse));
            }
            let given = UseDocuments {
                tdmrep_status: Some(answer.status),
                tdmrep: octets.unwrap_or_default(),
                licenses: Vec::new(),
            };
            policy = given.add_to(policy).with_observed(Input::TdmRep, observed);
            bytes = answer.body.map_or(0, |body| body.len()) * PARSED;
        }
        Ok((policy, found.span, bytes))
    }
}

/// The octets of a document about AI use, if they were saved, or why those of a good answer are none of a text.
fn octets(answer: &Answer) -> Result<Option<&[u8]>, Why> {
    let why = match &answer.body {
        None => Some(Why::ContentCoding),
        Some(body) => body.why_missing(),
    };
    match why {
        None => Ok(answer.body.as_deref()),
        Some(why) if why != Why::Empty && matches!(answer.status, 200..=299) => Err(why),
        Some(_) => Ok(None),
    }
}

/// The stored answer for a document about AI use, and the facts about it; redirects are followed from answer to answer, as for
/// robots.txt. There is none if there are only redirects that lead out of the store.
fn document(
    answers: &dyn Answers,
    url: Url,
    when: When,
) -> Result<(Joined, Option<Observed>), StoreError> {
    let mut next = Some(url);
    let mut all = Joined::always(None);
    for _ in 0..=REDIRECTS {
        let key = next.as_ref().and_then(|url| document_at(url.clone()));
        let Some((url, key)) = next.take().zip(key) else {
            break;
        };
        let joined = answers.joined(&key, when)?;
        all.span = all.span.both(joined.span);
        all.why = all.why.or(joined.why);
        let Some(answer) = joined.answer else { break };
        if let Some(place) = answer.redirect() {
            next = url.join(&place).ok();
            continue;
        }
        let observed = answer.observed(&url, joined.sha256);
        all.answer = Some(answer);
        return Ok((all, Some(observed)));
    }
    all.why = None;
    Ok((all, None))
}

/// The fetch of a robots.txt, repeated with stored answers.
#[derive(Clone, Debug)]
pub struct StoredFetch {
    /// The fetch, which has ended.
    pub fetch: RobotsFetch,
    /// When the last answer came.
    pub at: Timestamp,
    /// The body of the last answer.
    pub body: Option<StoredBody>,
    /// The facts about the last answer.
    pub observed: Observed,
    /// Why an answer on the way is not current, if one is not.
    pub why: Option<Why>,
}

impl StoredFetch {
    /// The fetch of the robots.txt for `page`. It follows redirects from answer to answer, as many as RFC 9309 §2.3.1.2
    /// requires. `None` if there is no answer for the authority, only redirects that lead out of the store, or several answers of which
    /// each may be the latest one: no single one of them permits anything.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of(
        answers: &dyn Answers,
        page: &Url,
        settings: &RobotsFetchSettings,
    ) -> Result<Option<StoredFetch>, StoreError> {
        let (all, _) = StoredFetch::joined(answers, page, settings, When::Latest)?;
        Ok(all.into_iter().next().filter(|stored| stored.why.is_none()))
    }

    /// [`StoredFetch::of`] with the answers for a page that was fetched at some time, and the times with this result. Several may
    /// be the current one: what each of them forbids counts, and none permits anything. Their order is that of their ways, then of
    /// their addresses and what they say, so that a join of tables has it too.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn joined(
        answers: &dyn Answers,
        page: &Url,
        settings: &RobotsFetchSettings,
        when: When,
    ) -> Result<(Vec<StoredFetch>, Span), StoreError> {
        let mut search = FetchSearch {
            answers,
            settings,
            when,
            open: Vec::new(),
            found: Vec::new(),
            span: Span::ALWAYS,
        };
        let place = robots_txt_url(page.as_str());
        search.open.extend(FetchPath::of(
            place.and_then(|place| Url::parse(&place).ok()),
        ));
        let mut tier = 0;
        for _ in 0..MOST_STEPS {
            let Some(path) = search.next() else { break };
            // What was passed over counts only where nothing else is known.
            if path.tier > tier && !search.found.is_empty() {
                break;
            }
            tier = path.tier;
            search.step(&path)?;
        }
        if search.next().is_some_and(|path| path.tier == tier) {
            for (_, stored) in &mut search.found {
                stored.why = stored.why.or(Some(Why::Earlier));
            }
        }
        search.found.sort_by(|one, other| one.0.cmp(&other.0));
        let found = search.found.into_iter().map(|(_, stored)| stored);
        Ok((found.collect(), search.span))
    }
}

/// The search for the answers that a robots.txt leads to.
struct FetchSearch<'s> {
    answers: &'s dyn Answers,
    settings: &'s RobotsFetchSettings,
    when: When,
    /// The ways that were not followed to their ends.
    open: Vec<FetchPath>,
    found: Vec<(FetchRank, StoredFetch)>,
    span: Span,
}

/// The place of an answer among those that may be the current one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FetchRank {
    redirects: usize,
    key: String,
    status: u16,
    sha256: Option<Box<str>>,
    why: Option<&'static str>,
}

/// A way from answer to answer.
struct FetchPath {
    /// The redirects on the way, without bodies.
    passed: Vec<Answer>,
    url: Url,
    why: Option<Why>,
    /// The tiers on the way ([`Answers::tier`]), together.
    tier: usize,
    /// The tier of the next answer.
    own: usize,
}

impl FetchPath {
    fn of(url: Option<Url>) -> Option<FetchPath> {
        Some(FetchPath {
            passed: Vec::new(),
            url: url?,
            why: None,
            tier: 0,
            own: 0,
        })
    }
}

impl FetchSearch<'_> {
    /// The next way: of the first tier that is left, the first.
    fn next(&mut self) -> Option<FetchPath> {
        let places = self.open.iter().enumerate();
        let (place, _) = places.min_by_key(|(_, path)| path.tier)?;
        Some(self.open.remove(place))
    }

    /// Goes on with each answer that the place of a way may have.
    fn step(&mut self, path: &FetchPath) -> Result<(), StoreError> {
        let Some(key) = robots_at(path.url.clone()) else {
            return Ok(());
        };
        let all = self.answers.tier(&key, self.when, path.own)?;
        let mut is_open = !all.is_empty();
        for joined in all {
            self.span = self.span.both(joined.span);
            is_open &= !self.answered(path, &key, joined);
        }
        if is_open && path.tier + 1 < MOST_TIERS {
            self.open.push(FetchPath {
                passed: path.passed.clone(),
                url: path.url.clone(),
                why: path.why,
                tier: path.tier + 1,
                own: path.own + 1,
            });
        }
        Ok(())
    }

    /// Goes on with an answer that the place of a way may have; returns whether the way ends there.
    fn answered(&mut self, path: &FetchPath, key: &str, joined: Joined) -> bool {
        let why = path.why.or(joined.why);
        let Some(answer) = joined.answer else {
            return true;
        };
        let mut fetch = RobotsFetch::new(self.settings.clone());
        let mut ask = fetch.begin();
        for passed in &path.passed {
            let _ = fetch.answered(&mut ask, passed.fetched(), Timestamp::from_unix(passed.at));
        }
        let at = Timestamp::from_unix(answer.at);
        if let Next::Follow(place) = fetch.answered(&mut ask, answer.fetched(), at) {
            let url = path.url.join(&place).ok();
            self.open.extend(url.map(|url| FetchPath {
                passed: [&*path.passed, slice::from_ref(&answer)].concat(),
                url,
                why,
                own: 0,
                ..*path
            }));
            return false;
        }
        self.found.push((
            FetchRank {
                redirects: path.passed.len(),
                key: key.to_owned(),
                status: answer.status,
                sha256: joined.sha256.clone(),
                why: why.map(Why::name),
            },
            StoredFetch {
                observed: answer.observed(&path.url, joined.sha256),
                fetch,
                at,
                body: answer.body,
                why,
            },
        ));
        true
    }
}

/// Bytes of sites and licences that are held, about.
const HELD: usize = 16 * 1024 * 1024;
/// The approximate bytes of a site or a licence beside its files.
const ENTRY: usize = 256;
/// How many times as long a document about AI use is after it has been read.
const PARSED: usize = 8;
/// The most answers of robots.txt that are looked up for one site. With more, what is found permits nothing.
const MOST_STEPS: usize = 256;
/// Redirects that are followed, as many as for robots.txt.
const REDIRECTS: usize = 5;
/// Licences that are looked up for one page and asker. A page can point at as many addresses as fit into it.
const MOST_LICENSES: usize = 256;
