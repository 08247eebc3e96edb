//! The kind of a value, for messages about one of the wrong kind.

use pyo3::prelude::*;

/// The name of its class, or `this` for one without a name.
pub(super) fn kind_of(object: &Bound<'_, PyAny>) -> String {
    let kind = object.get_type();
    kind.name()
        .map_or_else(|_| String::from("this"), |name| name.to_string())
}
