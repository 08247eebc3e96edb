//! The memory that readings allocate.
#![allow(
    clippy::format_collect,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::type_complexity,
    clippy::unwrap_used,
    missing_docs
)] // a test fails by panicking

mod budgets;
mod diagnostic_bounds;
mod meta_allocations;

use robots_policy_kit::counting::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;
