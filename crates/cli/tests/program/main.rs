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
mod asked;
mod askers;
mod batch;
mod check;
#[cfg(unix)]
mod disk;
#[cfg(unix)]
mod documented;
mod doors;
mod echoed;
mod engines;
#[cfg(unix)]
mod faults_archives;
#[cfg(unix)]
mod faults_check;
#[cfg(unix)]
mod faults_output;
#[cfg(unix)]
mod faults_robots;
#[cfg(unix)]
mod faults_scan;
#[cfg(unix)]
mod faults_servers;
#[cfg(unix)]
mod faults_store;
#[cfg(unix)]
mod faults_tables;
#[cfg(unix)]
mod flags;
mod help;
mod ledger;
mod ledger_archive;
mod ledger_live;
mod lint;
mod lint_configuration;
mod lint_fix;
mod lint_intent;
mod lint_part;
mod lint_servers;
#[cfg(unix)]
mod lint_sites;
mod matrix_as;
#[cfg(unix)]
mod memory;
mod notebook;
mod packages;
mod packed_records;
mod pages;
#[cfg(unix)]
mod play;
mod proxies;
mod readings;
mod record_askers;
mod record_keys;
mod rejudged;
mod report;
mod report_cells;
mod saved_as;
mod scan;
#[cfg(unix)]
mod scan_addresses;
mod scan_as;
#[cfg(unix)]
mod scan_model;
#[cfg(unix)]
mod scan_names;
mod scan_pages;
mod scan_records;
mod scan_reports;
mod scan_runs;
mod scan_uses;
mod scanning;
#[cfg(unix)]
mod sessions;
mod stores;
mod tables;
mod tables_matrix;
mod text;
#[cfg(unix)]
mod trial;
mod why;
mod wrong_files;
