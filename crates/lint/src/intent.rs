//! Intent: the answers that an owner expects, those that are locked, and copies of the site that are to be closed.
//!
//! | file | job |
//! |---|---|
//! | `pattern` | patterns of addresses |
//! | `decided` | the answer to a question, with the statement that decides it |
//! | `lock` | the text of a lock |
//! | `taken` | the answers of a run for the lock, and what differs |
//!
//! **Invariant.** An answer that is not known is neither expected nor another one: it is a [`NotKnown`], with the sources that are
//! missing. **What breaks if touched.** A check of a pipeline that passes because an input is missing. **Which test notices.**
//! `lint_intent` of the program.

mod decided;
mod lock;
mod pattern;
mod taken;

use std::collections::BTreeMap;
use std::sync::Arc;

use robots_policy::ledger::Assumed;
use robots_policy::robots_txt::Robots;
use robots_policy::{Client, Policy, Provenance, Timestamp};

use self::decided::{Answers, Decided, missing};
pub use self::lock::Lock;
pub use self::pattern::UrlPattern;
pub(crate) use self::pattern::fits;
pub use self::taken::Locking;
use self::taken::Taken;
use crate::askers::Asker;
use crate::code::Code;
use crate::effect::{Answer, Question, named};
use crate::finding::Finding;
use crate::page::Read;
use crate::place::{Place, Source};
use crate::shown::shown;

/// The answers that an owner expects of a site, and the sources that it lacks.
#[derive(Debug, Default)]
pub struct Intent {
    /// Answers that are expected.
    pub expectations: Vec<Expectation>,
    /// The addresses and agents that are locked.
    pub locking: Option<Locking>,
    /// The sources that do not exist, by the word of the owner.
    pub absent: Assumed,
}

/// Answers that are expected.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// Where it is written.
    pub at: Place,
    /// Whether it is about a copy of the site, which need not be among the inputs.
    pub is_twin: bool,
    /// The addresses.
    pub urls: Vec<UrlPattern>,
    /// The agents.
    pub agents: Vec<Asker>,
    /// The answers.
    pub answers: Vec<(Question, Answer)>,
}

/// An answer that could not be compared with the one that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotKnown {
    /// The input, or the page, that has it.
    pub input: String,
    /// The sources that are missing, in words.
    pub why: String,
}

/// Compares the answers of inputs with those that are expected.
#[derive(Debug)]
pub(crate) struct Judge {
    intent: Intent,
    /// The agents that are named, whose metas are read.
    clients: Vec<Client>,
    /// The expectations and their addresses that pages have.
    met: Vec<Vec<bool>>,
    /// Every robots.txt, for addresses that no page has.
    robots: Vec<(Arc<str>, Robots)>,
    unknown: Unknown,
    taken: Taken,
}

/// An answer that is not the expected one, for several agents.
struct Broken {
    by: Option<Provenance>,
    who: Vec<String>,
}

/// A page or a robots.txt with the policy that answers.
struct Subject<'s> {
    policy: &'s Policy,
    target: &'s str,
    name: &'s str,
    now: Timestamp,
}

impl Judge {
    pub(crate) fn new(intent: Intent) -> Judge {
        let agents = intent.expectations.iter().flat_map(|own| &own.agents);
        let locked = intent.locking.iter().flat_map(|own| &own.agents);
        let mut clients: Vec<Client> = Vec::new();
        for asker in agents.chain(locked).filter(|asker| !asker.is_engine()) {
            let client = asker.client();
            if !clients.contains(&client) {
                clients.push(client);
            }
        }
        let met = intent.expectations.iter();
        Judge {
            met: met.map(|own| vec![false; own.urls.len()]).collect(),
            intent,
            clients,
            robots: Vec::new(),
            unknown: BTreeMap::new(),
            taken: Taken::default(),
        }
    }

    /// Notes a robots.txt.
    pub(crate) fn robots(&mut self, name: &Arc<str>, robots: &Robots) {
        self.robots.push((Arc::clone(name), robots.clone()));
    }

    /// Notes that the last robots.txt has this outcome: its file is not what is served.
    pub(crate) fn robots_instead(&mut self, robots: &Robots) {
        if let Some((_, last)) = self.robots.last_mut() {
            *last = robots.clone();
        }
    }

    /// Compares the answers about a page. `site` is the policy of its site; `robots_name` the name of its robots.txt.
    pub(crate) fn page(
        &mut self,
        read: &Read<'_>,
        clients: &[Client],
        site: Policy,
        robots_name: &str,
    ) -> Vec<Finding> {
        let Some(url) = read.page.url.filter(|url| self.is_about(url)) else {
            return Vec::new();
        };
        let clients: Vec<Client> = clients.iter().chain(&self.clients).cloned().collect();
        let site = site.with_assumed(self.intent.absent);
        let mut policy = read.page.read_whole(&clients, site);
        if let Some(status) = read.page.status {
            policy = policy.with_status(status);
        }
        let subject = Subject {
            policy: &policy,
            target: url,
            name: read.page.name,
            now: read.now,
        };
        let robots_name: Arc<str> = Arc::from(robots_name);
        let place = |by: Option<&Provenance>| match by {
            Some(by) if is_of_robots(by) => {
                place_in_robots(&robots_name, policy.robots(), Some(by))
            }
            Some(by) => read.place(by),
            None => Place::whole(&Arc::from(read.page.name)),
        };
        let mut findings = Vec::new();
        let expectations = self.intent.expectations.iter().enumerate();
        for (at, expectation) in expectations {
            let urls = expectation.urls.iter().enumerate();
            let mut pattern = None;
            for (number, own) in urls.filter(|(_, own)| own.fits(url)) {
                pattern = pattern.or(Some(own));
                let met = self.met.get_mut(at).and_then(|met| met.get_mut(number));
                if let Some(met) = met {
                    *met = true;
                }
            }
            let Some(pattern) = pattern else { continue };
            let broken = subject.broken(expectation, &expectation.answers, &mut self.unknown);
            for (key, broken) in broken {
                let place = place(broken.by.as_ref());
                findings.push(finding(expectation, pattern, key, &broken, place));
            }
        }
        if let Some(locking) = &self.intent.locking {
            subject.lock(locking, &Question::ALL, &mut self.taken, place);
        }
        findings
    }

    fn is_about(&self, url: &str) -> bool {
        let expected = self.intent.expectations.iter().flat_map(|own| &own.urls);
        let locked = self.intent.locking.iter().flat_map(|own| &own.urls);
        expected.chain(locked).any(|pattern| pattern.fits(url))
    }

    /// The findings that are left after the last input: addresses that only a robots.txt answers for, expectations that fit nothing, and the lock.
    pub(crate) fn finish(mut self, now: Timestamp) -> (Vec<Finding>, Vec<NotKnown>, Option<Lock>) {
        let mut findings = Vec::new();
        let robots = std::mem::take(&mut self.robots);
        let expectations = self.intent.expectations.iter().zip(&self.met);
        for (expectation, met) in expectations {
            let unmet = expectation.urls.iter().zip(met).filter(|(_, met)| !**met);
            for (pattern, _) in unmet {
                let asked = expectation.answers.iter().copied();
                let (fetch, mut rest): (Vec<_>, Vec<_>) =
                    asked.partition(|(question, _)| *question == Question::Fetch);
                let mut is_met = false;
                for (name, own, target) in alone(pattern, &robots) {
                    is_met = true;
                    let policy = Policy::new().with_robots(own.clone());
                    let subject = Subject {
                        policy: &policy,
                        target,
                        name,
                        now,
                    };
                    for (key, broken) in subject.broken(expectation, &fetch, &mut self.unknown) {
                        let place = place_in_robots(name, own, broken.by.as_ref());
                        findings.push(finding(expectation, pattern, key, &broken, place));
                    }
                }
                if !is_met {
                    rest.extend(fetch);
                }
                if !rest.is_empty() && !expectation.is_twin {
                    findings.push(unmatched(expectation, pattern, &rest));
                }
            }
        }
        let mut not_known = self.not_known();
        let lock = self.lock(&robots, now, &mut findings, &mut not_known);
        (findings, not_known, lock)
    }

    fn lock(
        &mut self,
        robots: &[(Arc<str>, Robots)],
        now: Timestamp,
        findings: &mut Vec<Finding>,
        not_known: &mut Vec<NotKnown>,
    ) -> Option<Lock> {
        let locking = self.intent.locking.as_ref()?;
        let unseen = locking.urls.iter().filter(|own| !self.taken.has(own));
        let unseen: Vec<&UrlPattern> = unseen.collect();
        for pattern in unseen {
            for (name, own, target) in alone(pattern, robots) {
                let policy = Policy::new().with_robots(own.clone());
                let subject = Subject {
                    policy: &policy,
                    target,
                    name,
                    now,
                };
                let place = |by: Option<&Provenance>| place_in_robots(name, own, by);
                subject.lock(locking, &[Question::Fetch], &mut self.taken, place);
            }
        }
        if !locking.is_written {
            let (changes, not_compared) = self.taken.changes(locking);
            findings.extend(changes);
            not_known.extend(not_compared);
        }
        Some(self.taken.lock(locking))
    }

    fn not_known(&self) -> Vec<NotKnown> {
        let unknown = self.unknown.iter();
        let unknown = unknown.map(|((at, question, sources), inputs)| {
            let more = match inputs.more {
                0 => String::new(),
                more => format!(", nor for {more} more"),
            };
            NotKnown {
                input: inputs.first.clone(),
                why: format!(
                    "`{}`, which {at} expects, is not known here{more}; what is missing: {sources}; give it, or name what does not exist in `assume_absent`",
                    question.name(),
                ),
            }
        });
        unknown.collect()
    }
}

/// By the place of an expectation, the question and the sources that are missing: the inputs.
type Unknown = BTreeMap<(String, Question, String), Inputs>;

/// The first and the last of several inputs, and how many there are beside the first.
#[derive(Debug, Default)]
struct Inputs {
    first: String,
    last: String,
    more: usize,
}

/// A question, the answer, the one that is expected, and why.
type Key = (Question, Answer, Answer, String);

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
    fn has_rules(&self) -> bool {
        self.policy.robots().rules().is_some()
    }

    /// The answers that are not the expected ones, each with the agents that have it.
    fn broken(
        &self,
        expectation: &Expectation,
        answers: &[(Question, Answer)],
        unknown: &mut Unknown,
    ) -> BTreeMap<Key, Broken> {
        let mut broken: BTreeMap<Key, Broken> = BTreeMap::new();
        if answers.is_empty() {
            return broken;
        }
        for asker in &expectation.agents {
            let verdict = asker.judge(self.policy, self.target, self.now);
            let given = Answers::new(&verdict);
            for (question, expected) in answers {
                let Decided {
                    answer,
                    by,
                    is_heard,
                } = given.of(*question);
                if answer == Answer::Unknown {
                    let sources = missing(*question, &verdict);
                    let at = format!("{}:{}", expectation.at.input, expectation.at.line);
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
                        None => String::from("no statement decides"),
                    };
                    let key = (*question, answer, *expected, text);
                    let row = broken.entry(key).or_insert_with(|| Broken {
                        by,
                        who: Vec::new(),
                    });
                    row.who.push(asker.name.clone());
                }
            }
        }
        broken
    }

    /// Adds the answers to what is locked.
    fn lock(
        &self,
        locking: &Locking,
        questions: &[Question],
        taken: &mut Taken,
        place: impl Fn(Option<&Provenance>) -> Place,
    ) {
        let is_own = |pattern: &&UrlPattern| {
            pattern.fits(self.target) || pattern.address() == Some(self.target)
        };
        let patterns: Vec<&UrlPattern> = locking.urls.iter().filter(is_own).collect();
        if patterns.is_empty() {
            return;
        }
        for asker in &locking.agents {
            let verdict = asker.judge(self.policy, self.target, self.now);
            let given = Answers::new(&verdict);
            for question in questions {
                let decided = given.of(*question);
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

/// The finding about an answer that is not the expected one.
fn finding(
    expectation: &Expectation,
    pattern: &UrlPattern,
    (question, answer, expected, by): Key,
    broken: &Broken,
    place: Place,
) -> Finding {
    let message = format!(
        "`{}` of `{}` is {} for {}, and {} is expected: {by}",
        question.name(),
        shown(pattern.text()),
        answer.name(),
        named(&broken.who),
        expected.name(),
    );
    let code = if expectation.is_twin {
        Code::OpenTwin
    } else {
        Code::IntentBroken
    };
    let mut finding =
        Finding::new(code, place, message).and(expectation.at.clone(), "expected here");
    finding.topic = format!("{} {}", question.name(), pattern.text());
    finding
}

/// The finding about an expectation that fits no input.
fn unmatched(
    expectation: &Expectation,
    pattern: &UrlPattern,
    rest: &[(Question, Answer)],
) -> Finding {
    let names: Vec<String> = rest
        .iter()
        .map(|(question, _)| format!("`{}`", question.name()))
        .collect();
    let message = format!(
        "no input has `{}`, so its {} was not looked at",
        shown(pattern.text()),
        names.join(", ")
    );
    let mut finding = Finding::new(Code::ExpectUnmatched, expectation.at.clone(), message);
    pattern.text().clone_into(&mut finding.topic);
    finding
}

/// The robots.txt that answer for an address, which has no star.
fn alone<'r>(
    pattern: &'r UrlPattern,
    robots: &'r [(Arc<str>, Robots)],
) -> impl Iterator<Item = (&'r Arc<str>, &'r Robots, &'r str)> {
    let target = pattern.address();
    let robots = robots
        .iter()
        .filter(|(name, _)| pattern.may_be_of(Some(name)));
    robots.filter_map(move |(name, robots)| Some((name, robots, target?)))
}

/// A statement with its source, as a lock has it.
fn statement(by: &Provenance) -> String {
    format!("{} \"{}\"", by.source().name(), shown(by.text()))
}

fn is_of_robots(by: &Provenance) -> bool {
    by.source() == robots_policy::Source::RobotsTxt
}

/// The place of a statement of a robots.txt, or the file as a whole.
fn place_in_robots(name: &Arc<str>, robots: &Robots, by: Option<&Provenance>) -> Place {
    let (Some(rules), Some(by)) = (robots.rules(), by) else {
        return Place::whole(name);
    };
    let source = Source::new(name, rules.as_bytes());
    let start = source.line(by.line().unwrap_or(1)).start;
    let span = by.span();
    source.place(start + span.start..start + span.end)
}
