//! The query that counts the same from the tables.

use super::plots::Plot;

/// The query of a plot to copy; a plot that has it elsewhere in the page refers to it.
pub(super) fn details(_plot: &Plot, _is_first: bool) -> String {
    String::new()
}
