//! The types of the table of keys.

use super::shapes::Shape;

/// A table of the file; the first is the file itself.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) keys: &'static [Key],
}

/// A key of a table.
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    pub(super) is_required: bool,
}
