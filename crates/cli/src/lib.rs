//! `robots-policy`: what may I do with this response? The program's parts, which its fuzz targets and the Python package
//! share; this is not a library with a stable interface.
#![forbid(unsafe_code)]

mod archive_file;
mod args;
mod check;
mod command_line;
mod csv;
mod engines;
mod eval;
mod exit;
mod export;
mod file_kind;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod har;
mod lint;
mod matrix;
mod output;
mod pages;
mod progress;
mod redirects;
mod report;
mod robots;
mod robots_past;
mod robots_store;
mod saved_uses;
mod say;
mod scan;
mod web;
mod why;

pub use self::scan::ScanSummary;

use std::borrow::Cow;
use std::env;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser};
use robots_policy_live::{panic_guard, secret};

use crate::args::{Args, Command, LintCommand, ScanArgs};
use crate::exit::{CommandExit, Exit, Failure};
use crate::say::warn;

/// The version, with the commit that a release build is made from.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("ROBOTS_POLICY_COMMIT"));

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    run_from(env::args_os()).into()
}

/// Runs the program with these arguments, the first of which is its name, and returns its exit status.
pub fn run_from(args: impl IntoIterator<Item = OsString>) -> u8 {
    panic_guard::install();
    let words: Vec<OsString> = args.into_iter().collect();
    let args = match Args::try_parse_from(&words) {
        Ok(args) => args,
        Err(error) => {
            return address(&words).map_or_else(|| refused(error), |it| ended_at_address(&it));
        }
    };
    match args.command {
        Command::Eval(args) => ended(eval::run(&(*args).into())),
        Command::Check(args) => ended(check::run(&(*args).into())),
        Command::Scan(args) => ended(run_scan(*args, &words)),
        Command::RobotsStore(command) => ended(command.run()),
        Command::Why(args) => ended(why::run(&args)),
        Command::Report(args) => ended(report::run(args)),
        Command::Export(command) => ended(export::run(&command)),
        Command::Matrix(args) => ended(matrix::run(&args)),
        Command::Lint(command) => run_lint(command),
        Command::Engines(args) => ended(engines::run(&args)),
        Command::Completions { shell } => ended(pages::completions(shell, Args::command())),
        Command::Man { command } => ended(pages::man(&command, Args::command())),
    }
}

fn run_scan(args: ScanArgs, words: &[OsString]) -> Result<Exit, Failure> {
    let schema = args.schema();
    match args.settings(words)? {
        Some(settings) => scan::run(&settings),
        None => scan::show_schema(&schema),
    }
}

fn run_lint(command: LintCommand) -> u8 {
    match command {
        LintCommand::Lint(args) => match args.settings() {
            Ok(settings) => ended(lint::run(&settings)),
            Err(why) => ended(Err::<Exit, _>(Failure::Usage(why))),
        },
        LintCommand::Explain { code } => ended(lint::explain(code.as_deref())),
    }
}

/// The address that stands in the place of the command.
fn address(words: &[OsString]) -> Option<Cow<'_, str>> {
    let word = words.get(1)?.to_str()?;
    let is_web = word.starts_with("https://") || word.starts_with("http://");
    is_web.then(|| secret::without_user(word))
}

fn ended_at_address(address: &str) -> u8 {
    let address = address.escape_debug();
    let why = format!("`check` asks live sites; write robots-policy check {address}");
    ended(Err::<Exit, _>(Failure::Usage(why)))
}

/// Shows why a command line is not run: it is wrong, or its user wants help.
fn refused(error: clap::Error) -> u8 {
    let error = args::shown(error);
    // The help was printed, even if the reader closed the output.
    let _ = error.print();
    u8::try_from(error.exit_code()).unwrap_or(2)
}

/// The status of a command that ended so; a failure is reported.
fn ended<S: CommandExit>(result: Result<S, Failure>) -> u8 {
    match result {
        Ok(status) => status.code(),
        // Whoever reads has read enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            warn(&failure);
            S::after(&failure).code()
        }
    }
}
