//! `robots-policy`: what may I do with this response?
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    robots_policy_cli::run()
}
