//! Groups, who is listed in them, and where their rules are.

use std::cmp::Ordering;
use std::ops::Range;

use crate::robots_txt::file::File;
use crate::robots_txt::key::Role;
use crate::robots_txt::record::Subject;
use crate::robots_txt::rules::{AskedPath, Best, Making, SortedRules, start_of};
use crate::robots_txt::starter;

#[derive(Debug, Default)]
pub(super) struct Index {
    groups: Box<[Bounds]>,
    listings: Box<[Listing]>,
    /// How many listings, the first ones, are of everybody.
    global_count: usize,
    rules: SortedRules,
}

/// Where a group begins in the lines and in the sorted rules; it ends where the next one begins.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    first_line: u32,
    first_slot: u32,
}

/// A starter: that somebody is listed in a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listing {
    sort: SortKey,
    line: u32,
    pub(super) group: u32,
}

impl Index {
    pub(super) fn new(file: &File) -> Index {
        let mut making = Making::new(file);
        let mut groups = Vec::new();
        let mut listings = Vec::new();
        let mut is_open = false;
        for (index, line) in (0u32..).zip(&file.lines) {
            match line.key.role(file.options) {
                Role::Starter => {
                    if !is_open {
                        let slots = making.close();
                        groups.push(Bounds {
                            first_line: index,
                            first_slot: slots,
                        });
                        is_open = true;
                    }
                    let group = u32::try_from(groups.len() - 1).unwrap_or(u32::MAX);
                    listings.extend(Listing::new(file, index, group));
                }
                Role::Rule => {
                    is_open = false;
                    if !groups.is_empty() {
                        making.rule(index, *line);
                    }
                }
                Role::Other => {}
            }
        }
        making.close();
        Listing::sort(file, &mut listings);
        let global = SortKey::new(Subject::Global);
        Index {
            global_count: listings.partition_point(|listing| listing.sort == global),
            groups: groups.into(),
            listings: listings.into(),
            rules: making.finish(),
        }
    }

    pub(super) fn group_count(&self) -> u32 {
        u32::try_from(self.groups.len()).unwrap_or(u32::MAX)
    }

    /// The lines of a group, as a range of all lines.
    pub(super) fn lines(&self, file: &File, group: u32) -> Range<usize> {
        self.range(group, file.lines.len(), |bounds| bounds.first_line)
    }

    /// The rule of `group` that decides about a path, if it beats `best`.
    pub(super) fn best(
        &self,
        file: &File,
        group: u32,
        path: &AskedPath<'_>,
        best: Option<Best>,
    ) -> Option<Best> {
        let slots = self.range(group, self.rules.len(), |bounds| bounds.first_slot);
        self.rules.best(file, slots, path, best)
    }

    fn range(&self, group: u32, end: usize, first: impl Fn(&Bounds) -> u32) -> Range<usize> {
        let first = |group: usize| self.groups.get(group).map(|bounds| first(bounds) as usize);
        let group = group as usize;
        let end = first(group + 1).unwrap_or(end);
        first(group).unwrap_or(end)..end
    }

    /// The groups that list `subject`, in the order of the file.
    pub(super) fn listings(&self, file: &File, subject: Subject<'_>) -> &[Listing] {
        let (global, named) = self.listings.split_at(self.global_count);
        if subject == Subject::Global {
            return global;
        }
        let sort = SortKey::new(subject);
        let order = |listing: &Listing| listing.order(file, sort, subject);
        let first = named.partition_point(|listing| order(listing) == Ordering::Less);
        let rest = named.get(first..).unwrap_or_default();
        let count = rest
            .iter()
            .take_while(|listing| order(listing) == Ordering::Equal)
            .count();
        rest.get(..count).unwrap_or_default()
    }
}

/// Sorts subjects by kind and by the first octets of their names in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SortKey {
    kind: u8,
    start: u64,
}

impl SortKey {
    fn new(subject: Subject<'_>) -> SortKey {
        let (kind, name) = match subject {
            Subject::Global => (GLOBAL, ""),
            Subject::Agent(name) => (1, name),
            Subject::Purpose(name) => (2, name),
            Subject::Signature(name) => (3, name),
        };
        SortKey {
            kind,
            start: start_of(name.as_bytes()) | LOWER_CASE,
        }
    }
}

impl Listing {
    fn new(file: &File, index: u32, group: u32) -> Option<Listing> {
        let subject = starter::subject(file, index)?;
        Some(Listing {
            sort: SortKey::new(subject),
            line: index,
            group,
        })
    }

    /// Sorts by subject, then by group, and leaves one listing of a subject in a group.
    fn sort(file: &File, listings: &mut Vec<Listing>) {
        let name = |listing: &Listing| starter::subject(file, listing.line).map_or("", name_of);
        listings.sort_by(|a, b| {
            let by_name = || folded(name(a)).cmp(folded(name(b)));
            a.sort
                .cmp(&b.sort)
                .then_with(by_name)
                .then(a.group.cmp(&b.group))
        });
        listings.dedup_by(|b, a| {
            a.group == b.group && a.sort == b.sort && name(a).eq_ignore_ascii_case(name(b))
        });
    }

    /// Where this listing stands to `subject`.
    fn order(&self, file: &File, sort: SortKey, subject: Subject<'_>) -> Ordering {
        let name = || starter::subject(file, self.line).map_or("", name_of);
        self.sort.cmp(&sort).then_with(|| match name_of(subject) {
            wanted if wanted.len() < 8 => Ordering::Equal,
            wanted => folded(name()).cmp(folded(wanted)),
        })
    }

    /// Whom the listing names.
    pub(super) fn subject<'r>(&self, file: &'r File) -> Option<Subject<'r>> {
        match self.sort.kind {
            GLOBAL => Some(Subject::Global),
            _ => starter::subject(file, self.line),
        }
    }
}

fn name_of(subject: Subject<'_>) -> &str {
    match subject {
        Subject::Global => "",
        Subject::Agent(name) | Subject::Purpose(name) | Subject::Signature(name) => name,
    }
}

fn folded(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().map(|byte| byte.to_ascii_lowercase())
}

/// Folds the case of eight octets. Other octets that a name may hold, and the filling of a short one, stay distinct.
const LOWER_CASE: u64 = 0x2020_2020_2020_2020;

/// The kind that sorts first.
const GLOBAL: u8 = 0;
