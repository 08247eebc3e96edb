//! The answer for one address of a document beside robots.txt: `tdmrep.json`, or a licence.
//!
//! The state machine of robots.txt judges it, so that statuses, parts, codings that no field names, and `Cache-Control`
//! mean the same for all files that state the rules of a site. It is given the first bytes of the body alone: what it makes
//! of them as a robots.txt is not used.

use std::rc::Rc;

use http::StatusCode;
use robots_policy::robots_txt::{Age, Cause, Fetched, Next, Robots, RobotsFetch};
use robots_policy::{Timestamp, Why};
use robots_policy_live::fetch::RobotsEnd;
use url::Url;

use super::remembered::Weigh;
use super::report::Trouble;

/// The answer of one address.
#[derive(Clone)]
pub(super) enum Answered {
    /// With a document.
    Document(Rc<Document>),
    /// With a redirect, which was not followed: its status and its reference.
    Redirect(StatusCode, String),
    /// The server has no such document, or refuses it.
    Absent(Trouble),
    /// With nothing that says whether there is one.
    Failed(Trouble),
}

impl Weigh for Answered {
    fn weight(&self) -> usize {
        let octets = match self {
            Answered::Document(document) => document.bytes.len(),
            _ => 0,
        };
        size_of::<Answered>() + octets
    }
}

/// A document.
pub(super) struct Document {
    pub(super) bytes: Vec<u8>,
    pub(super) status: u16,
    /// When its copy was answered; `None` if it was requested in this run.
    pub(super) copied: Option<Timestamp>,
}

/// An answer, and for how long it holds.
pub(super) struct Judged {
    pub(super) answered: Answered,
    state: RobotsFetch,
}

impl Judged {
    /// Judges the answer that `url` gave at `at`; `is_copy` if it was a former run that asked.
    pub(super) fn new(url: &Url, end: &RobotsEnd, at: Timestamp, is_copy: bool) -> Judged {
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
            let answered = Answered::Redirect(end.status(), reference.into_owned());
            return Judged { answered, state };
        }
        let answered = match (end, state.outcome(at)) {
            (RobotsEnd::Response { body, .. }, Robots::Rules(_)) => {
                Answered::Document(Rc::new(Document {
                    bytes: body.to_vec(),
                    status,
                    copied: is_copy.then_some(at),
                }))
            }
            (_, Robots::Unavailable(_)) => Answered::Absent(trouble()),
            (
                _,
                Robots::Unreachable {
                    cause: Cause::Undecodable,
                    ..
                },
            ) => Answered::Failed(Trouble::undecodable(url.as_str())),
            (RobotsEnd::Response { .. }, Robots::Unread { why: Why::Encoding }) => {
                Answered::Failed(Trouble::no_text(url.as_str()))
            }
            _ => Answered::Failed(trouble()),
        };
        Judged { answered, state }
    }

    /// Whether it need not be asked for again at `now`.
    pub(super) fn is_fresh(&self, now: Timestamp) -> bool {
        self.state.age(now) == Age::Fresh
    }

    /// Whether a later run may use it. A redirect is asked for again, because what it leads to is kept.
    pub(super) fn may_be_kept(&self) -> bool {
        let is_last = matches!(self.answered, Answered::Document(_) | Answered::Absent(_));
        is_last && self.state.may_be_kept()
    }
}

/// More bytes than the mark of any content coding has.
const MARK: usize = 16;
