//! A file of robots.txt answers, by scheme and authority, and of documents about AI use, by address: rows in their order, with
//! checksums, so that ten million authorities need no memory and damage permits nothing.

mod blocks;
mod part;
mod read;
mod runs;
#[cfg(test)]
mod tests;
mod write;

pub use self::part::{Part, is_itself, open_unlinked};
pub use self::read::Store;
pub use self::write::Writer;
