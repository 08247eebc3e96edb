//! The cost of `html5ever`'s tree builder: its looks at elements, and its walks without a look.

use std::cell::{Cell, RefCell};

use html5ever::tokenizer::{EndTag, StartTag, Tag};
use html5ever::{LocalName, QualName, local_name, ns};

/// The account of one tree builder, in looks at an element.
///
/// The builder asks the sink for a name, or whether two handles are one, at most steps of a walk. Two things it does
/// without asking: it walks over the markers in its list of formatting elements (HTML §13.2.4.3), and it moves the
/// upper part of its stack for each element that it takes out below.
#[derive(Debug, Default)]
pub(crate) struct Cost {
    work: Cell<u64>,
    /// Elements that the builder holds.
    alive: Cell<u64>,
    /// Formatting elements that the builder holds: its list of them has at most as many.
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
    /// The cost so far.
    pub(crate) fn work(&self) -> u64 {
        self.work.get()
    }

    pub(crate) fn charge(&self, looks: u64) {
        self.work.set(self.work.get().saturating_add(looks));
    }

    /// Charges the builder's walks without a look for this tag.
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

    /// The most that the tag may cost beyond what was charged. The adoption agency takes elements out of the stack one
    /// by one, and looks for each in the whole list.
    pub(crate) fn at_most(&self) -> u64 {
        if self.adopts.get() {
            let each = self.removal() + self.formatting.get();
            self.alive.get().saturating_mul(each)
        } else {
            0
        }
    }

    /// The tag was processed.
    pub(crate) fn end(&self) {
        // No tag clears the list to more than one marker. The marker of an element that was closed with another stays.
        if self.cleared.take() {
            step(&self.markers, -1);
        }
        self.adopts.set(false);
        self.closing.replace(None);
    }

    /// The adoption agency has moved the children of a block.
    pub(crate) fn adopted(&self) {
        self.charge(WALKS * self.markers.get() + 2 * self.removal());
    }

    /// The adoption agency has moved an element.
    pub(crate) fn moved(&self) {
        self.charge(self.markers.get());
    }

    /// The cost of one removal from the stack: a walk over the list, and the part of the stack that is moved.
    fn removal(&self) -> u64 {
        self.markers.get() + self.alive.get() / MOVED
    }

    pub(crate) fn born(&self, kind: Kind) {
        step(&self.alive, 1);
        match kind {
            Kind::Formatting => step(&self.formatting, 1),
            Kind::Marker | Kind::Cell => step(&self.markers, 1),
            Kind::Other => {}
        }
    }

    pub(crate) fn died(&self, kind: Kind, name: &LocalName) {
        step(&self.alive, -1);
        match kind {
            Kind::Formatting => step(&self.formatting, -1),
            // The end of a cell always clears the list, that of another element if it has its own end tag.
            Kind::Cell => self.cleared.set(true),
            Kind::Marker if self.closing.borrow().as_ref() == Some(name) => self.cleared.set(true),
            Kind::Marker | Kind::Other => {}
        }
        if self.adopts.get() {
            self.charge(self.removal());
        }
    }
}

fn step(count: &Cell<u64>, by: i64) {
    count.set(count.get().saturating_add_signed(by));
}

/// The effect of an element on the builder's list of formatting elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Other,
    /// It is put on the list.
    Formatting,
    /// It puts a marker on the list, which its end tag takes away.
    Marker,
    /// It puts a marker on the list, which its end takes away, with its end tag or without.
    Cell,
}

impl Kind {
    pub(crate) fn of(name: &QualName) -> Kind {
        match name.local {
            _ if is_formatting(&name.local) => Kind::Formatting,
            _ if name.ns != ns!(html) => Kind::Other,
            local_name!("applet")
            | local_name!("marquee")
            | local_name!("object")
            | local_name!("template") => Kind::Marker,
            local_name!("caption") | local_name!("td") | local_name!("th") => Kind::Cell,
            _ => Kind::Other,
        }
    }
}

/// The elements that the tree builder opens again where they were left open (HTML §13.2.4.3).
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

/// The cost of comparing a formatting element with another, in looks at an element.
const COMPARISON: u64 = 8;

/// How often a formatting tag, or one round of the adoption agency, walks over the markers of the list.
const WALKS: u64 = 4;

/// How many entries of the stack are moved in the time of one look.
const MOVED: u64 = 8;

/// Looks at elements that are allowed for nothing, and for each byte. Real documents need less than one a byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    base: u64,
    per_byte: u64,
}

impl Allowance {
    const READING: Allowance = Allowance {
        base: 300_000,
        per_byte: 64,
    };

    pub(crate) fn of(self, bytes: usize) -> u64 {
        self.base + self.per_byte * bytes as u64
    }

    #[cfg(not(counting_work))]
    pub(crate) fn of_a_reading() -> Allowance {
        Allowance::READING
    }

    /// `fuzz/work` searches with less than readings have: work that is not charged shows in small documents.
    #[cfg(counting_work)]
    pub(crate) fn of_a_reading() -> Allowance {
        let per_byte = std::env::var("LOOKS_A_BYTE").ok();
        let per_byte = per_byte.and_then(|looks| looks.parse().ok());
        per_byte.map_or(Allowance::READING, |per_byte| Allowance {
            base: 0,
            per_byte,
        })
    }
}
