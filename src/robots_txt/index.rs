//! What questions are answered from: groups, who is listed in them, and their rules in the order of their heads.
//!
//! The head of a pattern is its part before the first special octet. Rules of a group are sorted by head; the heads
//! that a path begins with then form a chain from the greatest head that is not above the path, over ever shorter
//! ones. A question walks that chain alone, so that a group of ten thousand rules costs little more than one of ten.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use crate::provenance::Span;
use crate::robots_txt::file::File;
use crate::robots_txt::key::{RecordKey, Role};
use crate::robots_txt::options::{GoogleDifference, Options};
use crate::robots_txt::pattern::{self, Side, Tail};
use crate::robots_txt::record::{Line, Subject};
use crate::robots_txt::starter;

#[derive(Debug, Default)]
pub(super) struct Index {
    groups: Box<[Bounds]>,
    listings: Box<[Listing]>,
    slots: Box<[Slot]>,
    /// Patterns whose normal form is not in the file.
    arena: Box<[u8]>,
}

/// Where the lines and the slots of a group end; they begin where those of the group before end.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    first_line: u32,
    slots: u32,
}

/// A starter: that somebody is listed in a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listing {
    sort: SortKey,
    line: u32,
    pub(super) group: u32,
}

/// A rule that can match something.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The first octets of the head: most comparisons end there.
    start: u64,
    /// What a path has to have behind the head, see [`pattern::pairs`].
    pairs: u64,
    /// Where the pattern begins: in the file, or behind its end in the arena.
    at: u32,
    len: u32,
    head: u32,
    /// The longest pattern from here along the chain.
    reach: u32,
    /// The next slot whose head is a shorter head of this head, as a distance; 0 where there is none.
    shorter: u32,
    line: u32,
    tail: Tail,
    allows: bool,
    /// Whether the slot before has another head.
    is_first: bool,
}

/// The rule that decided, by its line's index, and how many octets it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    pub(super) len: u32,
    pub(super) allows: bool,
    pub(super) line: u32,
}

impl Best {
    /// Whether this rule decides where the other one matches too: the longer, then `Allow`, then the earlier.
    fn beats(self, other: Best) -> bool {
        let rank = |best: Best| (best.len, best.allows, Reverse(best.line));
        rank(self) > rank(other)
    }
}

impl Index {
    pub(super) fn new(file: &File) -> Index {
        let mut making = Making {
            file,
            slots: Vec::with_capacity(file.lines.len()),
            arena: Vec::new(),
        };
        let mut groups = Vec::new();
        let mut listings = Vec::new();
        let mut is_open = false;
        for (index, line) in (0u32..).zip(&file.lines) {
            match line.key.role(file.options) {
                Role::Starter => {
                    if !is_open {
                        making.close(&mut groups);
                        groups.push(Bounds {
                            first_line: index,
                            slots: 0,
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
        making.close(&mut groups);
        Listing::sort(file, &mut listings);
        Index {
            groups: groups.into(),
            listings: listings.into(),
            slots: making.slots.into(),
            arena: making.arena.into(),
        }
    }

    pub(super) fn group_count(&self) -> u32 {
        u32::try_from(self.groups.len()).unwrap_or(u32::MAX)
    }

    /// The lines of a group, as a range of all lines.
    pub(super) fn lines(&self, file: &File, group: u32) -> Range<usize> {
        let first = |group: usize| {
            self.groups
                .get(group)
                .map(|bounds| bounds.first_line as usize)
        };
        let group = group as usize;
        let end = first(group + 1).unwrap_or(file.lines.len());
        first(group).unwrap_or(end)..end
    }

    /// The groups that list `subject`, in the order of the file.
    pub(super) fn listings(&self, file: &File, subject: Subject<'_>) -> &[Listing] {
        let sort = SortKey::new(subject);
        let order = |listing: &Listing| listing.order(file, sort, subject);
        let first = self
            .listings
            .partition_point(|listing| order(listing) == Ordering::Less);
        let rest = self.listings.get(first..).unwrap_or_default();
        let count = rest
            .iter()
            .take_while(|listing| order(listing) == Ordering::Equal)
            .count();
        rest.get(..count).unwrap_or_default()
    }

    /// The rule of `group` that decides about a path, if it beats `best`.
    pub(super) fn best(
        &self,
        file: &File,
        group: u32,
        path: &AskedPath<'_>,
        mut best: Option<Best>,
    ) -> Option<Best> {
        let slots = self.slots_of(group);
        let head =
            |slot: &Slot| Span::new(0, slot.head as usize).of(octets(file, &self.arena, slot));
        let mut at = slots.partition_point(|slot| match slot.start.cmp(&path.start) {
            Ordering::Equal => head(slot) <= path.octets,
            order => order == Ordering::Less,
        });
        while let Some(slot) = at.checked_sub(1).and_then(|last| slots.get(last)) {
            if best.is_some_and(|best| slot.reach < best.len) {
                break;
            }
            let this = slot.verdict();
            let wins = path.begins_with(slot, head) && best.is_none_or(|best| this.beats(best));
            if wins && path.goes_on_with(slot, || octets(file, &self.arena, slot)) {
                best = Some(this);
            }
            // Those of one head before this one are weaker.
            at = if wins && best != Some(this) && !slot.is_first {
                at - 1
            } else {
                slot.next_head(at)
            };
        }
        best
    }

    fn slots_of(&self, group: u32) -> &[Slot] {
        let group = group as usize;
        let end = |group: usize| {
            self.groups
                .get(group)
                .map_or(0, |bounds| bounds.slots as usize)
        };
        let start = group.checked_sub(1).map_or(0, end);
        self.slots.get(start..end(group)).unwrap_or_default()
    }
}

impl Slot {
    fn verdict(&self) -> Best {
        Best {
            len: self.len,
            allows: self.allows,
            line: self.line,
        }
    }

    /// The position behind the slot that this one's chain goes on with, for a slot at `at - 1`.
    fn next_head(&self, at: usize) -> usize {
        match self.shorter {
            0 => 0,
            distance => at.saturating_sub(distance as usize),
        }
    }
}

/// A path in normal form, and what is computed of it once for all rules.
#[derive(Debug)]
pub(super) struct AskedPath<'p> {
    octets: &'p [u8],
    start: u64,
    pairs: OnceCell<u64>,
}

impl<'p> AskedPath<'p> {
    pub(super) fn new(octets: &'p [u8]) -> AskedPath<'p> {
        AskedPath {
            octets,
            start: start_of(octets),
            pairs: OnceCell::new(),
        }
    }

    fn begins_with<'h>(&self, slot: &Slot, head: impl Fn(&Slot) -> &'h [u8]) -> bool {
        match u64::BITS.checked_sub(8 * slot.head) {
            Some(u64::BITS) => true,
            Some(behind) => {
                (slot.start ^ self.start) >> behind == 0 && slot.head as usize <= self.octets.len()
            }
            None => self.octets.starts_with(head(slot)),
        }
    }

    fn goes_on_with<'h>(&self, slot: &Slot, pattern: impl Fn() -> &'h [u8]) -> bool {
        let head = slot.head as usize;
        match slot.tail {
            Tail::Open => true,
            Tail::End => head == self.octets.len(),
            Tail::Wild | Tail::WildEnd => {
                let pairs = self.pairs.get_or_init(|| pattern::pairs(self.octets));
                slot.pairs & !pairs == 0
                    && pattern::matches_behind(pattern(), head, slot.tail, self.octets)
            }
        }
    }
}

/// The octets of a slot's pattern, in the file or in the arena.
fn octets<'r>(file: &'r File, arena: &'r [u8], slot: &Slot) -> &'r [u8] {
    let (at, len) = (slot.at as usize, slot.len as usize);
    match at.checked_sub(file.text.bytes.len()) {
        Some(at) => Span::new(at, at + len).of(arena),
        None => Span::new(at, at + len).of(&file.text.bytes),
    }
}

/// An index while it is made.
struct Making<'f> {
    file: &'f File,
    slots: Vec<Slot>,
    arena: Vec<u8>,
}

impl Making<'_> {
    fn rule(&mut self, index: u32, line: Line) {
        let options = self.file.options;
        let value = line.value(&self.file.text.bytes);
        if !is_matchable(value, options) {
            return;
        }
        let form = pattern::normal(value, Side::Pattern, options);
        if line.key == RecordKey::Allow
            && options.has(GoogleDifference::IndexFile)
            && let Some(directory) = directory_of_index(&form)
        {
            self.slot(Cow::Owned([directory, b"$"].concat()), index, line);
        }
        self.slot(form, index, line);
    }

    fn slot(&mut self, form: Cow<'_, [u8]>, index: u32, line: Line) {
        let (head, tail) = pattern::split(&form);
        let start = start_of(form.get(..head).unwrap_or_default());
        let pairs = pattern::pairs_behind(&form, head, tail);
        let len = form.len();
        let at = match form {
            Cow::Borrowed(_) => line.at as usize,
            Cow::Owned(form) => {
                let at = self.file.text.bytes.len() + self.arena.len();
                self.arena.extend_from_slice(&form);
                at
            }
        };
        let short = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        self.slots.push(Slot {
            start,
            pairs,
            at: short(at),
            len: short(len),
            head: short(head),
            reach: 0,
            shorter: 0,
            line: index,
            tail,
            allows: line.key == RecordKey::Allow,
            is_first: false,
        });
    }

    /// Sorts the rules since the last group and links them.
    fn close(&mut self, groups: &mut [Bounds]) {
        let Some((bounds, before)) = groups.split_last_mut() else {
            return;
        };
        let start = before.last().map_or(0, |bounds| bounds.slots as usize);
        bounds.slots = u32::try_from(self.slots.len()).unwrap_or(u32::MAX);
        let slots = self.slots.get_mut(start..).unwrap_or_default();
        let (file, arena) = (self.file, &self.arena);
        let head = |slot: &Slot| Span::new(0, slot.head as usize).of(octets(file, arena, slot));
        // Of one head the strongest comes last, where the walk begins.
        let strength = |slot: &Slot| (slot.len, slot.allows, Reverse(slot.line));
        slots.sort_unstable_by(|a, b| {
            let by_head = || head(a).cmp(head(b));
            let by_strength = || strength(a).cmp(&strength(b));
            a.start
                .cmp(&b.start)
                .then_with(by_head)
                .then_with(by_strength)
        });
        link(slots, head);
    }
}

/// Finds each slot's next shorter head, and how long a pattern can still come.
fn link<'s>(slots: &mut [Slot], head: impl Fn(&Slot) -> &'s [u8]) {
    let mut open: Vec<(usize, Slot)> = Vec::new();
    for (index, slot) in slots.iter_mut().enumerate() {
        let own = head(slot);
        while open
            .last()
            .is_some_and(|(_, top)| !own.starts_with(head(top)))
        {
            open.pop();
        }
        let top = open.last().copied();
        slot.reach = slot.len.max(top.map_or(0, |(_, top)| top.reach));
        let is_same = top.is_some_and(|(_, top)| top.head == slot.head);
        slot.is_first = !is_same;
        slot.shorter = match top {
            // What the slot before goes on with lies one further from here.
            Some((_, top)) if is_same && top.shorter > 0 => top.shorter + 1,
            Some((above, _)) if !is_same => u32::try_from(index - above).unwrap_or(0),
            _ => 0,
        };
        if is_same {
            open.pop();
        }
        open.push((index, *slot));
    }
}

/// The first eight octets as a number that sorts like them.
fn start_of(octets: &[u8]) -> u64 {
    if let Some(first) = octets.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    let mut first = [0; 8];
    for (place, octet) in first.iter_mut().zip(octets) {
        *place = *octet;
    }
    u64::from_be_bytes(first)
}

fn is_matchable(value: &[u8], options: Options) -> bool {
    match value {
        [b'/', ..] => true,
        [b'*', ..] => !options.has_strict_patterns,
        _ => false,
    }
}

/// The directory of a pattern whose last segment begins with `index.htm`.
fn directory_of_index(pattern: &[u8]) -> Option<&[u8]> {
    let slash = pattern.iter().rposition(|byte| *byte == b'/')?;
    let (directory, file) = pattern.split_at(slash + 1);
    file.starts_with(b"index.htm").then_some(directory)
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
            Subject::Global => (0, ""),
            Subject::Agent(name) => (1, name),
            Subject::Purpose(name) => (2, name),
            Subject::Signature(name) => (3, name),
        };
        let mut start = start_of(name.as_bytes()).to_be_bytes();
        start.make_ascii_lowercase();
        SortKey {
            kind,
            start: u64::from_be_bytes(start),
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
        starter::subject(file, self.line)
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
