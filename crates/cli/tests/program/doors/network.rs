//! The door to live sites: `check`, against a server on loopback that serves every question under an address of its own.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::Ipv4Addr;
use std::path::Path;

use url::Url;

use super::process::{lines, words};
use super::question::{Question, flags};
use super::wire::Wire;
use super::{DoorAnswer, by_group};
use crate::scanning::fed;
use robots_policy_kit::server::{Server, Then};

/// `check URL…`, one process for every asker and set of options.
pub(crate) fn check(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    let mut sites = Sites::default();
    let urls: Vec<String> = questions
        .iter()
        .map(|question| sites.url(question))
        .collect();
    let Sites { robots, pages, .. } = sites;
    let server = Server::start_at("0.0.0.0:0", move |asked, stream| {
        let host = asked.field("host").unwrap_or_default();
        let host = host.split(':').next().unwrap();
        let bytes = match asked.path.as_str() {
            "/robots.txt" => &robots[host],
            path => &pages[&format!("{host}{path}")],
        };
        let _ = stream.write_all(bytes);
        Then::Close
    });
    let port = server.address().port();
    let urls: BTreeMap<*const Question<'_>, String> =
        questions.iter().map(std::ptr::from_ref).zip(urls).collect();
    let group = |question: &Question<'_>| {
        if question.is_about_time() {
            return Err("check asks now, and the answer hangs on the clock");
        }
        question.has_no_documents()?;
        let is_unusual = |(_, value): &(Vec<u8>, Vec<u8>)| {
            value.iter().any(|b| b.is_ascii_control() && *b != b'\t')
        };
        if question.case.fields.iter().any(is_unusual) {
            return Err("a client refuses a field with a control character");
        }
        if question.case.is_cut
            || question
                .case
                .fields
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case(b"content-encoding"))
        {
            return Err("the case is an answer that a client has changed");
        }
        let status = question.wire.as_ref().map(|wire| wire.status.clone());
        if status.is_some_and(|status| {
            !status
                .windows(5)
                .any(|part| part == b" 200 " || part == b" 200")
        }) {
            return Err("check reads no page whose status is not a success");
        }
        if question.robots.is_some() {
            is_asked_as_written(&question.path())?;
        }
        flags(question.typed())
    };
    by_group(questions, group, |group, questions| {
        // The documents about AI use are not given through any other door.
        let mut words = words("check --format=json --no-cache --no-extra-fetches --timeout=5");
        words.extend_from_slice(group);
        // Without an asker `check` answers for engines too.
        let is_asker = |word: &String| word.starts_with("--agent") || word.starts_with("--as");
        if !words.iter().any(is_asker) {
            words.push(String::from("--agent=*"));
        }
        words.extend(questions.iter().map(|question| {
            let url = &urls[&std::ptr::from_ref(*question)];
            let at = url.find('/').unwrap();
            format!("http://{}:{port}{}", &url[..at], &url[at..])
        }));
        let reported = lines(&fed(folder, &words, b""));
        assert_eq!(reported.len(), questions.len());
        let said = |mut answer: serde_json::Value| {
            // The requests are those of this door alone.
            answer.as_object_mut().unwrap().remove("fetch");
            if answer["error"].is_object() {
                DoorAnswer::Refused(answer["error"].to_string())
            } else {
                DoorAnswer::Said(answer)
            }
        };
        reported.into_iter().map(said).collect()
    })
}

/// The served pages by host. A page with a robots.txt has a host of its own; all others share one.
#[derive(Default)]
struct Sites {
    hosts: BTreeMap<Option<[Vec<u8>; 2]>, Ipv4Addr>,
    robots: BTreeMap<String, Vec<u8>>,
    pages: BTreeMap<String, Vec<u8>>,
}

impl Sites {
    /// Serves the page of a question; returns its host and path.
    fn url(&mut self, question: &Question<'_>) -> String {
        let robots = question.robots.as_ref().map(|(status, wire)| match status {
            0 => Vec::new(),
            _ => wire.sent(),
        });
        let next =
            u32::from(Ipv4Addr::new(127, 1, 0, 1)) + u32::try_from(self.hosts.len()).unwrap();
        let page = question.wire.clone().unwrap_or_else(Wire::empty).sent();
        let own = robots.clone().map(|robots| [robots, page.clone()]);
        let host = *self
            .hosts
            .entry(own)
            .or_insert_with(|| Ipv4Addr::from(next));
        let path = match robots {
            Some(_) => question.path(),
            None => format!("/{}", self.pages.len()),
        };
        self.robots.insert(
            host.to_string(),
            robots.unwrap_or_else(|| Wire::robots(404, b"").sent()),
        );
        let url = format!("{host}{path}");
        // A fragment is not sent.
        let asked = url.split('#').next().unwrap();
        self.pages.insert(asked.to_owned(), page);
        url
    }
}

/// A client normalizes its target.
fn is_asked_as_written(path: &str) -> Result<(), &'static str> {
    let url = Url::parse(&format!("http://127.0.0.1{path}")).map_err(|_| "that is not a URL")?;
    let asked = &url[url::Position::BeforePath..];
    if asked != path || path.starts_with("/robots.txt") {
        return Err("a client writes this URL otherwise");
    }
    Ok(())
}
