//! The exceptions, which `robots_policy._errors` defines. Only a caller's mistake raises one.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// One class of `robots_policy._errors`.
#[derive(Clone, Copy)]
pub(crate) enum ErrorClass {
    /// Also a `ValueError`.
    ProductToken,
    /// Also a `ValueError`.
    SignatureAgent,
    /// Also a `ValueError`.
    Unwritable,
}

impl ErrorClass {
    /// An exception of this class.
    pub(crate) fn error(self, py: Python<'_>, message: &str) -> PyErr {
        match self.class(py) {
            Ok(class) => PyErr::from_type(class, message.to_owned()),
            Err(error) => PyRuntimeError::new_err(format!("{message} ({error})")),
        }
    }

    fn class(self, py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
        let name = match self {
            ErrorClass::ProductToken => "InvalidProductToken",
            ErrorClass::SignatureAgent => "InvalidSignatureAgent",
            ErrorClass::Unwritable => "UnwritableVerdict",
        };
        let class = py.import("robots_policy._errors")?.getattr(name)?;
        class.cast_into::<PyType>().map_err(Into::into)
    }
}
