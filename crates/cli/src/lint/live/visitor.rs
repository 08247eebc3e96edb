//! The requests for pages and sitemaps: robots.txt first, under one name, with what former runs know.

use std::ops::ControlFlow;

use http::{HeaderMap, StatusCode};
use robots_policy::robots_txt::{Robots, authority};
use robots_policy::{Client, MetaExtractor, Timestamp};
use robots_policy_lint::Sitemap;
use robots_policy_live::fetch::{BodyEnd, HttpClient, Response, Validators, Walk};
use url::Url;

use super::pace::{Pace, Stop};
use crate::cache::KeptPage;
use crate::check::{KnownSite, LiveSites};

/// Asks sites for pages and sitemaps, one request at a time.
pub(super) struct Visitor<'c> {
    pub(super) client: &'c HttpClient,
    pub(super) sites: LiveSites<'c>,
    pub(super) pace: Pace,
    /// This program, as robots.txt knows it.
    pub(super) me: Client,
    pub(super) now: Timestamp,
}

/// The part of an answer that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The head of a document, and the start of its body.
    Head,
    /// A document.
    Document,
    /// A file of any type.
    File,
}

/// The way to an address, and its end.
pub(super) struct Visit {
    /// The redirects on the way: what they answered.
    pub(super) hops: Vec<Answer>,
    pub(super) end: End,
}

/// The end of a way.
pub(super) enum End {
    Answered(Answer),
    /// robots.txt closes this address for this program, by this line.
    Closed(Url, String),
    /// There was no answer, or nothing to ask; in words.
    Failed(String),
}

/// An answer.
pub(super) struct Answer {
    pub(super) url: Url,
    pub(super) status: StatusCode,
    pub(super) fields: HeaderMap,
    /// The part of the document that was read; `None` if none is a document.
    pub(super) octets: Option<Vec<u8>>,
    pub(super) is_cut: bool,
    /// Why the document was not read further, if that was not wanted.
    pub(super) problem: Option<String>,
}

impl Answer {
    /// The field lines.
    pub(super) fn lines(&self) -> Vec<(&[u8], &[u8])> {
        let lines = self.fields.iter();
        lines
            .map(|(name, value)| (name.as_str().as_bytes(), value.as_bytes()))
            .collect()
    }
}

impl Visitor<'_> {
    /// The robots.txt of an address.
    pub(super) fn site(&mut self, url: &Url) -> KnownSite {
        self.sites.of(url, &HeaderMap::new(), self.now)
    }

    /// Requests an address, its redirects followed, where robots.txt allows this program each of them.
    ///
    /// # Errors
    /// The reason why no more is requested, of this address neither.
    pub(super) fn visit(&mut self, url: &Url, part: Part) -> Result<Visit, Stop> {
        let mut walk = Walk::new(self.client, url);
        let mut hops = Vec::new();
        loop {
            let at = walk.at().clone();
            let site = self.site(&at);
            if let Some(why) = site.without_host() {
                let end = End::Failed(why.to_owned());
                return Ok(Visit { hops, end });
            }
            let robots = site.policy.robots();
            if let Some(closed) = self.closed(&at, robots) {
                let end = End::Closed(at, closed);
                return Ok(Visit { hops, end });
            }
            let delay = robots.rules().and_then(|rules| rules.crawl_delay(&self.me));
            let host = authority(at.as_str()).unwrap_or_default();
            let kept = self.kept(&at, part);
            let conditions = kept.as_ref().map(|kept| kept.validators.conditions(&at));
            self.pace.wait(&host)?;
            let answer = self.client.get_with(&at, &conditions.unwrap_or_default());
            let response = match answer {
                Ok(response) => response,
                Err(problem) => {
                    self.pace.answered(&host, delay, None)?;
                    let end = End::Failed(problem.to_string());
                    return Ok(Visit { hops, end });
                }
            };
            let said = (response.status(), response.headers());
            self.pace.answered(&host, delay, Some(said))?;
            match walk.follow(&response) {
                Ok(false) => {
                    let end = End::Answered(self.read(response, kept, part));
                    return Ok(Visit { hops, end });
                }
                Ok(true) => hops.push(redirect(response)),
                Err(problem) => {
                    hops.push(redirect(response));
                    let end = End::Failed(problem.to_string());
                    return Ok(Visit { hops, end });
                }
            }
        }
    }

    /// The line that closes an address for this program, or why it may not be requested.
    fn closed(&self, url: &Url, robots: &Robots) -> Option<String> {
        let access = robots.access(&self.me, url.as_str());
        if access.is_allowed() {
            return None;
        }
        Some(match access.rule() {
            Some(rule) => format!("line {}, `{}`", rule.line(), rule.text().escape_debug()),
            None => access.reason().to_string(),
        })
    }

    /// The page of a former run, if it has the part that is wanted.
    fn kept(&mut self, url: &Url, part: Part) -> Option<KeptPage> {
        let cache = self.sites.cache.as_mut()?;
        let kept = cache.page(url.as_str(), self.now.as_unix())?;
        (part == Part::Head || !kept.is_cut).then_some(kept)
    }

    /// The last answer of a way.
    fn read(&mut self, response: Response, kept: Option<KeptPage>, part: Part) -> Answer {
        let (url, status) = (response.url().clone(), response.status());
        let fields = response.headers().clone();
        if let (StatusCode::NOT_MODIFIED, Some(kept)) = (status, kept) {
            response.discard();
            return Answer {
                url,
                status: StatusCode::OK,
                fields: kept.fields(&fields),
                octets: kept.octets().map(<[u8]>::to_vec),
                is_cut: kept.is_cut,
                problem: None,
            };
        }
        let (octets, read) = octets(response, part);
        let problem = read.as_ref().err().cloned();
        let answer = Answer {
            is_cut: octets.is_some() && read != Ok(BodyEnd::Whole),
            url,
            status,
            fields,
            octets,
            problem,
        };
        self.keep(&answer);
        answer
    }

    /// Keeps an answer for later runs, if the server can say then that it has not changed.
    fn keep(&mut self, answer: &Answer) {
        let is_long = answer.octets.as_ref().map_or(0, Vec::len) > MOST_KEPT;
        let is_page = answer.status == StatusCode::OK && answer.problem.is_none();
        let validators = Validators::of(&answer.url, &answer.fields);
        let control = answer.fields.get_all(http::header::CACHE_CONTROL).iter();
        let mut control = control.filter_map(|value| value.to_str().ok());
        let is_secret = control.any(|value| value.to_ascii_lowercase().contains("no-store"));
        let Some(validators) = validators.filter(|_| is_page && !is_long && !is_secret) else {
            return;
        };
        let page = KeptPage::new(
            self.now.as_unix(),
            validators,
            &answer.fields,
            answer.octets.as_deref(),
            answer.is_cut,
        );
        if let Some(cache) = &mut self.sites.cache {
            cache.put_page(answer.url.as_str(), &page);
        }
    }
}

/// A redirect, whose body is not needed.
fn redirect(response: Response) -> Answer {
    let (url, status) = (response.url().clone(), response.status());
    let fields = response.headers().clone();
    response.discard();
    Answer {
        url,
        status,
        fields,
        octets: None,
        is_cut: false,
        problem: None,
    }
}

/// The octets of an answer, and how they ended. What is not a document is read only as a file.
fn octets(response: Response, part: Part) -> (Option<Vec<u8>>, Result<BodyEnd, String>) {
    // The client has already undone the codings.
    let fields = response.headers().clone();
    let mut head = MetaExtractor::from_headers(&fields).with_content_encoding("");
    let most = match part {
        Part::Head => MOST_OF_HEAD,
        Part::Document => MOST,
        Part::File => Sitemap::MOST_BYTES + 1,
    };
    if part != Part::File && head.progress().is_done() {
        response.discard();
        return (None, Ok(BodyEnd::Whole));
    }
    let mut octets = Vec::new();
    let read = response.read(|chunk| {
        octets.extend_from_slice(chunk);
        let has_head = part == Part::Head && head.feed(chunk).is_done() && octets.len() >= START;
        if has_head || octets.len() >= most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    (Some(octets), read.map_err(|problem| problem.to_string()))
}

/// The bytes that are read even where the head has ended: a meta may be right after it.
const START: usize = 64 << 10;
/// The longest head that is read.
const MOST_OF_HEAD: usize = 4 << 20;
/// The longest document that is read.
const MOST: usize = 16 << 20;
/// The longest document that is kept for later runs.
const MOST_KEPT: usize = 4 << 20;
