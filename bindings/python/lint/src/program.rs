//! The commands `lint` and `explain`, as a console script.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a command with these arguments, the first of which is the name of the program, and returns its exit status.
#[pyfunction(name = "_run_program")]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| robots_policy_cli::run_lint_from(arguments))
}
