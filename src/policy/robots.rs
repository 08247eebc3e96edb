//! The robots.txt of a policy: its outcome, and the fetch as it fails.
//!
//! **Invariants.** The state of a failing fetch belongs to the outcome: both are one [`KnownRobots`], and a union keeps that
//! of one policy. So [`Robots::Unreachable`] always has one. A general verdict looks at the outcome alone; the
//! state is for the rules of other crawlers ([`Policy::robots_by`]).

#[cfg_attr(not(feature = "engines"), path = "robots/no_engines.rs")]
mod of_engines;

use std::fmt;

use self::of_engines::notice_of_agents;
use crate::date::Timestamp;
use crate::diagnostic::{Parsed, SharedDiagnostics};
use crate::ledger::Input;
use crate::policy::Policy;
use crate::robots_txt::fetch::{Authority, Failure, Outcome};
use crate::robots_txt::{Access, Cause, Reason, Robots, RobotsFetch, RobotsTxt};
use crate::token::Client;
use crate::why::Why;

/// What is known of the robots.txt of an for [`Policy::with_robots`]: a file that was read, an outcome, or what a fetch
/// knows at a moment ([`RobotsFetch::at`]).
#[derive(Clone, Default, PartialEq, Eq)]
pub struct KnownRobots {
    pub(super) robots: Robots,
    /// The fetch as it fails, also while a copy is used.
    failing: Option<Box<Failing>>,
    /// The thing that the answer has in the place of the file.
    pub(super) instead: Option<Why>,
    /// The diagnostics of the file, shared with its fetch.
    pub(super) diagnostics: SharedDiagnostics,
    /// The scheme, host and port that it is about.
    authority: Option<Authority>,
}

impl KnownRobots {
    /// That of the authority of this URL. A question about another authority is then one about an unknown robots.txt, and not
    /// one about this. It stays that of any authority if the URL has none ([`authority`](crate::robots_txt::authority)).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, KnownRobots, Policy, RobotsTxt, Timestamp};
    ///
    /// let robots = KnownRobots::from(RobotsTxt::parse(b"User-agent: *\nAllow: /")).for_url("https://example.com/page");
    /// let policy = Policy::new().with_robots(robots);
    /// let allowed = |url| policy.verdict(&Client::anonymous(), url, Timestamp::from_unix(0)).access().allowed();
    /// assert_eq!(allowed("https://example.com/other"), Some(true));
    /// assert_eq!(allowed("https://other.example/page"), None);
    /// ```
    #[must_use]
    pub fn for_url(self, url: &str) -> KnownRobots {
        KnownRobots {
            authority: Authority::of(url),
            ..self
        }
    }

    /// Whether a client may fetch a target, for a frontier that has no response yet. The answer is that of a policy which holds it.
    ///
    /// ```
    /// use robots_policy::{Client, KnownRobots, RobotsTxt};
    ///
    /// let robots = KnownRobots::from(RobotsTxt::parse(b"User-agent: *\nDisallow: /private"));
    /// assert!(robots.access(&Client::anonymous(), "https://example.com/page").is_allowed());
    /// ```
    pub fn access(&self, client: &Client, target: &str) -> Access<'_> {
        self.outcome(target).access(client, target)
    }

    /// The outcome for a target, of which that of another authority says nothing.
    fn outcome(&self, target: &str) -> Outcome<'_> {
        if self.governs(target) {
            self.robots.borrowed()
        } else {
            Outcome::Unknown
        }
    }

    /// Whether it governs a target: not a URL of another authority.
    pub(super) fn governs(&self, target: &str) -> bool {
        let own = self.authority.as_ref();
        own.is_none_or(|own| own.governs(target))
    }

    fn new(robots: Robots, diagnostics: SharedDiagnostics) -> KnownRobots {
        let failing = Failing::of(&robots).map(Box::new);
        KnownRobots {
            instead: failing.as_ref().map(|failing| failing.cause.instead()),
            failing,
            robots,
            diagnostics,
            authority: None,
        }
    }
}

/// A file that was read, with the diagnostics of its reading.
impl From<Parsed<RobotsTxt>> for KnownRobots {
    fn from(read: Parsed<RobotsTxt>) -> KnownRobots {
        let robots = Robots::Rules(read.value);
        let mut diagnostics = read.diagnostics;
        diagnostics.extend(notice_of_agents(&robots));
        KnownRobots::new(robots, diagnostics.into())
    }
}

/// The outcome of a fetch, however it ended.
impl From<Robots> for KnownRobots {
    fn from(robots: Robots) -> KnownRobots {
        let notice = Vec::from_iter(notice_of_agents(&robots));
        KnownRobots::new(robots, notice.into())
    }
}

/// The rules of a file.
impl From<RobotsTxt> for KnownRobots {
    fn from(rules: RobotsTxt) -> KnownRobots {
        Robots::Rules(rules).into()
    }
}

impl RobotsFetch {
    /// What is known at `now`, for [`Policy::with_robots`]. It ages: ask the fetch again before it is used for long.
    pub fn at(&self, now: impl Into<Timestamp>) -> KnownRobots {
        let robots = self.outcome(now);
        let diagnostics = match robots {
            Robots::Rules(_) => self.noticed(notice_of_agents),
            _ => SharedDiagnostics::default(),
        };
        KnownRobots {
            failing: self.failure().map(Failing::new).map(Box::new),
            instead: self.instead(),
            authority: self.authority().cloned(),
            ..KnownRobots::new(robots, diagnostics)
        }
    }
}

impl fmt::Debug for KnownRobots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KnownRobots")
            .field("robots", &self.robots)
            .field("failing", &self.failing)
            .field("authority", &self.authority)
            .finish_non_exhaustive()
    }
}

impl Policy {
    /// Sets the robots.txt of the authority and the diagnostics of its reading. They replace earlier ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::robots_txt::{Cause, Robots};
    /// use robots_policy::{Client, Policy, Timestamp};
    ///
    /// let policy = Policy::new().with_robots(Robots::Unavailable(Cause::Absent));
    /// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
    /// assert!(verdict.access().is_allowed());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn with_robots(mut self, robots: impl Into<KnownRobots>) -> Policy {
        self.robots = robots.into();
        self
    }

    /// The robots.txt, or the reason why there is none; [`Robots::Unknown`] if none was set.
    pub fn robots(&self) -> &Robots {
        &self.robots.robots
    }

    /// The outcome of robots.txt for a client: there is none where the caller's word is, by its name, that there is none.
    pub(crate) fn outcome(&self, target: &str) -> Outcome<'_> {
        if self.is_robots_assumed() {
            return Outcome::Unavailable(Cause::Absent);
        }
        self.robots.outcome(target)
    }

    /// The answer of an outcome of this policy, which may be one of another time than the page.
    pub(crate) fn dated<'r>(&self, access: Access<'r>) -> Access<'r> {
        match self.held.apart(Input::RobotsTxt) {
            Some(_) => access.of_less(Reason::OtherTime),
            None => access,
        }
    }

    fn is_robots_assumed(&self) -> bool {
        let names = self.held.assumed.names(Input::RobotsTxt);
        names && *self.robots() == Robots::Unknown
    }

    /// Whether the last fetch of robots.txt failed, so that the rules of a crawler for that case matter.
    pub(crate) fn is_failing(&self) -> bool {
        self.robots.failing.is_some()
    }

    /// Keeps the stricter one of two robots.txt, with all that belongs to it, and what is known of the site.
    pub(super) fn unite_robots(&mut self, other: &mut Policy) {
        if strictness(other.robots()) > strictness(self.robots()) {
            self.robots = std::mem::take(&mut other.robots);
        }
        self.site_up = match (self.site_up, other.site_up) {
            (Some(one), Some(other)) => Some(one && other),
            (one, other) => one.or(other),
        };
    }
}

/// A failing fetch, with a copy of its own.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Failing {
    since: Timestamp,
    cause: Cause,
    copy: Option<RobotsTxt>,
}

impl Failing {
    /// The state of a fetch.
    fn new(failure: Failure<'_>) -> Failing {
        Failing {
            since: failure.since,
            cause: failure.cause,
            copy: failure.copy.cloned(),
        }
    }

    /// The state that an outcome alone shows: without a copy, since a copy would be the outcome.
    fn of(robots: &Robots) -> Option<Failing> {
        match robots {
            Robots::Unreachable { since, cause } => Some(Failing {
                since: *since,
                cause: *cause,
                copy: None,
            }),
            _ => None,
        }
    }
}

impl fmt::Debug for Failing {
    /// Without the copy, which the outcome shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} since {}", self.cause, self.since)
    }
}

/// The rank of an outcome of a fetch: the greater is the stricter. A file that is unreachable disallows everything (RFC
/// 9309 §2.3.1.4), one that is unavailable allows everything (§2.3.1.3).
fn strictness(robots: &Robots) -> u8 {
    match robots {
        Robots::Unknown => 0,
        Robots::Unavailable(_) => 1,
        Robots::Unread { .. } => 2,
        Robots::Rules(_) => 3,
        Robots::Unreachable { .. } => 4,
    }
}
