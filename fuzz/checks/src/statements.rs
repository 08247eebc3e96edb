//! The statements of a robots.txt about AI use, selected in the simplest way: every line of the groups of a client is tried.
//!
//! The readers of fields, which have the same grammars, say what a value states; this file is about lines, groups and paths
//! alone.

use std::collections::BTreeSet;

use robots_policy::robots_txt::{Group, Record, RecordKey, RobotsTxtReader};
use robots_policy::uses::{Answer, FileUses, Label, Level, Vocabulary};
use robots_policy::{DiagnosticCode, HeaderReader, Limits, RobotsTxt, Statement};

use crate::robots_txt::groups_of;
use crate::rules::{matches, normal, weight};

/// The statements, without places and without repetitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileStatements {
    preferences: BTreeSet<(Label, Answer)>,
    levels: BTreeSet<Level>,
    licenses: BTreeSet<String>,
}

impl FileStatements {
    /// The statements of an answer of the library.
    pub fn of(uses: &FileUses<'_>) -> FileStatements {
        // The answers of a level follow from it.
        let is_of_level = |label: Label| label.name().starts_with("use-");
        let preferences = uses.preferences().iter();
        let preferences = preferences.filter(|stated| !is_of_level(stated.label()));
        FileStatements {
            preferences: preferences
                .map(|stated| (stated.label(), stated.answer()))
                .collect(),
            levels: uses.levels().iter().map(|(level, _)| *level).collect(),
            licenses: uses
                .licenses()
                .iter()
                .map(|(address, _)| address.to_string())
                .collect(),
        }
    }
}

/// One line that states something: the weight of its path, and what it states.
struct WeighedLine {
    weight: usize,
    is_readable: bool,
    statements: Vec<Statement>,
}

/// The statements of a file for a client of a product token, or without one, at a path. `is_allowed`: the path may be fetched.
pub fn naive(
    reader: &RobotsTxtReader,
    file: &RobotsTxt,
    token: Option<&str>,
    path: &str,
    is_allowed: bool,
) -> FileStatements {
    let path = path.split('#').next().unwrap_or_default();
    let own = chosen(file, token);
    let before: Vec<Record<'_>> = before(file);
    let mut stated = FileStatements::default();
    stated.train(&own, path);
    stated.signal(&own, &before, path);
    stated.license(&own, &before);
    if is_allowed {
        // A rule that restricts nothing after each preference makes the groups of preferences.
        let mut text = String::new();
        for record in file.records() {
            let ends = record.key() == RecordKey::ContentUsage;
            text += &format!("{}\n{}", record.text(), if ends { "Allow:\n" } else { "" });
        }
        let view = reader.read(text.as_bytes()).value;
        stated.prefer(&chosen(&view, token), path);
    }
    stated
}

/// The lines of the groups of a client, merged.
fn chosen<'r>(file: &'r RobotsTxt, token: Option<&str>) -> Vec<Record<'r>> {
    let groups = groups_of(file, token);
    groups.into_iter().flat_map(Group::records).collect()
}

/// The lines before the first group.
fn before(file: &RobotsTxt) -> Vec<Record<'_>> {
    let records = file.records();
    records
        .take_while(|record| record.key() != RecordKey::UserAgent)
        .collect()
}

impl FileStatements {
    /// `DisallowAITraining` and `AllowAITraining`: the longest path decides.
    fn train(&mut self, own: &[Record<'_>], path: &str) {
        let rules = own.iter().filter_map(|record| {
            let answer = match record.key() {
                RecordKey::DisallowAiTraining => Answer::Disallow,
                RecordKey::AllowAiTraining => Answer::Allow,
                _ => return None,
            };
            let value = record.value();
            let weight = value
                .starts_with(['/', '*'])
                .then(|| matched(&value, path))??;
            Some((weight, answer))
        });
        let rules: Vec<(usize, Answer)> = rules.collect();
        let longest = rules.iter().map(|(weight, _)| *weight).max();
        let decides = rules.iter().filter(|(weight, _)| Some(*weight) == longest);
        self.preferences
            .extend(decides.map(|(_, answer)| (Label::CanelTraining, *answer)));
    }

    /// `Content-Signal`: key by key the longest path of the groups, else of the lines before them.
    fn signal(&mut self, own: &[Record<'_>], before: &[Record<'_>], path: &str) {
        let [own, before] =
            [own, before].map(|records| said(records, RecordKey::ContentSignal, path));
        let of = |label: Option<Label>| {
            move |statement: &&Statement| match statement {
                Statement::Preference(own, _) => label == Some(*own),
                Statement::Level(_) => label.is_none(),
                _ => false,
            }
        };
        for label in Vocabulary::ContentSignal.labels().map(Some).chain([None]) {
            let [own, before] = [&own, &before].map(|lines| {
                let about =
                    |line: &&WeighedLine| line.statements.iter().any(|said| of(label)(&said));
                let lines: Vec<&WeighedLine> = lines.iter().filter(about).collect();
                let longest = lines.iter().map(|line| line.weight).max();
                let lines = lines
                    .into_iter()
                    .filter(|line| Some(line.weight) == longest);
                let statements = lines.flat_map(|line| &line.statements).filter(of(label));
                statements.cloned().collect::<Vec<_>>()
            });
            self.add(if own.is_empty() { before } else { own });
        }
    }

    /// `License`: those of the groups, else those before them.
    fn license(&mut self, own: &[Record<'_>], before: &[Record<'_>]) {
        let [own, before] = [own, before].map(|records| {
            let records = records.iter();
            records
                .filter(|record| record.key() == RecordKey::License)
                .collect::<Vec<_>>()
        });
        for record in if own.is_empty() { before } else { own } {
            let value = record.value();
            let marks = [('<', '>'), ('"', '"'), ('\'', '\'')];
            let mut bare = marks
                .iter()
                .filter_map(|(open, close)| value.strip_prefix(*open)?.strip_suffix(*close));
            let address = bare.next().unwrap_or(&value).trim_ascii();
            if !address.is_empty() {
                self.licenses.insert(address.to_owned());
            }
        }
    }

    /// `Content-Usage`: the longest path that can be read speaks alone, and only restricts below a longer one that cannot.
    fn prefer(&mut self, own: &[Record<'_>], path: &str) {
        let lines = said(own, RecordKey::ContentUsage, path);
        let longest = |is_readable: bool| {
            let lines = lines.iter().filter(|line| line.is_readable == is_readable);
            lines.map(|line| line.weight).max()
        };
        let is_doubtful = longest(false) > longest(true);
        let decides = lines
            .iter()
            .filter(|line| line.is_readable && Some(line.weight) == longest(true));
        let statements = decides.flat_map(|line| line.statements.iter().cloned());
        let restricts = |statement: &Statement| {
            !is_doubtful || matches!(statement, Statement::Preference(_, Answer::Disallow))
        };
        self.add(statements.filter(restricts).collect());
    }

    fn add(&mut self, statements: Vec<Statement>) {
        for statement in statements {
            match statement {
                Statement::Preference(label, answer) => {
                    self.preferences.insert((label, answer));
                }
                Statement::Level(level) => {
                    self.levels.insert(level);
                }
                _ => {}
            }
        }
    }
}

/// The lines of a key whose paths match.
fn said(records: &[Record<'_>], key: RecordKey, path: &str) -> Vec<WeighedLine> {
    let lines = records.iter().filter(|record| record.key() == key);
    lines
        .filter_map(|record| said_by(key, &record.value(), path))
        .collect()
}

fn said_by(key: RecordKey, value: &str, path: &str) -> Option<WeighedLine> {
    let (pattern, rest) = value
        .split_once([' ', '\t'])
        .map_or((value, ""), |(pattern, rest)| {
            (pattern, rest.trim_start_matches([' ', '\t']))
        });
    let is_usage = key == RecordKey::ContentUsage;
    let whole = || Some(read(key, value, 0));
    if value.starts_with('/') {
        return Some(read(key, rest, matched(pattern, path)?));
    }
    if !value.starts_with('*') || is_usage && read(key, value, 0).is_readable {
        return whole();
    }
    // A pattern without its slash, if what follows can be read.
    let said = read(key, rest, 0);
    if !said.is_readable {
        return Some(said);
    }
    let weight = matched(&format!("/{pattern}"), path)?;
    Some(WeighedLine { weight, ..said })
}

/// The statements of a value, as the readers of fields have them.
fn read(key: RecordKey, value: &str, weight: usize) -> WeighedLine {
    let limits = Limits::default().with_field(usize::MAX);
    let found = HeaderReader::new()
        .with_limits(limits)
        .read_lines([(key.name(), value)]);
    let mut codes = found.diagnostics.iter().map(|found| found.code());
    WeighedLine {
        weight,
        is_readable: !codes.any(|code| code == DiagnosticCode::UsageUnreadable),
        statements: found
            .value
            .iter()
            .map(|signal| signal.statement().clone())
            .collect(),
    }
}

/// The weight of a pattern that matches the path.
fn matched(pattern: &str, path: &str) -> Option<usize> {
    let pattern = normal(pattern, true);
    matches(&pattern, &normal(path, false)).then(|| weight(&pattern))
}
