//! Facts about the requests that change no answer, and that who reads the answers has to know.

use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::robots_txt::{AnswerFields, Cause, Robots};
use robots_policy::{Client, HeaderReader};
use robots_policy_live::fetch::PLAIN_HTTP;
use robots_policy_live::{KnownSite, PageAnswer, Trouble};
use robots_policy_show::RobotsNote;
use serde::Serialize;
use url::Url;

use super::script::written_by_scripts;
use crate::redirects::stated;
use crate::say::number;

/// A fact: its code for programs, and its words.
#[derive(Clone, Serialize)]
pub(super) struct Note {
    code: &'static str,
    message: String,
}

impl Note {
    /// The words.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// A page that was not requested, because this line closes it to this program.
    pub(super) fn not_requested(name: &Client, place: &str, line: &str) -> Note {
        Note {
            code: "not-requested",
            message: format!("not requested, because it is closed to {name}: {place} {line}"),
        }
    }

    /// Answers of hosts whose certificates were not verified.
    pub(super) fn unverified() -> Note {
        Note {
            code: "not-verified",
            message: String::from("the certificate of its host was not verified (--insecure)"),
        }
    }

    /// Answers by this file in the place of the robots.txt that is served.
    pub(super) fn of_robots(file: &str) -> Note {
        Note {
            code: "robots-file",
            message: format!("robots.txt is {file}; the request obeys the one that is served"),
        }
    }

    /// Statements on a redirect, which is not the page.
    pub(super) fn of_redirect(reader: &HeaderReader, redirect: &PageAnswer) -> Option<Note> {
        let stated = stated(&reader.read(&redirect.fields).value)?;
        let (url, status) = (&redirect.url, redirect.status.as_u16());
        Some(Note {
            code: "on-redirect",
            message: format!("{url} answers {status} with {stated}"),
        })
    }

    /// A wall that answered in the place of the page, as its operator marks it.
    pub(super) fn of_wall(headers: &HeaderMap) -> Option<Note> {
        let is_mark = |(name, value): &(&HeaderName, &HeaderValue)| {
            let line = (name.as_str().as_bytes(), value.as_bytes());
            AnswerFields::are_of_challenge(std::iter::once(line))
        };
        let (name, value) = headers.iter().find(is_mark)?;
        let value = String::from_utf8_lossy(value.as_bytes());
        let field = format!("{name}: {value}");
        Some(Note {
            code: "wall",
            message: format!(
                "a wall answered in the place of the page ({field}); its rules are not those of the page"
            ),
        })
    }

    /// A page that has hardly any text before its scripts run.
    pub(super) fn of_script(document: &[u8]) -> Option<Note> {
        let characters = written_by_scripts(document)?;
        let text = number(characters as u64, "character");
        Some(Note {
            code: "little-text",
            message: format!(
                "the page has hardly any text without its scripts ({text}); metas that scripts write are not read"
            ),
        })
    }
}

/// The outcome of the fetch of a robots.txt, if no rule decides; `None` if the library's message covers it.
pub(super) fn note_of_robots(site: &KnownSite) -> Option<RobotsNote> {
    let fetched = &site.fetched;
    let (cause, follows) = match site.policy.robots() {
        Robots::Unreachable { cause, .. } => (cause, "crawlers treat the site as closed"),
        Robots::Unavailable(cause) => (cause, "everything is allowed"),
        _ => return None,
    };
    let is_missing = |trouble: &Trouble| trouble.is_of_host() && site.hops.is_empty();
    let said = |words: String| {
        let words = format!("{words}: {follows}");
        let decides = true;
        Some(RobotsNote { words, decides })
    };
    if let Some(trouble) = fetched.problem.as_ref().filter(|own| is_missing(own)) {
        let host = fetched.url.as_ref().and_then(|url| Url::parse(url).ok());
        let host = host.as_ref().and_then(Url::host_str).unwrap_or("its host");
        let words = if trouble.code == PLAIN_HTTP {
            trouble.message.clone()
        } else {
            format!("{host} was not found (DNS); no request was sent")
        };
        return Some(RobotsNote {
            words,
            decides: false,
        });
    }
    match (&fetched.problem, fetched.status) {
        // A crawler may request it.
        (Some(trouble), _) if trouble.is_own() => Some(RobotsNote {
            words: String::from("robots.txt was not requested"),
            decides: false,
        }),
        (Some(trouble), _) if !trouble.is_of_status() => {
            let reason = &trouble.reason;
            said(format!("robots.txt could not be fetched ({reason})"))
        }
        (_, Some(status)) if !matches!(cause, Cause::Undecodable | Cause::Redirects) => {
            said(format!("robots.txt answered {status}"))
        }
        _ => None,
    }
}
