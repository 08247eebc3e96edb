//! A `meta` element: the places of its words, what they say, and whether it counts.

pub(crate) mod located;
mod prefilter;
pub(crate) mod rules;
pub(crate) mod values;
