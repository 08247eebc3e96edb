//! A page or a robots.txt, whose answers are compared.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use robots_policy::robots_txt::Robots;
use robots_policy::{Policy, Provenance, Timestamp};

use super::Expectation;
use super::decision::{Decision, decision, missing};
use super::locking::{LockAnswers, Locking};
use super::pattern::UrlPattern;
use crate::effect::{Answer, Question};
use crate::excerpt::shown;
use crate::place::{Place, Source};

/// A page or a robots.txt with the policy that answers.
pub(super) struct Subject<'s> {
    pub(super) policy: &'s Policy,
    pub(super) target: &'s str,
    pub(super) name: &'s str,
    pub(super) now: Timestamp,
    /// Whether it is of a copy of the site.
    pub(super) is_of_twin: bool,
}

/// The first and the last of several inputs, and how many there are beside the first.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    pub(super) first: String,
    last: String,
    pub(super) more: usize,
}

/// A question, the answer, the one that is expected, and why.
pub(super) type BrokenKey = (Question, Answer, Answer, String);

impl Inputs {
    fn add(&mut self, name: &str) {
        if self.first.is_empty() {
            name.clone_into(&mut self.first);
        } else if self.last != name {
            self.more += 1;
        }
        name.clone_into(&mut self.last);
    }
}

impl Subject<'_> {
    /// Whether a pattern is about it. A path means the pages of the site, and not those of its copies.
    pub(super) fn is_meant(&self, pattern: &UrlPattern) -> bool {
        pattern.fits(self.target) && !(self.is_of_twin && pattern.is_of_any_site())
    }

    fn has_rules(&self) -> bool {
        self.policy.robots().rules().is_some()
    }

    /// The answers that are not the expected ones, each with the statement that decides it and the agents that have it.
    pub(super) fn broken(
        &self,
        expectation: &Expectation,
        at: &Place,
        answers: &[(Question, Answer)],
        unknown: &mut BTreeMap<(String, Question, String), Inputs>,
    ) -> BTreeMap<BrokenKey, (Option<Provenance>, Vec<String>)> {
        let mut broken = BTreeMap::new();
        if answers.is_empty() {
            return broken;
        }
        for asker in &expectation.agents {
            let verdict = asker.judge(self.policy, self.target, self.now);
            let uses = OnceCell::new();
            for (question, expected) in answers {
                let Decision {
                    answer,
                    by,
                    is_heard,
                } = decision(*question, &verdict, &uses);
                if answer == Answer::Unknown {
                    let sources = missing(*question, &verdict);
                    let at = format!("{}:{}", at.input, at.line);
                    unknown
                        .entry((at, *question, sources))
                        .or_default()
                        .add(self.name);
                } else if answer != *expected {
                    let text = match by.as_ref().map(statement) {
                        Some(by) if is_heard => format!("{by} decides"),
                        Some(by) => format!("they do not act on {by}"),
                        // Its outcome decides: an error of the server closes the site.
                        None if *question == Question::Fetch && !self.has_rules() => {
                            verdict.access().to_string()
                        }
                        None => String::from(super::NO_STATEMENT),
                    };
                    let key = (*question, answer, *expected, text);
                    let (_, who) = broken.entry(key).or_insert_with(|| (by, Vec::new()));
                    who.push(asker.name.clone());
                }
            }
        }
        broken
    }

    /// Adds the answers to what is locked.
    pub(super) fn lock(
        &self,
        locking: &Locking,
        questions: &[Question],
        taken: &mut LockAnswers,
        place: impl Fn(Option<&Provenance>) -> Place,
    ) {
        let is_own = |pattern: &&UrlPattern| {
            self.is_meant(pattern) || pattern.address() == Some(self.target)
        };
        let patterns: Vec<&UrlPattern> = locking.urls.iter().filter(is_own).collect();
        if patterns.is_empty() {
            return;
        }
        for asker in &locking.agents {
            let verdict = asker.judge(self.policy, self.target, self.now);
            let uses = OnceCell::new();
            for question in questions {
                let decided = decision(*question, &verdict, &uses);
                let by = decided.by.as_ref().filter(|_| decided.is_heard);
                for pattern in &patterns {
                    let answer = (*question, decided.answer);
                    taken.add(
                        (pattern, asker),
                        answer,
                        self.target,
                        by.map(statement),
                        || place(by),
                    );
                }
            }
        }
    }
}

/// Calls a function with each robots.txt that answers for an address, which has no star.
pub(super) fn alone(
    pattern: &UrlPattern,
    robots: &[(Arc<str>, Robots)],
    now: Timestamp,
    mut look: impl FnMut(&Subject<'_>, &dyn Fn(Option<&Provenance>) -> Place),
) {
    let Some(target) = pattern.address() else {
        return;
    };
    let own = robots.iter();
    for (name, robots) in own.filter(|(name, _)| pattern.may_be_of(Some(name))) {
        let policy = Policy::new().with_robots(robots.clone());
        let subject = Subject {
            policy: &policy,
            target,
            name,
            now,
            is_of_twin: false,
        };
        look(&subject, &|by| place_in_robots(name, robots, by));
    }
}

/// A statement with its source, as a lock has it.
fn statement(by: &Provenance) -> String {
    format!("{} \"{}\"", by.source().name(), shown(by.text()))
}

/// The place of a statement of a robots.txt, or the file as a whole.
pub(super) fn place_in_robots(name: &Arc<str>, robots: &Robots, by: Option<&Provenance>) -> Place {
    let (Some(rules), Some(by)) = (robots.rules(), by) else {
        return Place::whole(name);
    };
    let source = Source::new(name, rules.as_bytes());
    let start = source.line(by.line().unwrap_or(1)).start;
    let span = by.span();
    source.place(start + span.start..start + span.end)
}
