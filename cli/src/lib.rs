//! `robots-policy`: what may I do with this response? The program's parts, which its fuzz targets share; no library.
#![forbid(unsafe_code)]

mod archive_inputs;
mod args;
mod cache;
mod check;
mod choice;
mod eval;
mod exit;
mod fetch;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod interrupt;
mod matrix;
mod names;
mod output;
mod pages;
mod panic_guard;
mod progress;
mod question;
mod read_input;
mod reading;
mod robots;
mod robots_store;
mod saved;
mod say;
mod scan;
mod text;
mod workers;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser};

use crate::args::{Args, Command};
use crate::exit::{CommandExit, Failure};
use crate::say::warn;

/// Runs the program.
pub fn run() -> ExitCode {
    panic_guard::install();
    let args = Args::parse();
    match args.command {
        Command::Eval(args) => ended(eval::run(&(*args).into())),
        Command::Check(args) => ended(check::run(&(*args).into())),
        Command::Scan(args) => ended(match args.settings() {
            Some(settings) => scan::run(&settings),
            None => scan::show_schema(),
        }),
        Command::RobotsStore(args) => ended(robots_store::run(&args.into())),
        Command::Matrix(args) => ended(matrix::run(&args.into())),
        Command::Completions(args) => ended(pages::completions(args.shell, Args::command())),
        Command::Man(args) => ended(pages::man(&args.command, Args::command())),
    }
}

/// The status of a command that ended so; a failure is reported.
fn ended<S: CommandExit>(result: Result<S, Failure>) -> ExitCode {
    match result {
        Ok(status) => status.into(),
        // Whoever reads has read enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            warn(&failure);
            S::after(&failure).into()
        }
    }
}
