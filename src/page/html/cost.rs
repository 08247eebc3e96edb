//! The account of `html5ever`'s tree builder: its looks at elements, and its walks without a look.
//!
//! **What it is.** Some steps of the tree builder walk over all open elements or all formatting elements, once for each
//! tag. A hostile document makes these lists long and the walks frequent, so that the time grows with the square of its
//! length: two megabytes of `<applet>` and then `<b></b>` in a template take tens of seconds. Time is never measured
//! here. The unit of the account is one *look at an element*: a call of the sink for the name of an element, for the
//! identity of two, or for a new one. [`NullSink`](crate::page::html::null_sink::NullSink) charges these as they happen. What
//! the builder does without asking the sink is charged from counts that are kept here: of living elements, of
//! formatting elements, and of markers.
//!
//! **Invariants.** Everything that the builder does more often than a fixed number of times for a token is charged,
//! before it is done ([`Cost::begin`], [`Cost::at_most`]) or as it is done. The counts follow the life of the elements:
//! an element is born with its handle, and dies when the builder drops the last handle. A charge depends on the tokens
//! so far only, never on chunks.
//!
//! **What breaks if touched.** An uncharged walk brings the square back; a charge that is too high ends the reading of
//! harmless pages with `tree-too-costly`, and their metas after that point are lost.
//!
//! **Which test notices.** `fuzz/work` counts edges of the control flow for every pair of HTML elements in five orders
//! and five places, with a low allowance; the fixtures `html/r-105-*` and `r_105_deep_nesting_ends_the_reading` in
//! `tests/all/meta.rs` have documents that must end with the diagnostic. `r_98_real_pages_read_as_the_tree_says` would
//! show a page that is given up.

use std::cell::{Cell, RefCell};

use html5ever::tokenizer::{EndTag, StartTag, Tag, Token};
use html5ever::{LocalName, QualName, local_name, ns};

/// The account of one tree builder, in looks at an element.
///
/// At most steps of a walk the builder asks the sink for a name, or whether two handles are one. Two things it does
/// without asking: it walks over the markers in its list of formatting elements (HTML §13.2.4.3), and it moves the
/// upper part of its stack for each element that it removes from a place below.
///
/// All fields are cells because html5ever calls its sink through a shared reference.
#[derive(Debug, Default)]
pub(crate) struct Cost {
    /// Looks charged so far. It saturates, which only ever ends a reading earlier.
    work: Cell<u64>,
    /// Elements to which the builder holds a handle: at least those on its stack.
    alive: Cell<u64>,
    /// Formatting elements that the builder holds: an upper bound for those in its list.
    formatting: Cell<u64>,
    /// Markers in the builder's list.
    markers: Cell<u64>,
    /// Whether the tag that is being processed may rearrange the stack: HTML's adoption agency algorithm.
    adopts: Cell<bool>,
    /// The name of the end tag that is being processed.
    closing: RefCell<Option<LocalName>>,
    /// Whether the tag that is being processed took a marker off the list.
    cleared: Cell<bool>,
}

impl Cost {
    /// The looks charged so far.
    pub(crate) fn work(&self) -> u64 {
        self.work.get()
    }

    /// Adds looks to the account.
    pub(crate) fn charge(&self, looks: u64) {
        self.work.set(self.work.get().saturating_add(looks));
    }

    /// Charges the walks without a look that any tag of this kind takes, before it is processed: one over the
    /// formatting elements, and for a formatting tag several over the markers.
    pub(crate) fn begin(&self, tag: &Tag) {
        let is_end = tag.kind == EndTag;
        let formats = is_formatting(&tag.name);
        // A formatting element is compared with those that are open, attribute by attribute.
        let compared = if formats && tag.kind == StartTag {
            COMPARISON * (1 + 2 * tag.attrs.len() as u64)
        } else {
            1
        };
        self.charge(1 + self.formatting.get() * compared);
        let again = matches!(tag.name, local_name!("a") | local_name!("nobr"));
        self.adopts.set(formats && (is_end || again));
        if self.adopts.get() {
            self.charge(WALKS * self.markers.get());
        }
        self.closing.replace(is_end.then(|| tag.name.clone()));
    }

    /// The most that the tag may cost beyond the charges so far, for a reader that must decide before the work is done.
    ///
    /// Only the adoption agency needs it (HTML §13.2.6.4.7): it removes elements from the stack one by one, and
    /// searches the whole list for each.
    pub(crate) fn at_most(&self) -> u64 {
        if self.adopts.get() {
            let each = self.removal() + self.formatting.get();
            self.alive.get().saturating_mul(each)
        } else {
            0
        }
    }

    /// Charges a token that ends at this byte, before it is processed, and returns whether that is more than the bytes so far allow.
    pub(crate) fn exceeds(&self, token: &Token, end: usize) -> bool {
        if let Token::TagToken(tag) = token {
            self.begin(tag);
        }
        self.work().saturating_add(self.at_most()) > allowance(end)
    }

    /// Settles the counts after the tag was processed.
    pub(crate) fn end(&self) {
        // No tag clears the list to more than one marker. The marker of an element that was closed with another stays.
        if self.cleared.take() {
            step(&self.markers, -1);
        }
        self.adopts.set(false);
        self.closing.replace(None);
    }

    /// Charges one round of the adoption agency, at the step that moves the children of the furthest block. The round
    /// also removes one element from the stack and inserts another.
    pub(crate) fn adopted(&self) {
        self.charge(WALKS * self.markers.get() + 2 * self.removal());
    }

    /// Charges the search for one element that the adoption agency has moved.
    pub(crate) fn moved(&self) {
        self.charge(self.markers.get());
    }

    /// The cost of one removal from the stack: a search in the list, and the part of the stack that is moved.
    fn removal(&self) -> u64 {
        self.markers.get() + self.alive.get() / MOVED
    }

    /// Counts an element that was created.
    pub(crate) fn born(&self, kind: ListEffect) {
        step(&self.alive, 1);
        match kind {
            ListEffect::Formatting => step(&self.formatting, 1),
            ListEffect::Marker | ListEffect::Cell => step(&self.markers, 1),
            ListEffect::Other => {}
        }
    }

    /// Counts an element whose last handle was dropped, and notes whether a marker went with it.
    /// During the adoption agency such an element is charged as one that was removed from the
    /// middle of the stack.
    pub(crate) fn died(&self, kind: ListEffect, name: &LocalName) {
        step(&self.alive, -1);
        match kind {
            ListEffect::Formatting => step(&self.formatting, -1),
            // The end of a cell always clears the list, that of another element if it has its own end tag.
            ListEffect::Cell => self.cleared.set(true),
            ListEffect::Marker if self.closing.borrow().as_ref() == Some(name) => {
                self.cleared.set(true);
            }
            ListEffect::Marker | ListEffect::Other => {}
        }
        if self.adopts.get() {
            self.charge(self.removal());
        }
    }
}

/// Changes a count by one. It never goes below zero: an account that is too high is safe.
fn step(count: &Cell<u64>, by: i64) {
    count.set(count.get().saturating_add_signed(by));
}

/// The effect of an element on the builder's list of formatting elements (HTML §13.2.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListEffect {
    /// None.
    Other,
    /// The element itself is put on the list.
    Formatting,
    /// It puts a marker on the list, which its end tag takes off. If the element is closed by another tag, the marker
    /// stays.
    Marker,
    /// It puts a marker on the list, which its end takes off, with its end tag or without.
    Cell,
}

impl ListEffect {
    /// The kind of an element with this name. Only elements of HTML set markers. An `<a>` or a
    /// `<font>` of SVG counts as formatting although it is on no list, so the account may be too
    /// high but not too low.
    pub(crate) fn of(name: &QualName) -> ListEffect {
        match name.local {
            _ if is_formatting(&name.local) => ListEffect::Formatting,
            _ if name.ns != ns!(html) => ListEffect::Other,
            local_name!("applet")
            | local_name!("marquee")
            | local_name!("object")
            | local_name!("template") => ListEffect::Marker,
            local_name!("caption") | local_name!("td") | local_name!("th") => ListEffect::Cell,
            _ => ListEffect::Other,
        }
    }
}

/// Whether the tree builder opens such an element again where it was left open: the formatting category of HTML
/// §13.2.4.2.
fn is_formatting(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
}

/// The cost of comparing a formatting element with another, in looks at an element. An estimate. It
/// grows with the attributes of the new element, of which a reading passes on only those of `font`.
const COMPARISON: u64 = 8;

/// How often a formatting tag, or one round of the adoption agency, walks over the markers of the list. A round in
/// html5ever 0.40 searches the list twice for its bookmark, and inserts and removes an entry, which moves the entries
/// after it.
const WALKS: u64 = 4;

/// How many entries of the stack are moved in the time of one look. An estimate: a move copies memory, a look is a
/// call.
const MOVED: u64 = 8;

/// The looks at elements that one reading may take after this number of bytes: a base, and a number for each byte that was read.
///
/// The base keeps a short document from being judged by its few bytes. The share of each byte lets
/// the work grow with the document, but no faster.
fn allowance(bytes: usize) -> u64 {
    let (base, per_byte) = looks();
    base + per_byte * bytes as u64
}

/// The base, and the number for each byte.
#[cfg(not(counting_work))]
fn looks() -> (u64, u64) {
    (BASE, PER_BYTE)
}

/// `fuzz/work` searches with less than readings have: work that is not charged shows in small documents.
#[cfg(counting_work)]
fn looks() -> (u64, u64) {
    static LOOKS: std::sync::LazyLock<(u64, u64)> = std::sync::LazyLock::new(|| {
        let per_byte = std::env::var("LOOKS_A_BYTE").ok();
        let per_byte = per_byte.and_then(|looks| looks.parse().ok());
        per_byte.map_or((BASE, PER_BYTE), |per_byte| (0, per_byte))
    });
    *LOOKS
}

/// The looks of every reading.
const BASE: u64 = 300_000;

/// The looks for each byte. The 209 pages of the benches take 0.12 looks a byte, and no hostile document of the design that was read to
/// its end took more than 3.6. The rest is room for old pages that never close their elements: 16 looks a byte were too few for them.
const PER_BYTE: u64 = 64;
