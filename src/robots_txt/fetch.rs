//! How a fetch of robots.txt ends, and how long its result holds. No I/O, no clock: answers and times come in.
//!
//! | answer | outcome |
//! |---|---|
//! | 200–299 | the rules of the body |
//! | 301, 302, 303, 307, 308 with a place to go | followed, across authorities, five times by default |
//! | one redirect more, or another 300–399 | unavailable (a setting) |
//! | 304 | the copy that is held is fresh again |
//! | 404, 410 | unavailable: absent |
//! | 429 | unreachable (a setting) |
//! | other 400–499 | unavailable: refused |
//! | 500–599 and other numbers | unreachable |
//! | no answer, one that broke off, one that cannot be decoded | unreachable |
//!
//! While robots.txt is unreachable, the last good copy is used; without one everything is disallowed.

use std::time::Duration;

use crate::date::Timestamp;
use crate::diagnostic::Diagnostic;
use crate::robots_txt::access::{Access, Reason};
use crate::robots_txt::named::named;
use crate::robots_txt::pattern::{self, Side};
use crate::robots_txt::select::is_robots_txt;
use crate::robots_txt::{Options, RobotsTxt, RobotsTxtReader};
use crate::token::Accessor;

named! {
    /// Why there are no rules.
    pub enum Cause {
        /// The server has no such file: 404, 410.
        Absent = "absent";
        /// The server refuses the file: other statuses of 400 to 499.
        Refused = "refused";
        /// Too many redirects, or one that leads nowhere.
        Redirects = "redirects";
        /// The server asks to come later: 429.
        RateLimited = "rate-limited";
        /// The server failed: 500 to 599, and numbers that are no status.
        ServerError = "server-error";
        /// No answer, or one that broke off.
        NetworkError = "network-error";
        /// An answer whose content coding cannot be undone.
        Undecodable = "undecodable";
    }
}

/// What is known of the robots.txt of an authority.
///
/// A file longer than the parsing limit has rules, see [`RobotsTxt::is_truncated`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Robots {
    /// Nothing: it was not asked for.
    #[default]
    Unknown,
    /// Its rules.
    Rules(RobotsTxt),
    /// There is none: everything is allowed (RFC 9309 §2.3.1.3).
    Unavailable(Cause),
    /// It could not be had: everything is disallowed (RFC 9309 §2.3.1.4).
    Unreachable {
        /// When that began.
        since: Timestamp,
        /// The latest cause.
        cause: Cause,
    },
}

impl Robots {
    /// Whether `accessor` may fetch `target`, see [`RobotsTxt::access`]. robots.txt itself always may be.
    pub fn access(&self, accessor: &Accessor, target: &str) -> Access<'_> {
        let reason = match self {
            Robots::Rules(robots) => return robots.access(accessor, target),
            Robots::Unknown => Reason::Unknown,
            Robots::Unavailable(_) => Reason::Unavailable,
            Robots::Unreachable { .. } => Reason::Unreachable,
        };
        let path = pattern::path_of(target);
        let path = pattern::normal(path.as_bytes(), Side::Path, Options::default());
        let reason = if is_robots_txt(&path) {
            Reason::RobotsTxtItself
        } else {
            reason
        };
        Access::for_purposes(accessor, |_| Access::bare(reason))
    }

    /// The rules, where there are any.
    pub fn rules(&self) -> Option<&RobotsTxt> {
        match self {
            Robots::Rules(robots) => Some(robots),
            _ => None,
        }
    }

    /// Why there are no rules.
    pub fn cause(&self) -> Option<Cause> {
        match self {
            Robots::Unavailable(cause) | Robots::Unreachable { cause, .. } => Some(*cause),
            _ => None,
        }
    }
}

/// What a request for robots.txt gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fetched<'a> {
    /// A whole response. A body that is longer than the parsing limit may end anywhere behind it.
    Response {
        /// The status code.
        status: u16,
        /// The value of `Location`.
        location: Option<&'a str>,
        /// The value of `Cache-Control`, lines joined by commas.
        cache_control: Option<&'a str>,
        /// The body, without content coding.
        body: &'a [u8],
    },
    /// No response, or one that broke off.
    NetworkError,
    /// A response whose content coding cannot be undone.
    Undecodable,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<'a> {
    /// Ask for this reference, relative to the URL that was asked for.
    Follow(&'a str),
    /// Nothing: the outcome is known.
    Done,
}

/// How current an outcome is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Age {
    /// Nothing was fetched.
    Nothing,
    /// Younger than 24 hours, and than `Cache-Control` allows.
    Fresh,
    /// Older: fetch again before it is used (RFC 9309 §2.4).
    Stale,
    /// robots.txt is unreachable: what is held may be used at any age; try again at leisure.
    Unreachable,
}

/// What a crawler may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsFetchSettings {
    reader: RobotsTxtReader,
    redirects: u32,
    many_redirects_disallow: bool,
    rate_limit_disallows: bool,
    patience: Option<Duration>,
}

impl Default for RobotsFetchSettings {
    fn default() -> RobotsFetchSettings {
        RobotsFetchSettings {
            reader: RobotsTxtReader::new(),
            redirects: LEAST_REDIRECTS,
            many_redirects_disallow: false,
            rate_limit_disallows: true,
            patience: None,
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
    /// crawler; who is asked to slow down should not take it for leave to fetch everything.
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

    fn conclude(&self, status: u16) -> Conclusion {
        match status {
            404 | 410 => Conclusion::Unavailable(Cause::Absent),
            429 if self.rate_limit_disallows => Conclusion::Unreachable(Cause::RateLimited),
            429 => Conclusion::Unavailable(Cause::RateLimited),
            300..=399 if self.many_redirects_disallow => Conclusion::Unreachable(Cause::Redirects),
            300..=399 => Conclusion::Unavailable(Cause::Redirects),
            400..=499 => Conclusion::Unavailable(Cause::Refused),
            0 => Conclusion::Unreachable(Cause::NetworkError),
            _ => Conclusion::Unreachable(Cause::ServerError),
        }
    }
}

enum Conclusion {
    Unavailable(Cause),
    Unreachable(Cause),
}

/// The robots.txt of one authority over time.
///
/// ```
/// use robots_policy::{Accessor, Age, Fetched, Next, RobotsFetch, RobotsFetchSettings, Timestamp};
///
/// let now = Timestamp::from_unix(1_790_000_000);
/// let mut robots = RobotsFetch::new(RobotsFetchSettings::new());
/// assert_eq!(robots.age(now), Age::Nothing);
///
/// let moved = Fetched::Response { status: 301, location: Some("/r.txt"), cache_control: None, body: b"" };
/// assert_eq!(robots.take(moved, now), Next::Follow("/r.txt"));
/// let found = Fetched::Response { status: 200, location: None, cache_control: None, body: b"User-agent: *\nDisallow: /" };
/// assert_eq!(robots.take(found, now), Next::Done);
///
/// assert_eq!(robots.age(now), Age::Fresh);
/// assert!(!robots.outcome(now).access(&Accessor::new("ExampleBot")?, "/").is_allowed());
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RobotsFetch {
    settings: RobotsFetchSettings,
    /// Redirects that were followed since the last outcome.
    followed: u32,
    /// The last outcome that was not unreachable.
    known: Robots,
    diagnostics: Vec<Diagnostic>,
    /// When it was had, and for how many seconds it holds.
    fresh: Option<(Timestamp, i64)>,
    failing: Option<(Timestamp, Cause)>,
}

impl RobotsFetch {
    /// An authority that was not asked.
    pub fn new(settings: RobotsFetchSettings) -> RobotsFetch {
        RobotsFetch {
            settings,
            ..RobotsFetch::default()
        }
    }

    /// Takes in the answer to a request that was made at `now`.
    pub fn take<'a>(&mut self, fetched: Fetched<'a>, now: impl Into<Timestamp>) -> Next<'a> {
        let now = now.into();
        match fetched {
            Fetched::NetworkError => self.fail(Cause::NetworkError, now),
            Fetched::Undecodable => self.fail(Cause::Undecodable, now),
            Fetched::Response {
                status,
                location,
                cache_control,
                body,
            } => match (status, location) {
                (301 | 302 | 303 | 307 | 308, Some(location))
                    if self.followed < self.settings.redirects =>
                {
                    self.followed += 1;
                    return Next::Follow(location);
                }
                (200..=299, _) => {
                    let read = self.settings.reader.read(body);
                    self.diagnostics = read.diagnostics;
                    self.know(Robots::Rules(read.value), cache_control, now);
                }
                (304, _) if self.known != Robots::Unknown => {
                    self.know(self.known.clone(), cache_control, now);
                }
                _ => self.conclude(status, cache_control, now),
            },
        }
        self.followed = 0;
        Next::Done
    }

    /// What is known at `now`.
    pub fn outcome(&self, now: impl Into<Timestamp>) -> Robots {
        let Some((since, cause)) = self.failing else {
            return self.known.clone();
        };
        let waited = now.into().as_unix().saturating_sub(since.as_unix());
        let is_over = |patience: Duration| {
            u64::try_from(waited).is_ok_and(|waited| waited >= patience.as_secs())
        };
        if self.settings.patience.is_some_and(is_over) {
            return Robots::Unavailable(cause);
        }
        match &self.known {
            Robots::Rules(copy) => Robots::Rules(copy.clone()),
            _ => Robots::Unreachable { since, cause },
        }
    }

    /// How current the outcome is at `now`.
    pub fn age(&self, now: impl Into<Timestamp>) -> Age {
        let age = |since: Timestamp| now.into().as_unix().saturating_sub(since.as_unix());
        match (self.failing, self.fresh) {
            (Some(_), _) => Age::Unreachable,
            (None, None) => Age::Nothing,
            (None, Some((since, lifetime))) if age(since) < lifetime => Age::Fresh,
            (None, Some(_)) => Age::Stale,
        }
    }

    /// Since when robots.txt is unreachable, and why; told even while a copy is used.
    pub fn unreachable(&self) -> Option<(Timestamp, Cause)> {
        self.failing
    }

    /// The remarks about the file that is held.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    fn conclude(&mut self, status: u16, cache_control: Option<&str>, now: Timestamp) {
        match self.settings.conclude(status) {
            Conclusion::Unreachable(cause) => self.fail(cause, now),
            Conclusion::Unavailable(cause) => {
                self.diagnostics = Vec::new();
                self.know(Robots::Unavailable(cause), cache_control, now);
            }
        }
    }

    fn know(&mut self, known: Robots, cache_control: Option<&str>, now: Timestamp) {
        self.known = known;
        self.failing = None;
        self.fresh = Some((now, lifetime(cache_control.unwrap_or_default())));
    }

    fn fail(&mut self, cause: Cause, now: Timestamp) {
        let since = self.failing.map_or(now, |(since, _)| since);
        self.failing = Some((since, cause));
    }
}

/// For how many seconds a response holds: as `Cache-Control` says, at most 24 hours.
fn lifetime(cache_control: &str) -> i64 {
    let mut lifetime = DAY;
    for directive in cache_control.split(',') {
        let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
        let name = name.trim_ascii();
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        let digits = value.trim_ascii().trim_matches('"');
        if is("no-store") || is("no-cache") {
            return 0;
        }
        if is("max-age") && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
            lifetime = lifetime.min(digits.parse().unwrap_or(DAY));
        }
    }
    lifetime
}

/// The redirects that RFC 9309 §2.3.1.2 asks to follow.
const LEAST_REDIRECTS: u32 = 5;
/// The longest that a copy should be used (RFC 9309 §2.4), in seconds.
const DAY: i64 = 24 * 60 * 60;
