//! The program `robots-policy`, as the console script of the package.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program with these arguments, the first of which is its name, and returns its exit status.
#[pyfunction(name = "_run_program")]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| robots_policy_cli::run_from(arguments))
}
