//! A `meta` element: the places of its words, their statements, and whether it counts.
//!
//! One meta passes three files. `located` cuts the values out of its tag and knows their bytes;
//! `prefilter` looks at the raw values and drops the metas that cannot matter; `rules` decides
//! whether the rest count and reads `content`. `values` has the types that they share. Nothing here
//! knows how the tag was found or where in the document it is: the placement is given. `license` has the same for links
//! and scripts of licences.

pub(crate) mod license;
pub(crate) mod located;
mod prefilter;
pub(crate) mod rules;
mod use_meta;
pub(crate) mod values;
