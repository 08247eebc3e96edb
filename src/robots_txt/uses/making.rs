//! The index of the lines about AI use, made.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::ai::preference::{Answer, Label};
use crate::ai::usage;
use crate::order;
use crate::record_key::{RecordKey, Role};
use crate::robots_txt::file::matching::indexing::IndexedFile;
use crate::robots_txt::file::matching::normal_forms::NormalForms;
use crate::robots_txt::file::matching::rows::RuleRow;
use crate::robots_txt::file::matching::rules::Patterns;
use crate::robots_txt::file::normal::{Side, normal};
use crate::robots_txt::file::options::{GroupBorders, LeadingStar, Options};
use crate::robots_txt::file::parse::file::{File, groups};
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::starter::compare;
use crate::robots_txt::uses::index::{
    Slice, StatedUse, UseStatement, UsesIndex, Voice, WholeGroup, answers,
};
use crate::signal::Statement;

/// Reads and sorts the lines.
pub(super) fn index(file: &File) -> UsesIndex {
    let mut making = UsesBuilder {
        file,
        starts: [GroupBorders::Rules, GroupBorders::RulesAndUsage]
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
        let view = file.grouped(GroupBorders::RulesAndUsage);
        Box::new(IndexedFile::new(view))
    });
    making.finish(usage_view)
}

/// Adds a statement that is not there yet; of two equal ones that of the earlier line stays.
fn add(stated: &mut Vec<UseStatement>, member: UseStatement) {
    match stated.iter_mut().find(|known| known.said == member.said) {
        Some(known) if member.line < known.line => *known = member,
        Some(_) => {}
        None => stated.push(member),
    }
}

/// A line, or one key of it.
struct VoiceLine<'f> {
    voice: Voice,
    /// The number of groups that begin before it.
    group: usize,
    pattern: Cow<'f, [u8]>,
    line: u32,
    members: Vec<UseStatement>,
}

struct UsesBuilder<'f> {
    file: &'f File,
    /// Where the groups begin, in both groupings.
    starts: [Vec<usize>; 2],
    found: Vec<VoiceLine<'f>>,
}

impl<'f> UsesBuilder<'f> {
    /// Reads one line.
    fn line(&mut self, index: u32, line: Line) {
        let options = self.file.options;
        let file: &'f [u8] = &self.file.text.bytes;
        let (key, value) = (line.key(), line.value(file));
        let accepts_star = options.open.leading_star == LeadingStar::Accepted;
        let (line, span) = (index, None);
        let whole = |said| UseStatement { said, line, span };
        let answer = match key {
            RecordKey::DisallowAiTraining => Answer::Disallow,
            RecordKey::AllowAiTraining => Answer::Allow,
            RecordKey::License => {
                let license = vec![whole(StatedUse::License)];
                return self.push(Voice::License, Cow::Borrowed(&[]), index, license);
            }
            key => {
                if let Some((path, stated)) = usage::line(key, value, accepts_star) {
                    let pattern = owned_normal(path, options);
                    self.stated(index, pattern, &stated);
                }
                return;
            }
        };
        let is_pattern = value.starts_with(b"/") || accepts_star && value.starts_with(b"*");
        if is_pattern {
            let training = vec![whole(StatedUse::Preference(Label::CanelTraining, answer))];
            let pattern = normal(value, Side::Pattern, options);
            self.push(Voice::Training, pattern, index, training);
        }
    }

    /// Adds what a line of preferences states: as one voice, or for Content Signals as one a key.
    fn stated(&mut self, line: u32, pattern: Cow<'f, [u8]>, stated: &usage::Stated) {
        let key = self.file.lines.get(line as usize).map(|line| line.key());
        let members = stated.statements.iter().filter_map(|(statement, span)| {
            let said = match statement {
                Statement::Preference(label, answer) => StatedUse::Preference(*label, *answer),
                Statement::Level(level) => StatedUse::Level(*level),
                _ => return None,
            };
            let span = Some((short(span.start), short(span.end)));
            Some(UseStatement { said, line, span })
        });
        if key == Some(RecordKey::ContentUsage) {
            let voice = if stated.is_unreadable {
                Voice::Unreadable
            } else {
                Voice::Usage
            };
            return self.push(voice, pattern, line, members.collect());
        }
        let mut keys: Vec<(Voice, Vec<UseStatement>)> = Vec::new();
        for member in members {
            let voice = match member.said {
                StatedUse::Preference(label, _) => Voice::Signal(label),
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

    fn push(
        &mut self,
        voice: Voice,
        pattern: Cow<'f, [u8]>,
        line: u32,
        members: Vec<UseStatement>,
    ) {
        let [rules, usage] = &self.starts;
        let starts = match voice.grouping() {
            GroupBorders::Rules => rules,
            GroupBorders::RulesAndUsage => usage,
        };
        let group = starts.partition_point(|start| *start <= line as usize);
        self.found.push(VoiceLine {
            voice,
            group,
            pattern,
            line,
            members,
        });
    }

    /// Merges lines of one path, and sorts the rows of each group.
    fn finish(mut self, usage_view: Option<Box<IndexedFile>>) -> UsesIndex {
        order::sort_by(&mut self.found, |a, b| {
            let key = |found: &VoiceLine<'_>| (found.voice, found.group);
            let by_path = || a.pattern.cmp(&b.pattern).then(a.line.cmp(&b.line));
            key(a).cmp(&key(b)).then_with(by_path)
        });
        let (mut entries, mut members) = (Vec::new(), Vec::new());
        let (mut forms, mut rows) = (NormalForms::default(), Vec::new());
        let mut slices: Vec<Slice> = Vec::new();
        let is_alike =
            |a: &VoiceLine<'_>, b: &VoiceLine<'_>| (a.voice, a.group) == (b.voice, b.group);
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
                        is_literal: !slice.iter().any(|found| has_special(&found.pattern)),
                    }),
            );
        }
        let patterns = Patterns {
            file: self.file,
            forms: Some(&forms),
            wide: None,
        };
        for slice in &slices {
            let rows = rows.get_mut(slice.start as usize..slice.end as usize);
            patterns.sort(rows.unwrap_or_default());
        }
        let mut voices: Vec<Voice> = slices.iter().map(|slice| slice.voice).collect();
        voices.dedup();
        order::sort_by_key(&mut slices, |slice| slice.line);
        let [rules, _] = &self.starts;
        let before = rules.first().copied().unwrap_or(self.file.lines.len());
        let first = slices.first().copied();
        let mut with_path = slices.iter().filter(|slice| slice.voice != Voice::License);
        let len = with_path.clone().next().and_then(|slice| slice.whole);
        let is_plain = usage_view.is_none()
            && !voices.contains(&Voice::Unreadable)
            && first.is_none_or(|first| first.line as usize >= before)
            && with_path.all(|slice| slice.whole.is_some() && slice.whole == len);
        let mut index = UsesIndex {
            is_plain,
            groups: Box::default(),
            in_order: Box::default(),
            has_more_than_usage: !voices.iter().all(|voice| voice.is_usage()),
            voices: voices.into(),
            slices: slices.into(),
            before,
            entries: entries.into(),
            members: members.into(),
            forms,
            rows: rows.into(),
            usage_view,
            kept: OnceLock::new(),
        };
        if is_plain && lists_once(self.file) {
            whole_groups(&mut index, rules);
        }
        index
    }
}

/// Sums up each group.
fn whole_groups(index: &mut UsesIndex, starts: &[usize]) {
    let (mut groups, mut in_order) = (Vec::new(), Vec::new());
    for (at, start) in starts.iter().enumerate() {
        let end = starts.get(at + 1).copied().unwrap_or(usize::MAX);
        let slices = index.slices(*start..end);
        let mut members: Vec<UseStatement> = slices.flat_map(|slice| index.all(*slice)).collect();
        let Some(line) = members.iter().map(|member| member.line).min() else {
            continue;
        };
        order::sort_by_key(&mut members, |member| (member.line, member.span));
        let said = |hears_usage: bool| {
            let heard = members.iter();
            let heard = heard.filter(move |member| hears_usage || !member.is_usage());
            answers(heard.map(|member| member.said))
        };
        groups.push(WholeGroup {
            line,
            start: short(in_order.len()),
            end: short(in_order.len() + members.len()),
            has_license: members
                .iter()
                .any(|member| member.said == StatedUse::License),
            has_usage: members.iter().any(|member| member.is_usage()),
            answers: [false, true].map(said),
        });
        in_order.append(&mut members);
    }
    (index.groups, index.in_order) = (groups.into(), in_order.into());
}

/// Whether no client is listed by two starters.
fn lists_once(file: &File) -> bool {
    let lines = file.lines.iter().enumerate();
    let starters = lines.filter(|(_, line)| line.key().role(file.options) == Role::Starter);
    let mut starters: Vec<u32> = starters.map(|(index, _)| short(index)).collect();
    order::sort_by(&mut starters, |one, other| compare(file, *one, *other));
    let is_one = |pair: &[u32]| match pair {
        [one, other] => compare(file, *one, *other).is_eq(),
        _ => false,
    };
    !starters.windows(2).any(is_one)
}

/// The number of octets of a pattern that every path matches: paths begin with a slash.
fn matches_all(pattern: &[u8]) -> Option<usize> {
    matches!(pattern, b"" | b"/").then_some(pattern.len())
}

/// Whether a pattern may have a special octet.
fn has_special(pattern: &[u8]) -> bool {
    memchr::memchr2(b'*', b'$', pattern).is_some()
}

/// The first lines of the groups.
fn starts(file: &File, grouping: GroupBorders) -> Vec<usize> {
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
