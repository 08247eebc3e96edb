//! The lines about AI use of a file, read and sorted: made by the first question about uses.
//!
//! **What it is.** Lines that compete with each other have one [`Voice`]: those of `Content-Usage`, or those with one key
//! of `Content-Signal`. Lines of one group, voice and path are one entry with all their statements, the first of equal
//! ones. The entries of one group and voice are a [`Slice`] with the sorted and linked rows of `matching::rules`. Patterns
//! are copied in normal form, since a line holds more than its path.
//!
//! ```text
//! voice     Usage                      Signal(ai-train)        Level
//! entries   group 1 | group 1 | group 2 | group 1 | group 2     group 1
//!           └──── a slice ────┘
//! ```
//!
//! **Invariants.** A slice has exactly the entries of one group, or of the lines before the first group, and its lowest line
//! is in that group: a question finds it by the lines of the group. Rows count from the start of their slice. **What breaks
//! if touched.** A slice that is cut elsewhere when it is asked has links that lead out of it: rules are missed. A slice
//! that is taken for [`whole`](Slice::whole) is not compared with the path. **Which test notices.**
//! `r_210_files_answer_like_the_naive_reader` in `tests/all/uses_robots.rs`.

use std::borrow::Cow;
use std::ops::Range;

use crate::preference::{Answer, Label, Level};
use crate::provenance::Span;
use crate::record_key::RecordKey;
use crate::robots_file::matching::indexed::IndexedFile;
use crate::robots_file::matching::normalized::NormalForms;
use crate::robots_file::matching::request_path::RequestPath;
use crate::robots_file::matching::rows::{Row, RuleRow};
use crate::robots_file::matching::rules::{Best, Patterns};
use crate::robots_file::normal::{Side, normal};
use crate::robots_file::options::{Grouping, LeadingStar, Options};
use crate::robots_file::parse::file::{File, groups};
use crate::robots_file::parse::line::Line;
use crate::signal::Statement;
use crate::usage;

/// The lines that compete with each other by the length of their paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Voice {
    /// A readable `Content-Usage`.
    Usage,
    /// A `Content-Usage` that is not a dictionary.
    Unreadable,
    /// `DisallowAITraining` and `AllowAITraining`.
    Training,
    /// `License`, whose lines have no path.
    License,
    /// The key `use` of `Content-Signal`.
    Level,
    /// Another key of `Content-Signal`.
    Signal(Label),
}

impl Voice {
    /// The grouping of its lines.
    fn grouping(self) -> Grouping {
        match self {
            Voice::Usage | Voice::Unreadable => Grouping::RulesAndUsage,
            _ => Grouping::Rules,
        }
    }
}

/// One statement, and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) said: Said,
    /// The index of its line.
    pub(super) line: u32,
    /// Its place in the value of the line; `None` for the whole record.
    pub(super) span: Option<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Preference(Label, Answer),
    Level(Level),
    License,
}

/// The entries of one voice in one group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    /// Its lowest line.
    line: u32,
    voice: Voice,
    start: u32,
    end: u32,
    /// If it is one entry that matches every path, the number of octets of its pattern: then no path has to be compared.
    pub(super) whole: Option<usize>,
}

/// The index of one file.
#[derive(Debug)]
pub(super) struct UsesIndex {
    /// The voices that lines have, each once.
    voices: Box<[Voice]>,
    /// In the order of their lines.
    slices: Box<[Slice]>,
    /// For each entry, where its members begin. They end where those of the next one begin.
    entries: Box<[u32]>,
    members: Box<[Member]>,
    /// The pattern of each entry.
    forms: NormalForms,
    rows: Box<[Row]>,
    /// The number of lines before the first group.
    pub(super) before: usize,
    /// The file as `Content-Usage` groups it, if that differs.
    pub(super) usage_view: Option<Box<IndexedFile>>,
}

impl UsesIndex {
    /// Reads and sorts the lines.
    pub(super) fn new(file: &File) -> UsesIndex {
        let mut making = Making {
            file,
            starts: [Grouping::Rules, Grouping::RulesAndUsage]
                .map(|grouping| starts(file, grouping)),
            found: Vec::new(),
        };
        for (index, line) in file.lines.iter().enumerate() {
            making.line(short(index), *line);
        }
        let has_usage = file
            .lines
            .iter()
            .any(|line| line.has(RecordKey::ContentUsage));
        let [rules, usage] = &making.starts;
        let differs = has_usage && rules != usage;
        let usage_view = differs.then(|| {
            let view = file.grouped(Grouping::RulesAndUsage);
            Box::new(IndexedFile::new(view))
        });
        making.finish(usage_view)
    }

    /// Whether any line has this voice.
    pub(super) fn has(&self, voice: Voice) -> bool {
        self.voices.contains(&voice)
    }

    /// The voices that lines have, each once.
    pub(super) fn voices(&self) -> impl Iterator<Item = Voice> + use<'_> {
        self.voices.iter().copied()
    }

    /// The number of octets of the longest path of a slice that matches.
    pub(super) fn longest(
        &self,
        file: &File,
        slice: Slice,
        path: &RequestPath<'_>,
    ) -> Option<usize> {
        let best = self.patterns(file).best(self.rows(slice), path, None);
        best.map(Best::len)
    }

    /// Gives `found` the statements of a slice whose paths match and have this many octets.
    pub(super) fn stated(
        &self,
        file: &File,
        slice: Slice,
        path: &RequestPath<'_>,
        len: usize,
        mut found: impl FnMut(Member),
    ) {
        let rows = self.rows(slice);
        self.patterns(file).each_of_len(rows, path, len, |entry| {
            let members = self.members(entry, entry + 1);
            for member in members {
                found(*member);
            }
        });
    }

    /// The statements of a slice.
    pub(super) fn all(&self, slice: Slice) -> impl Iterator<Item = Member> {
        self.members(slice.start, slice.end).iter().copied()
    }

    /// The entries of a voice in a group.
    pub(super) fn slice(&self, voice: Voice, group: Range<usize>) -> Option<Slice> {
        let line = |slice: &Slice| slice.line as usize;
        let start = self
            .slices
            .partition_point(|slice| line(slice) < group.start);
        let own = self.slices.get(start..).unwrap_or_default().iter();
        let mut own = own.take_while(|slice| line(slice) < group.end);
        own.find(|slice| slice.voice == voice).copied()
    }

    fn patterns<'i>(&'i self, file: &'i File) -> Patterns<'i> {
        Patterns {
            file,
            forms: Some(&self.forms),
        }
    }

    fn rows(&self, slice: Slice) -> &[Row] {
        let rows = self.rows.get(slice.start as usize..slice.end as usize);
        rows.unwrap_or_default()
    }

    /// The statements of the entries from `start` to `end`.
    fn members(&self, start: u32, end: u32) -> &[Member] {
        let place = |at: u32| {
            let entry = self.entries.get(at as usize);
            entry.map_or(self.members.len(), |members| *members as usize)
        };
        let members = self.members.get(place(start)..place(end));
        members.unwrap_or_default()
    }
}

/// Adds a statement that is not there yet; of two equal ones that of the earlier line stays.
fn add(stated: &mut Vec<Member>, member: Member) {
    match stated.iter_mut().find(|known| known.said == member.said) {
        Some(known) if member.line < known.line => *known = member,
        Some(_) => {}
        None => stated.push(member),
    }
}

/// A line, or one key of it.
struct Found<'f> {
    voice: Voice,
    /// The number of groups that begin before it.
    group: usize,
    pattern: Cow<'f, [u8]>,
    line: u32,
    members: Vec<Member>,
}

struct Making<'f> {
    file: &'f File,
    /// Where the groups begin, in both groupings.
    starts: [Vec<usize>; 2],
    found: Vec<Found<'f>>,
}

impl<'f> Making<'f> {
    /// Reads one line.
    fn line(&mut self, index: u32, line: Line) {
        let options = self.file.options;
        let file: &'f [u8] = &self.file.text.bytes;
        let (key, value) = (line.key(), line.value(file));
        let accepts_star = options.leading_star == LeadingStar::Accepted;
        let (line, span) = (index, None);
        let whole = |said| Member { said, line, span };
        let answer = match key {
            RecordKey::DisallowAiTraining => Answer::Disallow,
            RecordKey::AllowAiTraining => Answer::Allow,
            RecordKey::License => {
                let license = vec![whole(Said::License)];
                return self.push(Voice::License, Cow::Borrowed(&[]), index, license);
            }
            key => {
                if let Some(read) = usage::line(key, value, accepts_star) {
                    let pattern = owned_normal(read.path, options);
                    self.stated(index, pattern, &read.stated);
                }
                return;
            }
        };
        let is_pattern = value.starts_with(b"/") || accepts_star && value.starts_with(b"*");
        if is_pattern {
            let training = vec![whole(Said::Preference(Label::CanelTraining, answer))];
            let pattern = normal(value, Side::Pattern, options);
            self.push(Voice::Training, pattern, index, training);
        }
    }

    /// Adds what a line of preferences states: as one voice, or for Content Signals as one a key.
    fn stated(&mut self, line: u32, pattern: Cow<'f, [u8]>, stated: &usage::Stated) {
        let key = self.file.lines.get(line as usize).map(|line| line.key());
        let members = stated.statements.iter().filter_map(|(statement, span)| {
            let said = match statement {
                Statement::Preference(label, answer) => Said::Preference(*label, *answer),
                Statement::Level(level) => Said::Level(*level),
                _ => return None,
            };
            let span = Some((short(span.start), short(span.end)));
            Some(Member { said, line, span })
        });
        if key == Some(RecordKey::ContentUsage) {
            let voice = if stated.is_unreadable {
                Voice::Unreadable
            } else {
                Voice::Usage
            };
            return self.push(voice, pattern, line, members.collect());
        }
        let mut keys: Vec<(Voice, Vec<Member>)> = Vec::new();
        for member in members {
            let voice = match member.said {
                Said::Preference(label, _) => Voice::Signal(label),
                _ => Voice::Level,
            };
            match keys.iter_mut().find(|(known, _)| *known == voice) {
                Some((_, members)) => members.push(member),
                None => keys.push((voice, vec![member])),
            }
        }
        for (voice, members) in keys {
            self.push(voice, pattern.clone(), line, members);
        }
    }

    fn push(&mut self, voice: Voice, pattern: Cow<'f, [u8]>, line: u32, members: Vec<Member>) {
        let [rules, usage] = &self.starts;
        let starts = match voice.grouping() {
            Grouping::Rules => rules,
            Grouping::RulesAndUsage => usage,
        };
        let group = starts.partition_point(|start| *start <= line as usize);
        self.found.push(Found {
            voice,
            group,
            pattern,
            line,
            members,
        });
    }

    /// Merges lines of one path, and sorts the rows of each group.
    fn finish(mut self, usage_view: Option<Box<IndexedFile>>) -> UsesIndex {
        self.found.sort_by(|a, b| {
            let key = |found: &Found<'_>| (found.voice, found.group);
            let by_path = || a.pattern.cmp(&b.pattern).then(a.line.cmp(&b.line));
            key(a).cmp(&key(b)).then_with(by_path)
        });
        let (mut entries, mut members) = (Vec::new(), Vec::new());
        let (mut forms, mut rows) = (NormalForms::default(), Vec::new());
        let mut slices: Vec<Slice> = Vec::new();
        let is_alike = |a: &Found<'_>, b: &Found<'_>| (a.voice, a.group) == (b.voice, b.group);
        for slice in self.found.chunk_by(is_alike) {
            let start = entries.len();
            for same in slice.chunk_by(|a, b| a.pattern == b.pattern) {
                let Some(first) = same.first() else { continue };
                let mut said = Vec::new();
                for member in same.iter().flat_map(|found| &found.members) {
                    match first.voice {
                        Voice::License => said.push(*member),
                        _ => add(&mut said, *member),
                    }
                }
                entries.push(short(members.len()));
                members.append(&mut said);
                let form = forms.push(first.line, &first.pattern);
                rows.push(RuleRow::of_form(form, &first.pattern, self.file.options).0);
            }
            let one = slice.first().filter(|_| entries.len() == start + 1);
            slices.extend(
                slice
                    .iter()
                    .map(|found| found.line)
                    .min()
                    .map(|line| Slice {
                        line,
                        voice: slice.first().map_or(Voice::License, |found| found.voice),
                        start: short(start),
                        end: short(entries.len()),
                        whole: one.and_then(|one| matches_all(&one.pattern)),
                    }),
            );
        }
        let patterns = Patterns {
            file: self.file,
            forms: Some(&forms),
        };
        for slice in &slices {
            let rows = rows.get_mut(slice.start as usize..slice.end as usize);
            patterns.sort(rows.unwrap_or_default());
        }
        let mut voices: Vec<Voice> = slices.iter().map(|slice| slice.voice).collect();
        voices.dedup();
        slices.sort_by_key(|slice| slice.line);
        let [rules, _] = &self.starts;
        UsesIndex {
            voices: voices.into(),
            slices: slices.into(),
            before: rules.first().copied().unwrap_or(self.file.lines.len()),
            entries: entries.into(),
            members: members.into(),
            forms,
            rows: rows.into(),
            usage_view,
        }
    }
}

/// The number of octets of a pattern that every path matches: paths begin with a slash.
fn matches_all(pattern: &[u8]) -> Option<usize> {
    matches!(pattern, b"" | b"/").then_some(pattern.len())
}

/// The first lines of the groups.
fn starts(file: &File, grouping: Grouping) -> Vec<usize> {
    let options = Options {
        grouping,
        ..file.options
    };
    let groups = groups(&file.lines, options);
    groups.map(|group| group.start).collect()
}

/// The normal form of a path, with the lifetime of the path.
fn owned_normal(path: Cow<'_, [u8]>, options: Options) -> Cow<'_, [u8]> {
    match path {
        Cow::Borrowed(path) => normal(path, Side::Pattern, options),
        Cow::Owned(path) => Cow::Owned(normal(&path, Side::Pattern, options).into_owned()),
    }
}

/// An index or an offset as it is kept.
fn short(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl Member {
    /// Its place in the value of its line, if it is not the whole record.
    pub(super) fn span(self) -> Option<Span> {
        let (start, end) = self.span?;
        Some(Span::new(start as usize, end as usize))
    }
}
