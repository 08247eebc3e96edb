//! Days of the calendar: when a document was read, and from when a name is one of the past.

use std::fmt;
use std::time::Duration;

use crate::date::Timestamp;

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
