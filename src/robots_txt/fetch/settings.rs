//! The choices that RFC 9309 leaves to a crawler, and the table of statuses that depends on them.
//!
//! [`RobotsFetchSettings::conclude`] maps each status without rules to a conclusion. A redirect that can be followed, a body
//! and a confirmed copy do not come here: the state machine in [`super`] decides about those. Times are settings because
//! no specification has them, except the day and the 30 days of RFC 9309.

use std::time::Duration;

use super::outcome::Cause;
use crate::names::named;
use crate::robots_txt::reader::RobotsTxtReader;
use crate::why::Why;

/// The choices of a crawler about robots.txt: how to read it, how often to fetch it, and what failures mean.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use robots_policy::Timestamp;
/// use robots_policy::robots_txt::{Fetched, Reason, RobotsFetch, RobotsFetchSettings};
/// use robots_policy::Client;
///
/// // A site that is down for 30 days has no robots.txt any more; until then nothing is fetched.
/// let settings = RobotsFetchSettings::new().with_patience(Some(Duration::from_secs(30 * 86_400)));
/// let mut fetch = RobotsFetch::new(settings);
/// let _ = fetch.answered(&mut fetch.begin(), Fetched::NetworkError, Timestamp::from_unix(0));
/// let reason = |day: i64| {
///     let robots = fetch.outcome(Timestamp::from_unix(day * 86_400));
///     robots.access(&Client::anonymous(), "/").reason()
/// };
/// assert_eq!(reason(29), Reason::Unreachable);
/// assert_eq!(reason(30), Reason::Unavailable);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsFetchSettings {
    pub(super) reader: RobotsTxtReader,
    pub(super) redirects: u32,
    many_redirects: AccessResult,
    rate_limit: AccessResult,
    pub(super) patience: Option<Duration>,
    pub(super) floor: Duration,
    pub(super) rest: Duration,
}

impl Default for RobotsFetchSettings {
    fn default() -> RobotsFetchSettings {
        RobotsFetchSettings {
            reader: RobotsTxtReader::new(),
            redirects: LEAST_REDIRECTS,
            many_redirects: AccessResult::Unavailable,
            rate_limit: AccessResult::Unreachable,
            patience: None,
            floor: FLOOR,
            rest: REST,
        }
    }
}

impl RobotsFetchSettings {
    /// The defaults: five redirects, a fetch every 24 hours at the latest and every 5 minutes at most, and no end of patience
    /// with a site that is unreachable.
    pub fn new() -> RobotsFetchSettings {
        RobotsFetchSettings::default()
    }

    /// Sets how the file is read (default: [`RobotsTxtReader::new`]).
    #[must_use]
    pub fn with_reader(mut self, reader: RobotsTxtReader) -> RobotsFetchSettings {
        self.reader = reader;
        self
    }

    /// Sets how many redirects are followed in a row (default: five). RFC 9309 §2.3.1.2 requires five at least, so a smaller
    /// number counts as five.
    #[must_use]
    pub fn with_redirects(mut self, most: u32) -> RobotsFetchSettings {
        self.redirects = most.max(LEAST_REDIRECTS);
        self
    }

    /// Sets the result of too many redirects (default: unavailable, so that everything is allowed, as RFC 9309 §2.3.1.2
    /// permits).
    #[must_use]
    pub fn with_too_many_redirects(mut self, result: AccessResult) -> RobotsFetchSettings {
        self.many_redirects = result;
        self
    }

    /// Sets the result of a 429 (default: unreachable).
    ///
    /// RFC 9309 §2.3.1.3 says that a crawler may access anything after a status of 400 to 499, and does not require it. A
    /// request to slow down is not a permission to fetch everything; Google treats it as unreachable, too.
    #[must_use]
    pub fn with_rate_limit(mut self, result: AccessResult) -> RobotsFetchSettings {
        self.rate_limit = result;
        self
    }

    /// Sets how long the file may be unreachable before it counts as unavailable, whether a copy is held or not;
    /// RFC 9309 §2.3.1.4 names 30 days. `None`, the default, waits for ever.
    #[must_use]
    pub fn with_patience(mut self, patience: Option<Duration>) -> RobotsFetchSettings {
        self.patience = patience;
        self
    }

    /// Sets how long an outcome is used at least before [`RobotsFetch::ask`](super::RobotsFetch::ask) begins another fetch,
    /// however short `Cache-Control` is (default: 5 minutes; more than a day counts as a day).
    ///
    /// `no-store`, `no-cache` and `max-age=0` would otherwise cost a request for each page. No specification has a number.
    #[must_use]
    pub fn with_floor(mut self, floor: Duration) -> RobotsFetchSettings {
        self.floor = floor;
        self
    }

    /// Sets how long [`RobotsFetch::ask`](super::RobotsFetch::ask) waits after a fetch that failed (default: 1 hour). A site
    /// that is down is not helped by requests; no specification has a number.
    #[must_use]
    pub fn with_rest(mut self, rest: Duration) -> RobotsFetchSettings {
        self.rest = rest;
        self
    }

    /// The conclusion from a status without rules (RFC 9309 §2.3.1.2 to §2.3.1.4). A redirect here is one that cannot be
    /// followed, a 304 one that confirms no copy. Only the statuses of 400 to 499 can be unavailable: everything that is not
    /// clearly "there is none" must not allow everything.
    pub(super) fn conclude(&self, status: u16) -> Conclusion {
        match status {
            404 | 410 => Conclusion::Unavailable(Cause::Absent),
            429 => Conclusion::new(self.rate_limit, Cause::RateLimited),
            400..=499 => Conclusion::Unavailable(Cause::Refused),
            0 => Conclusion::Unreachable(Cause::NetworkError),
            304 => Conclusion::Unreachable(Cause::ServerError),
            300..=399 => Conclusion::Unreachable(Cause::Redirects),
            _ => Conclusion::Unreachable(Cause::ServerError),
        }
    }

    /// The conclusion from too many redirects.
    pub(super) fn too_many_redirects(&self) -> Conclusion {
        Conclusion::new(self.many_redirects, Cause::Redirects)
    }
}

named! {
    /// The result of a fetch without rules, for the answers about which RFC 9309 §2.3.1 lets the crawler decide.
    ///
    /// There are no others than these two: the other access results of the RFC have rules, or lead to them.
    pub enum AccessResult {
        /// There is none: everything is allowed (RFC 9309 §2.3.1.3).
        Unavailable = "unavailable";
        /// It could not be fetched: everything is disallowed (RFC 9309 §2.3.1.4).
        Unreachable = "unreachable";
    }
}

/// A final answer without rules: the consequence, and why.
#[derive(Clone, Copy)]
pub(super) enum Conclusion {
    /// The answer is not that of the file.
    Unread(Why),
    Unavailable(Cause),
    Unreachable(Cause),
}

impl Conclusion {
    /// The conclusion from octets that are not a file.
    pub(super) fn of_octets(why: Why) -> Conclusion {
        match why {
            Why::ContentCoding => Conclusion::Unreachable(Cause::Undecodable),
            why => Conclusion::Unread(why),
        }
    }

    /// The conclusion where a setting decides.
    fn new(result: AccessResult, cause: Cause) -> Conclusion {
        match result {
            AccessResult::Unavailable => Conclusion::Unavailable(cause),
            AccessResult::Unreachable => Conclusion::Unreachable(cause),
        }
    }
}

/// The redirects in a row that RFC 9309 §2.3.1.2 requires to be followed.
const LEAST_REDIRECTS: u32 = 5;
/// See [`RobotsFetchSettings::with_floor`].
const FLOOR: Duration = Duration::from_secs(5 * 60);
/// See [`RobotsFetchSettings::with_rest`].
const REST: Duration = Duration::from_secs(60 * 60);
