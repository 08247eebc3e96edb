//! The network: the client that makes every request, files at addresses, robots.txt of live sites.
//!
//! [`fetch`] makes the requests, [`remote`] reads files at addresses in ranges, and goes on where a server broke off.
#![forbid(unsafe_code)]

#[cfg(test)]
mod exchanges;
pub mod fetch;
mod interrupt;
pub mod panic_guard;
pub mod pipe;
pub mod remote;
pub mod secret;
mod stored_body;

pub use self::interrupt::Interrupt;
pub use self::stored_body::StoredBody;
