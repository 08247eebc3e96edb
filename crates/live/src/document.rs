//! The answer for one address of a document beside robots.txt: `tdmrep.json`, or a licence.
//!
//! The state machine of robots.txt judges it, so that statuses, parts, codings that no field names, and `Cache-Control`
//! mean the same for all files that state the rules of a site. It is given the first bytes of the body alone: what it makes
//! of them as a robots.txt is not used.

use std::rc::Rc;

use http::StatusCode;
use robots_policy::robots_txt::{Age, Cause, Fetched, Next, Robots, RobotsFetch};
use robots_policy::{Timestamp, Why};
use url::Url;

use crate::fetch::RobotsEnd;
use crate::memory::Weigh;
use crate::trouble::Trouble;

/// The answer of one address.
#[derive(Clone)]
pub enum DocumentAnswer {
    /// With a document.
    Document(Rc<SiteDocument>),
    /// With a redirect, which was not followed: its status and its reference.
    Redirect(StatusCode, String),
    /// The server has no such document, or refuses it.
    Absent(Trouble),
    /// With nothing that says whether there is one.
    Failed(Trouble),
}

impl Weigh for DocumentAnswer {
    fn weight(&self) -> usize {
        let octets = match self {
            DocumentAnswer::Document(document) => document.bytes.len(),
            _ => 0,
        };
        size_of::<DocumentAnswer>() + octets
    }
}

/// A document.
pub struct SiteDocument {
    /// Its bytes, without codings.
    pub bytes: Vec<u8>,
    /// The status of its answer.
    pub status: u16,
    /// When its copy was answered; `None` if it was requested in this run.
    pub copied: Option<Timestamp>,
}

/// An answer, and for how long it holds.
pub(crate) struct JudgedDocument {
    pub answered: DocumentAnswer,
    state: RobotsFetch,
}

impl JudgedDocument {
    /// Judges the answer that `url` gave at `at`; `is_copy` if it was a former run that asked.
    pub(crate) fn new(url: &Url, end: &RobotsEnd, at: Timestamp, is_copy: bool) -> JudgedDocument {
        let mut state = RobotsFetch::default();
        let mut ask = state.begin();
        // A 304 that confirmed a copy became part of it.
        ask.without_conditions();
        let start = |fetched| match fetched {
            Fetched::Response {
                status,
                fields,
                body,
            } => Fetched::Response {
                status,
                fields,
                body: body.map(|body| body.get(..MARK).unwrap_or(body)),
            },
            fetched => fetched,
        };
        let next = state.answered(&mut ask, start(end.fetched()), at);
        let status = end.answered().unwrap_or_default();
        let trouble = || Trouble::of_answer(url, status);
        if let Next::Follow(reference) = next {
            let answered = DocumentAnswer::Redirect(end.status(), reference.into_owned());
            return JudgedDocument { answered, state };
        }
        let answered = match (end, state.outcome(at)) {
            (RobotsEnd::Response(response), Robots::Rules(_)) => {
                DocumentAnswer::Document(Rc::new(SiteDocument {
                    bytes: response.body.to_vec(),
                    status,
                    copied: is_copy.then_some(at),
                }))
            }
            (_, Robots::Unavailable(_)) => DocumentAnswer::Absent(trouble()),
            (
                _,
                Robots::Unreachable {
                    cause: Cause::Undecodable,
                    ..
                },
            ) => DocumentAnswer::Failed(Trouble::undecodable(url.as_str())),
            (RobotsEnd::Response(_), Robots::Unread { why: Why::Encoding }) => {
                DocumentAnswer::Failed(Trouble::no_text(url.as_str()))
            }
            _ => DocumentAnswer::Failed(trouble()),
        };
        JudgedDocument { answered, state }
    }

    /// Whether it need not be asked for again at `now`.
    pub(crate) fn is_fresh(&self, now: Timestamp) -> bool {
        self.state.age(now) == Age::Fresh
    }

    /// Whether a later run may use it. A redirect is asked for again, because what it leads to is kept.
    pub(crate) fn may_be_kept(&self) -> bool {
        let is_last = matches!(
            self.answered,
            DocumentAnswer::Document(_) | DocumentAnswer::Absent(_)
        );
        is_last && self.state.may_be_kept()
    }
}

/// More bytes than the mark of any content coding has.
const MARK: usize = 16;
