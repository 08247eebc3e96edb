//! Who may fetch what: from a client and a target to the rule that decides.
//!
//! ```text
//! target ── target ── normal ── RequestPath ─────────────────┐
//!                                                            ├─ rules ── Access
//! client ── select ── listing, index ── groups of the client ┘
//! ```
//!
//! | file | its part of a question |
//! |---|---|
//! | [`select`] | the groups that bind the client |
//! | [`index`], [`rows`] | the table of groups, sorted rules and listings, made by the first question |
//! | [`listing`] | the clients of starters, and their order in the table |
//! | [`target`], [`request_path`] | the path of the question, and how it meets one pattern |
//! | [`rules`] | the rule of a group that decides |
//! | [`pattern`], [`parts`] | the part of a pattern after its first `*` |
//! | [`bigrams`] | most patterns that cannot match, without comparing them |
//! | [`wide`] | of many patterns with one head, those that may match |
//! | [`normal_forms`] | patterns whose normal form is not in the file |
//! | [`access`] | the answer |
//! | [`question`] | a target and single patterns, for sources other than robots.txt |
//!
//! The head of a pattern is its part before the first `*` or final `$`. Everything here is built on one fact: heads sort,
//! and the heads that a path begins with are few. A question is a walk over those, see [`rules`].

pub(crate) mod access;
mod bigrams;
mod index;
pub(crate) mod indexing;
pub(crate) mod listing;
pub(crate) mod normal_forms;
mod parts;
mod pattern;
pub(crate) mod question;
pub(crate) mod request_path;
pub(crate) mod rows;
pub(crate) mod rules;
pub(crate) mod select;
pub(crate) mod target;
mod wide;
