//! The rules of the authorities of a crawl, and its documents about AI use, from a store.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use robots_policy::ledger::{Observed, Source};
use robots_policy::robots_txt::{
    Next, Robots, RobotsFetch, RobotsFetchSettings, RobotsTxtReader, authority, robots_txt_url,
};
use robots_policy::uses::{Missing, Rsl, TdmRep, Uses};
use robots_policy::{Parsed, Policy, Timestamp, Why};
use robots_policy_records::UseDocuments;
use url::Url;

use crate::answer::{Answer, Answers, StoreError, StoredBody, authority_at, document_at};
use crate::when::{Span, When};

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

/// A licence that was read, and the facts about its answer.
type ReadLicense = (Parsed<Rsl>, Observed);

/// The authorities and the licences that one worker looks up, the last of them held in memory.
pub(crate) struct CrawlSites {
    store: Arc<dyn Answers>,
    settings: RobotsFetchSettings,
    /// The clock of the verdicts.
    now: Timestamp,
    /// The policies of authorities.
    held: HashMap<String, OverTime<Policy>>,
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

    /// A policy with the robots.txt and the `tdmrep.json` of the authority of `page`, whose address the archive has as `target`;
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
    ) -> Result<Policy, StoreError> {
        let Some(name) = authority(target) else {
            return Ok(Policy::new());
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
        let joined = match Url::parse(address) {
            Ok(url) => {
                let found = document(&*self.store, url, when);
                self.undamaged(found.map(Some))?
            }
            Err(_) => None,
        };
        let found = joined.unwrap_or_default();
        let answer = found.answer.filter(|_| found.why.is_none());
        let answer = answer.filter(|(answer, _)| matches!(answer.status, 200..=299));
        let body = answer.and_then(|(answer, observed)| Some((answer.body?, observed)));
        let bytes = body.as_ref().map_or(0, |(body, _)| body.len());
        self.make_room(address.len() + bytes * PARSED);
        let license = body.map(|(body, observed)| (Rsl::parse(&body), observed));
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

    /// Forgets what is held if that is too much, and counts something new of about `bytes` bytes.
    fn make_room(&mut self, bytes: usize) {
        if self.bytes > HELD {
            self.held.clear();
            self.licenses.clear();
            self.bytes = 0;
        }
        self.bytes += bytes + ENTRY;
    }

    /// A policy with the files of the authority of `page`, the times for which it holds, and about how many bytes it takes.
    fn ask(&mut self, page: &Url, when: When) -> Result<(Policy, Span, usize), StoreError> {
        let mut site = Policy::new();
        let mut bytes = 0;
        let mut span = Span::ALWAYS;
        let stored = StoredFetch::joined(&*self.store, page, self.settings.clone(), when);
        let (stored, of_robots) = match self.undamaged(stored.map(Some))? {
            Some((stored, span)) => (stored, span),
            None => (None, Span::ALWAYS),
        };
        span = span.both(of_robots);
        if let Some(stored) = stored {
            site = site.with_fetch(&stored.fetch, stored.at);
            site = site.with_observed(Source::RobotsTxt, stored.observed);
            // One failure does not show that the site has failed since: the archive may be years old.
            if let Robots::Unreachable { cause, .. } = stored.fetch.outcome(stored.at) {
                let since = self.now;
                site = site.with_robots(Robots::Unreachable { since, cause });
            }
            if let Some(why) = stored.why {
                site = site.with_other_time(Source::RobotsTxt, why);
            }
            bytes += stored.body.map_or(0, |body| body.len()) * 2;
        }
        let tdmrep = match page.join(TdmRep::PATH) {
            Ok(url) => {
                let found = document(&*self.store, url, when);
                self.undamaged(found.map(Some))?
            }
            Err(_) => None,
        };
        let tdmrep = tdmrep.unwrap_or_default();
        span = span.both(tdmrep.span);
        if let Some(why) = tdmrep.why {
            site = site.with_other_time(Source::TdmRep, why);
        }
        if let Some((answer, observed)) = tdmrep.answer {
            let body = answer.body.as_ref();
            let body = body.filter(|body| body.why_missing().is_none());
            let given = UseDocuments {
                tdmrep_status: Some(answer.status),
                tdmrep: body.map(|body| &**body),
                licenses: Vec::new(),
            };
            site = given.add_to(site);
            site = site.with_observed(Source::TdmRep, observed);
            bytes += answer.body.map_or(0, |body| body.len()) * PARSED;
        }
        Ok((site, span, bytes))
    }
}

/// The stored answer for a document about AI use; redirects are followed from answer to answer, as for robots.txt. There is none
/// if there are only redirects that lead out of the store.
fn document(answers: &dyn Answers, url: Url, when: When) -> Result<FoundDocument, StoreError> {
    let mut next = Some(url);
    let mut all = FoundDocument::default();
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
        all.answer = Some((answer, observed));
        return Ok(all);
    }
    Ok(FoundDocument { why: None, ..all })
}

/// The result of a search for a document about AI use.
struct FoundDocument {
    answer: Option<(Answer, Observed)>,
    /// Why an answer on the way is not current, if one is not.
    why: Option<Why>,
    /// The times with this result.
    span: Span,
}

/// Nothing, whenever it is searched.
impl Default for FoundDocument {
    fn default() -> FoundDocument {
        FoundDocument {
            answer: None,
            why: None,
            span: Span::ALWAYS,
        }
    }
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
    /// requires. `None` if there is no answer for the authority, or only redirects that lead out of the store.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of(
        answers: &dyn Answers,
        page: &Url,
        settings: RobotsFetchSettings,
    ) -> Result<Option<StoredFetch>, StoreError> {
        StoredFetch::joined(answers, page, settings, When::Latest).map(|(stored, _)| stored)
    }

    /// [`StoredFetch::of`] with the answers for a page that was fetched at some time, and the times with this result.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn joined(
        answers: &dyn Answers,
        page: &Url,
        settings: RobotsFetchSettings,
        when: When,
    ) -> Result<(Option<StoredFetch>, Span), StoreError> {
        let mut span = Span::ALWAYS;
        let mut why = None;
        let mut fetch = RobotsFetch::new(settings);
        let mut ask = fetch.begin();
        let place = robots_txt_url(page.as_str());
        let mut next = place.and_then(|place| Url::parse(&place).ok());
        while let Some(url) = next {
            let Some(name) = authority_at(url.clone()) else {
                break;
            };
            let joined = answers.joined(&name, when)?;
            span = span.both(joined.span);
            why = why.or(joined.why);
            let Some(answer) = joined.answer else {
                break;
            };
            let at = Timestamp::from_unix(answer.at);
            next = match fetch.answered(&mut ask, answer.fetched(), at) {
                Next::Done => {
                    let observed = answer.observed(&url, joined.sha256);
                    let stored = StoredFetch {
                        fetch,
                        at,
                        body: answer.body,
                        observed,
                        why,
                    };
                    return Ok((Some(stored), span));
                }
                Next::Follow(place) => url.join(&place).ok(),
            };
        }
        Ok((None, span))
    }
}

/// Bytes of sites and licences that are held, about.
const HELD: usize = 16 * 1024 * 1024;
/// The approximate bytes of a site or a licence beside its files.
const ENTRY: usize = 256;
/// How many times as long a document about AI use is after it has been read.
const PARSED: usize = 8;
/// Redirects that are followed, as many as for robots.txt.
const REDIRECTS: usize = 5;
/// Licences that are looked up for one page and asker. A page can point at as many addresses as fit into it.
const MOST_LICENSES: usize = 256;
