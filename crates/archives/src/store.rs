//! A file of answers for robots.txt, by scheme and authority, and of documents about AI use, by address: every observation of
//! each, in its order, and each body once. Rows have checksums, so that ten million authorities need no memory and damage
//! permits nothing.

mod blocks;
mod bytes;
mod digest;
mod form;
mod part;
mod place;
mod reader;
mod runs;
#[cfg(test)]
mod tests;
mod writer;

pub use self::digest::Digest;
pub use self::part::{Part, is_itself, open_unlinked};
pub use self::place::{Observation, ObservedBody};
pub use self::reader::{Holdings, Store};
pub use self::writer::Writer;
