//! What two of the examples share: requests that are asked of robots.txt first, each redirect too.

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, LOCATION};
use reqwest::{Response, redirect};
use robots_policy::robots_txt::{Fetched, Next, RobotsFetch, authority, robots_txt_url};
use robots_policy::{Client, KnownRobots, Limits};
use tokio::sync::Mutex;
use url::Url;

pub type Failure = Box<dyn Error + Send + Sync>;

/// An HTTP client that asks robots.txt before it asks for a page.
pub struct Crawler {
    pub me: Client,
    http: reqwest::Client,
    /// A robots.txt for each authority, with a lock of its own: the pages of a site wait for one fetch, and not those of others.
    sites: Mutex<HashMap<String, Arc<Mutex<RobotsFetch>>>>,
}

impl Crawler {
    pub fn new(agent: &str) -> Result<Crawler, Failure> {
        let http = reqwest::Client::builder().user_agent(agent);
        let http = http.redirect(redirect::Policy::none()); // `open` follows them, each with its own robots.txt
        Ok(Crawler {
            me: Client::new(agent)?,
            http: http.timeout(Duration::from_secs(60)).build()?,
            sites: Mutex::default(),
        })
    }

    /// The robots.txt that governs a URL. It is fetched if that is due.
    pub async fn robots(&self, url: &str) -> KnownRobots {
        let Some((authority, first)) = authority(url).zip(robots_txt_url(url)) else {
            return KnownRobots::default(); // A URL that no robots.txt governs: nothing is known.
        };
        let new = || Arc::new(Mutex::new(RobotsFetch::default().for_url(url)));
        let site = Arc::clone(self.sites.lock().await.entry(authority).or_insert_with(new));
        let (mut fetch, now) = (site.lock().await, SystemTime::now());
        if let Some(mut ask) = fetch.ask(now) {
            let mut next = Url::parse(&first);
            loop {
                let answer = match &next {
                    Ok(url) => Some(self.answer(url.clone()).await),
                    Err(_) => None,
                };
                let fetched = match &answer {
                    Some(Ok((status, headers, body))) => {
                        Fetched::from_response(*status, headers, body)
                    }
                    Some(Err(_)) => Fetched::NetworkError,
                    None => Fetched::LeadsNowhere,
                };
                match fetch.answered(&mut ask, fetched, now) {
                    Next::Follow(to) => next = next.and_then(|url| url.join(&to)),
                    Next::Done => break,
                }
            }
        }
        fetch.at(now)
    }

    async fn answer(&self, url: Url) -> reqwest::Result<(u16, HeaderMap, Vec<u8>)> {
        let mut response = self.http.get(url).send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Ok((status, headers, rest(&mut response).await?))
    }

    /// The response for a URL, its body unread. Each URL on the way is asked of the robots.txt of its own authority. What the fields
    /// of a redirect state is about its own URL, and not about the page behind it.
    pub async fn open(&self, url: &str) -> Result<Response, Failure> {
        let mut url = Url::parse(url)?;
        for _ in 0..=5 {
            let robots = self.robots(url.as_str()).await;
            let access = robots.access(&self.me, url.as_str());
            if !access.is_allowed() {
                return Err(format!("{url}: {}", access.reason().sentence()).into());
            }
            let response = self.http.get(url.clone()).send().await?;
            let to = response.headers().get(LOCATION);
            let Some(to) = to.filter(|_| response.status().is_redirection()) else {
                return Ok(response);
            };
            url = url.join(to.to_str()?)?;
        }
        Err(format!("{url}: too many redirects").into())
    }
}

/// The rest of a body, up to more than is read of any robots.txt.
pub async fn rest(response: &mut Response) -> reqwest::Result<Vec<u8>> {
    let mut body = Vec::new();
    while body.len() <= Limits::default().robots_txt()
        && let Some(chunk) = response.chunk().await?
    {
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The text between the tags, for a demonstration: scripts and styles are among it.
pub fn words(page: &[u8]) -> String {
    let page = String::from_utf8_lossy(page);
    let texts = page.split('<').filter_map(|part| part.split_once('>'));
    let words = texts.flat_map(|(_, text)| text.split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}
