//! Findings about inputs, as JSON.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_policy::Timestamp;
use robots_policy_lint::json;

/// The JSON text of the findings about the JSON text of an input, at this second since 1970.
///
/// # Errors
/// `ValueError` with a value that cannot be looked at, in words.
#[pyfunction(name = "_findings")]
pub(crate) fn findings(py: Python<'_>, text: &[u8], now: i64) -> PyResult<Vec<u8>> {
    py.detach(|| json::findings(text, Timestamp::from_unix(now)))
        .map_err(PyValueError::new_err)
}
