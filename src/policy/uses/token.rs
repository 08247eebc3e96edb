//! Policy tokens: product tokens that no crawler sends, answered by the rules of robots.txt.

use crate::ai::preference::{Activity, Answer};
use crate::provenance::{Provenance, StatementLine};
use crate::robots_txt::{Access, Reason, Rule, Subject};
use crate::token::{Client, ProductToken};

/// The answer for one policy token.
///
/// A `Disallow` for the token, or for every client where no group names the token, is a no. An `Allow` for every client is
/// not a yes: no vendor says that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyToken {
    token: ProductToken,
    activities: Vec<Activity>,
    answer: Answer,
    reason: Reason,
    group: Option<Box<str>>,
    is_named: bool,
    at: Option<Provenance>,
}

impl PolicyToken {
    /// Asks a robots.txt with the token as the one name of a client: `ask` gives its access.
    fn new<'r>(
        ask: impl Fn(&Client) -> Access<'r>,
        token: &ProductToken,
        activities: &[Activity],
    ) -> PolicyToken {
        let access = ask(&Client::from(token.clone()));
        let is_named = matches!(access.group(), Some(Subject::Agent(_)));
        let answer = match (access.allowed(), access.reason()) {
            (_, Reason::RobotsTxtItself) | (None, _) => Answer::Unstated,
            (Some(false), _) => Answer::Disallow,
            (Some(true), _) if is_named => Answer::Allow,
            (Some(true), _) => Answer::Unstated,
        };
        PolicyToken {
            token: token.clone(),
            activities: activities.to_vec(),
            answer,
            reason: access.reason(),
            group: access.group().map(|group| group.to_string().into()),
            is_named,
            at: access.rule().map(Rule::provenance),
        }
    }

    /// The token.
    pub fn token(&self) -> &ProductToken {
        &self.token
    }

    /// The activities that the caller says it is about; its answer counts for these alone.
    pub fn activities(&self) -> &[Activity] {
        &self.activities
    }

    /// The answer of robots.txt: [`Answer::Allow`], [`Answer::Disallow`] or [`Answer::Unstated`].
    pub fn answer(&self) -> Answer {
        self.answer
    }

    /// The subject of the group that was used: the token, or `*`.
    pub fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }

    /// Whether the group that was used names the token.
    pub(in crate::policy) fn is_named(&self) -> bool {
        self.is_named
    }

    /// Why robots.txt answers so. [`Reason::Unreachable`] is a reason without a line: nothing is allowed then.
    pub fn access_reason(&self) -> Reason {
        self.reason
    }

    /// The line of the rule that decided.
    pub fn line(&self) -> Option<usize> {
        self.at.as_ref().and_then(Provenance::line)
    }

    /// Why it has its answer, as text; `None` if nothing is stated.
    pub(crate) fn reason(&self) -> Option<String> {
        if self.answer == Answer::Unstated {
            return None;
        }
        let to = self.group().unwrap_or("*");
        Some(match &self.at {
            Some(at) => StatementLine { at, to }.to_string(),
            None => format!("robots.txt: {} for {}", self.reason, self.token),
        })
    }

    /// The rule that decided; `None` where no rule does, as without a group, or without a robots.txt:
    /// [`PolicyToken::access_reason`] says why.
    pub fn provenance(&self) -> Option<&Provenance> {
        self.at.as_ref()
    }
}

/// The answers for the policy tokens of a client, by a robots.txt that gives the access of a name.
pub(super) fn tokens<'r>(client: &Client, ask: impl Fn(&Client) -> Access<'r>) -> Vec<PolicyToken> {
    let tokens = client.policy_tokens().iter();
    tokens
        .map(|(token, activities)| PolicyToken::new(&ask, token, activities))
        .collect()
}
