//! What may I do with this response: fetch, index, follow, archive or quote it, use it for AI?
//!
//! Site owners answer in response fields (`Robots-Tag`, `X-Robots-Tag`, those about use for AI), in `meta` elements, in robots.txt and
//! in files beside it. This crate reads all of them into one [`Policy`]; its [`Verdict`] for one [`Client`] says what may be done, and
//! every restriction points at the bytes that state it. Bring your own HTTP client: the crate does no I/O and has no clock.
//!
//! ```
//! use robots_policy::{Client, Directive, MetaExtractor, Policy, RobotsTxt, Timestamp};
//!
//! let mut headers = http::HeaderMap::new();
//! headers.insert("x-robots-tag", "noarchive, ExampleBot: max-snippet: 20".parse().unwrap());
//! let me = Client::new("ExampleBot")?;
//! let mut metas = MetaExtractor::from_headers(&headers).with_client(&me);
//! for chunk in [b"<!doctype html><title>A page</title><meta name=robots content=nof".as_slice(), b"ollow><p>Text"] {
//!     if metas.feed(chunk).is_done() {
//!         break; // the head has been read
//!     }
//! }
//! let policy = Policy::new()
//!     .with_robots(RobotsTxt::parse(b"User-agent: *\nDisallow: /private")) // once for each site
//!     .with_headers(&headers)
//!     .with_document(metas.finish());
//! let verdict = policy.verdict(&me, "https://example.com/page", Timestamp::from_unix(1_790_000_000));
//! assert!(verdict.access().is_allowed() && verdict.may_index() && !verdict.may_archive());
//! assert_eq!(verdict.snippet().max_chars, Some(20));
//! let because = verdict.because_of(Directive::NoFollow).next().unwrap();
//! assert_eq!(because.to_string(), "meta in head, bytes 62-70: «nofollow» to every client");
//! # Ok::<(), robots_policy::InvalidProductToken>(())
//! ```
//!
//! | you | start here |
//! |---|---|
//! | fetch pages | [`robots_txt::RobotsFetch`]: when robots.txt is due, what an answer means; `fetch.at(now).access(..)` |
//! | index pages | [`Verdict::may_index`], [`Snippet::cut`]; keep [`Policy::to_stored`] beside the document until [`Verdict::holds_until`] |
//! | quote pages | [`parts`] (feature `parts`): [`Verdict::quotable`], [`Verdict::following`] |
//! | collect pages for AI | [`Verdict::uses`], [`uses::Uses::of`] for each [`uses::Activity`] |
//! | read other clients' types | [`Policy::with_lines`], [`MetaExtractor::from_lines`], [`meta::read_head`] for an `http_body::Body` |
//! | rewrite or parse pages yourself | [`MetaExtractor`] beside your parser; [`meta::signals_from_metas`] for metas of a DOM |
//! | pass responses on | [`Policy::to_fields`]: all that is stated, as fields for all clients |
//! | test what a page says | [`Answers`], which are equal where two verdicts mean the same |
//! | show people why | [`Verdict::because`], [`Verdict::unread`], [`Verdict::diagnostics`], [`report::Text`] |
//! | ask what a named crawler does | [`engines`], [`Policy::engine_verdict`] (feature `engines`) |
//!
//! # Promises
//!
//! - Nothing fails open: a yes needs every source that could forbid it, read or known to be absent ([`ledger`]); else it is not known.
//! - One more statement never loosens a verdict. A document gives the same result in any chunks.
//! - Reading never fails, panics or reads beyond a limit ([`Limits`]), and takes linear time. An error is a mistake of the caller.
//! - Names, the stored form and the keys of JSON stay as they are, and more are added. What [`uses`] follows are drafts: its labels
//!   may change with each minor version.
//!
//! # Features
//!
//! They add, and alter no answer. On by default: `html` (documents), `encodings`, `idna`, `references` (documents in the encodings of East
//! Asia, hosts beyond ASCII, names of characters: without one, what needs it is not read). Off: `parts` ([`parts`]), `engines` (named
//! crawlers, and the notice [`DiagnosticCode::AiAgentsDisallowed`], which needs to know them), `documents` (what their owners say, for people),
//! `html5ever` ([`meta::MetaSink`], for a tree of html5ever 0.40), `http-body` ([`meta::read_head`]), `idna-given` (a function in the place of
//! `idna`), and `serde`, which writes values, [`Answers`], a [`Policy`] in its stored form, and a verdict as JSON ([`report::Json`]).
// Only a build of all features has all that its documentation links to.
#![cfg_attr(
    not(all(
        feature = "engines",
        feature = "html5ever",
        feature = "http-body",
        feature = "parts",
        feature = "serde"
    )),
    allow(rustdoc::broken_intra_doc_links, rustdoc::private_intra_doc_links)
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]
#![cfg_attr(docsrs, feature(doc_cfg))] // a label on what a feature adds
#![forbid(unsafe_code)]

// Words.
mod cache_control;
mod date;
mod decode;
mod limits;
mod media_type;
mod names;
mod near_miss;
mod octets;
mod order;
#[cfg(any(feature = "engines", feature = "parts"))]
mod part_mark;
mod provenance;
mod quotes;
mod token;
mod web_url;
mod why;

// Tables.
mod diagnostic;
mod directive;
mod record_key;
mod signal;

// Grammars.
mod directive_list;

// Sources.
mod ai;
pub mod header;
mod page;
#[cfg(any(feature = "engines", feature = "parts"))]
pub mod parts;
pub mod robots_txt;

// Policy.
#[cfg(feature = "engines")]
pub mod engines;
pub mod ledger;
#[cfg(not(feature = "html"))]
pub mod meta {
    //! The places of metas in a document, and their statements; this build reads no documents.

    pub use crate::provenance::Placement;
    pub use crate::signal::Metas;
}
mod policy;
#[cfg(feature = "engines")]
mod profile;

// Report.
pub mod report;

pub use crate::ai::uses;
pub use crate::date::Timestamp;
pub use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed, Severity};
pub use crate::directive::{Directive, DirectiveKind, DirectiveSet, DirectiveValue};
pub use crate::header::HeaderReader;
pub use crate::limits::Limits;
pub use crate::names::UnknownName;
#[cfg(feature = "html")]
pub use crate::page::meta::{self, MetaExtractor};
pub use crate::policy::{
    Answers, Because, KnownRobots, Policy, Snippet, StoredError, Unread, Verdict,
};
pub use crate::provenance::{Provenance, Source, Span};
pub use crate::robots_txt::RobotsTxt;
pub use crate::signal::{Extension, Signal, Statement};
#[cfg(feature = "idna-given")]
pub use crate::token::give_idna;
pub use crate::token::{Client, InvalidProductToken, ProductToken, Scope};
pub use crate::why::Why;

#[cfg(test)]
mod tests;

/// The examples of the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
