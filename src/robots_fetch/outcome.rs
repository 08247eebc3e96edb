//! How a fetch of robots.txt ended, and how current that is.

use crate::date::Timestamp;
use crate::named::named;
use crate::robots_file::{Access, Reason, RobotsTxt, asks_for_robots_txt};
use crate::token::Accessor;

named! {
    /// Why there are no rules.
    #[non_exhaustive]
    pub enum Cause {
        /// The server has no such file: 404, 410.
        Absent = "absent";
        /// The server refuses the file: other statuses of 400 to 499.
        Refused = "refused";
        /// Too many redirects, or one that cannot be followed: without a `Location` that is a URL, or 300, 305, 306.
        Redirects = "redirects";
        /// The server asks to come later: 429.
        RateLimited = "rate-limited";
        /// The server failed: 500 to 599, numbers that are not a status, a 304 without a copy to confirm, a 206 to
        /// a request for the whole file.
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

impl From<RobotsTxt> for Robots {
    fn from(rules: RobotsTxt) -> Robots {
        Robots::Rules(rules)
    }
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
        let reason = if asks_for_robots_txt(target) {
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

/// How current an outcome is. There are no others than these four.
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
