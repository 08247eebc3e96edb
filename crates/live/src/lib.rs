//! The network: everything that asks a live site, by one client, one visitor, one pace, one cache.
//!
//! [`fetch`] makes the requests, and [`remote`] reads files at addresses in ranges, and goes on where a server broke off. A [`Visitor`]
//! follows the way to a page: robots.txt of each authority first ([`LiveSites`], with the answers of former runs), then the [`Pace`], then
//! the request.
#![forbid(unsafe_code)]

mod cache;
mod document;
#[cfg(test)]
mod exchanges;
pub mod fetch;
mod interrupt;
mod memory;
mod pace;
pub mod panic_guard;
pub mod pipe;
pub mod remote;
pub mod secret;
mod sites;
mod stored_body;
mod trouble;
mod visitor;

pub use self::cache::{KeptPage, default_folder};
pub use self::document::{DocumentAnswer, SiteDocument};
pub use self::interrupt::Interrupt;
pub use self::pace::{Pace, Stop};
pub use self::sites::{KnownSite, LiveSites, copied_document};
pub use self::stored_body::StoredBody;
pub use self::trouble::{Redirect, RobotsFetched, Trouble, milliseconds};
pub use self::visitor::{PageAnswer, PagePart, Visit, VisitEnd, Visitor};
