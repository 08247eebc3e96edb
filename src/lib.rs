//! What may I do with this response?
//!
//! Site owners say it in three places: in response fields (`Robots-Tag`, and the legacy `X-Robots-Tag`), in `meta`
//! elements of the document's head, and in robots.txt. This crate reads all three as a search engine's or an archive's
//! pipeline meets them, unites them into one [`Policy`], and answers for one [`Accessor`] with a [`Verdict`] in which
//! every restriction points at the bytes that say so.
//!
//! - [`HeaderReader`] reads fields, [`MetaExtractor`] a document as it streams in, [`RobotsTxt`] a robots.txt;
//!   [`RobotsFetch`] says how a fetch of robots.txt ends and how long its result holds.
//! - [`Policy`] holds what they read; [`Policy::verdict`] answers.
//! - [`report`] tells the verdict as text, as JSON, or as a canonical `Robots-Tag` value.
//!
//! # Words
//!
//! - **product token**: the name of a crawler ([`ProductToken`], RFC 9309 §2.2.1);
//! - **scope**: whom a statement addresses, everybody or one product token ([`Scope`]);
//! - **directive**: `noindex`, `max-snippet` and so on, a row of the table ([`Directive`]);
//! - **group**, **rule**: the parts of robots.txt; a rule is an `Allow` or a `Disallow` ([`Group`], [`Rule`]);
//! - **signal**: scope, directive, value and the bytes that say so; what every source yields ([`Signal`]);
//! - **accessor**: who asks ([`Accessor`]);
//! - **parsing limit**: how much of an input is read ([`Limits`]).
//!
//! # What holds
//!
//! - Reading never fails: it gives a value and remarks ([`Parsed`]). An error is only what the caller got wrong.
//! - The empty policy restricts nothing. The union of statements is commutative, associative, idempotent and monotone:
//!   one more statement never loosens a verdict.
//! - A document reads the same in whatever chunks it comes.
//! - No reader does I/O, looks at a clock, panics, or goes beyond its limit; time is linear in the input.
//! - Every signal and every remark points at bytes that exist.
//!
//! # Features
//!
//! Features add, they never alter: `serde` brings `report::Record`, the JSON record; `http-body` brings `HeadBody`,
//! a body that reads the head while its frames pass through.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]
#![forbid(unsafe_code)]

// Words.
mod cache_control;
mod coded;
mod date;
mod limits;
mod named;
mod provenance;
mod quoted;
mod token;
mod unread;

// Tables.
mod diagnostic;
mod directive;
mod signal;

// Sources.
mod list;

mod header;
mod meta;
mod robots_txt;

#[cfg(feature = "http-body")]
mod head_body;

// Policy.
mod policy;

// Report.
pub mod report;

pub use crate::coded::coding_by_mark;
pub use crate::date::Timestamp;
pub use crate::diagnostic::{Code, Diagnostic, Parsed, Severity};
pub use crate::directive::{Directive, DirectiveSet, Kind, Permits, Value};
#[cfg(feature = "http-body")]
pub use crate::head_body::HeadBody;
pub use crate::header::{
    BothFields, HeaderReader, InvalidSignatureAgent, RobotsTagMode, SignatureAgent, Validity,
};
pub use crate::limits::Limits;
pub use crate::meta::{
    MetaExtractor, MetaHandle, MetaRules, MetaSink, Progress, signals_from_metas,
};
pub use crate::named::UnknownName;
pub use crate::policy::{Policy, Snippet, Verdict};
pub use crate::provenance::{Placement, Provenance, Source, Span};
pub use crate::robots_txt::{
    Access, Age, Ask, Cause, Dialect, Fetched, GoogleDifference, Group, MobileAgentServer, Next,
    Reason, Record, RecordKey, Robots, RobotsFetch, RobotsFetchSettings, RobotsTxt,
    RobotsTxtReader, Rule, Subject, authority, robots_txt_url,
};
pub use crate::signal::{Extension, Signal, Statement};
pub use crate::token::{Accessor, InvalidProductToken, ProductToken, Scope};
pub use crate::unread::{Unread, Why};

/// The examples of the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
