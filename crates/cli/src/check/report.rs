//! The requests after which an answer was given, for programs: the key `fetch` of a line.

use std::time::Duration;

use robots_policy::{Timestamp, Why};
use robots_policy_live::fetch::{HOST_NOT_FOUND, Hop, NO_PROXY, PLAIN_HTTP, Problem, REFUSED};
use serde::{Serialize, Serializer};
use url::Url;

use super::notes::Note;

/// The reason why something was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Trouble {
    pub(super) code: &'static str,
    pub(super) message: String,
    /// The message without the URL.
    #[serde(skip)]
    pub(super) reason: String,
    /// The status of the answer, 0 for a request without one; `None` if nothing was requested or the status is not the reason.
    #[serde(skip)]
    pub(super) answered: Option<u16>,
    /// Why the octets of the body are none of a text, where that is the reason.
    #[serde(skip)]
    pub(super) octets: Option<Why>,
}

impl Trouble {
    /// An answer whose status is not one of success.
    pub(super) fn status(message: String) -> Trouble {
        Trouble {
            code: STATUS,
            reason: message.clone(),
            message,
            answered: None,
            octets: None,
        }
    }

    /// The answer of `url` with this status, which says nothing about a document.
    pub(super) fn of_answer(url: &Url, status: u16) -> Trouble {
        Trouble {
            answered: Some(status),
            ..Trouble::status(format!("{url}: the server answered {status}"))
        }
    }

    /// A file whose bytes are those of a content coding, which its fields do not name.
    pub(super) fn undecodable(file: &str) -> Trouble {
        let reason = "its body has a content coding that its fields do not name";
        Trouble {
            code: "undecodable",
            message: format!("{file} could not be read: {reason}"),
            reason: reason.to_owned(),
            answered: None,
            octets: Some(Why::ContentCoding),
        }
    }

    /// A file whose body is no text.
    pub(super) fn no_text(file: &str) -> Trouble {
        Trouble {
            octets: Some(Why::Encoding),
            ..Trouble::status(format!("{file}: its body is no text"))
        }
    }

    /// A document that a robots.txt does not allow to fetch.
    pub(super) fn forbidden(message: String) -> Trouble {
        Trouble {
            code: "robots-txt",
            ..Trouble::status(message)
        }
    }

    /// Whether there was an answer, but with a status that is not one of success.
    pub(super) fn is_of_status(&self) -> bool {
        self.code == STATUS
    }

    /// Whether this program itself did not request it.
    pub(super) fn is_own(&self) -> bool {
        [REFUSED, NO_PROXY].contains(&self.code)
    }

    /// Whether there is no site at that address: no host of that name, or none that speaks https.
    pub(super) fn is_of_host(&self) -> bool {
        [HOST_NOT_FOUND, PLAIN_HTTP].contains(&self.code)
    }
}

impl From<&Problem> for Trouble {
    fn from(problem: &Problem) -> Trouble {
        Trouble {
            code: problem.kind().code(),
            message: problem.to_string(),
            reason: problem.kind().to_string(),
            answered: Some(0).filter(|_| ![REFUSED, NO_PROXY].contains(&problem.kind().code())),
            octets: None,
        }
    }
}

/// The requests for a page. A key is null if there was no such request or value.
#[derive(Clone, Serialize)]
pub(super) struct PageFetch {
    /// The address at the end of the redirects.
    pub(super) url: String,
    /// The status of its answer; `None` if it was not requested, or did not answer.
    pub(super) status: Option<u16>,
    pub(super) redirects: Vec<Redirect>,
    /// How long the requests for it took, up to the end of what was read.
    #[serde(rename = "milliseconds", serialize_with = "milliseconds")]
    pub(super) time: Option<Duration>,
    pub(super) problem: Option<Trouble>,
    /// The robots.txt that governs this address.
    pub(super) robots_txt: RobotsFetched,
    /// The documents about AI use that were read, or that should have been.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) documents: Vec<DocumentFetched>,
    /// Facts about the requests that change no answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<Note>,
}

/// A document about AI use: a `tdmrep.json`, or a licence.
#[derive(Clone, Serialize)]
pub(super) struct DocumentFetched {
    url: String,
    /// The status of a document that was read.
    status: Option<u16>,
    problem: Option<Trouble>,
    /// Whether the answer of a former run is used.
    from_cache: bool,
}

impl DocumentFetched {
    /// A document that was read.
    pub(super) fn read(url: &Url, status: u16, from_cache: bool) -> DocumentFetched {
        DocumentFetched {
            url: url.to_string(),
            status: Some(status),
            problem: None,
            from_cache,
        }
    }

    /// A document that was not read.
    pub(super) fn failed(url: &Url, problem: Trouble) -> DocumentFetched {
        DocumentFetched {
            url: url.to_string(),
            status: None,
            problem: Some(problem),
            from_cache: false,
        }
    }
}

/// The address of the rules.
#[derive(Clone, Serialize)]
pub(super) struct RobotsFetched {
    pub(super) url: Option<String>,
    /// The status of the answer; from a former run if this run made no request.
    pub(super) status: Option<u16>,
    pub(super) redirects: Vec<Redirect>,
    /// How long the requests of this run took.
    #[serde(rename = "milliseconds", serialize_with = "milliseconds")]
    pub(super) time: Option<Duration>,
    pub(super) problem: Option<Trouble>,
    /// Whether the answer of a former run is used.
    pub(super) from_cache: bool,
    /// When the answer that is used came.
    #[serde(serialize_with = "moment")]
    pub(super) answered_at: Option<Timestamp>,
}

/// One redirect.
#[derive(Clone, Serialize)]
pub(super) struct Redirect {
    url: String,
    status: u16,
    to: String,
}

impl From<&Hop> for Redirect {
    fn from(hop: &Hop) -> Redirect {
        Redirect {
            url: hop.from.to_string(),
            status: hop.status.as_u16(),
            to: hop.to.to_string(),
        }
    }
}

// serde gives a reference to the field.
#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)]
fn milliseconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    let time = time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    time.serialize(serializer)
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)]
fn moment<S: Serializer>(at: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(|at| at.to_string()).serialize(serializer)
}

/// The code of an answer whose status is not one of success.
const STATUS: &str = "status";
