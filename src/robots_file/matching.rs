//! Who may fetch what: the questions that a robots.txt which was read answers.
//!
//! [`select`] finds the groups that bind a client; [`index`] holds, of each group, its rules in the order of their heads;
//! [`rules`] finds the one that decides about a path.

pub(super) mod access;
mod bigrams;
mod index;
pub(super) mod indexed;
mod listing;
mod normalized;
mod parts;
mod pattern;
mod request_path;
mod rows;
mod rules;
pub(super) mod select;
pub(super) mod target;
