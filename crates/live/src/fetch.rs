//! The network: one request at a time, visible redirects, and bodies that are streamed, bounded and may be left unread.
//!
//! Some automatic features of the HTTP library are turned off, because a caller must see these steps: redirects (each hop
//! may need permission from another robots.txt) and content codings (the limit holds for the decoded bytes).

mod connect;
mod decode;
mod fields;
mod head;
mod octets;
mod pin;
mod problem;
mod proxies;
mod reach;
mod response;
mod robots;
mod settings;
#[cfg(test)]
pub(crate) mod tests;
mod validators;
mod vary;
mod walk;

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::time::Instant;

use http::HeaderMap;
use http::header::{ACCEPT, ACCEPT_ENCODING, HeaderValue, USER_AGENT};
use robots_policy::robots_txt::{authority, check_target};
use robots_policy_input::{Failure, coding};
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::NextTimeout;
use ureq::{Agent, Proxy, Timeout};
use url::Url;

pub use self::fields::{RequestField, RequestFields, request_field};
use self::head::ReadFields;
pub use self::pin::Pin;
pub use self::problem::{HOST_NOT_FOUND, NO_PROXY, PLAIN_HTTP, Problem, ProblemKind, REFUSED};
pub use self::proxies::Proxies;
pub use self::reach::{Addresses, HostNames, Refused};
use self::reach::{Class, Guard, Reach};
pub use self::response::{BodyEnd, Response, ends_if};
pub use self::robots::{RobotsAnswer, RobotsEnd, RobotsRequest, RobotsResponse};
pub use self::settings::{ClientSettings, Roots, Wait, trusted};
pub use self::validators::Validators;
pub use self::vary::Vary;
pub use self::walk::{Hop, Walk, is_redirect};
use crate::secret::without_user;

/// A client that keeps connections for the next request to the same authority.
#[derive(Debug)]
pub struct HttpClient {
    /// The connections, and the addresses to which they may lead.
    agent: RefCell<(Reach, Agent)>,
    /// The page whose address decides what is requested, and its class once something is.
    page: RefCell<Option<Url>>,
    class: Cell<Option<Class>>,
    settings: ClientSettings,
    user_agent: HeaderValue,
    accept_encoding: HeaderValue,
    /// The authorities that answered, and so may hold a connection that they have since closed.
    answered: RefCell<HashSet<String>>,
    /// The fields of the header block, until the answer is read.
    read_fields: ReadFields,
    /// What is to be said about answers, once each.
    notices: RefCell<Vec<String>>,
}

impl HttpClient {
    /// A client of these settings.
    ///
    /// # Errors
    /// A user agent that cannot be the value of a field: `Example\nBot`.
    pub fn new(settings: ClientSettings) -> Result<HttpClient, Failure> {
        let user_agent = user_agent(&settings.user_agent)?;
        let accept_encoding = HeaderValue::from_str(&coding::accepted())
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let read_fields = ReadFields::default();
        let agent = agent(&settings, Reach::Public, &read_fields);
        Ok(HttpClient {
            agent: RefCell::new((Reach::Public, agent)),
            page: RefCell::default(),
            class: Cell::default(),
            settings,
            user_agent,
            accept_encoding,
            answered: RefCell::default(),
            read_fields,
            notices: RefCell::default(),
        })
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &ClientSettings {
        &self.settings
    }

    /// From now on requests are for this page, which the user named, and for what it leads to.
    pub fn enter(&self, page: &Url) {
        self.page.replace(Some(page.clone()));
        self.class.set(None);
    }

    /// The addresses that may be requested for the page.
    fn reach(&self) -> Reach {
        match self.settings.addresses {
            Addresses::Any => return Reach::Any,
            Addresses::Public => return Reach::Public,
            Addresses::OfPage => {}
        }
        let known = self.class.get();
        let class = known.unwrap_or_else(|| match self.page.borrow().as_ref() {
            Some(page) => self.class_of(page),
            None => Class::Public,
        });
        self.class.set(Some(class));
        Reach::Of(class)
    }

    /// The class of a page's address. Where a proxy resolves the name, that of a public one.
    fn class_of(&self, page: &Url) -> Class {
        let names = &self.settings.names;
        if let Some((_, class)) = names.literal(page) {
            return class;
        }
        if let Ok(None) = self.proxy(page) {
            let timeout = NextTimeout {
                after: self.settings.connect.into(),
                reason: Timeout::Resolve,
                ..NextTimeout::default()
            };
            return names.class_of(page, &self.settings.config(), timeout);
        }
        Class::Public
    }

    /// The agent whose connections may be used for the page.
    fn agent(&self) -> Agent {
        let reach = self.reach();
        let mut own = self.agent.borrow_mut();
        if own.0 != reach {
            *own = (reach, agent(&self.settings, reach, &self.read_fields));
        }
        own.1.clone()
    }

    fn proxy(&self, url: &Url) -> Result<Option<Proxy>, ProblemKind> {
        match &self.settings.proxies {
            Some(proxies) => proxies.of(url).map_err(ProblemKind::NoProxy),
            None => Ok(None),
        }
    }

    /// Requests `url` without further fields.
    ///
    /// # Errors
    /// Those of [`HttpClient::get_with`].
    #[cfg(test)]
    pub fn get(&self, url: &Url) -> Result<Response, Problem> {
        self.get_with(url, &HeaderMap::new())
    }

    /// Requests `url` with these additional fields, and waits for the header block of the answer; a redirect is an answer like
    /// any other. A `User-Agent` among the fields replaces that of the client.
    ///
    /// # Errors
    /// Any problem that keeps the header block from arriving, and a URL that cannot be requested.
    pub fn get_with(&self, url: &Url, more: &HeaderMap) -> Result<Response, Problem> {
        let mut url = url.clone();
        url.set_fragment(None);
        if let Some(why) = why_not(&url) {
            return Err(Problem::new(&url, ProblemKind::Url(why)));
        }
        let authority = authority(url.as_str()).unwrap_or_else(|| url.to_string());
        let reused = !self.answered.borrow_mut().insert(authority.clone());
        let answer = match self.ask(&url, more) {
            // A server may close a kept connection at any moment, also while a request is under way.
            Err(ProblemKind::Cut) if reused => self.ask(&url, more),
            answer => answer,
        };
        answer
            .map(|answer| Response::new(url.clone(), answer, &self.settings))
            .map_err(|problem| {
                self.answered.borrow_mut().remove(&authority);
                Problem::new(&url, problem)
            })
    }

    /// What is to be said about the answers since the last call: lines among their fields that are no fields.
    pub fn take_notices(&self) -> Vec<String> {
        self.notices.take()
    }

    fn ask(&self, url: &Url, more: &HeaderMap) -> Result<http::Response<ureq::Body>, ProblemKind> {
        let mut request = http::Request::get(url.as_str())
            .header(USER_AGENT, &self.user_agent)
            .header(ACCEPT, "*/*")
            .header(ACCEPT_ENCODING, &self.accept_encoding)
            .body(())
            .map_err(|error| ProblemKind::Url(error.to_string()))?;
        let own = self.settings.fields.of(url);
        request.headers_mut().extend(own);
        request.headers_mut().extend(more.clone());
        let proxy = self.proxy(url)?;
        let agent = self.agent();
        if proxy.is_some()
            && let Some((address, class)) = self.settings.names.literal(url)
            && let Some(refused) = self.reach().refusal(address, class)
        {
            return Err(ProblemKind::Refused(refused));
        }
        let _ = self.read_fields.take();
        let begun = self.begin(url);
        let answer = agent.run(proxies::through(proxy, &agent, request));
        let answer = answer.map_err(|error| ProblemKind::of(error, &self.settings));
        self.end(begun, &answer);
        let mut answer = answer?;
        if let Some(fields) = self.read_fields.take() {
            *answer.headers_mut() = fields.all;
            let stray = fields.stray.map(|line| {
                format!("{url}: a line among its fields is no field and was left out: `{line}`")
            });
            self.notices.borrow_mut().extend(stray);
        }
        Ok(answer)
    }
}

/// Requests on standard error, as `curl -v` marks them.
impl HttpClient {
    fn begin(&self, url: &Url) -> Instant {
        if let Some(log) = self.settings.log {
            log(&format_args!("> GET {url}"));
        }
        Instant::now()
    }

    fn end(&self, begun: Instant, answer: &Result<http::Response<ureq::Body>, ProblemKind>) {
        let Some(log) = self.settings.log else {
            return;
        };
        let time = begun.elapsed().as_millis();
        match answer {
            Ok(answer) => log(&format_args!(
                "< {} after {time} ms",
                answer.status().as_u16()
            )),
            Err(problem) => log(&format_args!("< no answer after {time} ms: {problem}")),
        }
    }
}

/// Connections to addresses within this reach.
fn agent(settings: &ClientSettings, reach: Reach, read_fields: &ReadFields) -> Agent {
    let names = settings.names.clone();
    Agent::with_parts(
        settings.config(),
        connect::connector(settings.most_header, Some(read_fields.clone())),
        Guard { names, reach },
    )
}

/// The library's own client, for answers that several threads read at the same time. It follows no redirects, undoes no
/// codings, and refuses header blocks of more than 128 fields.
pub fn shared_agent(settings: &ClientSettings) -> Agent {
    Agent::with_parts(
        settings.config(),
        connect::connector(settings.most_header, None),
        DefaultResolver::default(),
    )
}

/// The request of a shared agent, through the proxy for its URL.
///
/// # Errors
/// No proxy is named for its scheme, though one is wanted.
pub fn routed(
    agent: &Agent,
    settings: &ClientSettings,
    url: &Url,
    request: http::Request<()>,
) -> Result<http::Request<()>, ProblemKind> {
    let proxies = settings.proxies.as_ref();
    let proxy = proxies.map(|proxies| proxies.of(url)).transpose();
    let proxy = proxy.map_err(ProblemKind::NoProxy)?;
    Ok(proxies::through(proxy.flatten(), agent, request))
}

/// The value of a `User-Agent` field.
///
/// # Errors
/// A user agent that cannot be the value of a field: `Example\nBot`.
pub fn user_agent(text: &str) -> Result<HeaderValue, Failure> {
    HeaderValue::from_str(text).map_err(|_| {
        let shown = text.escape_debug();
        Failure::Usage(format!(
            "the user agent `{shown}` has a character that no field may have"
        ))
    })
}

/// Reads an absolute URL that can be requested. The error is the message of a value parser.
///
/// # Errors
/// Text that is not a URL, and a URL that cannot be requested.
pub fn url(text: &str) -> Result<Url, String> {
    let shown = without_user(text);
    let shown = shown.escape_debug();
    let url = Url::parse(text)
        .map_err(|error| format!("`{shown}` is not a URL: {error}; write https://example.com/"))?;
    if let Some(why) = why_not(&url) {
        return Err(format!("`{shown}` cannot be requested: {why}"));
    }
    match check_target(text) {
        Ok(()) => Ok(url),
        Err(error) => {
            let reason = error.reason();
            Err(format!("`{shown}` is not a URL: {reason}; write {url}"))
        }
    }
}

const WITH_USER: &str =
    "it has a user name, and a public page needs none; for another use -H 'Authorization: Basic …'";

/// The reason why a URL cannot be requested, if it cannot.
fn why_not(url: &Url) -> Option<String> {
    if !matches!(url.scheme(), "http" | "https") {
        return Some(format!("its scheme is {}, not http or https", url.scheme()));
    }
    let is_named = !url.username().is_empty() || url.password().is_some();
    is_named.then(|| String::from(WITH_USER))
}
