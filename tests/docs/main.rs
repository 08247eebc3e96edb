//! Where the paths in documents and comments lead.
#![allow(
    clippy::format_collect,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::type_complexity,
    clippy::unwrap_used,
    missing_docs
)] // a test fails by panicking

mod paths;
