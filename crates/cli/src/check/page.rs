//! The requests for a page, and the reading of it.

use std::rc::Rc;
use std::time::Instant;

use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderValue, StatusCode};
use robots_policy::engines::Profile;
use robots_policy::header::Validity;
use robots_policy::ledger::Document;
use robots_policy::{Because, Client, MetaExtractor, Timestamp, Verdict};
use robots_policy_input::{Asker, Ending, FedDocument, Readers};
use robots_policy_live::fetch::{BodyEnd, Problem, Response, ends_if};
use robots_policy_live::{KnownSite, Trouble, Visit, VisitEnd, Visitor, milliseconds};
use url::Url;

use super::asker::CheckAsker;
use super::draft::Draft;
use super::notes::Note;
use super::outcome::FoundPage;
use super::uses::{self, FoundUses};

/// Asks sites for pages.
pub(super) struct Checker {
    pub(super) askers: Vec<CheckAsker>,
    /// The engines whose reading is the answer, if not that of the askers.
    pub(super) engines: Vec<Profile>,
    /// The client whose answer is shown before theirs.
    pub(super) general: Option<Client>,
    /// The rules that are the answer, in the place of those that are served.
    pub(super) robots: Option<Rc<Draft>>,
    /// Whether no certificate is verified.
    pub(super) is_insecure: bool,
    pub(super) readers: Readers,
    pub(super) now: Timestamp,
    /// Whether `tdmrep.json` and licences are fetched.
    pub(super) fetches_uses: bool,
}

impl Checker {
    /// Requests a page, and first the robots.txt of each host on the way: once, and once more for the askers to which a robots.txt
    /// on the way is another, because it depends on `User-Agent`.
    pub(super) fn check(&self, visitor: &mut Visitor<'_>, url: &Url) -> Vec<FoundPage> {
        let mut all = Vec::new();
        let mut askers: Vec<usize> = (0..self.askers.len()).collect();
        while !askers.is_empty() {
            let mut group = Group {
                checker: self,
                is_unverified: self.is_insecure && url.scheme() == "https",
                going: askers,
                apart: Vec::new(),
                stopped: Vec::new(),
                found: None,
            };
            let end = group.visit(visitor, url);
            all.append(&mut group.stopped);
            all.extend(end.into_iter().flat_map(|end| self.with_uses(visitor, end)));
            askers = group.apart;
        }
        all
    }

    /// The fields by which the requests of the first of these askers name it.
    fn fields_of_first(&self, askers: &[usize]) -> HeaderMap {
        let first = askers.first().and_then(|first| self.askers.get(*first));
        first.map(|first| first.fields.clone()).unwrap_or_default()
    }

    /// A page with the documents about its use: once for each set of askers that may have the same ones.
    fn with_uses(&self, visitor: &mut Visitor<'_>, page: FoundPage) -> Vec<FoundPage> {
        if !page.is_read || !self.fetches_uses {
            return vec![page];
        }
        let askers = page.askers.iter();
        let askers = askers.filter_map(|number| Some((*number, self.askers.get(*number)?)));
        let (askers, policy) = (askers.collect(), page.policy.clone());
        let found = uses::fetched(visitor, &page.at, policy, askers, self.now);
        let with = |found: FoundUses<'_>| {
            let mut page = page.clone();
            page.askers = found.askers.iter().map(|(number, _)| *number).collect();
            page.policy = found.policy;
            page.way.extend(found.copies);
            page.fetch.documents = found.fetched;
            page.uses = found.saved;
            page
        };
        found.into_iter().map(with).collect()
    }

    /// The askers in their order.
    pub(super) fn clients(&self) -> impl Iterator<Item = &Client> {
        self.askers.iter().map(|asker| &asker.named)
    }

    fn may_fetch(&self, asker: usize, found: &FoundPage) -> bool {
        self.askers.get(asker).is_some_and(|asker| {
            let robots = found.policy.robots();
            let access = robots.access(&asker.client, found.at.as_str());
            access.is_allowed()
        })
    }

    /// The line that keeps this program from requesting a page, where the answers are for others.
    fn closed(&self, found: &FoundPage, stopped: &[usize]) -> Option<Note> {
        let asker = self.askers.get(*stopped.first()?)?;
        if self.engines.is_empty() && asker.client == asker.named {
            return None;
        }
        let robots = found.policy.robots();
        let access = robots.access(&asker.client, found.at.as_str());
        let (rule, group) = access.rule().zip(access.group())?;
        let because = Because::Rule(rule, group);
        let place = found.inputs().place(&because.provenance());
        Some(Note::not_requested(&asker.client, &place, &because.text()))
    }

    /// The result of each asker, and its verdict, in the order of the askers; of what an asker found the verdict for each
    /// engine, if there are any.
    pub(super) fn answers<'f>(&self, found: &'f [FoundPage]) -> Vec<(&'f FoundPage, Verdict<'f>)> {
        let mut answers = Vec::new();
        for (number, asker) in self.askers.iter().enumerate() {
            let mut pages = found.iter();
            let Some(page) = pages.find(|page| page.askers.contains(&number)) else {
                continue;
            };
            let engines = self.engines.iter().copied().map(Asker::Engine);
            let own = self.engines.is_empty().then_some(&asker.named);
            let client = self.general.as_ref().or(own).map(Asker::Client);
            let judge = |asker: Asker<'_>| asker.judge(&page.policy, page.at.as_str(), self.now);
            answers.extend(
                client
                    .into_iter()
                    .chain(engines)
                    .map(|asker| (page, judge(asker))),
            );
        }
        answers
    }

    /// Reads the fields of the final response, and its body: up to the end of the head, or all of it for the answers about AI use.
    ///
    /// An answer that is not a page by its status is read too: what it forbids holds for this response.
    fn read(&self, mut found: FoundPage, response: Response) -> FoundPage {
        let status = response.status();
        // A server that fails says nothing about whether the site answers in general.
        if !status.is_server_error() {
            found.policy = found.policy.with_site_up(true);
        }
        let is_page = status.is_success() && status != StatusCode::ACCEPTED;
        let answered = (!is_page).then(|| {
            let url = response.url();
            Trouble::status(format!("{url}: the server answered {}", status.as_u16()))
        });
        let fields = self.readers.fields.read(response.headers());
        let validity = Validity::from_headers(response.headers());
        found.fields.clone_from(response.headers());
        found.fetch.notes.extend(Note::of_wall(response.headers()));
        let types = response.headers().get_all(CONTENT_TYPE).iter();
        let policy = found.policy.with_validity(validity).with_fields(fields);
        let policy = policy.with_content_type(types.map(HeaderValue::as_bytes));
        found.policy = match status {
            // Which part of the document came, its fields say.
            StatusCode::PARTIAL_CONTENT => policy,
            status => policy.with_status(status.as_u16()),
        };
        let (document, problem) = self.document(&mut found, response);
        found.policy = found.policy.with_document(document);
        found.is_read = is_page;
        found.fetch.problem = answered.or(problem);
        found
    }

    /// The document of a page, and the problem that kept it from being read whole.
    fn document(&self, found: &mut FoundPage, response: Response) -> (Document, Option<Trouble>) {
        // It confirms a copy, which is not here.
        if response.status() == StatusCode::NOT_MODIFIED {
            response.discard();
            return (Document::not_given(), None);
        }
        // The client has already undone the codings.
        let headers = response.headers().clone();
        let document = || MetaExtractor::from_headers(&headers).with_content_encoding("");
        let askers = found.askers.iter();
        let askers = askers.filter_map(|asker| self.askers.get(*asker));
        let askers = askers.map(|asker| asker.client.clone());
        let engines = self.engines.iter().map(|engine| engine.client());
        let general = self.general.iter().cloned();
        let askers: Vec<Client> = askers.chain(general).chain(engines).collect();
        let mut fed = FedDocument::new(&self.readers, &askers, document);
        let (url, status) = (response.url().clone(), response.status());
        if !headers.contains_key(CONTENT_TYPE) {
            fed = fed.untyped();
        }
        let is_document = fed.is_document();
        // Of a response that is not a document no more is read than shows its format.
        if fed.is_over() {
            let read = fed.finish(&self.readers, &askers, document, Ending::Open, false);
            return (read.document, None);
        }
        let is_coded = headers.contains_key(CONTENT_ENCODING);
        let read = response.read(|chunk| {
            if is_document && found.document.len() < MOST_KEPT {
                found.document.extend_from_slice(chunk);
            }
            // Octets in a coding are known to be those of the page where its checksum was read.
            ends_if(fed.feed(chunk) && !(is_document && self.fetches_uses) && !is_coded)
        });
        // What was read after the head for the checksum alone says no more than a body that was left there.
        let is_all = read == Ok(BodyEnd::Whole) && (self.fetches_uses || !fed.is_over());
        if is_all && status == StatusCode::OK && found.document.len() < MOST_KEPT {
            found.fetch.notes.extend(Note::of_script(&found.document));
        }
        let ending = ending(&headers, status, &read);
        let read_document = fed.finish(&self.readers, &askers, document, ending, is_all);
        // The head may have ended before the missing part.
        let problem = read_document.unread.map(|_| match read {
            Err(error) => Trouble::from(&error),
            Ok(_) if status == StatusCode::PARTIAL_CONTENT => {
                Trouble::status(format!("{url}: the server sent a part of the page (206)"))
            }
            Ok(_) => Trouble::status(format!("{url}: the page ends before the end of its head")),
        });
        (read_document.document, problem)
    }
}

/// The askers that go the way to a page together.
///
/// The page is requested once, in the name of the first asker that may fetch it. An asker that may not fetch it stops
/// there: its answer is that of a run for it alone, and holds nothing of the page that others fetched.
struct Group<'c> {
    checker: &'c Checker,
    /// Whether the certificate of the first host is not verified.
    is_unverified: bool,
    going: Vec<usize>,
    /// Those to which other rules apply than to the first.
    apart: Vec<usize>,
    /// The results of those that may not fetch the page.
    stopped: Vec<FoundPage>,
    /// The result of those that go on, so far.
    found: Option<FoundPage>,
}

impl Group<'_> {
    /// Goes the whole way, and returns the result of those that may.
    fn visit(&mut self, visitor: &mut Visitor<'_>, url: &Url) -> Option<FoundPage> {
        visitor.client().enter(url);
        let first = self.checker.fields_of_first(&self.going);
        let may_fetch = |visit: &Visit, site: &KnownSite| self.may_fetch(visit, site);
        let ended = visitor.visit(url, None, first, may_fetch);
        let mut found = self.found.take()?;
        let (visit, end) = match ended {
            Ok(ended) => ended,
            Err(stop) => {
                found.fetch.problem = Some(Trouble::status(format!("{url}: {stop}")));
                return Some(found);
            }
        };
        found.fetch.status = visit.status.map(|status| status.as_u16());
        let begun = Instant::now();
        let mut found = match end {
            VisitEnd::Answered(response, _) => self.checker.read(found, response),
            VisitEnd::Failed(problem) => found.with_problem(&problem),
            VisitEnd::Closed(_) => found,
        };
        let time = visit.time.map(|time| time + begun.elapsed());
        found.fetch.milliseconds = time.map(milliseconds);
        Some(found)
    }

    /// The fields of the request for the address where the way is, if one of the askers may fetch it.
    fn may_fetch(&mut self, visit: &Visit, site: &KnownSite) -> Option<HeaderMap> {
        let checker = self.checker;
        let going = std::mem::take(&mut self.going);
        let fields = checker.fields_of_first(&going);
        let is_apart =
            |asker: &usize| !site.vary.is_nothing() && checker.fields_of_first(&[*asker]) != fields;
        let (apart, going): (Vec<usize>, Vec<usize>) = going.into_iter().partition(is_apart);
        self.apart.extend(apart);
        let mut found = FoundPage::before(visit, site, checker.now);
        let redirects = visit.redirects.iter();
        let said = redirects.filter_map(|own| Note::of_redirect(&checker.readers.fields, own));
        let unverified = self.is_unverified.then(Note::unverified);
        found.fetch.notes = unverified.into_iter().chain(said).collect();
        let (going, stopped): (Vec<usize>, Vec<usize>) = going
            .into_iter()
            .partition(|asker| checker.may_fetch(*asker, &found));
        let closed = checker.closed(&found, &stopped);
        if let Some(own) = &checker.robots {
            found = found.answered_by(own);
        }
        if !stopped.is_empty() {
            let mut found = found.clone().closed().of(stopped);
            found.fetch.notes.extend(closed);
            self.stopped.push(found);
        }
        let first = going.first().and_then(|first| checker.askers.get(*first));
        self.found = first.map(|_| found.of(going.clone()));
        self.going = going;
        first.map(|first| first.fields.clone())
    }
}

/// How the octets of a page end. A connection that is closed ends a page of which no field states the length.
fn ending(headers: &HeaderMap, status: StatusCode, read: &Result<BodyEnd, Problem>) -> Ending {
    let lines = headers.iter();
    let lines = lines.map(|(name, value)| (name.as_str().as_bytes(), value.as_bytes()));
    let is_framed = headers.contains_key(CONTENT_LENGTH) || headers.contains_key(TRANSFER_ENCODING);
    match (Ending::of(Some(status.as_u16()), lines, None), read) {
        (Ending::WithoutStart, _) => Ending::WithoutStart,
        (_, Err(error)) => Ending::Cut(error.kind().unread()),
        (ending @ Ending::Cut(_), Ok(_)) => ending,
        (_, Ok(BodyEnd::Whole)) if is_framed => Ending::Whole,
        (_, Ok(_)) => Ending::Open,
    }
}

/// The most bytes of a document that are kept.
const MOST_KEPT: usize = 4 << 20;
