//! The parts that the tables of an archive share: its name, its damages, and its end.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_schema::SchemaRef;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use robots_policy_live::remote::Opening;

use super::batches::Batches;
use super::damages::{ArchiveSource, OnDamage, Watched};
use crate::parts;

/// The batches of an archive.
#[pyclass(frozen, subclass, extends = Batches, module = "robots_policy.arrow")]
pub(crate) struct OfArchive {
    name: Arc<str>,
    source: Arc<Mutex<Watched>>,
}

impl OfArchive {
    pub(super) fn of(
        schema: SchemaRef,
        source: Box<dyn ArchiveSource>,
        name: Arc<str>,
        opening: Option<Opening>,
        on_damage: OnDamage,
    ) -> PyClassInitializer<OfArchive> {
        let source = Arc::new(Mutex::new(Watched {
            source,
            on_damage,
            name: Arc::clone(&name),
            opening,
            is_over: false,
        }));
        let batches = Batches::new(schema, source.clone());
        PyClassInitializer::from(batches).add_subclass(OfArchive { name, source })
    }

    /// Looks at the source; another thread may be reading it.
    pub(super) fn with<T: Send>(
        &self,
        py: Python<'_>,
        look: impl FnOnce(&mut dyn ArchiveSource) -> T + Send,
    ) -> T {
        let watched = || self.source.lock().unwrap_or_else(PoisonError::into_inner);
        py.detach(|| look(&mut *watched().source))
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
        self.with(py, |source| source.position())
    }

    #[getter]
    fn damages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let damages = self.with(py, |source| source.report().damage.clone());
        let damages = damages.iter();
        parts::tuple(
            py,
            damages.map(|damage| parts::damage(py, &self.name, damage)),
        )
    }

    fn close(&self, py: Python<'_>) {
        self.with(py, |source| source.close());
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
