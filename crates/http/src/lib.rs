//! One HTTP response in bytes, as archives hold it and clients save it.
//!
//! [`Message`] reads its header block, its fields and its body without codings, even if it is damaged. [`saved`] reads files that
//! clients have written: with redirects before the response, with marks of their own, or a page alone. Nothing here uses files
//! or the network, and without the feature `codings` nothing is C, so browsers have it too.
//!
//! ```
//! use std::io::Read as _;
//! use robots_policy_http::Message;
//!
//! let mut saved: &[u8] = b"HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\nHTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\r\n<p>";
//! let mut memory = Vec::new();
//! let mut message = Message::of_saved(&mut saved, &mut memory)?;
//! let mut body = String::new();
//! message.body().read_to_string(&mut body).expect("a body ends early instead");
//! assert_eq!((message.status(), body.as_str()), (Some(200), "<p>"));
//! # Ok::<(), robots_policy_http::Damage>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))] // a label on what a feature adds
#![forbid(unsafe_code)]

mod message;
pub mod saved;

pub use self::message::body::{Body, Stored};
pub use self::message::chunked::{Unchunking, unchunked};
pub use self::message::damage::{Damage, DamageCode};
pub use self::message::extent::{Extent, is_without_document, states_none};
pub use self::message::framing::essence;
pub use self::message::{Head, Message, block, coding};
