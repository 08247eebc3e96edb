//! The requests after which an answer was given, for programs: the key `fetch` of a line.

use robots_policy_live::{Redirect, RobotsFetched, Trouble};
use serde::Serialize;
use url::Url;

use super::notes::Note;

/// The requests for a page. A key is null if there was no such request or value.
#[derive(Clone, Serialize)]
pub(super) struct PageFetch {
    /// The address at the end of the redirects.
    pub(super) url: String,
    /// The status of its answer; `None` if it was not requested, or did not answer.
    pub(super) status: Option<u16>,
    pub(super) redirects: Vec<Redirect>,
    /// How long the requests for it took, up to the end of what was read.
    pub(super) milliseconds: Option<u64>,
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
