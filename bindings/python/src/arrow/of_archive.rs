//! The parts that the tables of an archive share: its name, its damages, and its end.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_schema::SchemaRef;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::archive_source::ArchiveSource;
use super::batches::{Batches, SharedSource};
use super::damages::Watched;
use crate::parts;

/// The batches of an archive.
#[pyclass(frozen, subclass, extends = Batches, module = "robots_policy.arrow")]
pub(crate) struct OfArchive {
    name: Arc<str>,
    source: Arc<Mutex<dyn ArchiveSource>>,
}

impl OfArchive {
    pub(super) fn of<S: ArchiveSource + 'static>(
        schema: SchemaRef,
        name: Arc<str>,
        source: Arc<Mutex<Watched<S>>>,
    ) -> PyClassInitializer<OfArchive> {
        let batches = Batches::new(schema, SharedSource::new(source.clone()));
        PyClassInitializer::from(batches).add_subclass(OfArchive { name, source })
    }
}

#[pymethods]
impl OfArchive {
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    #[getter]
    fn position(&self, py: Python<'_>) -> u64 {
        with(py, &self.source, |source| source.position())
    }

    #[getter]
    fn damages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let damages = with(py, &self.source, |source| source.damages().to_vec());
        let damages = damages.iter();
        let damages: PyResult<Vec<_>> = damages
            .map(|damage| parts::damage(py, &self.name, damage))
            .collect();
        PyTuple::new(py, damages?)
    }

    fn close(&self, py: Python<'_>) {
        with(py, &self.source, ArchiveSource::close);
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*error))]
    fn __exit__(&self, py: Python<'_>, error: &Bound<'_, PyTuple>) {
        let _ = error;
        self.close(py);
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let kind = slf.get_type().name()?;
        Ok(format!("<{kind} of {:?}>", slf.get().name))
    }
}

/// Looks at a source; another thread may be reading it.
pub(super) fn with<S: Send + ?Sized, T: Send>(
    py: Python<'_>,
    source: &Mutex<S>,
    look: impl FnOnce(&mut S) -> T + Send,
) -> T {
    py.detach(|| look(&mut source.lock().unwrap_or_else(PoisonError::into_inner)))
}
