//! How a fetch of robots.txt ended, and how current that is.
//!
//! [`Robots`] is the only type that the policy takes for robots.txt: a file at hand becomes one by `From`, a fetch gives one.
//! So "not fetched", "none" and "unreachable" are three values that a caller cannot confuse with an empty file.
//!
//! [`Outcome`] is the same without the ownership of the rules. It is what a [`Failure`] gives: the state of a failing fetch,
//! which [`RobotsFetch`](super::RobotsFetch) asks with its patience, and the policy with the rules of other crawlers.

use super::fields::not_a_file;
use super::rules::Then;
use crate::date::Timestamp;
use crate::names::named;
use crate::robots_txt::file::options::Options;
use crate::robots_txt::file::{Access, Reason, is_robots_txt, normal_path};
use crate::robots_txt::reader::RobotsTxt;
use crate::token::Client;
use crate::why::Why;

named! {
    /// Why there are no rules, in more detail than unavailable or unreachable.
    ///
    /// It is for people: access depends only on the variant of [`Robots`] that has it. By default `Absent`, `Refused` and
    /// `Redirects` after too many of them are unavailable, all others unreachable.
    #[non_exhaustive]
    pub enum Cause {
        /// The server has no such file: 404, 410.
        Absent = "absent", "there is no robots.txt";
        /// The server refuses the file: other statuses of 400 to 499.
        Refused = "refused", "the server refuses robots.txt";
        /// Too many redirects, or one that cannot be followed: without a `Location` that is a URL, or 300, 305, 306.
        Redirects = "redirects", "robots.txt redirects without end";
        /// The server limits the rate of requests: 429.
        RateLimited = "rate-limited", "the server asks to fetch robots.txt later (429)";
        /// The server failed: 500 to 599, numbers that are not a status, a 304 without a copy to confirm, a 206 to
        /// a request for the whole file.
        ServerError = "server-error", "the server failed to send robots.txt";
        /// No answer, or one that broke off.
        NetworkError = "network-error", "robots.txt could not be fetched";
        /// An answer whose content coding cannot be undone.
        Undecodable = "undecodable", "robots.txt could not be decoded";
    }
}

impl Cause {
    /// The thing in the place of the file where a fetch failed by this cause.
    pub(crate) fn instead(self) -> Why {
        match self {
            Cause::Undecodable => Why::ContentCoding,
            _ => Why::Status,
        }
    }
}

/// The state of the robots.txt of an authority: its rules, or why there are none.
///
/// A file longer than the parsing limit has rules, see [`RobotsTxt::is_truncated`].
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::{Cause, Robots};
/// use robots_policy::{Client, RobotsTxt};
///
/// let allowed = |robots: Robots| robots.access(&Client::anonymous(), "/page").allowed();
/// assert_eq!(allowed(RobotsTxt::parse(b"User-agent: *\nDisallow: /").value.into()), Some(false));
/// assert_eq!(allowed(Robots::Unavailable(Cause::Absent)), Some(true));
/// assert_eq!(allowed(Robots::Unknown), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Robots {
    /// Nothing is known: it was not fetched. Neither allowed nor disallowed.
    #[default]
    Unknown,
    /// An answer came that is not that of the file, as a 202 or a challenge, or whose body is not at hand. Neither allowed nor
    /// disallowed.
    Unread {
        /// The thing in the place of the file, or why it is not at hand.
        why: Why,
    },
    /// There is a file, and these are its rules.
    Rules(RobotsTxt),
    /// There is none: everything is allowed (RFC 9309 §2.3.1.3).
    Unavailable(Cause),
    /// It could not be fetched: everything is disallowed (RFC 9309 §2.3.1.4).
    Unreachable {
        /// The time of the first of the failures in a row.
        since: Timestamp,
        /// The cause of the last one.
        cause: Cause,
    },
}

impl From<RobotsTxt> for Robots {
    /// The file as the outcome of a fetch.
    fn from(rules: RobotsTxt) -> Robots {
        Robots::Rules(rules)
    }
}

impl Robots {
    /// The outcome of a file at hand that was read as `rules`: these, unless the file is still coded, which must not count as
    /// one without rules. It is unreachable then. The time is not known, so the rules of an engine for such a file begin at
    /// their first step. A file whose octets are not text, and which opens no group, was not read.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::RobotsTxt;
    /// use robots_policy::robots_txt::{Cause, Robots};
    ///
    /// let outcome = |file: &[u8]| Robots::of_file(file, RobotsTxt::parse(file).value);
    /// assert_eq!(outcome(b"\x1f\x8b\x08\x00").cause(), Some(Cause::Undecodable));
    /// assert!(matches!(outcome(b"\x89PNG\r\n\x1a\n\0"), Robots::Unread { .. }));
    /// assert!(outcome(b"User-agent: *").rules().is_some());
    /// assert!(outcome(b"No such file").rules().is_some());
    /// ```
    pub fn of_file(file: &[u8], rules: RobotsTxt) -> Robots {
        match not_a_file(file, &rules) {
            None => Robots::Rules(rules),
            Some(Why::ContentCoding) => Robots::Unreachable {
                since: Timestamp::from_unix(i64::MAX),
                cause: Cause::Undecodable,
            },
            Some(why) => Robots::Unread { why },
        }
    }

    /// Whether `client` may fetch `target`, see [`RobotsTxt::access`].
    ///
    /// robots.txt itself is always allowed (RFC 9309 §2.2.2), so that an unreachable one can be fetched again.
    pub fn access(&self, client: &Client, target: &str) -> Access<'_> {
        self.borrowed().access(client, target)
    }

    /// This outcome without the ownership of the rules.
    pub(crate) fn borrowed(&self) -> Outcome<'_> {
        match self {
            Robots::Unknown => Outcome::Unknown,
            Robots::Unread { why } => Outcome::Unread(*why),
            Robots::Rules(robots) => Outcome::Rules(robots),
            Robots::Unavailable(cause) => Outcome::Unavailable(*cause),
            Robots::Unreachable { since, cause } => Outcome::Unreachable {
                since: *since,
                cause: *cause,
            },
        }
    }

    /// The rules; `None` without a file, or if none is known.
    pub fn rules(&self) -> Option<&RobotsTxt> {
        match self {
            Robots::Rules(robots) => Some(robots),
            _ => None,
        }
    }

    /// Why there are no rules; `None` if there are, or nothing was fetched.
    pub fn cause(&self) -> Option<Cause> {
        match self {
            Robots::Unavailable(cause) | Robots::Unreachable { cause, .. } => Some(*cause),
            _ => None,
        }
    }
}

/// The variants of [`Robots`], with rules that another value owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome<'r> {
    /// Nothing is known.
    Unknown,
    /// The answer is not that of the file.
    Unread(Why),
    /// The rules that hold.
    Rules(&'r RobotsTxt),
    /// Everything is allowed.
    Unavailable(Cause),
    /// Everything is disallowed.
    Unreachable { since: Timestamp, cause: Cause },
}

impl<'r> Outcome<'r> {
    /// Whether `client` may fetch `target`, see [`Robots::access`].
    pub(crate) fn access(self, client: &Client, target: &str) -> Access<'r> {
        let reason = match self {
            Outcome::Rules(robots) => return robots.access(client, target),
            Outcome::Unknown => Reason::Unknown,
            Outcome::Unread(_) => Reason::NotRead,
            Outcome::Unavailable(_) => Reason::Unavailable,
            Outcome::Unreachable { .. } => Reason::Unreachable,
        };
        let reason = match normal_path(target, Options::default()) {
            Some(path) if is_robots_txt(&path) => Reason::RobotsTxtItself,
            // What no client can ask for is not allowed.
            None if reason == Reason::Unavailable => Reason::Unknown,
            _ => reason,
        };
        Access::for_purposes(client, |_| Access::bare(reason))
    }

    /// This outcome with rules of its own.
    pub(crate) fn owned(self) -> Robots {
        match self {
            Outcome::Unknown => Robots::Unknown,
            Outcome::Unread(why) => Robots::Unread { why },
            Outcome::Rules(robots) => Robots::Rules(robots.clone()),
            Outcome::Unavailable(cause) => Robots::Unavailable(cause),
            Outcome::Unreachable { since, cause } => Robots::Unreachable { since, cause },
        }
    }
}

/// A fetch of robots.txt that fails, possibly for the hundredth time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure<'r> {
    /// The time of the first of the failures in a row.
    pub(crate) since: Timestamp,
    /// The cause of the last one.
    pub(crate) cause: Cause,
    /// The last good copy, if one is held.
    pub(crate) copy: Option<&'r RobotsTxt>,
    /// Whether the site answers other requests; `None` if that is not known.
    pub(crate) site_up: Option<bool>,
}

impl<'r> Failure<'r> {
    /// The outcome of one rung. A site that is not known to answer gives no permission.
    pub(crate) fn then(self, then: Then) -> Outcome<'r> {
        let everything = Outcome::Unavailable(self.cause);
        let nothing = Outcome::Unreachable {
            since: self.since,
            cause: self.cause,
        };
        let copy = self.copy.map(Outcome::Rules);
        match then {
            Then::Nothing => nothing,
            Then::CopyOrNothing => copy.unwrap_or(nothing),
            Then::CopyOrEverything => copy.unwrap_or(everything),
            Then::Everything => everything,
            Then::EverythingIfSiteAnswers => match self.site_up {
                Some(true) => everything,
                Some(false) => nothing,
                None => Outcome::Unknown,
            },
        }
    }
}

/// How current the outcome of a [`RobotsFetch`](super::RobotsFetch) is. There are no others than these four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Age {
    /// Nothing was fetched.
    Nothing,
    /// Younger than 24 hours and than `max-age`: use it.
    Fresh,
    /// Older: fetch again before you use it (RFC 9309 §2.4).
    Stale,
    /// The last fetch failed: the copy that is held may be used at any age (RFC 9309 §2.4). Try again when it is due.
    Unreachable,
}
