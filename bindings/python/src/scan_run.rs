//! The parts of a run that Spark shares with the program: its lists of names, and its report.

use std::ffi::OsString;
use std::time::Duration;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use robots_policy_archives::Report;
use robots_policy_cli::ScanSummary;
use robots_policy_scan::archive_inputs::os_name;
use robots_policy_scan::kept::{RunReport, sum};
use robots_policy_scan::read_input::{lines, unpacked};

use serde_json::{Map, Value};

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
    let read = reports.iter().map(|text| report(text));
    let read = read.collect::<PyResult<Vec<Report>>>()?;
    let all = RunReport::of(sum(&read), read.len(), archives, unreadable);
    parts::from_json(py, serde_json::to_string(&all).map_err(wrong)?)
}

/// The text that the program prints at the end of a run with these archives and their reports.
#[pyfunction(name = "_run_summary")]
pub(crate) fn run_summary(
    reports: Vec<(String, String)>,
    kept: usize,
    octets: u64,
    rows: u64,
    seconds: f64,
    has_robots: bool,
) -> PyResult<String> {
    let read = reports.iter().map(|(_, text)| report(text));
    let read = read.collect::<PyResult<Vec<Report>>>()?;
    let names = reports.iter().map(|(archive, _)| archive.as_str());
    let summary = ScanSummary {
        reports: names.zip(&read).collect(),
        kept,
        bytes: octets,
        rows,
        took: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        has_robots,
    };
    Ok(summary.to_string())
}

/// A report as it is beside a table, with the cells of its cubes that a summary has.
#[pyfunction(name = "_without_cubes")]
pub(crate) fn without_cubes(py: Python<'_>, text: String) -> PyResult<Bound<'_, PyAny>> {
    let mut whole: Map<String, Value> = serde_json::from_str(&text).map_err(wrong)?;
    let less = serde_json::to_value(report(&text)?.without_cubes()).map_err(wrong)?;
    if let Value::Object(less) = less {
        whole.extend(less);
    }
    parts::from_json(py, serde_json::to_string(&whole).map_err(wrong)?)
}

fn report(text: &str) -> PyResult<Report> {
    serde_json::from_str(text).map_err(wrong)
}

fn wrong(error: serde_json::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
