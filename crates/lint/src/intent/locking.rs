//! The answers of this run for the lock, and what differs from the lock that is there.

use std::collections::{BTreeMap, BTreeSet};

use super::lock::{Lock, LockLine, joined};
use super::{Ended, NotKnown, Reach};
use crate::askers::Asker;
use crate::code::Code;
use crate::effect::{Answer, Question, named};
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::intent::pattern::UrlPattern;
use crate::level::Level;
use crate::place::{Place, Source};
use crate::rule::rules;

rules! {
    VerdictChanged: Error, [Site], "robots-policy.lock",
        title: "an answer that is not the one in the lock",
        consequence: "The site was opened or closed to these agents since the lock was written.",
        advice: "If it is meant, write the lock anew: `robots-policy lint --update-lock`, with the inputs of this run.";
}

/// Addresses and agents that are locked, and the lock to compare with.
#[derive(Debug)]
pub struct Locking {
    /// The addresses.
    pub urls: Vec<UrlPattern>,
    /// The agents.
    pub agents: Vec<Asker>,
    /// Whether it is written anew, so that nothing is compared.
    pub is_written: bool,
    /// The lock that is there: the name of its file, its text, and what it says.
    pub before: Option<(String, String, Lock)>,
}

/// The answers of this run.
#[derive(Debug, Default)]
pub(crate) struct LockAnswers {
    lines: BTreeMap<(String, String), AnswersSeen>,
    /// The paths that are those of rules.
    pub(super) rules: BTreeSet<String>,
}

type AnswersSeen = BTreeMap<Question, BTreeMap<Answer, Seen>>;

/// A first page with an answer, and the statements that decide it on all pages.
#[derive(Debug)]
struct Seen {
    place: Place,
    url: String,
    by: BTreeSet<String>,
}

/// A change for several agents: the pattern, the question, the kind or the answers before and now, and the end of the sentence.
type ChangeKey = (String, Option<Question>, String, String);

impl LockAnswers {
    /// Adds an answer about a page, with the place and the text of the statement that decides it.
    pub(crate) fn add(
        &mut self,
        key: (&UrlPattern, &Asker),
        (question, answer): (Question, Answer),
        url: &str,
        by: Option<String>,
        place: impl FnOnce() -> Place,
    ) {
        let (pattern, agent) = key;
        let key = (pattern.text().to_owned(), agent.word().to_owned());
        let answers = self.lines.entry(key).or_default();
        let seen = answers.entry(question).or_default();
        let seen = seen.entry(answer).or_insert_with(|| Seen {
            place: place(),
            url: url.to_owned(),
            by: BTreeSet::new(),
        });
        if seen.by.len() < MOST_STATEMENTS {
            seen.by.extend(by);
        }
    }

    /// Whether a page was seen for a pattern.
    pub(crate) fn has(&self, pattern: &UrlPattern) -> bool {
        let mut keys = self.lines.keys();
        keys.any(|(own, _)| own == pattern.text())
    }

    /// The lock of this run, with the lines of the one before whose addresses no input has. Where not all pages of a pattern were looked
    /// at, answers are added to its line, and none is taken away.
    pub(crate) fn lock(&self, locking: &Locking, reach: &Reach) -> Lock {
        let mut lock = Lock::default();
        if let Some((_, _, before)) = &locking.before {
            let kept = before.lines.iter();
            let kept = kept.filter(|(key, _)| locking.names(key));
            lock.lines
                .extend(kept.map(|(key, line)| (key.clone(), line.clone())));
        }
        for (key, answers) in &self.lines {
            let of_question = |(question, seen): (&Question, &BTreeMap<Answer, Seen>)| {
                (*question, seen.keys().copied().collect())
            };
            let line = LockLine {
                answers: answers.iter().map(of_question).collect(),
                by: by(answers),
                at: 0,
            };
            match lock.lines.get_mut(key) {
                Some(before) if !reach.knows(locking.pattern(&key.0)) => before.add(line),
                _ => {
                    lock.lines.insert(key.clone(), line);
                }
            }
        }
        lock
    }

    /// Adds the differences from the lock that is there, and the lines that could not be compared.
    pub(super) fn compare(&self, locking: &Locking, reach: &Reach, ended: &mut Ended) {
        let Some((name, text, before)) = &locking.before else {
            return;
        };
        let source = Source::new(name, text.as_bytes());
        let mut found = LockComparison {
            source: &source,
            locking,
            reach,
            changes: BTreeMap::new(),
            not_known: BTreeMap::new(),
            beyond: Vec::new(),
        };
        for (key, answers) in &self.lines {
            let is_of_rule = self.rules.contains(&key.0);
            // Whom no group named had the answers of `*`.
            let any_other = || {
                let key = (key.0.clone(), String::from("*"));
                before.lines.get(&key).filter(|_| is_of_rule)
            };
            match before.lines.get(key).or_else(any_other) {
                Some(line) => found.line(key, line, answers),
                None if is_of_rule && before.has_rules => found.new_rule(key, answers),
                None if is_of_rule => found.without_rules(),
                None => found.new_line(key, answers),
            }
        }
        for (key, line) in &before.lines {
            if self.lines.contains_key(key) {
                continue;
            }
            if locking.names(key) {
                found.not_met(key, "no input has this address");
            } else {
                found.stale(key, line);
            }
        }
        found.finish(ended);
    }
}

impl Locking {
    /// Whether the lock that is there has the paths of rules.
    pub(super) fn has_rules(&self) -> bool {
        let before = self.before.as_ref();
        before.is_some_and(|(_, _, lock)| lock.has_rules)
    }

    /// The paths of the lock that is there which are locked as those of rules: no address of [`Locking::urls`] is one.
    pub(super) fn rule_paths(&self) -> impl Iterator<Item = String> {
        let before = self.before.iter().filter(|(_, _, lock)| lock.has_rules);
        let keys = before.flat_map(|(_, _, lock)| lock.lines.keys());
        let paths = keys.map(|(url, _)| url).filter(|url| url.starts_with('/'));
        paths.filter(|url| self.pattern(url).is_none()).cloned()
    }

    /// Whether the lock that is there has a line of this path and agent.
    pub(super) fn has_line(&self, path: &str, agent: &Asker) -> bool {
        let key = (path.to_owned(), agent.word().to_owned());
        let before = self.before.as_ref();
        before.is_some_and(|(_, _, lock)| lock.lines.contains_key(&key))
    }

    /// The pattern of this text.
    fn pattern(&self, text: &str) -> Option<&UrlPattern> {
        self.urls.iter().find(|own| own.text() == text)
    }

    /// Whether a line of a lock is of an address and an agent that are locked.
    fn names(&self, (url, agent): &(String, String)) -> bool {
        self.urls.iter().any(|own| own.text() == url)
            && self.agents.iter().any(|own| own.word() == agent)
    }
}

/// The statements that decide answers, each with its source.
fn by(answers: &AnswersSeen) -> String {
    let all = answers.values().flat_map(BTreeMap::values);
    let all: BTreeSet<&str> = all.flat_map(|seen| &seen.by).map(String::as_str).collect();
    let mut text: Vec<&str> = all.iter().copied().take(MOST_STATEMENTS).collect();
    if all.len() > MOST_STATEMENTS {
        text.push("…");
    }
    text.join("; ")
}

/// Differences by change, so that agents with the same one are together.
struct LockComparison<'c> {
    source: &'c Source<'c>,
    locking: &'c Locking,
    reach: &'c Reach,
    changes: BTreeMap<ChangeKey, (Finding, Vec<String>)>,
    /// By address and reason, the number of agents.
    not_known: BTreeMap<(String, String), usize>,
    /// The addresses of lines that the run does not reach.
    beyond: Vec<String>,
}

impl LockComparison<'_> {
    fn line(&mut self, key: &(String, String), line: &LockLine, answers: &AnswersSeen) {
        // Of some of the pages of a pattern, an answer that is not seen may be that of others.
        let is_whole = self.reach.knows(self.locking.pattern(&key.0));
        let mut is_same = true;
        let mut missing = Vec::new();
        for (question, before) in &line.answers {
            let Some(seen) = answers.get(question) else {
                missing.push(question.name());
                continue;
            };
            let now: BTreeSet<Answer> = seen.keys().copied().collect();
            if now.contains(&Answer::Unknown) && !before.contains(&Answer::Unknown) {
                let why = format!(
                    "its `{}` is not known, and is {} in the lock",
                    question.name(),
                    worded(before)
                );
                self.not_looked_at(key, &why);
            }
            let is_known = |answer: &&Answer| **answer != Answer::Unknown;
            let differs = now
                .iter()
                .filter(is_known)
                .any(|answer| !before.contains(answer))
                || is_whole && !now.contains(&Answer::Unknown) && now != *before;
            if differs {
                is_same = false;
                self.changed(key, *question, (before, &now), (line, seen));
            }
        }
        if !missing.is_empty() {
            let why = format!("no page was given for its {}", missing.join(", "));
            self.not_met(key, &why);
        }
        let is_new = |question: &&Question| !line.answers.contains_key(question);
        if answers.keys().any(|question| is_new(&question)) {
            self.new_line(key, answers);
        } else if is_same
            && is_whole
            && by(answers) != line.by
            && answers.len() == line.answers.len()
        {
            self.decided_otherwise(key, line, answers);
        }
    }

    fn changed(
        &mut self,
        (url, agent): &(String, String),
        question: Question,
        (before, now): (&BTreeSet<Answer>, &BTreeSet<Answer>),
        (line, seen): (&LockLine, &BTreeMap<Answer, Seen>),
    ) {
        let mut new = seen
            .iter()
            .filter(|(answer, _)| !before.contains(answer) && **answer != Answer::Unknown);
        let first = new.next().or_else(|| seen.iter().next());
        let whole = || Place::whole(self.source.name());
        let place = first.map_or_else(whole, |(_, seen)| seen.place.clone());
        let page = first.map(|(_, seen)| seen.url.clone());
        let by = first.and_then(|(_, seen)| seen.by.first());
        let by = by.map_or_else(String::new, |by| format!(" by {by}"));
        let how = first.map_or("changed", |(answer, _)| how(*answer));
        let (before, now) = (worded(before), worded(now));
        let start = format!(
            "`{}` of `{}` was {before} and is {now} for ",
            question.name(),
            shown(url)
        );
        let end = format!(": {how}{by}");
        let change = (url.clone(), Some(question), format!("{before}, {now}"), end);
        let place = (place, page, self.line_at(line.at));
        self.add(change, agent, Level::Error, &start, place);
    }

    fn new_line(&mut self, (url, agent): &(String, String), answers: &AnswersSeen) {
        let start = format!("`{}` has answers that the lock lacks, for ", shown(url));
        let names: Vec<&str> = answers.keys().map(|question| question.name()).collect();
        let end = format!(": {}", names.join(", "));
        let change = (url.clone(), None, String::from("new"), end);
        let whole = Place::whole(self.source.name());
        self.add(
            change,
            agent,
            Level::Warning,
            &start,
            (whole.clone(), None, whole),
        );
    }

    /// A rule that the lock lacks is a change where it decides: its page had another answer, or none.
    fn new_rule(&mut self, (url, agent): &(String, String), answers: &AnswersSeen) {
        let answers = answers.get(&Question::Fetch).into_iter().flatten();
        for (answer, seen) in answers {
            let (Some(by), Answer::Yes | Answer::No) = (seen.by.iter().next(), answer) else {
                continue;
            };
            let start = format!("`fetch` of `{}` is {} for ", shown(url), answer.name());
            let end = format!(": {} by {by}, which the lock lacks", how(*answer));
            let kind = String::from("rule");
            let change = (url.clone(), Some(Question::Fetch), kind, end);
            let at = || seen.place.clone();
            let place = (at(), Some(seen.url.clone()), at());
            self.add(change, agent, Level::Error, &start, place);
        }
    }

    /// A lock that was written without the paths of rules.
    fn without_rules(&mut self) {
        let start = String::from(
            "the lock has no paths of rules, so that new rules are not seen; --update-lock adds them",
        );
        let kind = String::from("rules");
        let change = (String::new(), None, kind, String::new());
        let place = Place::whole(self.source.name());
        let finding = Finding::new(Code::VerdictChanged, place, start);
        let (finding, _) = self.changes.entry(change).or_insert((finding, Vec::new()));
        finding.level = Level::Warning;
    }

    fn stale(&mut self, (url, agent): &(String, String), line: &LockLine) {
        let start = format!(
            "`{}` is in the lock, and is locked no more for ",
            shown(url)
        );
        let change = (url.clone(), None, String::from("stale"), String::new());
        let place = self.line_at(line.at);
        self.add(
            change,
            agent,
            Level::Warning,
            &start,
            (place.clone(), None, place),
        );
    }

    fn decided_otherwise(
        &mut self,
        (url, agent): &(String, String),
        line: &LockLine,
        answers: &AnswersSeen,
    ) {
        // A new statement that closes a page is one more even where another page was closed before.
        let is_closing = |(answer, seen): (&Answer, &Seen)| {
            let is_new = |by: &String| !line.by.contains(by.as_str()) && !line.by.ends_with('…');
            *answer == Answer::No && seen.by.iter().any(is_new)
        };
        let level = if answers.values().flatten().any(is_closing) {
            Level::Warning
        } else {
            Level::Info
        };
        let start = format!("`{}` has the answers of the lock for ", shown(url));
        let now = match by(answers) {
            by if by.is_empty() => String::from("no statement decides any more"),
            by => format!("other statements decide: {by}"),
        };
        let end = format!("; {now}");
        let change = (url.clone(), None, String::from("by"), end);
        let place = self.line_at(line.at);
        self.add(change, agent, level, &start, (place.clone(), None, place));
    }

    fn add(
        &mut self,
        change: ChangeKey,
        agent: &str,
        level: Level,
        start: &str,
        (place, url, locked): (Place, Option<String>, Place),
    ) {
        let topic = match &change {
            (url, Some(question), ..) => format!("{} {url}", question.name()),
            (url, None, kind, _) => format!("{kind} {url}"),
        };
        let (_, who) = self.changes.entry(change).or_insert_with(|| {
            let mut finding = Finding::new(Code::VerdictChanged, place, start.to_owned());
            finding.level = level;
            finding.url = url;
            finding.topic = topic;
            if locked != finding.place {
                finding = finding.and(locked, "the lock");
            }
            (finding, Vec::new())
        });
        who.push(agent.to_owned());
    }

    /// Notes that a line, or a part of it, was not met.
    fn not_met(&mut self, key: &(String, String), why: &str) {
        let pattern = self.locking.pattern(&key.0);
        if pattern.is_some_and(|own| !self.reach.holds(own)) {
            self.beyond.push(key.0.clone());
        } else {
            self.not_looked_at(key, why);
        }
    }

    fn not_looked_at(&mut self, (url, _): &(String, String), why: &str) {
        let key = (url.clone(), why.to_owned());
        *self.not_known.entry(key).or_default() += 1;
    }

    /// The first words of a line of the lock.
    fn line_at(&self, line: usize) -> Place {
        let range = self.source.line(line);
        let text = self.source.bytes().get(range.clone()).unwrap_or_default();
        let text = text.trim_ascii_end();
        let mut blanks = text.iter().enumerate().filter(|(_, byte)| **byte == b' ');
        let end = blanks.nth(1).map_or(text.len(), |(at, _)| at);
        self.source.place(range.start..range.start + end)
    }

    fn finish(self, ended: &mut Ended) {
        let changes = self.changes.into_iter();
        ended
            .findings
            .extend(changes.map(|((.., end), (mut finding, who))| {
                finding.message += &named(&in_words(who));
                finding.message += &end;
                finding
            }));
        let name = self.source.name();
        let not_known = self.not_known.into_iter();
        let not_known = not_known.map(|((url, why), agents)| NotKnown {
            input: name.to_string(),
            why: format!(
                "`{}` was not compared for {agents} of its lines: {why}",
                shown(&url)
            ),
        });
        ended.not_known.extend(not_known);
        ended.beyond.locked += self.beyond.len();
        for pattern in &self.beyond {
            ended.beyond.note(pattern);
        }
    }
}

/// How a page comes to have an answer.
fn how(answer: Answer) -> &'static str {
    match answer {
        Answer::No => "closed",
        Answer::Yes => "opened",
        _ => "changed",
    }
}

/// Answers for people: `no or yes`.
fn worded(answers: &BTreeSet<Answer>) -> String {
    joined(answers).replace('|', " or ")
}

/// The names of agents for people, the one of any other client last.
fn in_words(who: Vec<String>) -> Vec<String> {
    let (others, mut named): (Vec<String>, Vec<String>) =
        who.into_iter().partition(|name| name == "*");
    named.extend(others.iter().map(|_| crate::askers::ANY_OTHER.to_owned()));
    named
}

/// The most statements that a line of the lock has.
const MOST_STATEMENTS: usize = 4;
