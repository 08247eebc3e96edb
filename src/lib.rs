//! Robots directives of HTTP responses: may I fetch, index, follow, archive or quote this page?
//!
//! Site owners state their wishes in three places: in response fields (`Robots-Tag`, and the legacy `X-Robots-Tag`), in
//! `meta` elements of the document's head, and in robots.txt. This crate reads all three and combines them into one
//! [`Policy`]. The policy answers one client, a [`Client`], with a [`Verdict`] in which every restriction points at
//! the bytes that state it.
//!
//! The crate does no I/O: bring your own HTTP client, and give this crate the fields and the bytes.
//!
//! # Example
//!
//! ```
//! use robots_policy::{Client, Directive, HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp};
//!
//! let mut headers = http::HeaderMap::new();
//! headers.insert("x-robots-tag", "noarchive, ExampleBot: max-snippet: 20".parse().unwrap());
//! let body: [&[u8]; 2] = [b"<!doctype html><title>A page</title><meta name=robots content=nof", b"ollow><p>Text"];
//!
//! // Once for each site.
//! let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private");
//! let me = Client::new("ExampleBot")?;
//!
//! // For each response.
//! let mut metas = MetaExtractor::from_headers(&headers).with_client(&me);
//! for chunk in body {
//!     if metas.feed(chunk).is_done() {
//!         break; // The head has been read: the rest need not be downloaded.
//!     }
//! }
//! let policy = Policy::new()
//!     .with_robots(robots.clone())
//!     .with_headers(&headers)
//!     .with_document(metas.finish());
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
//! # What to ask
//!
//! | you want to | ask |
//! |---|---|
//! | fetch the page | [`Verdict::access`] |
//! | index it | [`Verdict::may_index`], [`Verdict::index_until`] |
//! | follow its links | [`Verdict::may_follow`] |
//! | offer a stored copy | [`Verdict::may_archive`] |
//! | show an excerpt | [`Verdict::snippet`], a [`Snippet`] |
//! | show a preview | [`Verdict::directives`], with [`Directive::MaxImagePreview`] |
//! | train a model, use it for AI | [`Verdict::uses`], [`uses::Uses::of`] for each [`uses::Activity`] |
//! | know the reasons | [`Verdict::because`], [`Verdict::because_of`], each a [`Because`] |
//! | know whether anything but use for AI is restricted | [`Verdict::page_restricted`] |
//! | know what somebody else's crawler does | [`Policy::engine_verdict`], with the same methods and [`Verdict::differs`] |
//! | show the verdict to people | [`report::Text`], or the verdict's own text form |
//! | state it in a response | [`Policy::to_fields`]; for one client [`report::robots_tag_of`] |
//! | keep it | the [`Policy`], to ask again; [`report::Record`] |
//! | know what a named crawler does with it | [`Policy::engine_verdict`], for an [`engines::Profile`] |
//! | know what the answers are made of | [`Verdict::ledger`], a [`ledger::State`] for each source |
//! | know about faults in the input | [`Verdict::diagnostics`], each a [`Diagnostic`] |
//! | know which inputs were not read | [`Verdict::unread`], each an [`Unread`] and [`Why`] |
//!
//! # What to give
//!
//! | you have | reach for |
//! |---|---|
//! | an `http::HeaderMap` | [`Policy::with_headers`], or a [`HeaderReader`] with options |
//! | field lines in any other type | [`HeaderReader::read_lines`] |
//! | a document that streams in | [`MetaExtractor`] |
//! | a document as an `http_body::Body` | [`meta::read_head`] or [`meta::HeadBody`] (feature `http-body`) |
//! | metas that another parser found | [`meta::signals_from_metas`], [`meta::MetaSink`] for html5ever |
//! | a rewriter that streams, or a DOM that hides `noscript` | [`MetaExtractor`], beside it |
//! | a robots.txt | [`RobotsTxt::parse`], or a [`robots_txt::RobotsTxtReader`] with options |
//! | a site, and its robots.txt to fetch | [`robots_txt::RobotsFetch`], which says what to fetch and how long the result holds |
//! | the name of your crawler | [`Client::new`] |
//! | the name of somebody else's crawler | an [`engines::Profile`], and [`Policy::engine_verdict`] |
//! | the signed request of a client | [`header::SignatureAgent`] and [`Client::with_verified_signature`] |
//!
//! # Modules
//!
//! - [`header`]: response fields: [`HeaderReader`] and its options, how long a response holds, the signer of a request;
//! - [`meta`]: metas of a document as it streams in ([`MetaExtractor`]), as pairs, or out of an html5ever parser;
//! - [`robots_txt`]: [`RobotsTxt`] and its parts, its reader with options, the access of a client to a path, and the
//!   outcome of a fetch;
//! - [`ledger`]: what is known of each source of an answer, and how a caller says it;
//! - [`engines`]: named crawlers as data, and what each does with a response ([`Policy::engine_verdict`]);
//! - [`report`]: the verdict as text, as JSON, or as a canonical `Robots-Tag` value.
//!
//! # Words
//!
//! - **product token**: the name of a crawler ([`ProductToken`], RFC 9309 §2.2.1; a wrong one is an
//!   [`InvalidProductToken`]);
//! - **client**: the one that asks, with its product tokens and purposes ([`Client`]);
//! - **scope**: the clients that a statement addresses, all of them or those of one product token ([`Scope`]);
//! - **directive**: `noindex`, `max-snippet` and so on, a row of the table ([`Directive`], with a [`DirectiveKind`] and
//!   a [`DirectiveValue`]; those in force are a [`DirectiveSet`]);
//! - **extension**: a name outside the table, which binds no client ([`Extension`]);
//! - **signal**: scope, directive, value, and the bytes that state them; every page-level source yields signals
//!   ([`Signal`], [`Statement`]);
//! - **provenance**: the source, line and bytes of a statement ([`Provenance`], [`Source`], [`Span`]);
//! - **diagnostic**: a finding about an input, with a code and a weight ([`Diagnostic`], [`DiagnosticCode`],
//!   [`Severity`]);
//! - **group**, **rule**: the parts of robots.txt; a rule is an `Allow` or a `Disallow` ([`robots_txt::Group`],
//!   [`robots_txt::Rule`]);
//! - **vocabulary**: one of the ways in which owners speak about AI use: Content-Usage, Content-Signal, `tdmrep.json`, RSL, directives,
//!   policy tokens ([`uses::Vocabulary`]);
//! - **label**: a word of a vocabulary, `train-ai`, with its answer and how far it reaches ([`uses::Label`],
//!   [`uses::Preference`]);
//! - **activity**: a use of a page, such as `train` or `input` ([`uses::Activity`]); the labels whose
//!   definition covers it decide;
//! - **engine**: a named crawler, a row of facts with documents and days ([`engines::Profile`]); its verdict is what it does, and
//!   a client's is what it may do;
//! - **policy token**: a name in robots.txt that makes no requests, and by which an owner asks an engine ([`uses::PolicyToken`]);
//! - **state**: what is known of a source of an answer: read, absent, not applicable, assumed, not given, unread
//!   ([`ledger::State`]);
//! - **parsing limit**: the number of bytes of an input that are read ([`Limits`]);
//! - **moment**: the caller's clock, since the crate has none ([`Timestamp`]).
//!
//! Enums whose variants have names, such as [`DiagnosticCode`], are read from them; any other name is an
//! [`UnknownName`].
//!
//! # Guarantees
//!
//! - Reading never fails: it gives a value and diagnostics ([`Parsed`]). An error always means a mistake of the caller.
//! - A document that was not read, or not whole, never permits: the answers about the page are then not known, and
//!   count as no. A robots.txt that was never given allows nothing either. A field or a robots.txt over its limit
//!   counts as far as it was read, see [`Verdict::truncated`].
//! - The empty policy restricts nothing. The union of statements is commutative, associative, idempotent and monotone:
//!   one more statement never loosens a verdict.
//! - A document gives the same result in any chunks.
//! - No reader does I/O, looks at a clock, panics, or reads beyond its limit; time is linear in the input.
//! - Every signal and every diagnostic points at bytes that exist.
//!
//! # Features
//!
//! Features add, they never alter. A question that a build cannot answer has no method in it, or an answer that is not known.
//!
//! - `html`, on by default: [`meta`] and [`MetaExtractor`]. Without it there are no documents to give: answers about the page
//!   come from fields, and a document is one that was not given or not read;
//! - `documents`, on by default: `Profile::cells` and `Source::url` in [`engines`], what is known of an engine as people read it.
//!   Answers need neither;
//! - `encodings`, on by default: documents in Big5, EUC-JP, EUC-KR, GBK, gb18030, ISO-2022-JP and `Shift_JIS`. Without it such a
//!   document is not read;
//! - `idna-given`: `give_idna`, which lets a function of the program read hosts with letters beyond ASCII in the place of `idna`;
//! - `idna`, on by default: hosts with letters outside ASCII, in `Signature-Agent` and in URLs of robots.txt. Without it such a
//!   host, or one with a label that begins with `xn--`, is not known as a host;
//! - `references`, on by default: the names of characters as HTML has them. Without it those of ASCII and those that need no
//!   semicolon are known, and a document with another name in a meta that matters is not read;
//! - `serde`: [`report::Json`] and [`report::Record`], the verdict as JSON, and serde for types with a text form;
//! - `http-body`: [`meta::read_head`], which reads the head of a body before it fetches the rest, and
//!   [`meta::HeadBody`], a body that reads the head while its frames pass through.
//!
#![cfg_attr(feature = "serde", doc = "[`report::Json`]: report::Json")]
#![cfg_attr(feature = "serde", doc = "[`report::Record`]: report::Record")]
#![cfg_attr(not(feature = "serde"), doc = "[`report::Json`]: crate#features")]
#![cfg_attr(not(feature = "serde"), doc = "[`report::Record`]: crate#features")]
#![cfg_attr(feature = "http-body", doc = "[`meta::HeadBody`]: meta::HeadBody")]
#![cfg_attr(feature = "http-body", doc = "[`meta::read_head`]: meta::read_head")]
#![cfg_attr(not(feature = "http-body"), doc = "[`meta::HeadBody`]: crate#features")]
#![cfg_attr(
    not(feature = "http-body"),
    doc = "[`meta::read_head`]: crate#features"
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
pub mod robots_txt;

// Policy.
pub mod engines;
pub mod ledger;
#[cfg(not(feature = "html"))]
pub mod meta {
    //! The places of metas in a document, which this build does not read.

    pub use crate::provenance::Placement;
    pub use crate::signal::Metas;
}
mod policy;
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
