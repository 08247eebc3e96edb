//! The choices of a crawler about robots.txt.

use std::time::Duration;

use super::outcome::Cause;
use crate::robots_txt::reader::RobotsTxtReader;

/// The choices of a crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsFetchSettings {
    pub(super) reader: RobotsTxtReader,
    pub(super) redirects: u32,
    many_redirects_disallow: bool,
    rate_limit_disallows: bool,
    pub(super) patience: Option<Duration>,
    pub(super) floor: Duration,
    pub(super) rest: Duration,
}

impl Default for RobotsFetchSettings {
    fn default() -> RobotsFetchSettings {
        RobotsFetchSettings {
            reader: RobotsTxtReader::new(),
            redirects: LEAST_REDIRECTS,
            many_redirects_disallow: false,
            rate_limit_disallows: true,
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

    /// Says whether too many redirects make the file unreachable rather than unavailable (default: false).
    #[must_use]
    pub fn with_redirects_disallowing(mut self, disallow: bool) -> RobotsFetchSettings {
        self.many_redirects_disallow = disallow;
        self
    }

    /// Says whether 429 makes the file unreachable rather than unavailable (default: true). RFC 9309 leaves it to the
    /// crawler; a request to slow down is not a permission to fetch everything.
    #[must_use]
    pub fn with_rate_limit_disallowing(mut self, disallow: bool) -> RobotsFetchSettings {
        self.rate_limit_disallows = disallow;
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
            429 if self.rate_limit_disallows => Conclusion::Unreachable(Cause::RateLimited),
            429 => Conclusion::Unavailable(Cause::RateLimited),
            400..=499 => Conclusion::Unavailable(Cause::Refused),
            0 => Conclusion::Unreachable(Cause::NetworkError),
            304 => Conclusion::Unreachable(Cause::ServerError),
            300..=399 => Conclusion::Unreachable(Cause::Redirects),
            _ => Conclusion::Unreachable(Cause::ServerError),
        }
    }

    /// The conclusion from too many redirects.
    pub(super) fn too_many_redirects(&self) -> Conclusion {
        if self.many_redirects_disallow {
            Conclusion::Unreachable(Cause::Redirects)
        } else {
            Conclusion::Unavailable(Cause::Redirects)
        }
    }
}

/// Why there are no rules, and the consequence.
#[derive(Clone, Copy)]
pub(super) enum Conclusion {
    Unavailable(Cause),
    Unreachable(Cause),
}

/// The redirects that RFC 9309 §2.3.1.2 asks to follow.
const LEAST_REDIRECTS: u32 = 5;
const FLOOR: Duration = Duration::from_mins(5);
const REST: Duration = Duration::from_hours(1);
