//! May it be fetched, and why.

use std::fmt;

use crate::named::named;
use crate::provenance::StatementLine;
use crate::robots_file::matching::listing::Listing;
use crate::robots_file::parse::record::Rule;
use crate::robots_file::parse::starter::Subject;
use crate::token::{Accessor, ProductToken};

named! {
    /// Why a path may or may not be fetched.
    #[non_exhaustive]
    pub enum Reason {
        /// An `Allow` line is the longest that matches.
        AllowRule = "allow-rule";
        /// A `Disallow` line is the longest that matches.
        DisallowRule = "disallow-rule";
        /// No rule of the group matches: allowed.
        NoMatch = "no-match";
        /// No group is for this client: allowed.
        NoGroup = "no-group";
        /// robots.txt itself is always allowed (RFC 9309 §2.2.2).
        RobotsTxtItself = "robots-txt-itself";
        /// There is no robots.txt: allowed (RFC 9309 §2.3.1.3).
        Unavailable = "unavailable";
        /// robots.txt could not be had: disallowed (RFC 9309 §2.3.1.4).
        Unreachable = "unreachable";
        /// Nothing is known of robots.txt: neither allowed nor disallowed.
        Unknown = "unknown";
    }
}

impl Reason {
    /// Whether the path is allowed; `None` where nothing is known.
    pub fn allowed(self) -> Option<bool> {
        match self {
            Reason::Unknown => None,
            Reason::DisallowRule | Reason::Unreachable => Some(false),
            _ => Some(true),
        }
    }
}

/// Whether one client may fetch one path, and the line that says so.
///
/// ```
/// use robots_policy::robots_txt::Reason;
/// use robots_policy::{Accessor, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private").value;
/// let me = Accessor::new("ExampleBot")?;
///
/// let access = robots.access(&me, "/private/x");
/// assert_eq!(access.allowed(), Some(false));
/// assert_eq!(access.rule().unwrap().line(), 2);
/// assert_eq!(access.to_string(), "disallowed by robots.txt line 2, bytes 0-18: «Disallow: /private» to every client");
///
/// let access = robots.access(&me, "/x");
/// assert_eq!((access.is_allowed(), access.reason()), (true, Reason::NoMatch));
/// assert_eq!(access.to_string(), "allowed: no rule in group *");
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access<'r> {
    reason: Reason,
    group: Option<Listing<'r>>,
    rule: Option<Rule<'r>>,
    purposes: Vec<(ProductToken, Access<'r>)>,
}

impl<'r> Access<'r> {
    /// A verdict without a group.
    pub(crate) fn bare(reason: Reason) -> Access<'r> {
        Access {
            reason,
            group: None,
            rule: None,
            purposes: Vec::new(),
        }
    }

    /// The verdict of a group, by the rule that decided.
    pub(crate) fn ruled(group: Option<Listing<'r>>, rule: Option<Rule<'r>>) -> Access<'r> {
        let reason = match rule.map(Rule::allows) {
            None => Reason::NoMatch,
            Some(true) => Reason::AllowRule,
            Some(false) => Reason::DisallowRule,
        };
        Access {
            group,
            rule,
            ..Access::bare(reason)
        }
    }

    /// One verdict a purpose of the client, and the first refusing one as the verdict of all.
    #[inline]
    pub(crate) fn for_purposes(
        accessor: &Accessor,
        judge: impl Fn(Option<&ProductToken>) -> Access<'r>,
    ) -> Access<'r> {
        if accessor.purposes().is_empty() {
            return judge(None);
        }
        let judged = |purpose: &ProductToken| (purpose.clone(), judge(Some(purpose)));
        let purposes: Vec<_> = accessor.purposes().iter().map(judged).collect();
        let refusing = purposes.iter().find(|(_, access)| !access.is_allowed());
        match refusing.or(purposes.first()) {
            None => judge(None),
            Some((_, access)) => Access {
                purposes: purposes.clone(),
                ..access.clone()
            },
        }
    }

    /// Whether the path may be fetched; `None` where nothing is known of robots.txt.
    pub fn allowed(&self) -> Option<bool> {
        self.reason.allowed()
    }

    /// Whether the path is known to be allowed.
    pub fn is_allowed(&self) -> bool {
        self.allowed() == Some(true)
    }

    /// Why.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The subject of the group that was used; `None` where no group was.
    pub fn group(&self) -> Option<Subject<'r>> {
        self.group?.subject()
    }

    /// The rule that decided; `None` where none matched.
    pub fn rule(&self) -> Option<Rule<'r>> {
        self.rule
    }

    /// The group that was used, in words.
    pub(crate) fn group_in_words(&self) -> Option<String> {
        self.group().map(|group| match self.rule {
            Some(_) => format!("group {group}"),
            None => format!("no rule in group {group}"),
        })
    }

    /// The verdict for each purpose of the client, in its order; the whole is allowed only if each is. Empty for a
    /// client that states none.
    pub fn purposes(&self) -> &[(ProductToken, Access<'r>)] {
        &self.purposes
    }
}

impl fmt::Display for Access<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.allowed() {
            Some(true) => "allowed",
            Some(false) => "disallowed",
            None => "unknown",
        })?;
        if let Some((rule, to)) = self.rule().zip(self.group()) {
            let at = &rule.provenance();
            return write!(f, " by {}", StatementLine { at, to });
        }
        match self.group_in_words() {
            Some(group) => write!(f, ": {group}"),
            None => write!(f, ": {}", without_group(self.reason)),
        }
    }
}

/// The reason of an access without a group, in words.
fn without_group(reason: Reason) -> &'static str {
    match reason {
        Reason::AllowRule | Reason::DisallowRule => "a rule matches",
        Reason::NoMatch => "no rule matches",
        Reason::NoGroup => "no group is for this client",
        Reason::RobotsTxtItself => "every client may fetch robots.txt itself",
        Reason::Unavailable => "robots.txt is missing",
        Reason::Unreachable => "robots.txt could not be fetched",
        Reason::Unknown => "robots.txt was not asked for",
    }
}
