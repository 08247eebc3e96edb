//! The exceptions, which `robots_policy.errors` defines. Only a caller's mistake raises one.

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// One class of `robots_policy.errors`.
#[derive(Clone, Copy)]
pub(crate) enum ErrorClass {
    /// Also a `ValueError`.
    ProductToken,
    /// Also a `ValueError`.
    SignatureAgent,
    /// Also a `ValueError`.
    Unwritable,
    /// Also an `OSError`.
    Store,
    /// Also an `OSError`.
    Output,
    /// Also an `OSError`.
    DamagedArchive,
    /// A warning.
    ArchiveWarning,
    /// Also a `RuntimeError`.
    StreamConsumed,
}

impl ErrorClass {
    /// An exception of this class.
    pub(crate) fn error(self, py: Python<'_>, message: &str) -> PyErr {
        match self.class(py) {
            Ok(class) => PyErr::from_type(class, message.to_owned()),
            Err(error) => PyRuntimeError::new_err(format!("{message} ({error})")),
        }
    }

    pub(crate) fn class(self, py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
        let name = match self {
            ErrorClass::ProductToken => "InvalidProductToken",
            ErrorClass::SignatureAgent => "InvalidSignatureAgent",
            ErrorClass::Unwritable => "UnwritableVerdict",
            ErrorClass::Store => "StoreError",
            ErrorClass::Output => "OutputError",
            ErrorClass::DamagedArchive => "DamagedArchive",
            ErrorClass::ArchiveWarning => "ArchiveWarning",
            ErrorClass::StreamConsumed => "StreamConsumed",
        };
        let class = py.import("robots_policy.errors")?.getattr(name)?;
        class.cast_into::<PyType>().map_err(Into::into)
    }
}

/// The error of an input that cannot be read, and what its own object raised.
pub(crate) fn unreadable(py: Python<'_>, why: &str, cause: Option<PyErr>) -> PyErr {
    let error = PyOSError::new_err(why.to_owned());
    error.set_cause(py, cause);
    error
}
