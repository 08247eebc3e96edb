//! E1: who is affected by a finding, and how, by asking every asker twice.
//!
//! An input is read as it is, and read again with a statement as it was probably meant, or without it. Every asker
//! ([`Asker`]) answers the same questions about the same paths for both, and what differs is the effect.
//!
//! **Invariant.** An effect states only what two runs of the engine gave: no rule writes one by hand. Sources that were not
//! given are assumed away in both runs, so that the difference comes from the statement alone. **If that is touched**, answers
//! that are not known hide effects. **Which test notices.** The snapshots beside `rules/`, each with its effect.

use std::collections::BTreeMap;

use robots_policy::ledger::Assumed;
use robots_policy::uses::{Activity, Answer as UseAnswer, Uses};
use robots_policy::{Policy, Timestamp, Verdict};
use robots_policy_servers::named;
use serde::Serialize;

use crate::askers::Asker;

/// The difference that a statement makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// The second reading.
    pub compared: Compared,
    /// The differences; empty if no answer differs.
    pub changes: Vec<Change>,
}

/// The second reading of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compared {
    /// The statement as it was probably meant.
    AsMeant,
    /// The input without the statement.
    Without,
    /// That of another host of the same site.
    OtherHost,
}

/// An answer that differs for some askers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The question.
    pub question: Question,
    /// The first paths or addresses that were asked about.
    pub targets: Vec<String>,
    /// The number of them.
    pub targets_count: usize,
    /// The answer to the input as it is.
    pub now: Answer,
    /// The answer of the second reading.
    pub then: Answer,
    /// The askers, engines first.
    pub who: Vec<String>,
}

named! {
    /// A question about a response, in the order in which answers have them.
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Question {
        /// May it be fetched?
        Fetch = "fetch";
        /// May it be indexed?
        Index = "index";
        /// May its links be followed?
        Follow = "follow";
        /// May a copy be offered?
        Archive = "archive";
        /// May an excerpt be shown?
        Snippet = "snippet";
        /// May a model be trained with it?
        Train = "train";
        /// May it be the input of a model?
        Input = "input";
        /// May it be in an index of a search engine?
        Search = "search";
    }
}

impl Question {
    /// The answer of a verdict.
    pub(crate) fn of(self, verdict: &Verdict<'_>) -> Answer {
        let activity = match self {
            Question::Fetch => return Answer::of(verdict.access().allowed()),
            Question::Index => return Answer::of(verdict.index()),
            Question::Follow => return Answer::of(verdict.follow()),
            Question::Archive => return Answer::of(verdict.archive()),
            Question::Snippet => return Answer::of(verdict.snippet().allowed),
            Question::Train => Activity::Train,
            Question::Input => Activity::Input,
            Question::Search => Activity::Search,
        };
        Answer::of_use(&verdict.uses(), activity)
    }
}

named! {
    /// An answer.
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Answer {
        /// It may.
        Yes = "yes";
        /// It may not.
        No = "no";
        /// All sources are known, and none speaks.
        Unstated = "unstated";
        /// A source that could forbid it is not known.
        Unknown = "unknown";
    }
}

impl Answer {
    pub(crate) fn of(answer: Option<bool>) -> Answer {
        match answer {
            Some(true) => Answer::Yes,
            Some(false) => Answer::No,
            None => Answer::Unknown,
        }
    }

    /// The answer of statements about uses.
    pub(crate) fn of_use(uses: &Uses, activity: Activity) -> Answer {
        match uses.of(activity) {
            Some(UseAnswer::Disallow) => Answer::No,
            Some(UseAnswer::Allow) => Answer::Yes,
            Some(_) => Answer::Unstated,
            None => Answer::Unknown,
        }
    }
}

/// The questions of both runs.
pub(crate) struct Asked<'a> {
    pub(crate) askers: &'a [Asker],
    pub(crate) targets: &'a [String],
    pub(crate) questions: &'a [Question],
    pub(crate) now: Timestamp,
}

impl Asked<'_> {
    /// The effect of a statement: the answers to the input as it is, and those of the second reading.
    pub(crate) fn effect(&self, compared: Compared, own: Policy, second: Policy) -> Effect {
        let rest = Assumed::rest();
        let (own, second) = (own.with_assumed(rest), second.with_assumed(rest));
        // Askers with the same differences are one row.
        let mut rows: BTreeMap<(Question, Answer, Answer, Vec<usize>), Vec<usize>> =
            BTreeMap::new();
        let mut by_target: BTreeMap<(Question, Answer, Answer, usize), Vec<usize>> =
            BTreeMap::new();
        for (target_at, target) in self.targets.iter().enumerate() {
            for (asker_at, asker) in self.askers.iter().enumerate() {
                let now = asker.judge(&own, target, self.now);
                let then = asker.judge(&second, target, self.now);
                for question in self.questions {
                    let (now, then) = (question.of(&now), question.of(&then));
                    if now != then {
                        let key = (*question, now, then, target_at);
                        by_target.entry(key).or_default().push(asker_at);
                    }
                }
            }
        }
        for ((question, now, then, target), who) in by_target {
            let key = (question, now, then, who);
            rows.entry(key).or_default().push(target);
        }
        let changes = rows
            .into_iter()
            .map(|((question, now, then, who), targets)| Change {
                question,
                targets: self.targets_of(&targets),
                targets_count: targets.len(),
                now,
                then,
                who: who
                    .iter()
                    .filter_map(|at| Some(self.askers.get(*at)?.name.clone()))
                    .collect(),
            });
        Effect {
            compared,
            changes: changes.collect(),
        }
    }

    fn targets_of(&self, targets: &[usize]) -> Vec<String> {
        let targets = targets.iter().filter_map(|at| self.targets.get(*at));
        targets.take(MOST_TARGETS).cloned().collect()
    }
}

/// The most targets that a change names.
const MOST_TARGETS: usize = 3;

impl Change {
    /// The change as a clause: `fetch of /a, for googlebot, bingbot and 9 more: yes, and not no`.
    pub fn sentence(&self, compared: Compared) -> String {
        let targets = match self.targets_count - self.targets.len() {
            0 => self.targets.join(", "),
            more => format!("{} and {more} more", self.targets.join(", ")),
        };
        let second = match compared {
            Compared::AsMeant => "as meant",
            Compared::Without => "without it",
            Compared::OtherHost => "there",
        };
        format!(
            "{} {}: {}; {second}: {}; for {}",
            self.question.name(),
            targets,
            self.now.name(),
            self.then.name(),
            named(&self.who)
        )
    }
}

/// The first of the names, and how many more there are.
pub fn named(who: &[String]) -> String {
    match who {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] if who.len() <= MOST_SHOWN => format!("{} and {last}", start.join(", ")),
        [start @ .., last] => {
            let shown: Vec<&str> = start
                .iter()
                .take(MOST_SHOWN - 1)
                .map(String::as_str)
                .collect();
            // The client that no one names shows that it is about all.
            let is_all = last == crate::askers::ANY_OTHER;
            let more = who.len() - shown.len() - usize::from(is_all);
            let end = if is_all {
                format!(", and {last}")
            } else {
                String::new()
            };
            format!("{}, {more} more engines or names{end}", shown.join(", "))
        }
    }
}

/// The most names that are shown of askers with one change.
const MOST_SHOWN: usize = 4;
