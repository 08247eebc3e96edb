//! The code that tests share: cases, archives, servers, other programs, hostile inputs, and an allocator that counts.
#![allow(
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::write_with_newline,
    missing_docs
)] // a test's helper says what it does by its name, and panics where the test cannot go on

#[cfg(feature = "cases")]
pub mod bytes;
#[cfg(feature = "cases")]
pub mod case;
pub mod counting;
#[cfg(feature = "cases")]
pub mod crawl;
pub mod files;
pub mod hostile;
#[cfg(feature = "cases")]
pub mod output;
#[cfg(feature = "cases")]
pub mod python;
#[cfg(feature = "cases")]
pub mod server;
#[cfg(feature = "cases")]
pub mod site;
pub mod told;
