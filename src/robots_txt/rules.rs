//! The rules of a group in the order of their heads, and the one that decides about a path.
//!
//! The head of a pattern is its part before the first special octet. Rules of a group are sorted by head; the heads
//! that a path begins with then form a chain from the greatest head that is not above the path, over ever shorter
//! ones. A question walks that chain alone, so that a group of ten thousand rules costs little more than one of ten.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::ops::Range;

use crate::provenance::Span;
use crate::robots_txt::file::File;
use crate::robots_txt::key::RecordKey;
use crate::robots_txt::options::{GoogleDifference, Options};
use crate::robots_txt::pattern::{self, Side, Tail};
use crate::robots_txt::record::Line;

/// The rules of all groups, group by group.
#[derive(Debug, Default)]
pub(super) struct SortedRules {
    slots: Box<[Slot]>,
    /// Patterns whose normal form is not in the file.
    arena: Box<[u8]>,
}

impl SortedRules {
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The rule that decides about a path among those of a group, if it beats `best`.
    pub(super) fn best(
        &self,
        file: &File,
        slots: Range<usize>,
        path: &AskedPath<'_>,
        mut best: Option<Best>,
    ) -> Option<Best> {
        let slots = self.slots.get(slots).unwrap_or_default();
        let head =
            |slot: &Slot| Span::new(0, slot.head as usize).of(octets(file, &self.arena, slot));
        let mut at = behind_greatest(slots, path, head);
        while let Some(slot) = at.checked_sub(1).and_then(|last| slots.get(last)) {
            if best.is_some_and(|best| slot.reach < best.len) {
                break;
            }
            if path.begins_with(slot, head) {
                let (run, _) = slots.split_at(at);
                best = self.best_of_head(file, run, path, best);
            }
            at = slot.next_head(at);
        }
        best
    }

    /// The same among the rules at the end of `run` that share one head, which the path begins with.
    fn best_of_head(
        &self,
        file: &File,
        run: &[Slot],
        path: &AskedPath<'_>,
        best: Option<Best>,
    ) -> Option<Best> {
        for slot in run.iter().rev() {
            let this = slot.verdict();
            // Those before this one are weaker.
            if best.is_some_and(|best| !this.beats(best)) {
                break;
            }
            if path.goes_on_with(slot, || octets(file, &self.arena, slot)) {
                return Some(this);
            }
            if slot.is_first {
                break;
            }
        }
        best
    }
}

/// The position behind the greatest head that is not above the path.
///
/// The first octets decide nearly always, and comparing them alone is quick.
fn behind_greatest<'h>(
    slots: &[Slot],
    path: &AskedPath<'_>,
    head: impl Fn(&Slot) -> &'h [u8],
) -> usize {
    let at = slots.partition_point(|slot| slot.start <= path.start);
    let (before, _) = slots.split_at(at);
    let is_above = |slot: &Slot| slot.start == path.start && head(slot) > path.octets;
    if before.last().is_some_and(is_above) {
        before.partition_point(|slot| !is_above(slot))
    } else {
        at
    }
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
            None => slot.start == self.start && self.octets.starts_with(head(slot)),
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

/// Sorted rules while they are made, group by group.
pub(super) struct Making<'f> {
    file: &'f File,
    slots: Vec<Slot>,
    arena: Vec<u8>,
    /// How many slots are sorted.
    closed: usize,
}

impl<'f> Making<'f> {
    pub(super) fn new(file: &'f File) -> Making<'f> {
        Making {
            file,
            slots: Vec::with_capacity(file.lines.len()),
            arena: Vec::new(),
            closed: 0,
        }
    }

    /// Adds the rule on line `index`.
    pub(super) fn rule(&mut self, index: u32, line: Line) {
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

    /// Sorts the rules since the last group and links them; tells how many there are now.
    pub(super) fn close(&mut self) -> u32 {
        let slots = self.slots.get_mut(self.closed..).unwrap_or_default();
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
        self.closed = self.slots.len();
        u32::try_from(self.closed).unwrap_or(u32::MAX)
    }

    pub(super) fn finish(self) -> SortedRules {
        SortedRules {
            slots: self.slots.into(),
            arena: self.arena.into(),
        }
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
pub(super) fn start_of(octets: &[u8]) -> u64 {
    if let Some(first) = octets.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    let unused = u64::BITS.saturating_sub(8 * u32::try_from(octets.len()).unwrap_or(8));
    // Four octets and more: two halves, which may overlap.
    if let (Some(first), Some(last)) = (octets.first_chunk(), octets.last_chunk()) {
        let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
        return u64::from(first) << 32 | u64::from(last) << unused;
    }
    let value = octets
        .iter()
        .fold(0, |value, octet| value << 8 | u64::from(*octet));
    value.checked_shl(unused).unwrap_or_default()
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
