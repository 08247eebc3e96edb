//! The index of a file: its groups with their sorted rules, and the clients that the groups list.
//!
//! **What it is.** One table of [`IndexRow`]s in one allocation. First come the groups in the order of the file, each as a row
//! followed by those of its sorted rules; then, from `ruled` on, a row for each client that a group lists, sorted by the
//! client. [`super::rows`] has the fields.
//!
//! ```text
//!    0      1      2      3      4      5        6        7          8              9
//! group | rule | rule | rule | group | rule || * in 0 | * in 4 | foobot in 0 | purpose:x in 4
//!                                     ruled ─┘└─── global ────┘
//! ```
//!
//! **How a question uses it.** [`Index::listings`] finds the listings of a client by binary search: one for each of its
//! groups. [`Index::best`] finds the rule of one group that decides, given the best of the groups before: that is
//! how groups are merged (RFC 9309 §2.2.1). No merged group is ever built.
//!
//! **Invariants.** A client is listed at most once a group. The listings of every client (`*`) come first, because their
//! start is the smallest, see [`listing::EVERY_CLIENT`]. Names are compared as octets in lower case, in the table as in a
//! question: the two must order alike ([`starter::compare`] and [`Listed::order`]). Rules that match nothing have no row.
//!
//! **What breaks if touched.** If the orders differ, the binary search misses a group, and its client falls to `*` or is
//! free; only in files with several names. A rule that is left out without being unmatchable is simply not obeyed.
//!
//! **Which test notices.** `r_50`, `r_59`, `r_71` and `r_75` in `tests/all/robots_txt.rs`, the oracle with several groups
//! (`r_50_files_answer_like_the_naive_reader`), the fuzz target `robots_txt`; `tests/counting/budgets.rs` for the memory.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use crate::order::sort_by;
use crate::record_key::{RecordKey, Role};
use crate::robots_txt::file::matching::listing::{self, Listed};
use crate::robots_txt::file::matching::normal_forms::NormalForms;
use crate::robots_txt::file::matching::request_path::RequestPath;
use crate::robots_txt::file::matching::rows::{GroupRow, IndexRow, ListingRow, RuleRow};
use crate::robots_txt::file::matching::rules::{Best, Patterns};
use crate::robots_txt::file::matching::wide::WideHeads;
use crate::robots_txt::file::normal::{Side, normal};
use crate::robots_txt::file::options::{GoogleDifference, LeadingStar, Options};
use crate::robots_txt::file::parse::file::File;
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::starter;

/// The index of one file. It is never changed; its rows name lines of the file, so it answers with that file only.
#[derive(Debug, Default)]
pub(crate) struct Index {
    rows: Box<[IndexRow]>,
    /// The number of rows for groups and rules, which come first.
    ruled: u32,
    /// The number of rows after them that list every client.
    global: u32,
    /// `None` in most files, so that an index is small.
    seldom: Option<Box<Seldom>>,
}

/// The parts of an index that few files have.
#[derive(Debug)]
struct Seldom {
    /// The patterns that are not in the file as they are compared.
    forms: NormalForms,
    /// The heads with many rules.
    wide: Option<Box<WideHeads>>,
}

impl Index {
    /// The octets that it keeps in memory.
    pub(crate) fn weight(&self) -> usize {
        let seldom = self.seldom.as_deref().map_or(0, |seldom| {
            seldom.forms.weight() + seldom.wide.as_deref().map_or(0, WideHeads::weight)
        });
        size_of_val(&*self.rows) + seldom
    }

    /// The index of a file, in the time of sorting its rules. The number of rows is counted first, so that the table is
    /// allocated once and not copied.
    pub(crate) fn new(file: &File) -> Index {
        let rows = file.groups().map(|lines| row_count(file, lines)).sum();
        let mut making = IndexBuilder {
            file,
            rows: Vec::with_capacity(rows),
            forms: NormalForms::default(),
            wide: WideHeads::default(),
        };
        for lines in file.groups() {
            making.group(lines);
        }
        let ruled = making.rows.len();
        making.list();
        let listings = making.rows.get(ruled..).unwrap_or_default();
        let global =
            listings.partition_point(|row| ListingRow(*row).start() == listing::EVERY_CLIENT);
        Index {
            ruled: short(ruled),
            global: short(global),
            rows: making.rows.into(),
            seldom: Seldom::new(making.forms.finish(), making.wide.finish()),
        }
    }

    /// The lines of the group at this row, as a range of all lines: up to the first line of the next group.
    pub(crate) fn lines(&self, file: &File, group: u32) -> Range<usize> {
        let (groups, _) = self.rows.split_at(self.ruled as usize);
        let group_at = |at: u32| groups.get(at as usize).copied().map(GroupRow);
        let group = group_at(group);
        let next = group.and_then(|group| group_at(group.end()));
        let end = next.map_or(file.lines.len(), GroupRow::first_line);
        group.map_or(end, GroupRow::first_line)..end
    }

    /// The rule of the group at this row that decides about a path, or `best` if none beats that.
    #[inline]
    pub(crate) fn best(
        &self,
        file: &File,
        group: u32,
        path: &RequestPath<'_>,
        best: Option<Best>,
    ) -> Option<Best> {
        let first = group as usize;
        let rules = self
            .rows
            .get(first)
            .map(|group| GroupRow(*group).end() as usize);
        let rules = rules.and_then(|end| self.rows.get(first + 1..end));
        let seldom = self.seldom.as_deref();
        let patterns = Patterns {
            file,
            forms: seldom.map(|seldom| &seldom.forms),
            wide: seldom.and_then(|seldom| seldom.wide.as_deref()),
        };
        patterns.best(rules.unwrap_or_default(), path, best)
    }

    /// The listings of `client`, in the order of their groups in the file; empty if no group lists it.
    ///
    /// The first four octets of the name are compared as a number, and only rows that agree in them read names in the file.
    #[inline]
    pub(crate) fn listings(&self, file: &File, client: Listed<'_>) -> &[IndexRow] {
        let (_, listings) = self.rows.split_at(self.ruled as usize);
        let (global, named) = listings.split_at(self.global as usize);
        if client.is_global() {
            return global;
        }
        let start = client.start();
        let alike = named.partition_point(|row| ListingRow(*row).start() < start);
        let (_, alike) = named.split_at(alike);
        if alike
            .first()
            .is_none_or(|row| ListingRow(*row).start() != start)
        {
            return &[];
        }
        let order = |row: &IndexRow| {
            let row = ListingRow(*row);
            let by_start = row.start().cmp(&start);
            by_start.then_with(|| client.order(file, row.starter()))
        };
        let first = alike.partition_point(|row| order(row) == Ordering::Less);
        let listed = alike.get(first..).unwrap_or_default();
        let count = listed.partition_point(|row| order(row) == Ordering::Equal);
        listed.get(..count).unwrap_or_default()
    }
}

impl Seldom {
    /// The parts of one file; `None` if it has neither.
    fn new(forms: NormalForms, wide: Option<Box<WideHeads>>) -> Option<Box<Seldom>> {
        let is_there = wide.is_some() || !forms.is_empty();
        is_there.then(|| Box::new(Seldom { forms, wide }))
    }
}

/// The number of rows that a group takes with its rules and listings. It can be too large (clients that are listed twice) or
/// too small (two patterns for one `index.html` rule); then the table is shrunk or grows.
fn row_count(file: &File, lines: Range<usize>) -> usize {
    let lines = file.lines.get(lines).unwrap_or_default();
    let is_kept = |line: &&Line| match line.key().role(file.options) {
        Role::Starter => true,
        Role::Rule => is_matchable(line.value(&file.text.bytes), file.options),
        Role::Other => false,
    };
    1 + lines.iter().filter(is_kept).count()
}

/// An index that is being made: all groups in turn, then all listings.
struct IndexBuilder<'f> {
    file: &'f File,
    rows: Vec<IndexRow>,
    forms: NormalForms,
    wide: WideHeads,
}

impl IndexBuilder<'_> {
    /// Adds the group of these lines with its rules, sorted. The end of the group is known only after its rules, so its row
    /// is written twice.
    fn group(&mut self, lines: Range<usize>) {
        let file = self.file;
        let at = self.rows.len();
        let first_line = short(lines.start);
        self.rows.push(GroupRow::new(first_line, 0).0);
        for index in lines {
            let line = file.lines.get(index);
            if let Some(line) = line.filter(|line| line.key().role(file.options) == Role::Rule) {
                self.rule(index, *line);
            }
        }
        let end = short(self.rows.len());
        if let Some([group, rules @ ..]) = self.rows.get_mut(at..) {
            *group = GroupRow::new(first_line, end).0;
            let forms = Some(&self.forms);
            let wide = None;
            Patterns { file, forms, wide }.sort(rules);
            self.wide.divide(rules);
        }
    }

    /// Adds the rule of this line, if it can match anything. In Google's dialect `Allow: /a/index.html` is two rules: its
    /// pattern, and `/a/$` ([`GoogleDifference::IndexFile`]).
    fn rule(&mut self, index: usize, line: Line) {
        let options = self.file.options;
        let value = line.value(&self.file.text.bytes);
        if !is_matchable(value, options) || line.key() == RecordKey::ContentUsage {
            return;
        }
        let pattern = normal(value, Side::Pattern, options);
        let index = short(index);
        if line.key() == RecordKey::Allow
            && options.has(GoogleDifference::IndexFile)
            && let Some(directory) = directory_of_index(&pattern)
        {
            self.form(index, &[directory, b"$"].concat());
        }
        match pattern {
            Cow::Borrowed(pattern) => self.rows.push(RuleRow::of_line(index, pattern, options).0),
            Cow::Owned(form) => self.form(index, &form),
        }
    }

    /// Adds a rule whose pattern is not in the file as it is compared.
    fn form(&mut self, index: u32, form: &[u8]) {
        let number = self.forms.push(index, form);
        let row = RuleRow::of_form(number, form, self.file.options);
        self.rows.push(row.0);
    }

    /// Adds the listings of all groups, sorted by client and by group, each pair once.
    fn list(&mut self) {
        let (file, ruled) = (self.file, self.rows.len());
        let is_starter = |(_, line): &(u32, &Line)| line.key().role(file.options) == Role::Starter;
        let mut group = 0;
        for lines in file.groups() {
            let indices = lines.clone().map(short);
            let lines = file.lines.get(lines).unwrap_or_default();
            for (line, _) in indices.zip(lines).filter(is_starter) {
                if let Some(subject) = starter::subject(file, line) {
                    let start = listing::start(subject);
                    self.rows.push(ListingRow::new(start, line, group).0);
                }
            }
            let row = self.rows.get(group as usize);
            group = row.map_or(group, |row| GroupRow(*row).end());
        }
        let order = |a: &IndexRow, b: &IndexRow| {
            let (a, b) = (ListingRow(*a), ListingRow(*b));
            let by_name = || starter::compare(file, a.starter(), b.starter());
            let by_start = a.start().cmp(&b.start());
            by_start.then_with(by_name).then(a.group().cmp(&b.group()))
        };
        let listings = self.rows.get_mut(ruled..).unwrap_or_default();
        sort_by(listings, order);
        let mut kept = ruled;
        for at in ruled..self.rows.len() {
            let listings = self.rows.get(ruled..kept).unwrap_or_default();
            let last = listings.last().zip(self.rows.get(at));
            if last.is_none_or(|(last, row)| order(last, row) == Ordering::Less) {
                self.rows.swap(kept, at);
                kept += 1;
            }
        }
        self.rows.truncate(kept);
    }
}

/// An index as it is kept: there are fewer lines and rows than octets, see [`LARGEST`](crate::robots_txt::file::parse::lines::LARGEST).
fn short(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Whether a rule with this pattern can match a path: all paths begin with a slash (RFC 9309 §2.2.2).
fn is_matchable(value: &[u8], options: Options) -> bool {
    match value {
        [b'/', ..] => true,
        [b'*', ..] => options.open.leading_star == LeadingStar::Accepted,
        _ => false,
    }
}

/// The directory of a pattern whose last segment begins with `index.htm`.
fn directory_of_index(pattern: &[u8]) -> Option<&[u8]> {
    let slash = pattern.iter().rposition(|byte| *byte == b'/')?;
    let (directory, file) = pattern.split_at(slash + 1);
    file.starts_with(b"index.htm").then_some(directory)
}
