//! Archives in files and at addresses in, folders of tables out: the part of a scan that the program, the Python package and
//! Spark share. It has no options of a command line and no exit statuses; this is not a library with a stable interface.
//!
//! [`archive_inputs`] are the archives that a run names, [`remote`] reads those at addresses, [`fetch`] makes the requests.
//! A [`job`] writes the [`table`] of one archive into its place in a [`folder`], a [`run`] those of all; [`store`] keeps the
//! answers for robots.txt.
#![forbid(unsafe_code)]

pub mod archive_inputs;
#[cfg(test)]
mod exchanges;
mod failure;
pub mod fetch;
pub mod folder;
mod interrupt;
pub mod job;
pub mod kept;
pub mod panic_guard;
mod pipe;
mod progress;
pub mod read_input;
pub mod remote;
pub mod run;
pub mod secret;
pub mod settings;
pub mod store;
pub mod table;
pub mod workers;

pub use self::failure::Failure;
pub use self::interrupt::Interrupt;
pub use self::progress::{ArchiveProgress, Progress};
