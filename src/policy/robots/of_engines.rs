//! robots.txt for engines: a fetch that fails, by the rules of a crawler, and the agents of AI that a file names.

#[cfg(test)]
mod tests;

use super::Failing;
use crate::date::Timestamp;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::policy::Policy;
use crate::profile::Profile;
use crate::robots_txt::fetch::{Failure, Outcome, in_force};
use crate::robots_txt::{Cause, FetchRules, Record, Robots, Rung};

impl Policy {
    /// Sets whether the site answers other requests than the one for robots.txt. It matters to the rules of some crawlers while
    /// robots.txt cannot be fetched, and to no verdict of [`Policy::verdict`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::robots_txt::{Cause, Robots};
    /// use robots_policy::{Policy, Timestamp};
    ///
    /// let (since, cause) = (Timestamp::from_unix(0), Cause::ServerError);
    /// let down = Policy::new().with_robots(Robots::Unreachable { since, cause });
    /// assert_ne!(down.clone().with_site_up(true), down);
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub fn with_site_up(mut self, is_up: bool) -> Policy {
        self.site_up = Some(is_up);
        self
    }

    /// The outcome of robots.txt for a crawler with these rules, at `now`.
    ///
    /// Rules that the last fetch gave hold for every crawler. An outcome that is unavailable stays so; only one of redirects
    /// depends on the rules, if they say what those mean.
    pub(crate) fn robots_by(
        &self,
        rules: &FetchRules,
        target: &str,
        now: Timestamp,
    ) -> Outcome<'_> {
        let outcome = self.outcome(target);
        if let Some(failing) = &self.robots.failing
            && outcome != Outcome::Unknown
        {
            return failing.failure(self.site_up).by(rules, now);
        }
        match (outcome, rules.redirects()) {
            (Outcome::Unavailable(cause @ Cause::Redirects), Some(then)) => {
                let failure = Failure {
                    since: now,
                    cause,
                    copy: None,
                    site_up: self.site_up,
                };
                failure.then(then)
            }
            (outcome, _) => outcome,
        }
    }

    /// The time of the next rung after `now`, while robots.txt cannot be fetched.
    pub(in crate::policy) fn next_rung(&self, rungs: &[Rung], now: Timestamp) -> Option<Timestamp> {
        let since = self.robots.failing.as_ref()?.since;
        rungs
            .iter()
            .map(|rung| since + rung.from())
            .find(|at| *at > now)
    }
}

impl<'r> Failure<'r> {
    /// The outcome for a crawler with these rules.
    fn by(self, rules: &FetchRules, now: Timestamp) -> Outcome<'r> {
        let of_redirects = rules.redirects.filter(|_| self.cause == Cause::Redirects);
        self.then(of_redirects.unwrap_or_else(|| in_force(rules.rungs, self.since, now)))
    }
}

impl Failing {
    fn failure(&self, site_up: Option<bool>) -> Failure<'_> {
        Failure {
            since: self.since,
            cause: self.cause,
            copy: self.copy.as_ref(),
            site_up,
        }
    }
}

/// The notice about the known agents of AI that a robots.txt closes the whole site to by name, with the first line that names each.
/// The table of engines bounds their number.
///
/// Such a group binds its agents and no other client (RFC 9309 §2.2.1), so that it states nothing about others, and no answer
/// depends on it. But it is the most frequent way in which owners speak about AI, and to a client that no line names the page
/// would seem to restrict nothing. So one notice has the lines. It is made here and not by the reader of the file, because the table
/// of engines, which knows what an agent is for, is above the reader.
///
/// **Which test notices.** The cases of `fixtures/robots-access/small.jsonl` with `ai-agents-disallowed`, near misses among them.
pub(super) fn notice_of_agents(robots: &Robots) -> Option<Diagnostic> {
    let lines = robots.rules()?.closed_by_name(Profile::is_ai_token);
    let places = lines.into_iter().map(Record::provenance);
    Diagnostic::of_all(DiagnosticCode::AiAgentsDisallowed, places)
}
