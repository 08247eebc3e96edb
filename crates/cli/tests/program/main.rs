//! The program, run as people run it: one executable, one module a subject.
#![allow(
    clippy::format_collect,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::type_complexity,
    clippy::unwrap_used,
    missing_docs
)] // a test fails by panicking

mod as_case;
mod as_engine;
#[cfg(unix)]
mod documented;
mod doors;
mod engines;
#[cfg(unix)]
mod flags;
mod help;
mod ledger;
mod ledger_archive;
mod ledger_live;
#[cfg(unix)]
mod lint;
mod lint_configuration;
mod lint_intent;
mod packages;
mod pages;
#[cfg(unix)]
mod record_askers;
mod record_keys;
mod report_cells;
mod saved_as;
mod scan;
#[cfg(unix)]
mod scan_model;
mod scanning;
#[cfg(unix)]
mod sessions;
mod tables;
mod why;
