//! The rules of a group in the order of their heads, and the one that decides about a path.
//!
//! **What it is.** The head of a pattern is its part before the first special byte. Rules of a group are sorted by head,
//! those of one head by strength, see [`Best`]. The heads that a path begins with then form a chain, from the greatest
//! head that is not above the path over ever shorter ones. A question walks that chain alone, so that a group of ten
//! thousand rules costs little more than one of ten.
//!
//! ```text
//! sorted heads   /a   /a/b   /a/b/c   /a/x   /b        a question for /a/b/d:
//! links           ·   → /a   → /a/b   → /a    ·        /a/b/c is the greatest head not above it, it does not begin
//!                                                      with that; → /a/b, it does; → /a, it does; end of the chain
//! ```
//!
//! **Invariants.** All rules of one head are neighbours, the strongest last: once one of them cannot beat the best so
//! far, none before it can, and the walk continues with the next shorter head. The others of a head with many rules are in
//! buckets, in each of which that holds too ([`super::wide`]). A longer head does not win by itself, since
//! the length of the whole pattern decides: the walk ends only with the chain.
//!
//! **What breaks if touched.** Another order of the sort, or of [`Best`], answers most questions right and some wrong.
//! `tests/all/robots_txt_oracle.rs` tries every rule beside it, and the fuzz target `robots_txt` does too. A walk that
//! leaves the chain is right but slow: `ONLY=growth` of the bench `robots_txt` shows it.

use std::cmp::Ordering;

use crate::record_key::RecordKey;
use crate::robots_txt::file::matching::bigrams;
use crate::robots_txt::file::matching::normal_forms::NormalForms;
use crate::robots_txt::file::matching::request_path::{PrefixMatch, RequestPath, head_before};
use crate::robots_txt::file::matching::rows::{IndexRow, RuleRow};
use crate::robots_txt::file::matching::wide::WideHeads;
use crate::robots_txt::file::parse::file::File;

/// A rule that matches, as a rank: the greater one decides. From the highest bit on it is the length of the pattern in
/// octets of its normal form (RFC 9309 §2.2.2, "the most octets"), then `Allow`, then the complement of the line, so that
/// the earlier of two equal rules is shown.
///
/// One number makes the comparison of each rule a single instruction, and the line is read back from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Best(u64);

impl Best {
    /// The rank of a rule.
    fn new(len: usize, allows: bool, line: u32) -> Best {
        // 31 bits are enough for a length: see `LARGEST`.
        Best((len as u64) << 33 | u64::from(allows) << 32 | u64::from(!line))
    }

    /// The index of its line.
    pub(crate) fn line(self) -> u32 {
        !u32::try_from(self.0 & u64::from(u32::MAX)).unwrap_or_default()
    }

    /// The number of octets of its pattern.
    pub(crate) fn len(self) -> usize {
        usize::try_from(self.0 >> 33).unwrap_or(usize::MAX)
    }

    /// Whether this rule decides and not the best so far.
    fn beats(self, other: Option<Best>) -> bool {
        other.is_none_or(|other| self > other)
    }
}

/// The places where patterns are found: a row has a line or the number of a form, and no text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patterns<'r> {
    pub(crate) file: &'r File,
    pub(crate) forms: Option<&'r NormalForms>,
    pub(crate) wide: Option<&'r WideHeads>,
}

impl<'r> Patterns<'r> {
    /// The rank of a rule, and its pattern.
    #[allow(clippy::inline_always)] // a call for each rule that is compared costs more than the reading
    #[inline(always)]
    fn read(self, row: RuleRow) -> (Best, &'r [u8]) {
        let form = row.form().zip(self.forms);
        let index = form.map_or(row.line(), |(form, forms)| forms.line(form));
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

    /// The head of a rule that is not linked yet: after that, its row no longer has the length.
    #[inline]
    fn head(self, row: RuleRow) -> &'r [u8] {
        let pattern = match row.form().zip(self.forms) {
            Some((form, forms)) => forms.get(form),
            None => self.file.value(row.line()),
        };
        pattern.get(..row.head_len()).unwrap_or(pattern)
    }

    /// The rule that decides about a path among the rules of a group, or `best` if none beats that.
    ///
    /// `at` goes down the chain: each turn looks at the last, strongest rule of one head. Its link leads to the next head,
    /// whatever it matches.
    #[inline]
    pub(crate) fn best(
        self,
        rows: &[IndexRow],
        path: &RequestPath<'_>,
        mut best: Option<Best>,
    ) -> Option<Best> {
        let mut at = self.after_greatest(rows, path);
        while let Some((last, before)) = rows.get(..at).and_then(<[IndexRow]>::split_last) {
            let last = RuleRow(*last);
            at = last.shorter_head();
            if !last.may_begin(path.start) {
                continue;
            }
            let (this, pattern) = self.read(last);
            if this.beats(best) {
                if !last.is_first_of_head() {
                    path.pairs();
                }
                best = match path.meets(pattern, last.depends_on_part()) {
                    PrefixMatch::Full => Some(this),
                    PrefixMatch::Prefix if last.ends_wide_head() => {
                        self.best_of_wide_head(last, before, path, best)
                    }
                    PrefixMatch::Prefix if !last.is_first_of_head() => {
                        self.best_of_head(before, path, best)
                    }
                    PrefixMatch::Prefix | PrefixMatch::None => best,
                };
            }
        }
        best
    }

    /// The longest rule that matches a path, by its octets and the number of its form, where no pattern has a special octet:
    /// then each is a head of its own, and the first of the chain that the path begins with is the longest.
    pub(crate) fn longest_literal(
        self,
        rows: &[IndexRow],
        path: &RequestPath<'_>,
    ) -> Option<(usize, u32)> {
        let mut at = self.after_greatest(rows, path);
        while let Some((last, _)) = rows.get(..at).and_then(<[IndexRow]>::split_last) {
            let row = RuleRow(*last);
            at = row.shorter_head();
            if !row.may_begin(path.start) {
                continue;
            }
            let (_, pattern) = self.read(row);
            if path.meets(pattern, false) == PrefixMatch::Full {
                return Some((pattern.len(), row.form()?));
            }
        }
        None
    }

    /// Gives `found` the number of the form of each rule that matches a path by a pattern of `len` octets. It goes down the
    /// chain as [`Patterns::best`] does. Only for rules whose patterns are all forms.
    pub(crate) fn each_of_len(
        self,
        rows: &[IndexRow],
        path: &RequestPath<'_>,
        len: usize,
        mut found: impl FnMut(u32),
    ) {
        let mut at = self.after_greatest(rows, path);
        while let Some((last, _)) = rows.get(..at).and_then(<[IndexRow]>::split_last) {
            let head = rows.get(..at).unwrap_or_default().iter().rev();
            for row in head.map(|row| RuleRow(*row)) {
                let (_, pattern) = self.read(row);
                if pattern.len() < len || !row.may_begin(path.start) {
                    break;
                }
                let matches = pattern.len() == len
                    && path.meets(pattern, row.depends_on_part()) == PrefixMatch::Full;
                if let Some(form) = row.form().filter(|_| matches) {
                    found(form);
                }
                if row.is_first_of_head() {
                    break;
                }
            }
            at = RuleRow(*last).shorter_head();
        }
    }

    /// The rule that decides among the other rules of one head, or `best`. They are the rows at the end of `run`, from the
    /// strongest back to the first of the head, and the path begins with that head.
    fn best_of_head(
        self,
        run: &[IndexRow],
        path: &RequestPath<'_>,
        best: Option<Best>,
    ) -> Option<Best> {
        let pairs = path.pairs();
        for row in run.iter().rev() {
            let row = RuleRow(*row);
            if pairs.have(row.probe()) {
                let (this, pattern) = self.read(row);
                // Those before this one are weaker.
                if !this.beats(best) {
                    break;
                }
                if path.meets(pattern, row.depends_on_part()) == PrefixMatch::Full {
                    return Some(this);
                }
            }
            if row.is_first_of_head() {
                break;
            }
        }
        best
    }

    /// The rule that decides among the other rules of one head that are in buckets, or `best`. The path begins with that head.
    fn best_of_wide_head(
        self,
        last: RuleRow,
        before: &[IndexRow],
        path: &RequestPath<'_>,
        best: Option<Best>,
    ) -> Option<Best> {
        let wide = self.wide.into_iter();
        let buckets = wide.flat_map(|wide| wide.visited(last, before, path.pairs()));
        buckets.fold(best, |best, bucket| self.best_of_head(bucket, path, best))
    }

    /// The position after the greatest head that is not above the path: the entrance of the chain.
    ///
    /// A binary search by the first octets, which are in the rows, decides nearly always. Only if the row found agrees with
    /// the path in them and is above it, a second search reads patterns.
    fn after_greatest(self, rows: &[IndexRow], path: &RequestPath<'_>) -> usize {
        let at = rows.partition_point(|row| RuleRow(*row).start() <= path.start);
        let (before, _) = rows.split_at(at);
        let is_above = |row: &IndexRow| {
            let row = RuleRow(*row);
            row.start() == path.start && path.is_below_head(self.read(row).1)
        };
        if before.last().is_some_and(is_above) {
            before.partition_point(|row| !is_above(row))
        } else {
            at
        }
    }

    /// Sorts the new rules of a group by head, those of one head by strength, and links them.
    ///
    /// Linking runs from the first row to the last, because the next shorter head of a row is found by following the links
    /// of the rows before it, as brackets are matched with a stack: the whole takes linear time.
    pub(crate) fn sort(self, rows: &mut [IndexRow]) {
        let compare = |a: &IndexRow, b: &IndexRow| {
            let (a, b) = (RuleRow(*a), RuleRow(*b));
            let by_head = || self.head(a).cmp(self.head(b));
            let by_strength = || self.read(a).0.cmp(&self.read(b).0);
            a.start()
                .cmp(&b.start())
                .then_with(by_head)
                .then_with(by_strength)
        };
        if cfg!(target_family = "wasm") {
            // An instance of its own takes 1 KB of a module that a page loads.
            crate::order::sort_by(rows, compare);
        } else {
            rows.sort_unstable_by(compare);
        }
        for at in 0..rows.len() {
            self.link(rows, at);
        }
    }

    /// Links the row at this position to those before it, which are linked: as a further rule of the head of the row before
    /// it, or as the first of a new head.
    fn link(self, rows: &mut [IndexRow], at: usize) {
        let (before, rest) = rows.split_at_mut(at);
        let Some(row) = rest.first_mut() else { return };
        let new = RuleRow(*row);
        let own = self.head(new);
        let mut above = at;
        let mut order = Ordering::Less;
        while let Some(last) = above.checked_sub(1).and_then(|last| before.get(last)) {
            let last = RuleRow(*last);
            if let Some(head) = head_before(self.read(last).1, own) {
                order = head.cmp(&own.len());
                break;
            }
            above = last.shorter_head();
        }
        match before.last_mut() {
            Some(last) if order == Ordering::Equal => {
                let sibling = RuleRow(*last);
                *row = new.ending_head_of(sibling).0;
                let probe = if sibling.depends_on_part() {
                    0
                } else {
                    bigrams::probe(self.read(sibling).1, own.len())
                };
                *last = sibling.inside_head(probe).0;
            }
            _ => {
                *row = new.opening_head(above).0;
            }
        }
    }
}
