//! The requests for a page, and the reading of it.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use http::header::{CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderValue, StatusCode};
use robots_policy::engines::Profile;
use robots_policy::header::Validity;
use robots_policy::ledger::Document;
use robots_policy::robots_txt::Robots;
use robots_policy::{Client, MetaExtractor, Policy, RobotsTxt, Timestamp, Verdict, Why};
use robots_policy_archives::Readers;
use robots_policy_http::Extent;
use robots_policy_records::{Asker, Ending, FedDocument};
use url::Url;

use super::Exit;
use super::asker::CheckAsker;
use super::fail_on::{FailOn, Failing};
use super::report::{PageFetch, Redirect, Trouble};
use super::site::{KnownSite, LiveSites};
use super::uses::{self, FoundUses};
use crate::fetch::{BodyEnd, Hop, HttpClient, Problem, Response, Walk};
use crate::saved_uses::SavedUses;
use crate::text::{FieldInput, Input, Inputs, RobotsNote};

/// Asks sites for pages.
pub(super) struct Checker<'c> {
    pub(super) askers: Vec<CheckAsker>,
    /// The engines whose reading is the answer, if not that of the askers.
    pub(super) engines: Vec<Profile>,
    pub(super) client: &'c HttpClient,
    pub(super) sites: LiveSites<'c>,
    pub(super) readers: Readers,
    pub(super) now: Timestamp,
    /// Whether fields and documents are kept, for text that shows lines of them.
    pub(super) keeps: bool,
    /// Whether `tdmrep.json` and licences are fetched.
    pub(super) fetches_uses: bool,
}

/// The result of some of the askers at a URL.
#[derive(Clone)]
pub(super) struct FoundPage {
    /// The numbers of these askers.
    askers: Vec<usize>,
    /// Where it was found, its redirects followed.
    at: Url,
    /// The steps to it, as text: an answer of a former run, and the redirects.
    pub(super) way: Vec<String>,
    policy: Policy,
    /// The outcome of the fetch of robots.txt, if no rule decides.
    pub(super) robots: Option<RobotsNote>,
    /// The requests, for programs.
    pub(super) fetch: PageFetch,
    /// Whether the page was read, or at least its fields.
    pub(super) is_read: bool,
    /// The fields and the part of the document that was read, if they are kept.
    fields: HeaderMap,
    document: Vec<u8>,
    /// The documents about AI use.
    uses: SavedUses,
}

impl Checker<'_> {
    /// Requests a page, and first the robots.txt of each host on the way.
    ///
    /// The page is requested once, in the name of the first asker that may fetch it. An asker that may not fetch it stops
    /// there: its answer is that of a run for it alone, and holds nothing of the page that others fetched.
    pub(super) fn check(&mut self, url: &Url) -> Vec<FoundPage> {
        self.client.enter(url);
        let mut walk = Walk::new(self.client, url);
        let mut all = Vec::new();
        let mut time = None;
        let mut going: Vec<usize> = (0..self.askers.len()).collect();
        loop {
            let site = self.sites.of(walk.at(), self.now);
            let mut found = FoundPage::before(&walk, &site, self.now);
            found.fetch.time = time;
            let stopped: Vec<usize>;
            (going, stopped) = going
                .into_iter()
                .partition(|asker| self.may_fetch(*asker, &found));
            if !stopped.is_empty() {
                all.push(found.clone().closed().of(stopped));
            }
            let first = going.first().and_then(|first| self.askers.get(*first));
            let Some(first) = first else { return all };
            found = found.of(going.clone());
            let begun = Instant::now();
            let spent =
                |before: Option<Duration>| Some(before.unwrap_or_default() + begun.elapsed());
            let mut end = match self.client.get_with(walk.at(), &first.fields) {
                Err(error) => found.with_problem(&error),
                Ok(response) => {
                    found.fetch.status = Some(response.status().as_u16());
                    match walk.follow(&response) {
                        Ok(true) => {
                            response.discard();
                            time = spent(time);
                            continue;
                        }
                        Ok(false) => self.read(found, response),
                        Err(error) => found.with_problem(&error),
                    }
                }
            };
            end.fetch.time = spent(time);
            all.extend(self.with_uses(end));
            return all;
        }
    }

    /// A page with the documents about its use: once for each set of askers that may have the same ones.
    fn with_uses(&mut self, page: FoundPage) -> Vec<FoundPage> {
        if !page.is_read || !self.fetches_uses {
            return vec![page];
        }
        let askers = page.askers.iter();
        let askers = askers.filter_map(|number| Some((*number, self.askers.get(*number)?)));
        let (askers, policy) = (askers.collect(), page.policy.clone());
        let found = uses::fetched(&mut self.sites, &page.at, policy, askers, self.now);
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
        self.askers.iter().map(|asker| &asker.client)
    }

    fn may_fetch(&self, asker: usize, found: &FoundPage) -> bool {
        self.askers.get(asker).is_some_and(|asker| {
            let robots = found.policy.robots();
            let access = robots.access(&asker.client, found.at.as_str());
            access.is_allowed()
        })
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
            let client = Asker::Client(&asker.client);
            let client = self.engines.is_empty().then_some(client);
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
        if self.keeps {
            found.fields.clone_from(response.headers());
        }
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
        // The client has already undone the codings.
        let headers = response.headers().clone();
        let document = || MetaExtractor::from_headers(&headers).with_content_encoding("");
        let askers = found.askers.iter();
        let askers = askers.filter_map(|asker| self.askers.get(*asker));
        let askers = askers.map(|asker| asker.client.clone());
        let engines = self.engines.iter().map(|engine| engine.client());
        let askers: Vec<Client> = askers.chain(engines).collect();
        let mut fed = FedDocument::new(&self.readers, &askers, document);
        if !headers.contains_key(CONTENT_TYPE) {
            fed = fed.untyped();
        }
        let (url, status) = (response.url().clone(), response.status());
        // A response that is not a document is not read.
        if fed.is_over() {
            let read = fed.finish(&self.readers, &askers, document, Ending::Open, false);
            return (read.document, None);
        }
        let read = response.read(|chunk| {
            if self.keeps && found.document.len() < MOST_KEPT {
                found.document.extend_from_slice(chunk);
            }
            if fed.feed(chunk) && !self.fetches_uses {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let is_all = read == Ok(BodyEnd::Whole);
        let ending = ending(&headers, status, &read, fed.octets() > 0);
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

/// How the octets of a page end. A connection that is closed ends a page of which no field states the length.
fn ending(
    headers: &HeaderMap,
    status: StatusCode,
    read: &Result<BodyEnd, Problem>,
    is_begun: bool,
) -> Ending {
    let lines = headers.iter();
    let lines = lines.map(|(name, value)| (name.as_str().as_bytes(), value.as_bytes()));
    let is_framed = headers.contains_key(CONTENT_LENGTH) || headers.contains_key(TRANSFER_ENCODING);
    match (Extent::of(Some(status.as_u16()), lines, None), read) {
        (Extent::WithoutStart, _) => Ending::WithoutStart,
        // The bytes that were decoded before a coding broke count.
        (_, Err(_)) if is_begun => Ending::Cut(Why::Incomplete),
        (_, Err(error)) => Ending::Cut(error.kind().unread()),
        (Extent::Cut, Ok(_)) => Ending::Cut(Why::Incomplete),
        (_, Ok(BodyEnd::Whole)) if is_framed => Ending::Whole,
        (_, Ok(_)) => Ending::Open,
    }
}

impl FoundPage {
    /// The state before the page is requested, for no asker yet.
    fn before(walk: &Walk, site: &KnownSite, now: Timestamp) -> FoundPage {
        let way = site.copied(now).into_iter();
        let hops = site.hops.iter().chain(walk.hops()).map(Hop::to_string);
        FoundPage {
            askers: Vec::new(),
            at: walk.at().clone(),
            way: way.chain(hops).collect(),
            policy: site.policy.clone(),
            robots: site.note(),
            fetch: PageFetch {
                url: walk.at().to_string(),
                status: None,
                redirects: walk.hops().iter().map(Redirect::from).collect(),
                time: None,
                problem: site.unreachable(),
                robots_txt: site.fetched.clone(),
                documents: Vec::new(),
            },
            is_read: false,
            fields: HeaderMap::new(),
            document: Vec::new(),
            uses: SavedUses::default(),
        }
    }

    /// The inputs with the places that text shows.
    pub(super) fn inputs(&self) -> Inputs<'_> {
        let robots = self.at.join("/robots.txt").ok();
        let input = |at: &Url, bytes| Input {
            name: at.to_string(),
            bytes: Cow::Borrowed(bytes),
            start: 0,
        };
        Inputs {
            fields: FieldInput::Received(&self.fields),
            page: Some(input(&self.at, &self.document)),
            robots: robots.map(|at| Input {
                bytes: Cow::Owned(self.policy.robots().rules().map(lines).unwrap_or_default()),
                ..input(&at, b"")
            }),
            uses: Some(&self.uses),
            kept: None,
        }
    }

    /// This result for askers that may not fetch the page, so that its rules are not known.
    fn closed(mut self) -> FoundPage {
        let page = Document::unread(Why::NotRequested);
        self.policy = self.policy.with_document(page);
        self
    }

    /// This result, for these askers.
    fn of(mut self, askers: Vec<usize>) -> FoundPage {
        self.askers = askers;
        self
    }

    /// The exit status that this result requires.
    pub(super) fn exit(&self, verdict: &Verdict<'_>, failing: &Failing) -> Exit {
        let named = failing.named().map(|own| self.restricted(own, verdict));
        let any = (!failing.has_list()).then(|| {
            let is_known = self.problem().is_none();
            let holds = |restricted: &bool| *restricted && self.is_fetching_known(verdict);
            let restricted = verdict.restricted();
            restricted.filter(|restricted| is_known || holds(restricted))
        });
        let exits = named.chain(any).map(|restricted| match restricted {
            Some(true) => Exit::Restricted,
            Some(false) => Exit::Unrestricted,
            None => Exit::Undetermined,
        });
        exits.max().unwrap_or(Exit::Unrestricted)
    }

    /// Whether this answer is restricted; `None` if that is not known: the page may not be fetched by the asker, or its
    /// robots.txt could not be fetched.
    pub(super) fn restricted(&self, own: FailOn, verdict: &Verdict<'_>) -> Option<bool> {
        let restricted = own.restricted(verdict);
        if own.is_about_fetching() {
            return restricted.filter(|_| self.is_fetching_known(verdict));
        }
        // What an answer forbids holds, whatever is not known beside it.
        restricted.filter(|restricted| *restricted || self.is_read)
    }

    /// Whether robots.txt, or the document of an engine, answers about fetching: a robots.txt out of reach has banned no one.
    fn is_fetching_known(&self, verdict: &Verdict<'_>) -> bool {
        if verdict.profile().is_some() {
            // What an engine does without a robots.txt is documented, unless there is not even a host.
            return !self.is_without_host();
        }
        !matches!(
            self.policy.robots(),
            Robots::Unreachable { .. } | Robots::Unread { .. }
        )
    }

    /// Whether its host was not found or not asked, about which nothing is known.
    pub(super) fn is_without_host(&self) -> bool {
        self.robots.as_ref().is_some_and(|robots| !robots.decides)
    }

    /// The reason why the page, or part of it, was not read, as text.
    pub(super) fn problem(&self) -> Option<&str> {
        let problem = self.fetch.problem.as_ref()?;
        Some(&problem.message)
    }

    fn with_problem(mut self, error: &Problem) -> FoundPage {
        self.fetch.problem = Some(error.into());
        self
    }
}

/// The most bytes of a document that are kept.
const MOST_KEPT: usize = 4 << 20;

/// The records of a robots.txt on their lines. The octets of the answer are not kept, and no statement is in a line without a record.
fn lines(robots: &RobotsTxt) -> Vec<u8> {
    let mut text = Vec::new();
    let mut number = 1;
    for record in robots.records() {
        let ends = record.line().saturating_sub(number);
        text.extend(std::iter::repeat_n(b'\n', ends));
        text.extend(std::iter::repeat_n(b' ', record.span().start));
        text.extend_from_slice(record.text().as_bytes());
        number += ends;
    }
    text
}
