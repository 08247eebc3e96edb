//! The exceptions that Python raised while Rust read.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use robots_policy_input::Damage;

use super::batches::BatchError;

/// The last exception of the file object that the caller gave, or of a signal.
#[derive(Clone, Default)]
pub(super) struct LastException(Arc<Mutex<Option<PyErr>>>);

impl LastException {
    pub(super) fn set(&self, error: PyErr) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    pub(super) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The error of an archive that cannot be read further. What is not an error, as Ctrl-C, is raised as it is.
    pub(super) fn of(&self, name: &str, damage: &Damage) -> BatchError {
        let raised = self.take();
        let is_error =
            |raised: &PyErr| Python::attach(|py| raised.is_instance_of::<PyException>(py));
        match raised {
            Some(raised) if !is_error(&raised) => BatchError::Raised(raised),
            raised => BatchError::Unreadable(format!("cannot read {name}: {damage}"), raised),
        }
    }
}
