//! The program `robots-policy`, as the console script of the package, and its findings about inputs, as JSON.

use std::ffi::OsString;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_policy::Timestamp;
use robots_policy_lint::json;

/// Runs the program with these arguments, the first of which is its name, and returns its exit status.
#[pyfunction(name = "_run_program")]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| robots_policy_cli::run_from(arguments))
}

/// The JSON text of the findings about the JSON text of an input, at this second since 1970.
///
/// # Errors
/// `ValueError` with a value that cannot be looked at, in words.
#[pyfunction(name = "_findings")]
pub(crate) fn findings(py: Python<'_>, text: &[u8], now: i64) -> PyResult<Vec<u8>> {
    py.detach(|| json::findings(text, Timestamp::from_unix(now)))
        .map_err(PyValueError::new_err)
}
