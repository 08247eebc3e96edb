//! The choices of a crawler about robots.txt.

use std::time::Duration;

use super::outcome::Cause;
use crate::named::named;
use crate::robots_file::RobotsTxtReader;

/// The choices of a crawler.
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
    /// The defaults.
    pub fn new() -> RobotsFetchSettings {
        RobotsFetchSettings::default()
    }

    /// Sets how the file is read.
    #[must_use]
    pub fn with_reader(mut self, reader: RobotsTxtReader) -> RobotsFetchSettings {
        self.reader = reader;
        self
    }

    /// Sets how many redirects are followed in a row; at least five, the default (RFC 9309 §2.3.1.2).
    #[must_use]
    pub fn with_redirects(mut self, most: u32) -> RobotsFetchSettings {
        self.redirects = most.max(LEAST_REDIRECTS);
        self
    }

    /// Sets the result of too many redirects (default: unavailable, as RFC 9309 §2.3.1.2 permits).
    #[must_use]
    pub fn with_too_many_redirects(mut self, result: AccessResult) -> RobotsFetchSettings {
        self.many_redirects = result;
        self
    }

    /// Sets the result of a 429 (default: unreachable). RFC 9309 leaves it to the crawler; a request to slow down is not a
    /// permission to fetch everything.
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

    /// Sets how long an outcome is used at least before [`RobotsFetch::ask`](super::RobotsFetch::ask) asks again,
    /// however short `Cache-Control` is (default: 5 minutes). `no-store`, `no-cache` and `max-age=0` would otherwise cost
    /// a request for each page.
    #[must_use]
    pub fn with_floor(mut self, floor: Duration) -> RobotsFetchSettings {
        self.floor = floor;
        self
    }

    /// Sets how long [`RobotsFetch::ask`](super::RobotsFetch::ask) leaves a site in peace whose robots.txt was
    /// unreachable (default: 1 hour).
    #[must_use]
    pub fn with_rest(mut self, rest: Duration) -> RobotsFetchSettings {
        self.rest = rest;
        self
    }

    /// The conclusion from a status without rules; a redirect here is one that cannot be followed.
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
    /// What a fetch without rules makes of robots.txt, for the answers of which RFC 9309 §2.3.1 leaves it to the crawler.
    /// There are no others than these two: the other access results have rules, or lead to them.
    pub enum AccessResult {
        /// There is none: everything is allowed (RFC 9309 §2.3.1.3).
        Unavailable = "unavailable";
        /// It could not be had: everything is disallowed (RFC 9309 §2.3.1.4).
        Unreachable = "unreachable";
    }
}

/// Why there are no rules, and the consequence.
#[derive(Clone, Copy)]
pub(super) enum Conclusion {
    Unavailable(Cause),
    Unreachable(Cause),
}

impl Conclusion {
    fn new(result: AccessResult, cause: Cause) -> Conclusion {
        match result {
            AccessResult::Unavailable => Conclusion::Unavailable(cause),
            AccessResult::Unreachable => Conclusion::Unreachable(cause),
        }
    }
}

/// The redirects that RFC 9309 §2.3.1.2 asks to follow.
const LEAST_REDIRECTS: u32 = 5;
const FLOOR: Duration = Duration::from_secs(5 * 60);
const REST: Duration = Duration::from_secs(60 * 60);
