//! Intent: the answers that an owner expects, those that are locked, and copies of the site that are to be closed.
//!
//! | file | job |
//! |---|---|
//! | `pattern` | patterns of addresses |
//! | `decision` | the answer to a question, with the statement that decides it |
//! | `subject` | a page or a robots.txt, whose answers are compared |
//! | `reach` | the places of which a run looks at all pages |
//! | `lock` | the text of a lock |
//! | `rules` | the paths of the rules, which a lock has too |
//! | `locking` | the answers of a run for the lock, and what differs |
//!
//! **Invariant.** An answer that is not known is neither expected nor another one: it is a [`NotKnown`], with the sources that are
//! missing. **What breaks if touched.** A check of a pipeline that passes because an input is missing. **Which test notices.**
//! `lint_intent` of the program.

mod decision;
mod lock;
pub(crate) mod locking;
mod pattern;
mod reach;
mod rules;
mod subject;

use std::collections::BTreeMap;
use std::sync::Arc;

use robots_policy::ledger::Assumed;
use robots_policy::robots_txt::Robots;
use robots_policy::{Client, Policy, Provenance, Timestamp};
use serde::Serialize;

pub use self::lock::Lock;
use self::locking::LockAnswers;
pub use self::locking::Locking;
pub use self::pattern::UrlPattern;
pub(crate) use self::pattern::fits;
pub use self::reach::Beyond;
pub(crate) use self::reach::Reach;
use self::rules::{Rules, asked_alone};
use self::subject::{BrokenKey, Inputs, Subject, alone, place_in_robots};
use crate::askers::Asker;
use crate::code::Code;
use crate::effect::{Answer, Question, named};
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::page::PageReading;
use crate::place::Place;
use crate::rule::rules;

rules! {
    IntentBroken: Error, [Site], "robots-policy.toml, [[expect]]",
        title: "an answer that is not the one that the configuration expects",
        consequence: "What is written says another thing to these agents than its owner wants.",
        advice: "Change the statement that decides, or the expectation.";
    ExpectUnmatched: Warning, [Site], "robots-policy.toml, [[expect]]",
        title: "an expectation that fits no input",
        consequence: "It was not looked at, so that it holds nothing.",
        advice: "Correct the address, name an input that has it (`--url`, `--base`), or leave it out. A robots.txt alone answers `fetch`, of a pattern with a star at the paths of its rules.";
}

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
    /// Whether it is about a copy of the site, which need not be among the inputs.
    pub is_twin: bool,
    /// The addresses, each with the place where it is written.
    pub urls: Vec<(UrlPattern, Place)>,
    /// The agents.
    pub agents: Vec<Asker>,
    /// The answers.
    pub answers: Vec<(Question, Answer)>,
}

/// An answer that could not be compared with the one that is expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    /// By the place of an expectation, the question and the sources that are missing: the inputs.
    unknown: BTreeMap<(String, Question, String), Inputs>,
    taken: LockAnswers,
}

/// The results after the last input.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    pub(crate) findings: Vec<Finding>,
    pub(crate) not_known: Vec<NotKnown>,
    pub(crate) lock: Option<Lock>,
    pub(crate) beyond: Beyond,
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
            taken: LockAnswers::default(),
        }
    }

    /// Notes a robots.txt.
    pub(crate) fn robots(&mut self, name: &Arc<str>, robots: &Robots) {
        self.robots.push((Arc::clone(name), robots.clone()));
    }

    /// Forgets the last robots.txt: another text is served.
    pub(crate) fn forget_robots(&mut self) {
        self.robots.pop();
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
        read: &PageReading<'_>,
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
            is_of_twin: self.is_of_twin(url),
        };
        let robots_name: Arc<str> = Arc::from(robots_name);
        let place = |by: Option<&Provenance>| match by {
            Some(by) if is_of_robots(by) => {
                place_in_robots(&robots_name, policy.robots(), Some(by))
            }
            Some(by) => read.place(by),
            None => Place::whole(&Arc::from(read.page.name)),
        };
        let findings = self.expected(&subject, place);
        if let Some(locking) = &self.intent.locking {
            subject.lock(locking, Question::ALL, &mut self.taken, place);
        }
        findings
    }

    /// Compares the answers about a page with those that are expected of its address.
    fn expected(
        &mut self,
        subject: &Subject<'_>,
        place: impl Fn(Option<&Provenance>) -> Place,
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        let expectations = self.intent.expectations.iter().zip(&mut self.met);
        for (expectation, met) in expectations {
            let mut pattern = None;
            let urls = expectation.urls.iter().zip(met);
            for (own, met) in urls.filter(|((own, _), _)| subject.is_meant(own)) {
                pattern = pattern.or(Some(own));
                *met = true;
            }
            let Some(own) = pattern else { continue };
            let broken =
                subject.broken(expectation, &own.1, &expectation.answers, &mut self.unknown);
            for (key, (by, who)) in broken {
                let place = place(by.as_ref());
                findings.push(finding(expectation, own, key, &who, place));
            }
        }
        findings
    }

    /// Whether an address is that of a copy of the site.
    pub(crate) fn is_of_twin(&self, url: &str) -> bool {
        let mut twins = self.intent.expectations.iter().filter(|own| own.is_twin);
        twins.any(|own| own.urls.iter().any(|(pattern, _)| pattern.fits(url)))
    }

    fn is_about(&self, url: &str) -> bool {
        let expected = self.intent.expectations.iter().flat_map(|own| &own.urls);
        let expected = expected.map(|(pattern, _)| pattern);
        let locked = self.intent.locking.iter().flat_map(|own| &own.urls);
        expected.chain(locked).any(|pattern| pattern.fits(url))
    }

    /// The results after the last input: addresses that only a robots.txt answers for, expectations that fit nothing, and the lock.
    pub(crate) fn finish(mut self, now: Timestamp, reach: &Reach) -> Ended {
        let mut ended = Ended::default();
        let robots = std::mem::take(&mut self.robots);
        let expectations = self.intent.expectations.iter().zip(&self.met);
        for (expectation, met) in expectations {
            let unmet = expectation.urls.iter().zip(met).filter(|(_, met)| !**met);
            for (own, _) in unmet {
                let asked = expectation.answers.iter().copied();
                let (fetch, mut rest): (Vec<_>, Vec<_>) =
                    asked.partition(|(question, _)| *question == Question::Fetch);
                let is_address = own.0.address().is_some();
                let mut is_met = false;
                for path in asked_alone(&own.0, &robots) {
                    let mut found = Vec::new();
                    alone(&path, &robots, now, |subject, place| {
                        is_met |= is_address;
                        let unknown = &mut self.unknown;
                        let broken = subject.broken(expectation, &own.1, &fetch, unknown);
                        found.extend(broken.into_iter().map(|(key, (by, who))| {
                            let own = (path.clone(), own.1.clone());
                            finding(expectation, &own, key, &who, place(by.as_ref()))
                        }));
                    });
                    // One path is enough to show that a pattern is broken.
                    is_met |= !found.is_empty();
                    ended.findings.append(&mut found);
                    if is_met || expectation.is_twin {
                        break;
                    }
                }
                if !is_met {
                    rest.extend(fetch);
                }
                if rest.is_empty() || expectation.is_twin {
                    continue;
                }
                if reach.holds(&own.0) {
                    ended.findings.push(unmatched(own, &rest));
                } else {
                    ended.beyond.expectations += 1;
                    ended.beyond.note(own.0.text());
                }
            }
        }
        ended.not_known = self.not_known();
        self.lock(&robots, now, reach, &mut ended);
        ended
    }

    fn lock(
        &mut self,
        robots: &[(Arc<str>, Robots)],
        now: Timestamp,
        reach: &Reach,
        ended: &mut Ended,
    ) {
        let Some(locking) = &mut self.intent.locking else {
            return;
        };
        let of_rules = Rules::of(robots, locking);
        of_rules.add_to(locking);
        let locking = &*locking;
        of_rules.lock(robots, now, locking, &mut self.taken);
        let unseen = locking.urls.iter().filter(|own| !self.taken.has(own));
        let unseen: Vec<&UrlPattern> = unseen.collect();
        for pattern in unseen {
            alone(pattern, robots, now, |subject, place| {
                subject.lock(locking, &[Question::Fetch], &mut self.taken, place);
            });
        }
        if !locking.is_written {
            self.taken.compare(locking, reach, ended);
        }
        let mut lock = self.taken.lock(locking, reach);
        lock.has_rules = !robots.is_empty() || locking.has_rules();
        ended.lock = Some(lock);
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

/// The finding about an answer that is not the expected one.
fn finding(
    expectation: &Expectation,
    (pattern, at): &(UrlPattern, Place),
    (question, answer, expected, by): BrokenKey,
    who: &[String],
    place: Place,
) -> Finding {
    let lines = match (by.as_str(), expected) {
        (NO_STATEMENT, Answer::No) => lines_to_write(question, pattern, who),
        _ => None,
    };
    let message = format!(
        "`{}` of `{}` is {} for {}, and {} is expected: {by}{}",
        question.name(),
        shown(pattern.text()),
        answer.name(),
        named(who),
        expected.name(),
        lines.unwrap_or_default(),
    );
    let code = if expectation.is_twin {
        Code::OpenTwin
    } else {
        Code::IntentBroken
    };
    let mut finding = Finding::new(code, place, message).and(at.clone(), "expected here");
    finding.topic = format!("{} {}", question.name(), pattern.text());
    finding
}

/// The lines that state a restriction, after a sentence.
fn lines_to_write(question: Question, pattern: &UrlPattern, who: &[String]) -> Option<String> {
    let directive = match question {
        Question::Fetch => {
            let path = pattern.path();
            let name = |name: &String| match name.as_str() {
                "any other client" => String::from("`User-agent: *`"),
                name => format!("`User-agent: {name}`"),
            };
            let names: Vec<String> = who.iter().map(name).collect();
            return Some(format!(
                "; write in robots.txt, a line each: {}, `Disallow: {path}`",
                names.join(", ")
            ));
        }
        Question::Index => "noindex",
        Question::Follow => "nofollow",
        Question::Archive => "noarchive",
        Question::Snippet => "nosnippet",
        _ => return None,
    };
    Some(format!(
        "; write `X-Robots-Tag: {directive}` among the fields, or `<meta name=\"robots\" content=\"{directive}\">`"
    ))
}

/// Why an answer is as it is without a restriction.
const NO_STATEMENT: &str = "no statement decides";

/// The finding about an expectation that fits no input.
fn unmatched((pattern, at): &(UrlPattern, Place), rest: &[(Question, Answer)]) -> Finding {
    let names: Vec<String> = rest
        .iter()
        .map(|(question, _)| format!("`{}`", question.name()))
        .collect();
    let message = format!(
        "no input has `{}`, so its {} was not looked at",
        shown(pattern.text()),
        names.join(", ")
    );
    let mut finding = Finding::new(Code::ExpectUnmatched, at.clone(), message);
    pattern.text().clone_into(&mut finding.topic);
    finding
}

fn is_of_robots(by: &Provenance) -> bool {
    by.source() == robots_policy::Source::RobotsTxt
}
