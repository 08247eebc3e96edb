//! The parts of a run that Spark shares with the program: its lists of names, and its report.

use std::ffi::OsString;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use robots_policy_archives::Report;
use robots_policy_scan::archive_inputs::os_name;
use robots_policy_scan::kept::{RunReport, sum};
use robots_policy_scan::read_input::{lines, unpacked};

use crate::parts;

/// The names in a list, which may be in gzip.
#[pyfunction(name = "_listed")]
pub(crate) fn listed(text: Vec<u8>) -> PyResult<Vec<OsString>> {
    let text = unpacked(text).map_err(PyOSError::new_err)?;
    Ok(lines(&text).map(|(_, line)| os_name(line)).collect())
}

/// The report on a run over this many archives, out of the reports beside its tables.
#[pyfunction(name = "_run_report")]
pub(crate) fn run_report(
    py: Python<'_>,
    archives: usize,
    reports: Vec<String>,
    unreadable: Vec<String>,
) -> PyResult<Bound<'_, PyAny>> {
    let wrong = |error: serde_json::Error| PyValueError::new_err(error.to_string());
    let read = reports.iter().map(|text| serde_json::from_str(text));
    let read = read.collect::<Result<Vec<Report>, _>>().map_err(wrong)?;
    let report = RunReport::of(sum(&read), read.len(), archives, unreadable);
    parts::from_json(py, serde_json::to_string(&report).map_err(wrong)?)
}
