//! robots.txt: RFC 9309, the drafts that extend it, and how a fetch of it ends.
//!
//! There are two ways in. [`RobotsTxt`] answers questions about a file at hand. [`RobotsFetch`] follows the robots.txt of
//! one authority over time: it decides when a fetch is due, judges each answer of the server, and gives the rules that
//! hold now. Neither does I/O or reads a clock: the caller has an HTTP client, and hands in bytes, statuses and times.
//!
//! ```
//! use robots_policy::{Client, RobotsTxt};
//!
//! let file = b"User-agent: *\nDisallow: /search\nAllow: /search/about\nCrawl-delay: 2\n";
//! let robots = RobotsTxt::parse(file).value;
//! let me = Client::new("ExampleBot")?;
//!
//! assert!(!robots.access(&me, "https://example.com/search?q=x").is_allowed());
//! assert!(robots.access(&me, "/search/about").is_allowed());
//! assert_eq!(robots.crawl_delay(&me).map(|delay| delay.as_secs()), Some(2));
//! # Ok::<(), robots_policy::InvalidProductToken>(())
//! ```
//!
//! | you have | use | it gives |
//! |---|---|---|
//! | the bytes of a file | [`RobotsTxt::parse`], [`RobotsTxtReader`] | a [`RobotsTxt`], and diagnostics |
//! | a client and a URL | [`RobotsTxt::access`] | an [`Access`]: allowed or not, and the line that decided |
//! | an HTTP client | [`RobotsFetch`] | a [`Robots`], and when to ask again |
//! | a text that may be a URL | [`check_target`] | whether a question can be about it |
//! | the URL of a page | [`robots_txt_url`], [`authority`] | the URL of its robots.txt, and the key of a cache |
//!
//! # Groups and rules
//!
//! A file is a list of groups. A group begins with the clients that it is for, one a line, and its rules follow:
//!
//! ```text
//! User-agent: ExampleBot      a starter: a client of the group, its Subject
//! User-agent: OtherBot        one more; the rules are for both
//! Crawl-delay: 2              a record that neither opens nor ends a group
//! Disallow: /private          a Rule
//! Allow: /private/open        the longest pattern that matches decides
//!
//! User-agent: *               after a rule, a starter opens the next group; a blank line does not
//! Disallow:                   an empty pattern restricts nothing
//! ```
//!
//! - One kind of [`Subject`] selects the groups of a client: its product token, else a host that signs for it, else its
//!   purpose, else `*`. The groups of that subject are merged, and all others do not count (RFC 9309 §2.2.1).
//! - Of the rules that match, the one with the longest pattern decides, and `Allow` wins a tie. Where none matches, the
//!   path is allowed (§2.2.2).
//! - In a pattern `*` matches any octets, and a final `$` the end of the path (§2.2.3).
//! - Patterns and paths are compared in one percent-normal form: `/%62ar` matches `/bar`, and `%2F` does not match `/`. The
//!   path is the one that a client sends for a URL: `/a/../ü` is asked as `/%C3%BC`, see [`RequestTarget`].
//!
//! # Other readings
//!
//! Files are written for other readers too. [`Dialect`] selects RFC 9309 without its extensions, or the behaviour of
//! google/robotstxt; [`RobotsTxtReader`] has a switch for each point that the drafts leave open. Diagnostics report the lines that
//! readers will not agree about.

pub(crate) mod fetch;
pub(crate) mod file;
pub(crate) mod reader;
pub(crate) mod uses;

pub use crate::robots_txt::fetch::{
    AccessResult, Age, Ask, Cause, Fetched, InvalidTarget, Next, Robots, RobotsFetch,
    RobotsFetchSettings, authority, check_target, robots_txt_url,
};
pub use crate::robots_txt::file::{
    Access, Dialect, Group, GroupSelection, MobileAgentServer, Reason, Record, Rule, Subject,
};
// What the programs of this project need beyond the library's face.
#[doc(hidden)]
pub use crate::record_key::RecordKey;
#[doc(hidden)]
pub use crate::robots_txt::fetch::{AnswerFields, FetchRules, Rung, Then, is_address};
#[doc(hidden)]
pub use crate::robots_txt::file::{
    GoogleDifference, LeadingStar, OpenPoints, Precedence, QueryDelimiters, RequestTarget,
    SignatureAgentLine,
};
pub use crate::robots_txt::reader::{RobotsTxt, RobotsTxtReader};
