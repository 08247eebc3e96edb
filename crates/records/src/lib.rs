//! Questions and verdicts as JSON records: the contract of `robots-policy eval --jsonl`, as a library without files, network
//! and clock.
//!
//! [`answer_line`] answers a line of a stream, [`answer_record`] a record alone, [`answers_to_record`] a record for several
//! askers at once, and [`StreamedRecord`] a record whose document comes in pieces. [`contract`] has a row for each key. [`Parts`] and [`Question`] are the same inputs for callers
//! that have them in memory, not as JSON.
//!
//! ```
//! use robots_policy::Timestamp;
//! use robots_policy_records::{Clock, RecordDefaults, answer_record};
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

mod answer;
mod asker;
mod body;
mod choice;
mod clock;
pub mod contract;
mod damage;
mod defaults;
mod ending;
mod fed;
mod fields;
mod given;
mod head;
mod json;
mod keys;
mod license;
pub mod number;
mod parts;
mod past;
mod question;
pub mod quote;
mod read;
mod reading;
mod readings;
mod record;
mod record_askers;
mod shape;
mod shared;
mod stated;
mod streamed;
pub mod values;
pub mod words;

pub use self::answer::{MOST_LINE, answer_line, answer_record, answers_to_record, engine_names};
pub use self::asker::{Asker, Askers};
pub use self::body::{end_of_tag, holds_robots_meta};
pub use self::clock::Clock;
pub use self::defaults::{DefaultAsker, DefaultDocuments, DefaultLedger, RecordDefaults};
pub use self::ending::Ending;
pub use self::fed::{FedDocument, ReadDocument, Room};
pub use self::fields::{JsonFields, json_fields, variable, wrong_name};
pub use self::head::Readers;
pub use self::keys::QUESTION;
pub use self::parts::{Parts, RobotsGiven, RobotsPast, UseDocuments};
pub use self::past::StatedPast;
pub use self::question::{Question, write_record};
pub use self::reading::{OPTIONS, ReadingOptions};
pub use self::stated::Stated;
pub use self::streamed::{Rest, StreamedRecord};
