//! Every test of the library that needs neither a case folder nor an allocator of its own: one executable, one module a subject.
#![allow(
    clippy::format_collect,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::type_complexity,
    clippy::unwrap_used,
    missing_docs
)] // a test fails by panicking

mod common;
mod engines;
mod formats;
mod house;
mod laws;
mod laws_of_rsl;
mod laws_of_sources;
mod laws_of_uses;
mod ledger;
mod likeness;
mod meta;
mod meta_body;
mod meta_chunks;
mod meta_harness;
mod meta_oracle;
mod meta_xhtml;
mod parts;
mod questions;
mod robots_txt;
mod robots_txt_answers;
mod robots_txt_corpus;
mod robots_txt_fetch;
mod robots_txt_fetch_model;
mod robots_txt_oracle;
mod rsl;
mod silence;
mod stored;
mod structured_fields;
mod traits;
mod unread_sources;
mod uses;
mod uses_fields;
mod uses_links;
mod uses_robots;
mod uses_sources;
mod uses_tdm;
mod values;

use robots_policy_kit::files::rows;

/// The octets that the characters of a text are.
fn octets(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(c).unwrap()).collect()
}
