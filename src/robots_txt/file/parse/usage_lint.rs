//! Reports lines about AI use that say something else than their owner may think.
//!
//! It runs once after the pass, and only over files that have such a line. Faults inside a value come from `usage`; this
//! file adds those that need the lines around it:
//!
//! | diagnostic | the file |
//! |---|---|
//! | `usage-outside-group` | has `Content-Usage` before its first group: it is not heard |
//! | `signal-outside-group` | has `Content-Signal` there: every client hears it, and some readers do not |
//! | `usage-grouping-differs` | has a starter after a `Content-Usage` that no `Allow` or `Disallow` precedes: the groups of preferences differ from those of access |
//! | `usage-hidden` | has a path that hides a restriction of a shorter one, because the longest path speaks alone |
//! | `signal-conflict`, `signal-use-below-yes` | has two lines for one path that contradict each other |
//! | `usage-not-inherited`, `signal-not-inherited` | has preferences for `*`, and a group of its own without any |
//! | `license-in-group` | has licences in some groups only |
//!
//! **Invariants.** No answer depends on anything here. The time is that of sorting the lines of a group. A group that
//! disallows everything is not reported as one without preferences: files list crawlers this way that they shut out.
//! **Which test notices.** The fixtures in `fixtures/uses`, and the rows of `tests/kit/src/hostile/rows.jsonl`.

use std::borrow::Cow;
use std::ops::Range;

use crate::ai::preference::{Answer, Label, Level};
use crate::ai::usage::{self, Stated};
use crate::diagnostic::DiagnosticCode;
use crate::order;
use crate::provenance::Span;
use crate::record_key::{RecordKey, Role};
use crate::robots_txt::file::normal::{Side, normal};
use crate::robots_txt::file::options::{GroupBorders, LeadingStar, Options};
use crate::robots_txt::file::parse::diagnostics::{LineDiagnostics, LinePlace};
use crate::robots_txt::file::parse::file::groups;
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::lines::{FileText, line_at};
use crate::robots_txt::file::parse::starter::{self, Subject};
use crate::signal::Statement;

/// Reports what the lines about AI use of a file deserve.
pub(super) fn report<'t>(
    text: &'t FileText,
    lines: &[Line],
    options: Options,
    diagnostics: &mut LineDiagnostics<'t>,
) {
    let mut lint = UsageLint {
        text,
        lines,
        options,
        diagnostics,
        rules: Vec::new(),
    };
    lint.values();
    lint.outside_groups();
    lint.splits();
    let usage = Options {
        grouping: GroupBorders::RulesAndUsage,
        ..options
    };
    lint.paths(RecordKey::ContentUsage, usage, UsageLint::hidden);
    lint.paths(RecordKey::ContentSignal, options, UsageLint::conflicting);
    let not_inherited = DiagnosticCode::UsageNotInherited;
    lint.not_inherited(RecordKey::ContentUsage, usage, not_inherited);
    let not_inherited = DiagnosticCode::SignalNotInherited;
    lint.not_inherited(RecordKey::ContentSignal, options, not_inherited);
    lint.licenses();
}

struct UsageLint<'t, 'd, 'l> {
    text: &'t FileText,
    lines: &'l [Line],
    options: Options,
    diagnostics: &'d mut LineDiagnostics<'t>,
    /// The readable lines of preferences, in the order of the file.
    rules: Vec<PathRule<'t>>,
}

/// A line of preferences, as far as others can contradict it. Labels are bits, see [`bit`].
#[derive(Clone, Debug)]
struct PathRule<'t> {
    line: usize,
    path: Cow<'t, [u8]>,
    allows: u32,
    forbids: u32,
    level: Option<Level>,
}

impl<'t> UsageLint<'t, '_, '_> {
    /// Reads every value, and reports its faults.
    fn values(&mut self) {
        let accepts_star = self.options.open.leading_star == LeadingStar::Accepted;
        let (file, options): (&'t [u8], _) = (&self.text.bytes, self.options);
        for (index, line) in self.lines.iter().enumerate() {
            let value = line.value(file);
            match line.key() {
                RecordKey::License => self.license(*line, value),
                RecordKey::DisallowAiTraining | RecordKey::AllowAiTraining => {
                    let place = self.whole(*line);
                    let code = DiagnosticCode::AiTrainingExpiredDraft;
                    self.diagnostics.push(code, place);
                }
                key => {
                    let Some((path, stated)) = usage::line(key, value, accepts_star) else {
                        continue;
                    };
                    // A hostile line has thousands of faults, and is searched for once.
                    let mut found = None;
                    for (code, span) in &stated.diagnostics {
                        let value =
                            *found.get_or_insert_with(|| self.within(*line, Span::default()));
                        let span = span.shifted(value.span.start);
                        self.diagnostics.push(*code, LinePlace { span, ..value });
                    }
                    if !stated.is_unreadable {
                        let path = match path {
                            Cow::Borrowed(path) => normal(path, Side::Pattern, options),
                            Cow::Owned(path) => {
                                Cow::Owned(normal(&path, Side::Pattern, options).into_owned())
                            }
                        };
                        self.rules.push(PathRule::new(index, path, &stated));
                    }
                }
            }
        }
    }

    fn license(&mut self, line: Line, value: &[u8]) {
        let Some((address, is_marked)) = str::from_utf8(value).ok().and_then(usage::license) else {
            return;
        };
        let place = self.within(line, Span::new(0, value.len()));
        if is_marked {
            self.diagnostics
                .push(DiagnosticCode::LicenseSpelling, place);
        }
        if !usage::is_absolute(address) {
            self.diagnostics
                .push(DiagnosticCode::LicenseRelative, place);
        }
    }

    /// Preferences before the first group.
    fn outside_groups(&mut self) {
        let first = groups(self.lines, self.options).next();
        let end = first.map_or(self.lines.len(), |group| group.start);
        let before = self.lines.get(..end).unwrap_or_default();
        for line in before {
            let code = match line.key() {
                RecordKey::ContentUsage => DiagnosticCode::UsageOutsideGroup,
                RecordKey::ContentSignal => DiagnosticCode::SignalOutsideGroup,
                _ => continue,
            };
            let place = self.whole(*line);
            self.diagnostics.push(code, place);
        }
    }

    /// A `Content-Usage` between starters of one group.
    fn splits(&mut self) {
        let mut is_open = false;
        let mut last = None;
        for line in self.lines {
            match line.key().role(self.options) {
                Role::Starter => {
                    is_open = true;
                    if let Some(usage) = last.take() {
                        let place = self.whole(usage);
                        let code = DiagnosticCode::UsageGroupingDiffers;
                        self.diagnostics.push(code, place);
                    }
                }
                Role::Rule => (is_open, last) = (false, None),
                Role::Other if is_open && line.has(RecordKey::ContentUsage) => last = Some(*line),
                Role::Other => {}
            }
        }
    }

    /// Gives the rules of one key, group by group and sorted by path, to a check.
    fn paths(
        &mut self,
        key: RecordKey,
        options: Options,
        check: fn(&mut Self, &mut Vec<PathRule<'t>>),
    ) {
        let lines = self.lines;
        let has_key = |rule: &PathRule<'_>| lines.get(rule.line).is_some_and(|line| line.has(key));
        let rules: Vec<_> = self
            .rules
            .iter()
            .filter(|rule| has_key(rule))
            .cloned()
            .collect();
        if rules.is_empty() {
            return;
        }
        let mut rules = rules.into_iter().peekable();
        let first = groups(lines, options)
            .next()
            .map_or(lines.len(), |group| group.start);
        // Content Signals there are heard, `Content-Usage` is not.
        let before = std::iter::once(0..first).filter(|_| key == RecordKey::ContentSignal);
        while rules
            .next_if(|rule| rule.line < first && key != RecordKey::ContentSignal)
            .is_some()
        {}
        for group in before.chain(groups(lines, options)) {
            let mut own = Vec::new();
            while let Some(rule) = rules.next_if(|rule| rule.line < group.end) {
                own.push(rule);
            }
            if own.len() > 1 {
                order::sort_by(&mut own, |a, b| a.path.cmp(&b.path));
                check(self, &mut own);
            }
        }
    }

    /// Restrictions of shorter paths that a longer path hides. The paths above one are kept as brackets are, on a stack.
    fn hidden(&mut self, rules: &mut Vec<PathRule<'t>>) {
        let mut above: Vec<(Cow<'t, [u8]>, u32)> = Vec::new();
        for same in rules.chunk_by(|a, b| a.path == b.path) {
            let Some(first) = same.first() else { continue };
            while let Some((path, _)) = above.last()
                && !first.path.starts_with(path)
            {
                above.pop();
            }
            let stated = same
                .iter()
                .fold(0, |all, rule| all | rule.allows | rule.forbids);
            let forbidden = above.last().map_or(0, |(_, forbidden)| *forbidden);
            if forbidden & !stated != 0 {
                self.push_about(first.line, DiagnosticCode::UsageHidden);
            }
            // A path with a star does not match all that begin with it.
            if !first.path.iter().any(|octet| matches!(octet, b'*' | b'$')) {
                let own = same.iter().fold(0, |all, rule| all | rule.forbids);
                above.push((first.path.clone(), forbidden | own));
            }
        }
    }

    /// Lines for one path that contradict each other. Those inside a line were reported with its value.
    fn conflicting(&mut self, rules: &mut Vec<PathRule<'t>>) {
        for same in rules.chunk_by(|a, b| a.path == b.path) {
            let forbidden = same.iter().fold(0, |all, rule| all | rule.forbids);
            let level = same.iter().filter_map(|rule| rule.level).min();
            for rule in same {
                let is_higher = rule.level.is_some() && rule.level != level;
                if rule.allows & forbidden & !rule.forbids != 0 || is_higher {
                    self.push_about(rule.line, DiagnosticCode::SignalConflict);
                }
                let training = bit(&Statement::Preference(Label::SignalAiTrain, Answer::Allow));
                let is_limited = level.is_some_and(Level::is_limit);
                let is_reported = rule.level.is_some_and(Level::is_limit);
                if rule.allows & training != 0 && is_limited && !is_reported {
                    self.push_about(rule.line, DiagnosticCode::SignalUseBelowYes);
                }
            }
        }
    }

    /// Groups that do not hear the lines of this key which the group of `*` has, and have none themselves.
    fn not_inherited(&mut self, key: RecordKey, options: Options, code: DiagnosticCode) {
        let lines = self.lines;
        if !lines.iter().any(|line| line.has(key)) {
            return;
        }
        let of = |group: Range<usize>| lines.get(group).unwrap_or_default();
        let all: Vec<_> = groups(lines, options).map(of).collect();
        let has_key = |group: &[Line]| group.iter().any(|line| line.has(key));
        let is_stated = |group: &&[Line]| self.is_global(group) && has_key(group);
        if !all.iter().any(is_stated) {
            return;
        }
        let is_deaf = |group: &&&[Line]| {
            !has_key(group) && !self.is_global(group) && !self.is_shut_out(group)
        };
        let deaf: Vec<Line> = all
            .iter()
            .filter(is_deaf)
            .filter_map(|group| group.first().copied())
            .collect();
        for starter in deaf {
            let place = self.whole(starter);
            self.diagnostics.push(code, place);
        }
    }

    /// Licences in groups, where other clients find none.
    fn licenses(&mut self) {
        let lines = self.lines;
        let is_license = |line: &&Line| line.has(RecordKey::License);
        let Some(first) = lines.iter().find(is_license).copied() else {
            return;
        };
        let all: Vec<_> = groups(lines, self.options).collect();
        let start = all.first().map_or(lines.len(), |group| group.start);
        let before = lines.get(..start).unwrap_or_default();
        let has = |group: &[Line]| group.iter().any(|line| line.has(RecordKey::License));
        if has(before) {
            return;
        }
        let groups = all.iter().filter_map(|group| lines.get(group.clone()));
        let mut has_global = false;
        let mut has_deaf = false;
        for group in groups {
            has_global |= self.is_global(group);
            has_deaf |= !has(group) && !self.is_shut_out(group);
        }
        if has_deaf || !has_global {
            let place = self.whole(first);
            self.diagnostics.push(DiagnosticCode::LicenseInGroup, place);
        }
    }

    /// Whether a group is for every client.
    fn is_global(&self, group: &[Line]) -> bool {
        group.iter().any(|line| {
            let value = line.value(&self.text.bytes);
            let subject = line
                .has(RecordKey::UserAgent)
                .then(|| starter::agent(value, self.options));
            matches!(subject.flatten(), Some((Subject::Global, _)))
        })
    }

    /// Whether a group disallows everything and allows nothing.
    fn is_shut_out(&self, group: &[Line]) -> bool {
        let value = |line: &Line| line.value(&self.text.bytes);
        let is_all = |line: &Line| line.has(RecordKey::Disallow) && value(line) == b"/";
        let is_some = |line: &Line| line.has(RecordKey::Allow) && !value(line).is_empty();
        group.iter().any(is_all) && !group.iter().any(is_some)
    }

    fn push_about(&mut self, line: usize, code: DiagnosticCode) {
        if let Some(line) = self.lines.get(line) {
            let place = self.whole(*line);
            self.diagnostics.push(code, place);
        }
    }

    /// A span of the value of a line.
    fn within(&self, line: Line, span: Span) -> LinePlace<'t> {
        let value = line.span();
        let raw = line_at(&self.text.bytes, value.start, line.number());
        let span = span.shifted(value.start - raw.start);
        LinePlace { line: raw, span }
    }

    /// The key and the value of a line.
    fn whole(&self, line: Line) -> LinePlace<'t> {
        let value = self.within(line, Span::new(0, line.span().len()));
        let mark = if value.line.start == 0 {
            self.text.mark
        } else {
            0
        };
        let mark = usize::from(mark);
        let before = value.line.bytes.get(mark..).unwrap_or_default();
        let is_blank = |octet: &&u8| matches!(octet, b' ' | b'\t');
        let key = mark + before.iter().take_while(is_blank).count();
        LinePlace {
            span: Span::new(key, value.span.end),
            ..value
        }
    }
}

impl<'t> PathRule<'t> {
    fn new(line: usize, path: Cow<'t, [u8]>, stated: &Stated) -> PathRule<'t> {
        let mut rule = PathRule {
            line,
            path,
            allows: 0,
            forbids: 0,
            level: None,
        };
        for (statement, _) in &stated.statements {
            match statement {
                Statement::Preference(_, Answer::Disallow) => rule.forbids |= bit(statement),
                Statement::Preference(..) => rule.allows |= bit(statement),
                Statement::Level(level) => {
                    rule.level = Some(rule.level.map_or(*level, |lowest| lowest.min(*level)));
                }
                _ => {}
            }
        }
        rule
    }
}

/// The bit of the label of a preference; there are fewer labels than bits, and 0 for other statements.
fn bit(statement: &Statement) -> u32 {
    match statement {
        Statement::Preference(label, _) => 1_u32.checked_shl(*label as u32).unwrap_or(0),
        _ => 0,
    }
}
