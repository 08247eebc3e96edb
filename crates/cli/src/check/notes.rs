//! Facts about the requests that change no answer, and that who reads the answers has to know.

use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::robots_txt::AnswerFields;
use robots_policy::{Client, HeaderReader};
use robots_policy_live::fetch::Response;
use serde::Serialize;

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
    pub(super) fn of_redirect(reader: &HeaderReader, response: &Response) -> Option<Note> {
        let stated = stated(&reader.read(response.headers()).value)?;
        let (url, status) = (response.url(), response.status().as_u16());
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
