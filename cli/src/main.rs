//! `robots-policy`: what may I do with this response?
#![forbid(unsafe_code)]

#[allow(dead_code, unused_imports, reason = "no command reads archives yet")]
mod archive;
mod args;
mod cache;
mod check;
mod coding;
mod eval;
mod exit;
mod fetch;
mod input;
mod matrix;
mod question;
mod response;
mod tell;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::exit::{Exit, Failure};

fn main() -> ExitCode {
    let args = Args::parse();
    let result = match args.command {
        Command::Eval(args) => eval::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Matrix(args) => matrix::run(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        // Whoever reads has read enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Exit::Answered.into()
        }
        Err(failure) => {
            let _ = writeln!(io::stderr(), "robots-policy: {failure}");
            failure.exit().into()
        }
    }
}
