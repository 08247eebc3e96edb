//! The rows of the index.
//!
//! **What it is.** Groups, rules and listings are rows of 12 bytes in one table, so that an index is one allocation and a
//! file that was asked stays small. The place of a row in the table says of which kind it is; [`GroupRow`], [`RuleRow`]
//! and [`ListingRow`] are the three ways to look at the same three numbers. All else that is known of a row is in its
//! line of the file.
//!
//! | row | `start` | `line` | `link` |
//! |---|---|---|---|
//! | [`GroupRow`] | 0 | its first line | the position after its rules, which follow it |
//! | [`RuleRow`] | of the head of its pattern, after the first byte | its line, or the number of its normal form; four flags | see below |
//! | [`ListingRow`] | of the name | the starter that lists the client | the position of the group |
//!
//! The `link` of a rule has three meanings, one after the other. Before the rules of a group are sorted it is the length
//! of its head. After that, the last rule of each head links to the next shorter head that begins the same paths: by the
//! position after the last rule of that head among the rules of the group, 0 for none. All other rules of a head hold
//! the [`bigrams::probe`](super::bigrams::probe) of their pattern instead, since the chain never enters at them.
//!
//! **Invariants.** A question enters the rules of a group at the end of a head and leaves by a link, so a chain link
//! always points before its own head; `FIRST` is set on exactly one rule of each head; the flags are above every index of
//! a line, since a file has no more lines than bytes (asserted below).
//!
//! **What breaks if touched.** A wrong link or `FIRST` lets a question skip rules: the answer is then wrong for a few
//! paths only, and right for most. `tests/all/robots_txt_oracle.rs` (random files against trying every rule, and large
//! groups against small ones) and the fuzz target `robots_txt` notice.

use crate::robots_txt::file::matching::request_path::start_after_first;
use crate::robots_txt::file::matching::{parts, pattern};
use crate::robots_txt::file::options::{GoogleDifference, Options};
use crate::robots_txt::file::parse::lines::LARGEST;

/// A row of any kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IndexRow {
    /// Bytes that sort like the whole and decide most comparisons.
    start: u32,
    line: u32,
    link: u32,
}

const _: () = assert!(
    size_of::<IndexRow>() == 12,
    "the documentation says 12 bytes"
);

/// A group. Its rules follow it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupRow(pub(crate) IndexRow);

impl GroupRow {
    /// A group that begins at this line, and whose rules end at this position.
    pub(crate) fn new(first_line: u32, end: u32) -> GroupRow {
        GroupRow(IndexRow {
            start: 0,
            line: first_line,
            link: end,
        })
    }

    /// The index of its first line.
    #[inline]
    pub(crate) fn first_line(self) -> usize {
        self.0.line as usize
    }

    /// The position after its rules: that of the next group.
    #[inline]
    pub(crate) fn end(self) -> u32 {
        self.0.link
    }
}

/// A rule that can match something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleRow(pub(crate) IndexRow);

impl RuleRow {
    /// A rule that is not sorted yet: the index of its line, and its pattern in normal form.
    #[inline]
    pub(crate) fn of_line(line: u32, pattern: &[u8], options: Options) -> RuleRow {
        let (len, _) = pattern::split(pattern);
        let (head, wild) = pattern.split_at(len);
        // A path that is compared as it is given has one form in all its parts.
        let has_parts = !options.has(GoogleDifference::PathAsGiven);
        let parts = if has_parts && parts::depend_on_part(wild) {
            PARTS
        } else {
            0
        };
        RuleRow(IndexRow {
            start: start_after_first(head),
            line: line | parts,
            link: u32::try_from(len).unwrap_or(u32::MAX),
        })
    }

    /// A rule that is not sorted yet, whose pattern is the normal form with this number.
    pub(crate) fn of_form(form: u32, pattern: &[u8], options: Options) -> RuleRow {
        RuleRow::of_line(form | FORM, pattern, options)
    }

    /// Four bytes of its head, after the slash that all have, see [`start_after_first`].
    #[inline]
    pub(crate) fn start(self) -> u32 {
        self.0.start
    }

    /// Whether, by the first bytes, a path can begin with its head.
    ///
    /// A start of a short head is filled with zeros, which are not compared. A head that has a NUL of its own, as only
    /// Google's dialect keeps it, merely passes more often.
    #[inline]
    pub(crate) fn may_begin(self, path: u32) -> bool {
        let filling = self.0.start.trailing_zeros() & !7;
        (self.0.start ^ path).checked_shr(filling).unwrap_or(0) == 0
    }

    /// Whether it is the first rule of its head; known when the rules are linked.
    #[inline]
    pub(crate) fn is_first_of_head(self) -> bool {
        self.0.line & FIRST != 0
    }

    /// The number of its normal form, where that is not in the file.
    #[inline]
    pub(crate) fn form(self) -> Option<u32> {
        (self.0.line & FORM != 0).then_some(self.line())
    }

    /// The index of its line, or the number of its form.
    #[inline]
    pub(crate) fn line(self) -> u32 {
        self.0.line & !(FIRST | FORM | PARTS | WIDE)
    }

    /// Whether its pattern matches the query of a path in another form than the path, see [`parts`].
    #[inline]
    pub(crate) fn depends_on_part(self) -> bool {
        self.0.line & PARTS != 0
    }

    /// Before the rules are linked: the length of its head.
    #[inline]
    pub(crate) fn head_len(self) -> usize {
        self.0.link as usize
    }

    /// Of the last rule of a head: the position after the last rule of the next shorter head.
    #[inline]
    pub(crate) fn shorter_head(self) -> usize {
        self.0.link as usize
    }

    /// Of the other rules of a head: the pairs of bytes that a path needs.
    #[inline]
    pub(crate) fn probe(self) -> u32 {
        self.0.link
    }

    /// The first rule of its head, and so far the last one.
    pub(crate) fn opening_head(self, shorter_head: usize) -> RuleRow {
        let row = self
            .linked(u32::try_from(shorter_head).unwrap_or_default())
            .0;
        RuleRow(IndexRow {
            line: row.line | FIRST,
            ..row
        })
    }

    /// A further rule of the head of `last`, which was the last one.
    pub(crate) fn ending_head_of(self, last: RuleRow) -> RuleRow {
        self.linked(last.0.link)
    }

    /// The last of a head whose other rules are in buckets, see [`super::wide`].
    pub(crate) fn ending_wide_head(self) -> RuleRow {
        let line = self.0.line | WIDE;
        RuleRow(IndexRow { line, ..self.0 })
    }

    /// Whether it is the last rule of a head whose other rules are in buckets.
    #[inline]
    pub(crate) fn ends_wide_head(self) -> bool {
        self.0.line & WIDE != 0
    }

    /// A number that no other rule of the file has.
    #[inline]
    pub(crate) fn mark(self) -> u32 {
        self.0.line
    }

    /// One that is not the last of its head any more.
    pub(crate) fn inside_head(self, probe: u32) -> RuleRow {
        self.linked(probe)
    }

    /// The row with another link.
    fn linked(self, link: u32) -> RuleRow {
        RuleRow(IndexRow { link, ..self.0 })
    }
}

/// A starter that lists a client in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListingRow(pub(crate) IndexRow);

impl ListingRow {
    /// The listing of a name with this start, by this line, in the group at this position.
    pub(crate) fn new(start: u32, starter: u32, group: u32) -> ListingRow {
        ListingRow(IndexRow {
            start,
            line: starter,
            link: group,
        })
    }

    /// The first bytes of the name, see [`Listed::start`](super::listing::Listed::start).
    #[inline]
    pub(crate) fn start(self) -> u32 {
        self.0.start
    }

    /// The index of the line of the starter.
    #[inline]
    pub(crate) fn starter(self) -> u32 {
        self.0.line
    }

    /// The position of the group.
    #[inline]
    pub(crate) fn group(self) -> u32 {
        self.0.link
    }
}

/// In `line` of a rule: it is the first one of its head.
const FIRST: u32 = 1 << 31;
/// In `line` of a rule: the other bits are the number of a normal form.
const FORM: u32 = 1 << 30;
/// In `line` of a rule: its pattern depends on the part of the path.
const PARTS: u32 = 1 << 29;
/// In `line` of a rule: it is the last one of a head whose other rules are in buckets.
const WIDE: u32 = 1 << 28;

// UTF-16 that is decoded to UTF-8 grows from two bytes to three.
const _: () = assert!(
    LARGEST / 2 * 3 < WIDE as usize,
    "a flag could be part of an index"
);
