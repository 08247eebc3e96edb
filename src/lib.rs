//! What may I do with this response?
//!
//! Site owners say it in three places: in response fields (`Robots-Tag`, and the legacy `X-Robots-Tag`), in `meta`
//! elements of the document's head, and in robots.txt. This crate reads all three, unites them into one [`Policy`], and
//! answers for one [`Accessor`] with a [`Verdict`] in which every restriction points at the bytes that state it.
//!
//! ```
//! use robots_policy::{Accessor, Directive, HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp};
//!
//! let mut headers = http::HeaderMap::new();
//! headers.insert("x-robots-tag", "noarchive, ExampleBot: max-snippet: 20".parse().unwrap());
//! let body: [&[u8]; 2] = [b"<!doctype html><title>A page</title><meta name=robots content=nof", b"ollow><p>Text"];
//!
//! // Once for each site.
//! let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private");
//! let me = Accessor::new("ExampleBot")?;
//!
//! // For each response.
//! let mut metas = MetaExtractor::from_headers(&headers).with_accessor(&me);
//! for chunk in body {
//!     if metas.feed(chunk).is_done() {
//!         break; // The head has been read: the rest need not be downloaded.
//!     }
//! }
//! let policy = Policy::new()
//!     .with_robots_txt(robots.clone())
//!     .with_headers(&headers)
//!     .with_signals(metas.finish());
//! let verdict = policy.verdict(&me, "https://example.com/page", Timestamp::from_unix(1_790_000_000));
//!
//! assert!(verdict.access().is_allowed() && verdict.may_index());
//! assert!(!verdict.may_follow() && !verdict.may_archive());
//! assert_eq!(verdict.snippet().max_chars, Some(20));
//! let because = verdict.because_of(Directive::NoFollow).next().unwrap();
//! assert_eq!(because.to_string(), "meta in head, bytes 62-70: «nofollow» to every client");
//! # Ok::<(), robots_policy::InvalidProductToken>(())
//! ```
//!
//! | you want to | ask |
//! |---|---|
//! | fetch it | [`Verdict::access`] |
//! | index it | [`Verdict::may_index`], [`Verdict::index_until`] |
//! | follow its links | [`Verdict::may_follow`] |
//! | offer a stored copy | [`Verdict::may_archive`] |
//! | show an excerpt | [`Verdict::snippet`] |
//! | show a preview, train a model | [`Verdict::directives`], with [`Directive::MaxImagePreview`] or [`Directive::NoAi`] |
//! | know why | [`Verdict::because`], [`Verdict::because_of`] |
//! | show it to people | [`report::Text`], or the verdict's own text form |
//! | keep it | the [`Policy`], to ask again; `report::Record` |
//! | know what is wrong with the input | [`Verdict::diagnostics`] |
//!
//! # Modules
//!
//! - [`header`]: the readers of response fields, from [`HeaderReader`] on;
//! - [`meta`]: metas of a document as it streams in ([`MetaExtractor`]), as pairs, or out of an html5ever parser;
//! - [`robots_txt`]: [`RobotsTxt`], its reader, and [`robots_txt::RobotsFetch`], which says how a fetch of it ends and
//!   how long its result holds;
//! - [`report`]: the verdict as text, as JSON, or as a canonical `Robots-Tag` value.
//!
//! # Words
//!
//! - **product token**: the name of a crawler ([`ProductToken`], RFC 9309 §2.2.1);
//! - **scope**: the clients that a statement addresses, all or one product token ([`Scope`]);
//! - **directive**: `noindex`, `max-snippet` and so on, a row of the table ([`Directive`]);
//! - **group**, **rule**: the parts of robots.txt; a rule is an `Allow` or a `Disallow` ([`robots_txt::Group`], [`robots_txt::Rule`]);
//! - **signal**: scope, directive, value and the bytes that say so; what every source yields ([`Signal`]);
//! - **accessor**: who asks ([`Accessor`]);
//! - **parsing limit**: how much of an input is read ([`Limits`]).
//!
//! # What holds
//!
//! - Reading never fails: it gives a value and diagnostics ([`Parsed`]). An error is only what the caller got wrong.
//! - The empty policy restricts nothing. The union of statements is commutative, associative, idempotent and monotone:
//!   one more statement never loosens a verdict.
//! - A document reads the same in whatever chunks it comes.
//! - No reader does I/O, looks at a clock, panics, or goes beyond its limit; time is linear in the input.
//! - Every signal and every diagnostic points at bytes that exist.
//!
//! # Features
//!
//! Features add, they never alter: `serde` brings `report::Json` and `report::Record`, the verdict as JSON; `http-body`
//! brings `meta::read_head`, which reads the head of a body before the rest is asked for, and `meta::HeadBody`, a body that
//! reads the head while its frames pass through.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]
#![cfg_attr(docsrs, feature(doc_cfg))] // a label on what a feature adds
#![forbid(unsafe_code)]

// Words.
mod cache_control;
mod coded;
mod date;
mod limits;
mod named;
mod near;
mod provenance;
mod quoted;
mod token;
mod unread;

// Tables.
mod diagnostic;
mod directive;
mod record_key;
mod signal;

// Grammars.
mod directive_list;
mod html;

// Sources.
pub mod header;
pub mod meta;
mod robots_fetch;
mod robots_file;
pub mod robots_txt;

// Policy.
mod policy;

// Report.
pub mod report;

pub use crate::date::Timestamp;
pub use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed, Severity};
pub use crate::directive::{Directive, DirectiveKind, DirectiveSet, DirectiveValue};
pub use crate::header::HeaderReader;
pub use crate::limits::Limits;
pub use crate::meta::MetaExtractor;
pub use crate::named::UnknownName;
pub use crate::policy::{Because, Policy, Snippet, Verdict};
pub use crate::provenance::{Provenance, Source, Span};
pub use crate::robots_txt::RobotsTxt;
pub use crate::signal::{Extension, Signal, Statement};
pub use crate::token::{Accessor, InvalidProductToken, ProductToken, Scope};
pub use crate::unread::{Unread, Why};

/// The examples of the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
