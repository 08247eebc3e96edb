//! One reading of a response through every door: each ask of `fixtures/` is asked at every door that can say it, plain
//! and wrapped as responses are on their way. What is expected was derived by hand from the specifications.
#![allow(
    clippy::format_collect,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub
)]

#[path = "../../tests/support/case.rs"]
#[allow(dead_code)]
mod case;
#[path = "doors/mod.rs"]
mod doors;
mod server;
#[path = "../../tests/support/mod.rs"]
mod support;
