//! A `meta` element: where its words stand, what they say, and whether it counts.

pub(crate) mod located;
mod prefilter;
pub(crate) mod rules;
pub(crate) mod values;
