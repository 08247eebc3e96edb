//! The answer to a question: whether a path may be fetched, and why.
//!
//! [`select`](super::select) makes an [`Access`] from a group and its rule, and `robots_fetch` makes one without a group
//! where there are no rules. An [`Access`] borrows from the file; its text forms are made when they are asked for, because
//! most callers want only a yes or a no.

use std::fmt;

use crate::names::named;
use crate::provenance::StatementLine;
use crate::robots_txt::file::matching::listing::Listing;
use crate::robots_txt::file::parse::file::File;
use crate::robots_txt::file::parse::record::Rule;
use crate::robots_txt::file::parse::starter::Subject;
use crate::token::{Client, ProductToken};

named! {
    /// Why a path may or may not be fetched.
    ///
    /// The first five are answers of a file ([`RobotsTxt`](crate::RobotsTxt)). The next four are those of a fetch that gave
    /// no rules ([`Robots`](crate::robots_txt::Robots)), and two of a file that was cut, or that is of another time. The last four are those of clients that rules do not bind, or whose
    /// owner does not say which do.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::robots_txt::Reason;
    ///
    /// assert_eq!(Reason::NoMatch.allowed(), Some(true));
    /// assert_eq!(Reason::Unreachable.allowed(), Some(false));
    /// assert_eq!(Reason::Unknown.allowed(), None);
    /// assert_eq!(Reason::DisallowRule.to_string(), "disallow-rule");
    /// ```
    #[non_exhaustive]
    pub enum Reason {
        /// An `Allow` line is the longest that matches.
        AllowRule = "allow-rule", "an Allow line is the longest that matches";
        /// A `Disallow` line is the longest that matches.
        DisallowRule = "disallow-rule", "a Disallow line is the longest that matches";
        /// No rule of the group matches: allowed.
        NoMatch = "no-match", "no rule matches";
        /// No group is for this client: allowed.
        NoGroup = "no-group", "no group is for this client";
        /// robots.txt itself is always allowed (RFC 9309 §2.2.2).
        RobotsTxtItself = "robots-txt-itself", "every client may fetch robots.txt itself";
        /// There is no robots.txt: allowed (RFC 9309 §2.3.1.3).
        Unavailable = "unavailable", "everything is allowed";
        /// robots.txt could not be fetched: disallowed (RFC 9309 §2.3.1.4).
        Unreachable = "unreachable", "the site counts as closed";
        /// Nothing is known of robots.txt: neither allowed nor disallowed.
        Unknown = "unknown", "robots.txt was not requested";
        /// The answer for robots.txt is not the file: neither allowed nor disallowed.
        NotRead = "not-read", "robots.txt was not read";
        /// The part of the file that was read allows it, and the rest was not read: neither allowed nor disallowed.
        NotReadWhole = "not-read-whole", "the part of robots.txt that was read does not forbid it";
        /// The file is one of another time than the page, and does not forbid it: neither allowed nor disallowed.
        OtherTime = "other-time", "the robots.txt of another time does not forbid it";
        /// The client does not obey robots.txt: it fetches what it wants.
        NotObeyed = "not-obeyed", "this client does not obey robots.txt";
        /// The client does not always obey robots.txt: neither allowed nor disallowed.
        MayNotBeObeyed = "may-not-be-obeyed", "this client does not always obey robots.txt";
        /// The name is a policy token, with which no request is made: neither allowed nor disallowed.
        MakesNoRequests = "makes-no-requests", "no request is made with this name";
        /// The owner of the client does not say which group binds it: neither allowed nor disallowed.
        Unsaid = "unsaid", "the owner of this client does not say which group binds it";
    }
}

impl Reason {
    /// Whether the file that was read is less than the one that counts.
    fn is_of_less(self) -> bool {
        matches!(self, Reason::NotReadWhole | Reason::OtherTime)
    }

    /// Whether the path is allowed; `None` where neither can be said.
    pub fn allowed(self) -> Option<bool> {
        match self {
            Reason::DisallowRule | Reason::Unreachable => Some(false),
            Reason::AllowRule
            | Reason::NoMatch
            | Reason::NoGroup
            | Reason::RobotsTxtItself
            | Reason::Unavailable
            | Reason::NotObeyed => Some(true),
            Reason::Unknown
            | Reason::NotRead
            | Reason::NotReadWhole
            | Reason::OtherTime
            | Reason::MayNotBeObeyed
            | Reason::MakesNoRequests
            | Reason::Unsaid => None,
        }
    }
}

/// Whether one client may fetch one path, and the line that decided.
///
/// Its text form is one line for people, without a final dot.
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::Reason;
/// use robots_policy::{Client, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private").value;
/// let me = Client::new("ExampleBot")?;
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
    /// The first listing of the client in the groups that were used.
    group: Option<Listing<'r>>,
    rule: Option<Rule<'r>>,
    /// Empty for a client without a purpose, so that the usual answer allocates nothing.
    purposes: Vec<(ProductToken, Access<'r>)>,
}

impl<'r> Access<'r> {
    /// An answer without a group.
    pub(crate) fn bare(reason: Reason) -> Access<'r> {
        Access {
            reason,
            group: None,
            rule: None,
            purposes: Vec::new(),
        }
    }

    /// The answer of a group, by the rule that decided.
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

    /// One answer for each purpose of the client; the first that refuses is the answer for all.
    ///
    /// The rules of two purposes are never merged: an `Allow: /` for one would win the tie against a `Disallow: /` for the
    /// other. So `judge` runs once for each purpose (draft-illyes-rep-purpose), and once without one for a client that has
    /// none.
    #[inline]
    pub(crate) fn for_purposes(
        client: &Client,
        judge: impl Fn(Option<&ProductToken>) -> Access<'r>,
    ) -> Access<'r> {
        if client.purposes().is_empty() {
            return judge(None);
        }
        let judged = |purpose: &ProductToken| (purpose.clone(), judge(Some(purpose)));
        let purposes: Vec<_> = client.purposes().iter().map(judged).collect();
        let refusing = purposes.iter().find(|(_, access)| !access.is_allowed());
        match refusing.or(purposes.first()) {
            None => judge(None),
            Some((_, access)) => Access {
                purposes: purposes.clone(),
                ..access.clone()
            },
        }
    }

    /// The answer as words of an owner about use: a file out of reach closes its site to crawlers (RFC 9309 §2.3.1.4), but nobody
    /// has written a reservation.
    pub(crate) fn stated(&self) -> Option<bool> {
        self.allowed()
            .filter(|_| self.reason != Reason::Unreachable)
    }

    /// The answer of a file of which only a part was read: a rule of that part that refuses holds, and what it allows is not
    /// known, for the rest may refuse it. The group stays.
    #[must_use]
    pub(crate) fn of_a_part(self) -> Access<'r> {
        self.of_less(Reason::NotReadWhole)
    }

    /// The answer of a file that is not the one that counts, for this reason: what it refuses holds, and nothing else is known.
    #[must_use]
    pub(crate) fn of_less(mut self, reason: Reason) -> Access<'r> {
        let purposes = std::mem::take(&mut self.purposes);
        if purposes.is_empty() {
            return self.unless_refused(reason);
        }
        let each = purposes.into_iter();
        let purposes: Vec<_> = each
            .map(|(purpose, access)| (purpose, access.unless_refused(reason)))
            .collect();
        let refusing = purposes
            .iter()
            .find(|(_, access)| access.allowed() == Some(false));
        let decides = refusing.or(purposes.first());
        let decides = decides.map_or(self, |(_, access)| access.clone());
        Access {
            purposes,
            ..decides
        }
    }

    fn unless_refused(mut self, reason: Reason) -> Access<'r> {
        if self.is_allowed() && self.reason != Reason::RobotsTxtItself {
            self.reason = reason;
            self.rule = None;
        }
        self
    }

    /// Whether the path may be fetched; `None` if neither can be said, as where nothing is known of robots.txt.
    pub fn allowed(&self) -> Option<bool> {
        self.reason.allowed()
    }

    /// Whether the path is known to be allowed: false also where neither can be said.
    pub fn is_allowed(&self) -> bool {
        self.allowed() == Some(true)
    }

    /// Why the path may or may not be fetched.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The subject that selected the groups which were used; `None` if the file has none for the client.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::robots_txt::Subject;
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: ExampleBot/2.0\nDisallow: /").value;
    /// let me = Client::new("examplebot")?;
    /// assert_eq!(robots.access(&me, "/").group(), Some(Subject::Agent("ExampleBot")));
    /// assert_eq!(robots.access(&Client::anonymous(), "/").group(), None);
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    pub fn group(&self) -> Option<Subject<'r>> {
        self.group?.subject()
    }

    /// The rule that decided: the longest that matches, and `Allow` of two of one length. `None` if no rule matches.
    pub fn rule(&self) -> Option<Rule<'r>> {
        self.rule
    }

    /// The starter that lists the client in the groups that were used, if they are those of `file`.
    pub(crate) fn listing_in(&self, file: &File) -> Option<Listing<'r>> {
        self.group.filter(|listing| listing.is_in(file))
    }

    /// The group that was used, in words: `group *`, or `no rule in group *` if none of its rules matches.
    pub(crate) fn group_in_words(&self) -> Option<String> {
        self.group().map(|group| match self.rule {
            Some(_) => format!("group {group}"),
            None => format!("no rule in group {group}"),
        })
    }

    /// The answer for each purpose of the client, in the order of [`Client::purposes`]; empty for a client without one.
    ///
    /// The path is allowed only if it is for every purpose (draft-illyes-rep-purpose).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent-purpose: training\nDisallow: /\n\nUser-agent: *\nAllow: /").value;
    /// let me = Client::anonymous().with_purpose("search".parse()?).with_purpose("training".parse()?);
    /// let access = robots.access(&me, "/");
    /// assert!(!access.is_allowed());
    /// let each: Vec<_> = access.purposes().iter().map(|(purpose, access)| (purpose.as_str(), access.is_allowed())).collect();
    /// assert_eq!(each, [("search", true), ("training", false)]);
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
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
            Some(group) if !self.reason.is_of_less() => write!(f, ": {group}"),
            _ => write!(f, ": {}", without_group(self.reason)),
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
        Reason::NotRead => "robots.txt was not read",
        Reason::NotReadWhole => {
            "robots.txt was not read whole, and the part that was does not forbid it"
        }
        Reason::OtherTime => "robots.txt is one of another time, and does not forbid it",
        Reason::NotObeyed => "this client does not obey robots.txt",
        Reason::MayNotBeObeyed => "this client does not always obey robots.txt",
        Reason::MakesNoRequests => "no request is made with this name",
        Reason::Unsaid => "the owner of this client does not say which group binds it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn the_text_of_an_access_begins_with_its_answer() {
        for (reason, text) in rows::<(String, String)>(include_str!("access/texts.jsonl")) {
            let access = Access::bare(reason.parse().unwrap());
            assert_eq!(access.to_string(), text);
            assert_eq!(access.is_allowed(), text.starts_with("allowed"), "{text}");
        }
    }
}
