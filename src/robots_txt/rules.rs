//! The rules of a group in the order of their heads, and the one that decides about a path.
//!
//! The head of a pattern is its part before the first special octet. Rules of a group are sorted by head; the heads
//! that a path begins with then form a chain from the greatest head that is not above the path, over ever shorter
//! ones. A question walks that chain alone, so that a group of ten thousand rules costs little more than one of ten.

use std::cmp::Ordering;

use crate::robots_txt::asked::{AskedPath, Meeting, head_before, start_behind_first};
use crate::robots_txt::file::File;
use crate::robots_txt::forms::Forms;
use crate::robots_txt::key::RecordKey;
use crate::robots_txt::{pairs, parts, pattern};

/// A row of the index: twelve octets, so that a file that was asked stays small. What else is known of a rule stands
/// in its line.
///
/// | row | start | line | link |
/// |---|---|---|---|
/// | a group | | its first line | the position behind its rules, which follow |
/// | a rule that can match something | of its head, after the first octet | its line, or the number of its form and [`FORM`]; [`FIRST`] of the first of its head; [`PARTS`] where [`parts`] compares it | see below |
/// | a listing | of the name | the starter that lists somebody | the position of the group |
///
/// Until rules are sorted their link is the length of their head. Then the last rule of a head links to the next shorter head in the chain, by the position behind the last rule of that
/// one among the rules of the group, or 0. The others have there what a path needs, see [`pairs::probe`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    /// Octets that sort like the whole and decide most comparisons.
    pub(super) start: u32,
    pub(super) line: u32,
    pub(super) link: u32,
}

impl Row {
    /// A rule that is not sorted yet, with its pattern in normal form.
    pub(super) fn rule(line: u32, pattern: &[u8]) -> Row {
        let (len, _) = pattern::split(pattern);
        let (head, wild) = pattern.split_at(len);
        let parts = if parts::depend_on_part(wild) {
            PARTS
        } else {
            0
        };
        Row {
            start: start_behind_first(head),
            line: line | parts,
            link: u32::try_from(len).unwrap_or(u32::MAX),
        }
    }

    /// The same of a rule whose pattern is the form of this number.
    pub(super) fn rule_of_form(form: u32, pattern: &[u8]) -> Row {
        Row::rule(form | FORM, pattern)
    }

    /// Whether, by the first octets, a path can begin with its head. A start that ends early is filled with zeros, which
    /// no head has.
    fn may_begin(self, path: u32) -> bool {
        let filling = self.start.trailing_zeros() & !7;
        (self.start ^ path).checked_shr(filling).unwrap_or(0) == 0
    }

    fn is_first(self) -> bool {
        self.line & FIRST != 0
    }

    fn form(self) -> Option<u32> {
        (self.line & FORM != 0).then_some(self.index())
    }

    /// The index of its line, or the number of its form.
    fn index(self) -> u32 {
        self.line & !(FIRST | FORM | PARTS)
    }

    /// Whether its pattern matches the query of a path in another form than the path.
    fn depends_on_part(self) -> bool {
        self.line & PARTS != 0
    }
}

/// The rule that decided, ranked: the longer, then `Allow`, then the earlier decides where several match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Best(u64);

impl Best {
    fn new(len: usize, allows: bool, line: u32) -> Best {
        // Of a length 31 bits are enough: see `LARGEST`.
        Best((len as u64) << 33 | u64::from(allows) << 32 | u64::from(!line))
    }

    /// The index of its line.
    pub(super) fn line(self) -> u32 {
        !u32::try_from(self.0 & u64::from(u32::MAX)).unwrap_or_default()
    }

    fn beats(self, other: Option<Best>) -> bool {
        other.is_none_or(|other| self > other)
    }
}

/// Where the patterns of rules are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patterns<'r> {
    pub(super) file: &'r File,
    pub(super) forms: Option<&'r Forms>,
}

impl<'r> Patterns<'r> {
    /// What it says where it matches, and its pattern.
    fn read(self, row: Row) -> (Best, &'r [u8]) {
        let form = row.form().zip(self.forms);
        let index = form.map_or(row.index(), |(form, forms)| forms.line(form));
        let Some(line) = self.file.lines.get(index as usize) else {
            return (Best(0), &[]);
        };
        let pattern = match form {
            Some((form, forms)) => forms.get(form),
            None => line.value(&self.file.text.bytes),
        };
        let allows = line.has(RecordKey::Allow);
        (Best::new(pattern.len(), allows, index), pattern)
    }

    /// The head of a rule that is not linked yet.
    fn head(self, row: Row) -> &'r [u8] {
        let (_, pattern) = self.read(row);
        pattern.get(..row.link as usize).unwrap_or(pattern)
    }

    /// The rule that decides about a path among the rules of a group, if it beats `best`.
    pub(super) fn best(
        self,
        rows: &[Row],
        path: &AskedPath<'_>,
        mut best: Option<Best>,
    ) -> Option<Best> {
        let mut at = self.behind_greatest(rows, path);
        while let Some((last, before)) = rows.get(..at).and_then(<[Row]>::split_last) {
            at = last.link as usize;
            if !last.may_begin(path.start) {
                continue;
            }
            let (this, pattern) = self.read(*last);
            if this.beats(best) {
                if !last.is_first() {
                    path.pairs();
                }
                best = match path.meets(pattern, last.depends_on_part()) {
                    Meeting::Whole => Some(this),
                    Meeting::Head if !last.is_first() => self.best_of_head(before, path, best),
                    Meeting::Head | Meeting::Apart => best,
                };
            }
        }
        best
    }

    /// The same among the rows at the end of `run` that share one head, which the path begins with.
    fn best_of_head(self, run: &[Row], path: &AskedPath<'_>, best: Option<Best>) -> Option<Best> {
        let pairs = path.pairs();
        for row in run.iter().rev() {
            if pairs.have(row.link) {
                let (this, pattern) = self.read(*row);
                // Those before this one are weaker.
                if !this.beats(best) {
                    break;
                }
                if path.meets(pattern, row.depends_on_part()) == Meeting::Whole {
                    return Some(this);
                }
            }
            if row.is_first() {
                break;
            }
        }
        best
    }

    /// The position behind the greatest head that is not above the path.
    ///
    /// The first octets decide nearly always, and comparing them alone is quick.
    fn behind_greatest(self, rows: &[Row], path: &AskedPath<'_>) -> usize {
        let at = rows.partition_point(|row| row.start <= path.start);
        let (before, _) = rows.split_at(at);
        let is_above = |row: &Row| row.start == path.start && path.is_below_head(self.read(*row).1);
        if before.last().is_some_and(is_above) {
            before.partition_point(|row| !is_above(row))
        } else {
            at
        }
    }

    /// Sorts the new rules of a group by head, those of one head by strength, and links them.
    pub(super) fn sort(self, rows: &mut [Row]) {
        rows.sort_unstable_by(|a, b| {
            let by_head = || self.head(*a).cmp(self.head(*b));
            let by_strength = || self.read(*a).0.cmp(&self.read(*b).0);
            a.start
                .cmp(&b.start)
                .then_with(by_head)
                .then_with(by_strength)
        });
        for at in 0..rows.len() {
            self.link(rows, at);
        }
    }

    /// Links the row at this position to those before it, which are linked.
    fn link(self, rows: &mut [Row], at: usize) {
        let (before, rest) = rows.split_at_mut(at);
        let Some(row) = rest.first_mut() else { return };
        let own = self.head(*row);
        let mut above = at;
        let mut order = Ordering::Less;
        while let Some(last) = above.checked_sub(1).and_then(|last| before.get(last)) {
            if let Some(head) = head_before(self.read(*last).1, own) {
                order = head.cmp(&own.len());
                break;
            }
            above = last.link as usize;
        }
        match before.last_mut() {
            Some(last) if order == Ordering::Equal => {
                row.link = last.link;
                last.link = if last.depends_on_part() {
                    0
                } else {
                    pairs::probe(self.read(*last).1, own.len())
                };
            }
            _ => {
                row.line |= FIRST;
                row.link = u32::try_from(above).unwrap_or_default();
            }
        }
    }
}

// No index of a line is so great.
const FIRST: u32 = 1 << 31;
const FORM: u32 = 1 << 30;
const PARTS: u32 = 1 << 29;
