//! Policy tokens: product tokens that no crawler sends, answered by the rules of robots.txt.
//!
//! A client names its own. One more is for every client: that of an individual draft ([`DRAFTED`]). Its text was not read, and
//! another document quotes its name, so that its no counts, and nothing that it allows. **Which test notices.** The cases of
//! `fixtures/uses/small.jsonl` with `__usage_ai-training`.

use std::sync::LazyLock;

use crate::ai::preference::{Activity, Answer};
use crate::provenance::{Provenance, StatementLine};
use crate::robots_txt::fetch::Outcome;
use crate::robots_txt::{Access, Reason, Rule, Subject};
use crate::token::{Client, ProductToken};

/// The shared token for training, of an individual draft.
const DRAFTED: &str = "__usage_ai-training";

/// The uses that it is about.
const DRAFTED_USES: &[Activity] = &[Activity::Train, Activity::TrainOther];

/// The draft.
const DRAFT: &str = "draft-kelley-aipref-training-preference-signal-00";

/// The answer for one policy token.
///
/// A `Disallow` for the token, or for every client where no group names the token, is a no. An `Allow` for every client is
/// not a yes: no vendor says that it is. While robots.txt is out of reach nobody has stated anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyToken {
    token: ProductToken,
    activities: Vec<Activity>,
    answer: Answer,
    reason: Reason,
    group: Option<Box<str>>,
    /// Whether the group that was used names the token.
    pub(in crate::policy) is_named: bool,
    at: Option<Provenance>,
    draft: Option<&'static str>,
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
        let answer = match (access.stated(), access.reason()) {
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
            draft: None,
        }
    }

    /// The no of the drafted token, for a client that does not name it itself; `None` where no group has it, or its group allows.
    fn drafted<'r>(
        client: &Client,
        outcome: &Outcome<'_>,
        ask: impl Fn(&Client) -> Access<'r>,
    ) -> Option<PolicyToken> {
        static ASKER: LazyLock<Option<(ProductToken, Client)>> = LazyLock::new(|| {
            let token = ProductToken::new(DRAFTED).ok()?;
            Some((token.clone(), Client::from(token)))
        });
        let (token, asker) = ASKER.as_ref()?;
        let Outcome::Rules(rules) = outcome else {
            return None;
        };
        let mut own = client.policy_tokens().iter();
        if !rules.names(asker) || own.any(|(own, _)| own == token) {
            return None;
        }
        let drafted = PolicyToken {
            draft: Some(DRAFT),
            ..PolicyToken::new(ask, token, DRAFTED_USES)
        };
        (drafted.is_named && drafted.answer == Answer::Disallow).then_some(drafted)
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

    /// The individual draft that has the token, if the client does not name it itself. Only its no counts.
    pub fn draft(&self) -> Option<&'static str> {
        self.draft
    }

    /// Why robots.txt answers so. With [`Reason::Unreachable`] the answer is [`Answer::Unstated`], and that of [`Uses::of`](super::Uses::of)
    /// is not known.
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

/// The answers for the policy tokens of a client, by a robots.txt that gives the access of a name, and the no of the drafted token.
pub(in crate::policy) fn tokens<'r>(
    client: &Client,
    outcome: &Outcome<'_>,
    ask: impl Fn(&Client) -> Access<'r>,
) -> Vec<PolicyToken> {
    let tokens = client.policy_tokens().iter();
    let tokens = tokens.map(|(token, activities)| PolicyToken::new(&ask, token, activities));
    tokens
        .chain(PolicyToken::drafted(client, outcome, &ask))
        .collect()
}
