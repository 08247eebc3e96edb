//! A cell of the table: a fact about one crawler, its source, how it was read and when.

use std::fmt;
use std::time::Duration;

use super::source::Source;
use crate::date::Timestamp;
use crate::named::named;

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

/// A day of the calendar; its text form is `2026-11-21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    of_month: u8,
}

impl Day {
    /// A day of the years 0 to 9999.
    pub(super) const fn new(year: u16, month: u8, of_month: u8) -> Day {
        assert!(year <= 9999 && 1 <= month && month <= 12 && 1 <= of_month && of_month <= 31);
        Day {
            year,
            month,
            of_month,
        }
    }

    /// Its first moment in UTC.
    pub fn start(self) -> Timestamp {
        let start = format!("{self}T00:00:00Z").parse();
        start.unwrap_or_else(|_| Timestamp::from_unix(i64::MAX))
    }

    /// Whether it is more than `age` before `now`.
    pub fn is_older_than(self, age: Duration, now: Timestamp) -> bool {
        self.start() + age < now
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.of_month)
    }
}

/// Where a fact comes from: the document, how it was read, and the last day on which it was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    source: &'static Source,
    grade: Grade,
    verified: Day,
}

impl Evidence {
    /// The document.
    pub fn source(&self) -> &'static Source {
        self.source
    }

    /// How it was read.
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// The last day on which it was verified.
    pub fn verified(&self) -> Day {
        self.verified
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Evidence {
            source,
            grade,
            verified,
        } = self;
        write!(f, "{source}, {grade}, verified {verified}")
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
    /// A fact that a document has, verified on the day of the table.
    pub(super) const fn known(value: T, source: &'static Source, grade: Grade) -> Cell<T> {
        Cell {
            value,
            evidence: Some(Evidence {
                source,
                grade,
                verified: VERIFIED,
            }),
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

/// The day on which the table was verified as a whole. A cell that was verified later has a day of its own.
pub(super) const VERIFIED: Day = Day::new(2026, 11, 21);
