//! What a caller has in hand, read into a policy: one HTTP response in bytes, files that clients saved, or its parts as JSON
//! records, the contract of `robots-policy eval --jsonl`.
//!
//! [`Message`] reads a header block, its fields and a body without codings, even if it is damaged; [`saved`] reads files that
//! clients have written: with redirects before the response, with marks of their own, or a page alone. [`answer_line`] answers a
//! line of a stream of records, [`answer_record`] a record alone, [`answers_to_record`] a record for several askers at once, and
//! [`StreamedRecord`] a record whose document comes in pieces. [`contract`] has a row for each key. [`Parts`] and [`Question`] are
//! the same inputs for callers that have them in memory. Without the feature `files` nothing uses a file and nothing is C, so
//! browsers have it too; nothing uses the network or a clock.
//!
//! ```
//! use robots_policy::Timestamp;
//! use robots_policy_input::{Clock, RecordDefaults, answer_record};
//!
//! let defaults = RecordDefaults::new(Clock::At(Timestamp::from_unix(1_790_000_000)));
//! let mut answer = Vec::new();
//! answer_record(br#"{"html": "<meta name=robots content=noindex>"}"#, &defaults, &mut answer)?;
//! let verdict: serde_json::Value = serde_json::from_slice(&answer)?;
//! assert_eq!(verdict["index"], false);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))] // a label on what a feature adds
#![forbid(unsafe_code)]

mod askers;
pub mod contract;
mod defaults;
mod document;
mod facts;
mod field_lines;
mod json;
mod message;
pub mod names;
pub mod number;
mod question;
pub mod quote;
#[cfg(feature = "files")]
pub mod read_input;
mod record;
mod response;
pub mod saved;
pub mod values;
pub mod words;

pub use self::askers::{Asker, Askers};
pub use self::contract::options::{OPTIONS, ReadingOptions};
pub use self::contract::question::QUESTION;
pub use self::defaults::{Clock, DefaultAsker, DefaultDocuments, RecordDefaults};
pub use self::document::body::{end_of_tag, holds_robots_meta};
pub use self::document::head::Readers;
#[cfg(feature = "parts")]
pub use self::document::parts::page_parts;
pub use self::document::{FedDocument, ReadDocument, Room};
pub use self::facts::Stated;
pub use self::field_lines::{json_fields, variable, wrong_name};
pub use self::message::body::{Body, Stored};
pub use self::message::chunked::{Unchunking, unchunked};
pub use self::message::damage::{Damage, DamageCode};
pub use self::message::ending::{Ending, is_without_document, states_none};
pub use self::message::framing::essence;
pub use self::message::interim::Head;
pub use self::message::{Message, block, coding};
pub use self::question::Question;
#[cfg(feature = "files")]
pub use self::read_input::Failure;
pub use self::record::answers::{
    MOST_LINE, answer_line, answer_record, answers_to_record, engine_names,
};
pub use self::record::stream::{Rest, StreamedRecord};
pub use self::response::{Parts, RobotsGiven, RobotsPast, UseDocuments};
