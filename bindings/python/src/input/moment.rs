//! Moments: `datetime` of Python, `Timestamp` of the library.

use std::time::SystemTime;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDateTime;
use robots_policy::Timestamp;

/// The whole second in which an aware `datetime` is, of the argument `now`.
///
/// # Errors
/// `ValueError` for a naive one, which is not a moment; `TypeError` for anything but a `datetime`.
pub(crate) fn moment(object: &Bound<'_, PyAny>) -> PyResult<Timestamp> {
    moment_of("now", object)
}

/// The whole second in which an aware `datetime` is, of any argument.
///
/// # Errors
/// Those of [`moment`].
pub(crate) fn moment_of(argument: &str, object: &Bound<'_, PyAny>) -> PyResult<Timestamp> {
    if object.cast::<PyDateTime>().is_err() {
        return Err(PyTypeError::new_err(format!(
            "{argument}: expected a datetime with a time zone, not {}; write datetime.now(timezone.utc)",
            object.get_type().name()?
        )));
    }
    if object.call_method0("utcoffset")?.is_none() {
        return Err(PyValueError::new_err(format!(
            "{argument}: the datetime has no time zone, so it is not a moment; write datetime.now(timezone.utc), or add tzinfo=timezone.utc"
        )));
    }
    let seconds: f64 = object.call_method0("timestamp")?.extract()?;
    // Years 1 to 9999 fit.
    #[allow(clippy::cast_possible_truncation)]
    Ok(Timestamp::from_unix(seconds.floor() as i64))
}

/// The given moment, or that of the clock.
pub(crate) fn now_or(given: Option<&Bound<'_, PyAny>>) -> PyResult<Timestamp> {
    given.map_or_else(|| Ok(SystemTime::now().into()), moment)
}

/// The moment in UTC. One beyond the year 9999, which `datetime` cannot hold, is its last.
pub(crate) fn to_datetime(py: Python<'_>, moment: Timestamp) -> PyResult<Bound<'_, PyAny>> {
    let datetime = py.import("datetime")?;
    let utc = datetime.getattr("timezone")?.getattr("utc")?;
    let class = datetime.getattr("datetime")?;
    let made = class.call_method1("fromtimestamp", (moment.as_unix(), &utc));
    made.or_else(|_| {
        let end = if moment.as_unix() < 0 { "min" } else { "max" };
        let zone = [("tzinfo", utc)];
        let zone = pyo3::types::IntoPyDict::into_py_dict(zone, py)?;
        class.getattr(end)?.call_method("replace", (), Some(&zone))
    })
}
