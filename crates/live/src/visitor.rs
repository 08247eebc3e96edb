//! The way to a page, or to a document beside robots.txt: one request at a time, with what former runs know.
//!
//! **Invariant.** Every request for a page goes through [`Visitor::visit`]: at each address robots.txt of its authority comes first,
//! then the pace, then the request, whose redirect leads to the next. **If that is touched**, a site is asked against its rules, or
//! faster than it is said. **Which test notices.** `lint_sites` and `check` of the program, which count the requests of their servers.

use std::time::{Duration, Instant};

use http::{HeaderMap, StatusCode};
use robots_policy::robots_txt::authority;
use robots_policy::{Client, MetaExtractor, Timestamp};
use url::Url;

use crate::cache::KeptPage;
use crate::document::DocumentAnswer;
use crate::fetch::{BodyEnd, HttpClient, Problem, Response, Validators, Walk, ends_if};
use crate::pace::{Pace, Stop};
use crate::sites::{KnownSite, LiveSites};
use crate::trouble::Trouble;

/// Asks sites for pages, one request at a time.
pub struct Visitor<'c> {
    /// The robots.txt of each authority.
    pub sites: LiveSites<'c>,
    /// When a host may be asked again; `None` if that is never waited for.
    pub pace: Option<Pace>,
    /// When the run began.
    pub now: Timestamp,
}

/// The part of a page that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PagePart {
    /// The head of a document, and the start of its body.
    Head,
    /// A document.
    Document,
    /// A file of any type, of which these bytes are read at most.
    File(usize),
}

/// The way to a page so far.
pub struct Visit {
    /// The addresses.
    pub walk: Walk,
    /// What the redirects answered.
    pub redirects: Vec<PageAnswer>,
    /// The status of the answer at the last address, once there is one.
    pub status: Option<StatusCode>,
    /// How long the requests took, if there were any.
    pub time: Option<Duration>,
}

/// The end of a way.
#[allow(clippy::large_enum_variant)] // one a page, taken apart at once
pub enum VisitEnd {
    /// The caller does not request the address, by what is known of its site.
    Closed(KnownSite),
    /// There was no answer, or a redirect that cannot be followed.
    Failed(Problem),
    /// An answer, and what a former run knows of the page.
    Answered(Response, Option<KeptPage>),
}

/// An answer.
pub struct PageAnswer {
    /// The address.
    pub url: Url,
    /// The status.
    pub status: StatusCode,
    /// The fields.
    pub fields: HeaderMap,
    /// The part of the document that was read; `None` if none is a document.
    pub octets: Option<Vec<u8>>,
    /// Whether the document goes on.
    pub is_cut: bool,
    /// Why the document was not read further, if that was not wanted.
    pub problem: Option<String>,
}

impl PageAnswer {
    /// The field lines.
    pub fn lines(&self) -> Vec<(&[u8], &[u8])> {
        let lines = self.fields.iter();
        lines
            .map(|(name, value)| (name.as_str().as_bytes(), value.as_bytes()))
            .collect()
    }

    /// A redirect, whose body is not needed.
    fn of_redirect(response: Response) -> PageAnswer {
        let (url, status) = (response.url().clone(), response.status());
        let fields = response.headers().clone();
        response.discard();
        PageAnswer {
            url,
            status,
            fields,
            octets: None,
            is_cut: false,
            problem: None,
        }
    }
}

impl<'c> Visitor<'c> {
    /// The client of the run.
    pub fn client(&self) -> &'c HttpClient {
        self.sites.client()
    }

    /// Requests a page, its redirects followed. At each address `may_fetch` is asked first, which knows its site: it returns the fields of
    /// the request, and those of the next one for a robots.txt, of which the first has `fields`; or `None`, and the way ends there. `part`
    /// is what the caller reads of the page, if pages of former runs are of use.
    ///
    /// # Errors
    /// The reason why no more is requested, of this address neither.
    pub fn visit(
        &mut self,
        url: &Url,
        part: Option<PagePart>,
        mut fields: HeaderMap,
        mut may_fetch: impl FnMut(&Visit, &KnownSite) -> Option<HeaderMap>,
    ) -> Result<(Visit, VisitEnd), Stop> {
        let mut visit = Visit {
            walk: Walk::new(self.client(), url),
            redirects: Vec::new(),
            status: None,
            time: None,
        };
        loop {
            let at = visit.walk.at().clone();
            let site = self.sites.of(&at, &fields, self.now);
            let Some(own) = may_fetch(&visit, &site) else {
                return Ok((visit, VisitEnd::Closed(site)));
            };
            fields = own;
            let kept = part.and_then(|part| self.kept(&at, part));
            let conditions = kept.as_ref().map(|kept| kept.validators.conditions(&at));
            let mut all = fields.clone();
            all.extend(conditions.unwrap_or_default());
            let (answer, begun) = self.request(&at, &site, &all)?;
            let end = match answer {
                Err(problem) => Some(VisitEnd::Failed(problem)),
                Ok(response) => {
                    visit.status = Some(response.status());
                    match visit.walk.follow(&response) {
                        Ok(false) => Some(VisitEnd::Answered(response, kept)),
                        followed => {
                            visit.redirects.push(PageAnswer::of_redirect(response));
                            followed.err().map(VisitEnd::Failed)
                        }
                    }
                }
            };
            visit.time = Some(visit.time.unwrap_or_default() + begun.elapsed());
            if let Some(end) = end {
                return Ok((visit, end));
            }
            visit.status = None;
        }
    }

    /// One request, once its host may be asked again, and when it began.
    fn request(
        &mut self,
        at: &Url,
        site: &KnownSite,
        fields: &HeaderMap,
    ) -> Result<(Result<Response, Problem>, Instant), Stop> {
        let host = authority(at.as_str()).unwrap_or_default();
        if let Some(pace) = &self.pace {
            pace.wait(&host)?;
        }
        let begun = Instant::now();
        let answer = self.client().get_with(at, fields);
        if let Some(pace) = &mut self.pace {
            let response = answer.as_ref().ok();
            let said = response.map(|response| (response.status(), response.headers()));
            pace.answered(&host, site.policy.robots(), said)?;
        }
        Ok((answer, begun))
    }

    /// The document at the end of the redirects from `place`, of which at most `most` bytes and one more are read. Where it is for a
    /// client, each robots.txt on the way must allow that client to fetch it.
    pub fn document(
        &mut self,
        place: &Url,
        most: usize,
        fields: &HeaderMap,
        client: Option<&Client>,
    ) -> DocumentAnswer {
        let mut walk = Walk::new(self.client(), place);
        loop {
            let at = walk.at().clone();
            let trouble = client.and_then(|client| self.closed(&at, fields, client));
            if let Some(trouble) = trouble {
                return DocumentAnswer::Failed(trouble);
            }
            match self.sites.document(&at, fields, most, self.now) {
                DocumentAnswer::Redirect(status, reference) => {
                    if let Err(problem) = walk.go(status, &reference) {
                        return DocumentAnswer::Failed(Trouble::from(&problem));
                    }
                }
                answered => return answered,
            }
        }
    }

    /// Why a client may not fetch a document, if it may not.
    fn closed(&mut self, at: &Url, fields: &HeaderMap, client: &Client) -> Option<Trouble> {
        let site = self.sites.of(at, fields, self.now);
        site.unreachable().or_else(|| {
            let access = site.policy.robots().access(client, at.as_str());
            (!access.is_allowed()).then(|| {
                Trouble::forbidden(format!(
                    "{at}: robots.txt does not allow {client} to fetch it"
                ))
            })
        })
    }

    /// The page of a former run, if it has the part that is wanted.
    fn kept(&mut self, url: &Url, part: PagePart) -> Option<KeptPage> {
        let cache = self.sites.cache.as_mut()?;
        let kept = cache.page(url.as_str(), self.now.as_unix())?;
        (part == PagePart::Head || !kept.is_cut).then_some(kept)
    }

    /// Reads the answer at the end of a way, and keeps it for later runs; where it confirms the page of a former run, it is that one.
    pub fn read(
        &mut self,
        response: Response,
        kept: Option<KeptPage>,
        part: PagePart,
    ) -> PageAnswer {
        let (url, status) = (response.url().clone(), response.status());
        let fields = response.headers().clone();
        if let (StatusCode::NOT_MODIFIED, Some(kept)) = (status, kept) {
            response.discard();
            return PageAnswer {
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
        let answer = PageAnswer {
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
    fn keep(&mut self, answer: &PageAnswer) {
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

/// The octets of an answer, and how they ended. What is not a document is read only as a file.
fn octets(response: Response, part: PagePart) -> (Option<Vec<u8>>, Result<BodyEnd, String>) {
    // The client has already undone the codings.
    let fields = response.headers().clone();
    let mut head = MetaExtractor::from_headers(&fields).with_content_encoding("");
    let (most, is_file) = match part {
        PagePart::Head => (MOST_OF_HEAD, false),
        PagePart::Document => (MOST, false),
        PagePart::File(most) => (most, true),
    };
    if !is_file && head.progress().is_done() {
        response.discard();
        return (None, Ok(BodyEnd::Whole));
    }
    let mut octets = Vec::new();
    let read = response.read(|chunk| {
        octets.extend_from_slice(chunk);
        let has_head =
            part == PagePart::Head && head.feed(chunk).is_done() && octets.len() >= START;
        ends_if(has_head || octets.len() >= most)
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
