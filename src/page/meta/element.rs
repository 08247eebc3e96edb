//! A `meta` element: the places of its words, their statements, and whether it counts.
//!
//! One meta passes four files. `raw` cuts its tag once, without decoding it;
//! `prefilter` looks at the raw values and drops the metas that cannot matter; `place` decodes the rest and knows their bytes; `rules` decides
//! whether they count and reads `content`. `values` has the types that they share. Nothing here
//! knows how the tag was found or where in the document it is: the placement is given. `license` has the same for links
//! and scripts of licences.

pub(crate) mod license;
pub(crate) mod place;
mod prefilter;
pub(crate) mod raw;
pub(crate) mod rules;
mod use_meta;
pub(crate) mod values;
