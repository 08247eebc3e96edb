//! Findings about a robots.txt.
//!
//! | file | what it finds |
//! |---|---|
//! | `mistakes` | what diagnostics of the reader are about, as it was probably meant |
//! | `injection` | blocks that a network adds |
//! | `groups` | groups that hide, repeat or close |
//! | `octets` | changes of lines, which leave all other octets as they are |
//! | `patterns` | rules that do nothing, or another thing than they say |
//! | `proof` | what is proven of changes before they are what to write |
//! | `records` | other lines, and names |
//! | `uses` | statements about AI use that contradict each other |
//!
//! Each gives drafts. [`RobotsFile::findings`] asks every asker twice for them, and proves which fixes are safe.

pub(crate) mod groups;
pub(crate) mod injection;
pub(crate) mod mistakes;
mod octets;
pub(crate) mod patterns;
mod proof;
pub(crate) mod records;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use robots_policy::robots_txt::{RecordKey, Rule};
use robots_policy::{Diagnostic, Policy, RobotsTxt, Timestamp};
use robots_policy_input::quote::percent_encoded;

pub(crate) use self::proof::Proof;
use self::proof::Two;

use crate::askers::{Asker, names_of_robots, rules_of};
use crate::code::Code;
use crate::effect::{Asked, Compared, Question};
use crate::finding::{Edit, Finding, Fix, MOST_OTHERS, Other};
use crate::level::Level;
use crate::marks::Marks;
use crate::place::{Place, Source};

/// A robots.txt that was read.
pub(crate) struct RobotsFile {
    name: Arc<str>,
    pub(crate) rules: RobotsTxt,
    diagnostics: Vec<Diagnostic>,
    /// Whether places in the text that was read are those of the file.
    is_as_given: bool,
}

/// A finding before anybody is asked.
pub(crate) struct RobotsDraft {
    pub(crate) finding: Finding,
    /// The second reading.
    pub(crate) second: Option<(Compared, Vec<Edit>)>,
    /// The paths to ask about, beside those of rules near the changes.
    pub(crate) targets: Vec<String>,
    /// Whether the changes are what to write.
    pub(crate) mends: bool,
    /// What is proven of the changes.
    pub(crate) proof: Proof,
}

impl RobotsDraft {
    pub(crate) fn new(finding: Finding) -> RobotsDraft {
        RobotsDraft {
            finding,
            second: None,
            targets: Vec::new(),
            mends: false,
            proof: Proof::Said,
        }
    }

    pub(crate) fn of(code: Code, place: Place, message: String) -> RobotsDraft {
        RobotsDraft::new(Finding::new(code, place, message))
    }

    /// The reading as it was probably meant, which is also what to write.
    pub(crate) fn meant(mut self, edits: Vec<Edit>) -> RobotsDraft {
        self.second = Some((Compared::AsMeant, edits));
        self.mends = true;
        self
    }

    /// The reading without these bytes; whether to leave them out is for the owner to say.
    pub(crate) fn without(mut self, edits: Vec<Edit>) -> RobotsDraft {
        self.second = Some((Compared::Without, edits));
        self
    }

    /// The same in other words, which is what to write.
    pub(crate) fn alike(self, edit: Option<Edit>) -> RobotsDraft {
        let Some(edit) = edit else { return self };
        let mut draft = self.meant(vec![edit]);
        draft.proof = Proof::Alike;
        draft
    }
}

impl RobotsFile {
    pub(crate) fn read(source: &Source<'_>) -> RobotsFile {
        let read = RobotsTxt::parse(source.bytes());
        let rules = read.value.clone();
        let is_as_given = source.bytes().starts_with(rules.as_bytes());
        // The policy knows which known crawlers the file closes by name.
        let policy = Policy::new().with_robots(read);
        RobotsFile {
            name: Arc::clone(source.name()),
            rules,
            diagnostics: policy.diagnostics().cloned().collect(),
            is_as_given,
        }
    }

    /// The text in which lines and bytes count.
    pub(crate) fn text(&self) -> Source<'_> {
        Source::new(&self.name, self.rules.as_bytes())
    }

    /// The findings about the file alone, in the order of its lines.
    pub(crate) fn findings(&self, now: Timestamp, marks: &mut Marks) -> Vec<Finding> {
        let text = self.text();
        let mut drafts = mistakes::drafts(self, &text);
        if self.is_rules() {
            drafts.extend(injection::drafts(self, &text));
            drafts.extend(groups::drafts(self, &text));
            drafts.extend(patterns::drafts(self, &text));
            drafts.extend(records::drafts(self, &text));
            drafts.extend(uses::drafts(self, &text));
        }
        drafts.retain(|draft| !marks.take(draft.finding.code, draft.finding.place.line));
        let names = names_of_robots(&self.rules);
        let askers = Asker::with_names(names.iter().map(String::as_str));
        let mut budget = self.budget();
        let mut findings: Vec<Finding> = together(drafts)
            .into_iter()
            .filter_map(|draft| self.asked(draft, &askers, now, &mut budget))
            .collect();
        findings.sort_by_key(|found| (found.place.line, found.code));
        findings
    }

    /// Whether the file is one at all: a page in its place has one finding, and not one for each of its lines.
    fn is_rules(&self) -> bool {
        let mut diagnostics = self.diagnostics.iter();
        !diagnostics.any(|found| Code::of_diagnostic(found.code()) == Some(Code::HtmlForRobotsTxt))
    }

    /// The number of second readings: each costs as much as the file is long.
    fn budget(&self) -> usize {
        (READ_AGAIN / self.rules.as_bytes().len().max(1)).clamp(LEAST_READINGS, MOST_READINGS)
    }

    /// The finding of a draft, with its effect and its fix; `None` if the proof shows that there is nothing to find.
    fn asked(
        &self,
        draft: RobotsDraft,
        askers: &[Asker],
        now: Timestamp,
        budget: &mut usize,
    ) -> Option<Finding> {
        let mut finding = draft.finding;
        let Some(((compared, edits), left)) = draft.second.zip(budget.checked_sub(1)) else {
            return Some(finding);
        };
        *budget = left;
        let edits = self.in_own_lines(edits);
        let changed = RobotsTxt::parse(&Edit::apply(&edits, self.rules.as_bytes())).value;
        let askers = with_names_of(askers, &changed);
        let two = Two::new(&self.rules, &changed, &askers);
        let asked = Asked {
            askers: &askers,
            targets: &self.targets(&edits, (&changed, &two), draft.targets, compared),
            questions: &questions(&[&self.rules, &changed]),
            now,
        };
        let [own, second] =
            [&self.rules, &changed].map(|rules| Policy::new().with_robots(rules.clone()));
        let effect = asked.effect(compared, own, second);
        if draft.proof == Proof::Alike && !effect.changes.is_empty() {
            return None;
        }
        let is_safe = said(&self.rules) == said(&changed);
        // What other readers hear, and what no question is about, has no effect that was asked for. A line that needs another one, which is
        // not heard either, has its effect with that one.
        let is_about_answers = answers(&self.rules) != answers(&changed);
        let is_none = effect.changes.is_empty() && compared == Compared::AsMeant;
        let is_for_another = || is_none && self.matters(&edits, &askers);
        if draft.proof != Proof::Alike && is_about_answers && !is_for_another() {
            finding.effect = Some(effect);
        }
        if draft.mends && self.is_as_given && two.holds(draft.proof) {
            finding.fix = Some(Fix { is_safe, edits });
        }
        Some(finding)
    }

    /// Whether the lines of changes matter to any answer of the file in which every line says what was probably meant.
    fn matters(&self, edits: &[Edit], askers: &[Asker]) -> bool {
        let text = self.text();
        let lines: BTreeSet<usize> = edits
            .iter()
            .map(|edit| text.place(edit.start..edit.end).line)
            .collect();
        let removed: Vec<Edit> = lines
            .iter()
            .map(|line| line_removed(&text, *line))
            .collect();
        let all = self.as_meant(text.bytes().to_vec());
        let without = self.as_meant(Edit::apply(&removed, text.bytes()));
        let two = Two::new(&all, &without, askers);
        two.differing(two.paths().into_iter()).next().is_some()
    }

    /// A text with every line as it was probably meant.
    fn as_meant(&self, mut text: Vec<u8>) -> RobotsTxt {
        for _ in 0..MOST_ROUNDS {
            let file = RobotsFile::read(&Source::new(&self.name, &text));
            let seconds = mistakes::drafts(&file, &file.text()).into_iter();
            let mut edits: Vec<Edit> = Vec::new();
            for (compared, own) in seconds.filter_map(|draft| draft.second) {
                let end = edits.last().map_or(0, |last| last.end);
                let is_after = own.first().is_some_and(|first| first.start >= end);
                if compared == Compared::AsMeant && is_after {
                    edits.extend(own);
                }
            }
            if edits.is_empty() {
                return file.rules;
            }
            text = Edit::apply(&edits, file.rules.as_bytes());
        }
        RobotsTxt::parse(&text).value
    }

    /// Changes whose lines end as those of the file do.
    fn in_own_lines(&self, mut edits: Vec<Edit>) -> Vec<Edit> {
        let mut pairs = self.rules.as_bytes().windows(2);
        if pairs.any(|pair| pair == b"\r\n") {
            for edit in &mut edits {
                edit.text = edit.text.replace('\n', "\r\n");
            }
        }
        edits
    }

    /// The paths to ask about: those of rules of which answers differ, those that were given, and one for each rule near a change, in both
    /// readings. What is compared with the file without a statement is about the paths that were given.
    fn targets(
        &self,
        edits: &[Edit],
        (changed, two): (&RobotsTxt, &Two<'_>),
        given: Vec<String>,
        compared: Compared,
    ) -> Vec<String> {
        if compared == Compared::Without && !given.is_empty() {
            return given.into_iter().take(MOST_TARGETS).collect();
        }
        let near = self.near(edits);
        let rules = rules_in(&self.rules, &near).chain(rules_in(changed, &near));
        let near: Vec<String> = given.into_iter().chain(rules).collect();
        let paths = near.iter().cloned().chain(two.paths());
        let mut seen = BTreeSet::new();
        let mut targets: Vec<String> = two
            .differing(paths)
            .chain(near.clone())
            .filter(|path| seen.insert(path.clone()))
            .take(MOST_TARGETS)
            .collect();
        if seen.insert(String::from("/")) {
            targets.push(String::from("/"));
        }
        targets
    }

    /// The lines around changes.
    fn near(&self, edits: &[Edit]) -> Range<usize> {
        let text = self.text();
        let lines = edits
            .iter()
            .map(|edit| text.place(edit.start..edit.end).line);
        let lines: Vec<usize> = lines.collect();
        let (first, last) = (lines.iter().min(), lines.iter().max());
        first.map_or(0, |line| line.saturating_sub(NEAR))..last.map_or(0, |line| line + NEAR)
    }
}

/// Many findings of one rule as one, with the places of the first: a reader of a list needs the rule once.
fn together(drafts: Vec<RobotsDraft>) -> Vec<RobotsDraft> {
    let mut by_code: BTreeMap<(Code, Level), Vec<RobotsDraft>> = BTreeMap::new();
    for draft in drafts {
        let key = (draft.finding.code, draft.finding.level);
        by_code.entry(key).or_default().push(draft);
    }
    let groups = by_code.into_values();
    groups
        .flat_map(|group| {
            if group.len() > MOST_APART {
                vec![joined(group)]
            } else {
                group
            }
        })
        .collect()
}

/// Findings of one rule as one, whose second reading has all changes.
fn joined(drafts: Vec<RobotsDraft>) -> RobotsDraft {
    let count = drafts.len();
    let mut drafts = drafts.into_iter();
    let mut first = drafts
        .next()
        .unwrap_or_else(|| unreachable!("a group has members"));
    let mut edits = Vec::new();
    let mut take = |second: Option<(Compared, Vec<Edit>)>| {
        edits.extend(second.map(|(_, edits)| edits).unwrap_or_default());
    };
    let compared = first.second.as_ref().map(|(compared, _)| *compared);
    take(first.second.take());
    for draft in drafts {
        take(draft.second);
        first.targets.extend(draft.targets);
        if first.finding.others.len() < MOST_OTHERS {
            first.finding.others.push(Other {
                place: draft.finding.place,
                label: String::from("and this line"),
            });
        }
    }
    first.finding.count = count;
    let _ = write!(
        first.finding.message,
        "; {} more lines are alike",
        count - 1
    );
    edits.sort();
    edits.dedup();
    let is_apart = edits.windows(2).all(|pair| match pair {
        [one, other] => one.end <= other.start,
        _ => true,
    });
    first.second = compared
        .filter(|_| is_apart)
        .map(|compared| (compared, edits));
    first
}

/// A path for each rule of these lines.
fn rules_in<'r>(
    rules: &'r RobotsTxt,
    lines: &Range<usize>,
) -> impl Iterator<Item = String> + use<'r> {
    let lines = lines.clone();
    let near = rules_of(rules).filter(move |rule| lines.contains(&rule.line()));
    near.map(|rule| path_of(&rule)).take(MOST_TARGETS)
}

/// A path that a pattern matches.
pub(crate) fn path_of(rule: &Rule<'_>) -> String {
    let pattern = percent_encoded(rule.record().value_bytes());
    let pattern = pattern.strip_suffix('$').unwrap_or(&pattern);
    let path = pattern.replace('*', "x");
    match path.as_bytes() {
        [] => String::from("/"),
        [b'/', .., b'/'] => path + "x",
        [b'/', ..] => path,
        _ => format!("/{path}"),
    }
}

/// The questions that differ between files: whether a page may be fetched, and its uses if one states them.
pub(crate) fn questions(files: &[&RobotsTxt]) -> Vec<Question> {
    let states_uses = files.iter().flat_map(|file| file.records()).any(|record| {
        matches!(
            record.key(),
            RecordKey::ContentSignal | RecordKey::ContentUsage
        )
    });
    let mut questions = vec![Question::Fetch];
    if states_uses {
        questions.extend([Question::Train, Question::Input, Question::Search]);
    }
    questions
}

/// The askers, and the names that a changed file speaks to beside them.
fn with_names_of(askers: &[Asker], changed: &RobotsTxt) -> Vec<Asker> {
    let names = names_of_robots(changed).into_iter();
    let is_new = |name: &String| !askers.iter().any(|own| own.name.eq_ignore_ascii_case(name));
    let new = names.filter(is_new).take(MOST_NEW);
    let new: Vec<Asker> = new.filter_map(|name| Asker::of_token(&name)).collect();
    let (any_other, known) = askers.split_last().unzip();
    let all = known.into_iter().flatten().cloned().chain(new);
    all.chain(any_other.cloned()).collect()
}

/// All that a file says with their rules, and its other records, in the octets of the file. Files that say the same have
/// the same answers.
pub(crate) fn said(rules: &RobotsTxt) -> Vec<(RecordKey, String)> {
    let records = rules.records().map(|record| {
        let value = octets::shown(record.value_bytes());
        let value = match record.key() {
            RecordKey::UserAgent => value.to_ascii_lowercase(),
            _ => value,
        };
        (record.key(), value)
    });
    records.collect()
}

/// What a file says that answers are made of.
fn answers(rules: &RobotsTxt) -> Vec<(RecordKey, String)> {
    let mut said = said(rules);
    said.retain(|(key, _)| {
        matches!(
            key,
            RecordKey::UserAgent
                | RecordKey::Disallow
                | RecordKey::Allow
                | RecordKey::UserAgentPurpose
                | RecordKey::SignatureAgent
                | RecordKey::ContentUsage
                | RecordKey::ContentSignal
        )
    });
    said
}

/// The change that takes a line away, with its end.
pub(crate) fn line_removed(text: &Source<'_>, line: usize) -> Edit {
    Edit::without(text.line(line))
}

/// The change that adds a line before this one.
pub(crate) fn line_before(text: &Source<'_>, line: usize, new: &str) -> Edit {
    let start = text.line(line).start;
    Edit {
        text: format!("{new}\n"),
        ..Edit::without(start..start)
    }
}

/// The bytes that are read again for the effects of one file, about.
const READ_AGAIN: usize = 4 << 20;

/// The second readings of a long file, and of a short one.
const LEAST_READINGS: usize = 4;
const MOST_READINGS: usize = 64;

/// The rounds in which a text becomes what was probably meant.
const MOST_ROUNDS: usize = 4;

/// The findings of one rule that are reported apart.
const MOST_APART: usize = 3;

/// The lines around a change whose rules are asked about.
const NEAR: usize = 24;

/// The names of a changed file that are asked beside the others.
const MOST_NEW: usize = 8;

/// The most paths that are asked about for one finding.
const MOST_TARGETS: usize = 8;
