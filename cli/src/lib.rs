//! `robots-policy`: what may I do with this response? The program's parts, which its fuzz targets share; no library.
#![forbid(unsafe_code)]

mod archive_inputs;
mod args;
mod cache;
mod check;
mod eval;
mod exit;
mod fetch;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod interrupt;
mod matrix;
mod names;
mod output;
mod panic_guard;
mod progress;
mod question;
mod read_input;
mod robots;
mod robots_store;
mod saved;
mod say;
mod scan;
mod workers;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::exit::{Exit, Failure};

/// Runs the program.
pub fn run() -> ExitCode {
    panic_guard::install();
    let args = Args::parse();
    let result = match args.command {
        Command::Eval(args) => eval::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Scan(args) => scan::run(&args),
        Command::RobotsStore(args) => robots_store::run(&args),
        Command::Matrix(args) => matrix::run(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        // Whoever reads has read enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Exit::Answered.into()
        }
        Err(failure) => {
            say::warn(&failure);
            failure.exit().into()
        }
    }
}
