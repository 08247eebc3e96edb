//! Why something was not read, and the requests for a robots.txt, as programs are told.

use std::time::Duration;

use robots_policy::{Timestamp, Why};
use serde::{Serialize, Serializer};
use url::Url;

use crate::fetch::{HOST_NOT_FOUND, Hop, NO_PROXY, PLAIN_HTTP, Problem, REFUSED};

/// The reason why something was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// The kind of the reason, for programs.
    pub code: &'static str,
    /// The reason in words.
    pub message: String,
    /// The message without the URL.
    #[serde(skip)]
    pub reason: String,
    /// The status of the answer, 0 for a request without one; `None` if nothing was requested or the status is not the reason.
    #[serde(skip)]
    pub answered: Option<u16>,
    /// Why the octets of the body are none of a text, where that is the reason.
    #[serde(skip)]
    pub octets: Option<Why>,
}

impl Trouble {
    /// An answer whose status is not one of success.
    pub fn status(message: String) -> Trouble {
        Trouble {
            code: STATUS,
            reason: message.clone(),
            message,
            answered: None,
            octets: None,
        }
    }

    /// The answer of `url` with this status, which says nothing about a document.
    pub fn of_answer(url: &Url, status: u16) -> Trouble {
        Trouble {
            answered: Some(status),
            ..Trouble::status(format!("{url}: the server answered {status}"))
        }
    }

    /// A file whose bytes are those of a content coding, which its fields do not name.
    pub fn undecodable(file: &str) -> Trouble {
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
    pub fn no_text(file: &str) -> Trouble {
        Trouble {
            octets: Some(Why::Encoding),
            ..Trouble::status(format!("{file}: its body is no text"))
        }
    }

    /// A document that a robots.txt does not allow to fetch.
    pub fn forbidden(message: String) -> Trouble {
        Trouble {
            code: "robots-txt",
            ..Trouble::status(message)
        }
    }

    /// Whether there was an answer, but with a status that is not one of success.
    pub fn is_of_status(&self) -> bool {
        self.code == STATUS
    }

    /// Whether this program itself did not request it.
    pub fn is_own(&self) -> bool {
        [REFUSED, NO_PROXY].contains(&self.code)
    }

    /// Whether there is no site at that address: no host of that name, or none that speaks https.
    pub fn is_of_host(&self) -> bool {
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

/// The requests for a robots.txt. A key is null if there was no such request or value.
#[derive(Clone, Serialize)]
pub struct RobotsFetched {
    /// The address of the rules.
    pub url: Option<String>,
    /// The status of the answer; from a former run if this run made no request.
    pub status: Option<u16>,
    /// The redirects on the way to it.
    pub redirects: Vec<Redirect>,
    /// How long the requests of this run took.
    pub milliseconds: Option<u64>,
    /// Why there is no newer answer, or none at all.
    pub problem: Option<Trouble>,
    /// Whether the answer of a former run is used.
    pub from_cache: bool,
    /// When the answer that is used came.
    #[serde(serialize_with = "moment")]
    pub answered_at: Option<Timestamp>,
}

/// One redirect.
#[derive(Clone, Serialize)]
pub struct Redirect {
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

/// A time as programs are told it.
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

// serde gives a reference to the field.
#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)]
fn moment<S: Serializer>(at: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(|at| at.to_string()).serialize(serializer)
}

/// The code of an answer whose status is not one of success.
const STATUS: &str = "status";
