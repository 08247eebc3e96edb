//! A cell of the table: a fact about one crawler, its source, how it was read and when.

use std::fmt;

use super::day::Day;
use super::source::Reference;
use crate::names::named;

named! {
    /// How a fact about a crawler is known, from the best to the weakest.
    #[non_exhaustive]
    pub enum Grade {
        /// The text of its owner was read.
        Vendor = "vendor";
        /// It was read in the code that its owner published.
        Code = "code";
        /// A sentence of its owner was read as somebody quotes it, with page and date.
        Quoted = "quoted";
        /// It is only reported.
        Reported = "reported";
        /// It follows from other facts.
        Inferred = "inferred";
    }
}

/// Where a fact comes from: the document, and how it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    source: &'static Reference,
    grade: Grade,
}

impl Evidence {
    /// The document.
    pub fn source(&self) -> &'static Reference {
        self.source
    }

    /// How it was read.
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// The last day on which it was verified: that on which the document was read.
    pub fn verified(&self) -> Day {
        self.source.verified()
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Evidence { source, grade } = self;
        write!(f, "{source}, {grade}, verified {}", self.verified())
    }
}

/// A value, and where it comes from. A cell without evidence is not documented and holds the general reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell<T> {
    pub(crate) value: T,
    pub(crate) evidence: Option<Evidence>,
    /// Whether sources contradict each other, or leave it open in a way that matters.
    pub(crate) is_disputed: bool,
}

impl<T: Copy> Cell<T> {
    /// A fact that a document has.
    pub(super) const fn known(value: T, source: &'static Reference, grade: Grade) -> Cell<T> {
        Cell {
            value,
            evidence: Some(Evidence { source, grade }),
            is_disputed: false,
        }
    }

    /// The general reading, since no document says anything else.
    pub(super) const fn undocumented(value: T) -> Cell<T> {
        Cell {
            value,
            evidence: None,
            is_disputed: false,
        }
    }

    /// The fact as one that is disputed.
    pub(super) const fn disputed(self) -> Cell<T> {
        Cell {
            is_disputed: true,
            ..self
        }
    }
}
