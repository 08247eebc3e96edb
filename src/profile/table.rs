//! The table of engines: one row a profile, in a file for each owner. `CONTRIBUTING.md` has the steps to add or change one.

mod google;

use super::row::Row;

/// Every row, in the order of the documentation.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    [google::ROWS].into_iter().flatten()
}
