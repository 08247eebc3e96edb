//! The room of AI use: its vocabularies, what they have in common, and the documents that state them.
//!
//! [`preference`] has the words of every vocabulary. [`usage`] reads Content-Usage and Content-Signal, in fields and in
//! robots.txt; [`rsl`] and [`tdmrep`] read documents of their own. [`uses`] is the face of all.

pub(crate) mod preference;
pub(crate) mod rsl;
pub(crate) mod tdmrep;
pub(crate) mod usage;
pub mod uses;
