//! `robots-policy`: what may I do with this response?

mod args;
#[expect(dead_code, unused_imports)]
mod cache;
mod eval;
mod exit;
#[cfg_attr(not(test), expect(unused_imports))]
#[expect(dead_code)]
mod fetch;
mod question;
mod response;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::exit::{Exit, Failure};

fn main() -> ExitCode {
    let args = Args::parse();
    let result = match args.command {
        Command::Eval(eval) => eval::run(&eval),
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
