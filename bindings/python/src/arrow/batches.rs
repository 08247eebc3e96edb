//! Batches of rows, which Arrow libraries take through capsules, and the errors that end them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi::to_ffi;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array as _, RecordBatchIterator, StructArray};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use robots_policy_input::Damage;

use super::fields::{Schema, capsule};
use crate::errors::{ErrorClass, unreadable};

/// Where batches come from.
pub(super) trait BatchSource: Send {
    /// The next batch; `None` after the last. It is called by one thread at a time, which other threads of Python do not
    /// wait for.
    fn next(&mut self) -> Result<Option<arrow_array::RecordBatch>, BatchError>;
}

impl<F> BatchSource for F
where
    F: FnMut() -> Result<Option<arrow_array::RecordBatch>, BatchError> + Send,
{
    fn next(&mut self) -> Result<Option<arrow_array::RecordBatch>, BatchError> {
        self()
    }
}

/// The reason for which a source cannot give its next batch.
pub(super) enum BatchError {
    /// An input cannot be read further: its name and why, and what its own object raised.
    Unreadable(String, Option<PyErr>),
    /// The store of robots.txt cannot be read.
    Store(String),
    /// The rows do not fit into a batch, or the caller's data cannot be used.
    Arrow(ArrowError),
    /// An exception that ended the reading.
    Raised(PyErr),
    /// An exception after which the next batch can be read, as after Ctrl-C.
    Interrupted(PyErr),
    /// The archive is damaged, or is none.
    Damaged(String),
    /// The reader was closed, which is called so, as in `the scan is`.
    Closed(&'static str),
}

impl BatchError {
    pub(super) fn into_error(self, py: Python<'_>) -> PyErr {
        match self {
            BatchError::Unreadable(why, cause) => unreadable(py, &why, cause),
            BatchError::Store(why) => ErrorClass::Store.error(py, &why),
            BatchError::Arrow(error) => of_arrow(&error),
            BatchError::Raised(error) | BatchError::Interrupted(error) => error,
            BatchError::Damaged(why) => ErrorClass::DamagedArchive.error(py, &why),
            BatchError::Closed(what) => PyValueError::new_err(closed(what)),
        }
    }

    /// Whether there is nothing to read after it.
    pub(super) fn is_last(&self) -> bool {
        !matches!(self, BatchError::Interrupted(_) | BatchError::Closed(_))
    }

    /// The error as a library of another language takes it, by its text.
    fn into_text(self) -> String {
        let text = match self {
            BatchError::Unreadable(why, _) | BatchError::Store(why) | BatchError::Damaged(why) => {
                why
            }
            BatchError::Closed(what) => closed(what),
            BatchError::Arrow(error) => error.to_string(),
            BatchError::Raised(error) | BatchError::Interrupted(error) => error.to_string(),
        };
        // C ends a text there.
        text.replace('\0', " ")
    }
}

fn closed(what: &str) -> String {
    format!("{what} closed")
}

impl From<ArrowError> for BatchError {
    fn from(error: ArrowError) -> BatchError {
        BatchError::Arrow(error)
    }
}

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

/// Lets Python raise, as after Ctrl-C.
pub(super) fn check_signals() -> Result<(), BatchError> {
    #[allow(clippy::redundant_closure_for_method_calls)]
    // the method is not general enough in its lifetime
    Python::attach(|py| py.check_signals()).map_err(BatchError::Interrupted)
}

/// An error of Arrow for a caller.
pub(super) fn of_arrow(error: &ArrowError) -> PyErr {
    PyValueError::new_err(match error {
        ArrowError::OffsetOverflowError(_) => String::from(
            "the result has a column with more than 2 GiB; judge smaller batches, as judge_stream does",
        ),
        error => error.to_string(),
    })
}

/// A table in memory, for example ``pyarrow.record_batch(batch)`` or ``polars.DataFrame(batch)``.
#[pyclass(frozen, module = "robots_policy.arrow")]
pub(crate) struct RecordBatch {
    pub(super) inner: arrow_array::RecordBatch,
}

#[pymethods]
impl RecordBatch {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.inner.num_rows()
    }

    /// The number of columns.
    #[getter]
    fn num_columns(&self) -> usize {
        self.inner.num_columns()
    }

    /// The names and types of the columns.
    #[getter]
    fn schema(&self) -> Schema {
        let inner = self.inner.schema();
        Schema { inner }
    }

    fn __len__(&self) -> usize {
        self.inner.num_rows()
    }

    /// The schema and the data. A requested schema is not obeyed; the consumer casts.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        let data = StructArray::from(self.inner.clone()).to_data();
        let (array, _) = to_ffi(&data).map_err(|error| of_arrow(&error))?;
        let schema = capsule(py, &self.inner.schema())?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        PyTuple::new(py, [schema, array])
    }

    /// The data as a stream of one batch.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let schema = self.inner.schema();
        let once = RecordBatchIterator::new([Ok(self.inner.clone())], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(once));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, &self.inner.schema())
    }

    fn __repr__(&self) -> String {
        format!(
            "<RecordBatch: {} rows, {} columns>",
            self.num_rows(),
            self.num_columns()
        )
    }
}

/// Batches, once: an iterator, and a stream for ``pyarrow.table``, ``polars.DataFrame``, DuckDB and others.
///
/// Each batch goes to one reader, however many threads and streams read; threads that share it take batches with
/// ``next(batches, None)``. A reader that begins after the end raises :class:`StreamConsumed`, because it would take no
/// rows for an empty table. An error that ends a stream reaches its reader as text; iteration raises it with its cause.
#[pyclass(frozen, subclass, module = "robots_policy.arrow")]
#[derive(Clone)]
pub(crate) struct Batches {
    schema: SchemaRef,
    /// Several readers share it: each batch goes to one of them.
    source: Arc<Mutex<dyn BatchSource>>,
    /// Whether a reader came to its end.
    is_consumed: Arc<AtomicBool>,
}

impl Batches {
    pub(super) fn new(schema: SchemaRef, source: Arc<Mutex<dyn BatchSource>>) -> Batches {
        Batches {
            schema,
            source,
            is_consumed: Arc::default(),
        }
    }

    fn next_batch(&self) -> Result<Option<arrow_array::RecordBatch>, BatchError> {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        let next = source.next();
        let is_end = match &next {
            Ok(batch) => batch.is_none(),
            Err(error) => error.is_last(),
        };
        self.is_consumed.fetch_or(is_end, Ordering::Relaxed);
        next
    }

    /// The next batch for an Arrow library, which calls from any thread.
    fn next_of_stream(&self) -> Option<Result<arrow_array::RecordBatch, ArrowError>> {
        let work = || self.next_batch();
        // The thread may hold the interpreter's lock, which another one may need to go on and to leave the source.
        let detached = || Python::try_attach(|py| py.detach(work)).unwrap_or_else(work);
        // A panic must not reach the caller, which is not Rust.
        let next = catch_unwind(AssertUnwindSafe(detached)).unwrap_or_else(|_| {
            let why = String::from("robots_policy panicked; please report it");
            Err(BatchError::Unreadable(why, None))
        });
        next.map_err(|error| ArrowError::ExternalError(error.into_text().into()))
            .transpose()
    }
}

#[pymethods]
impl Batches {
    /// The names and types of the columns of every batch.
    #[getter]
    fn schema(&self) -> Schema {
        let inner = SchemaRef::clone(&self.schema);
        Schema { inner }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        unconsumed(slf)?;
        Ok(slf.clone())
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        let next = py.detach(|| self.next_batch());
        let inner = next.map_err(|error| error.into_error(py))?;
        Ok(inner.map(|inner| RecordBatch { inner }))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        slf: &Bound<'py, Self>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        unconsumed(slf)?;
        let (batches, schema) = (slf.get().clone(), SchemaRef::clone(&slf.get().schema));
        let batches = std::iter::from_fn(move || batches.next_of_stream());
        let batches = RecordBatchIterator::new(batches, schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(slf.py(), stream, c"arrow_array_stream")
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, &self.schema)
    }
}

/// Refuses a reader that begins after the end: it would take no rows for an empty table.
///
/// # Errors
/// `StreamConsumed`.
fn unconsumed(batches: &Bound<'_, Batches>) -> PyResult<()> {
    if !batches.get().is_consumed.load(Ordering::Relaxed) {
        return Ok(());
    }
    let (py, what) = (batches.py(), batches.repr()?);
    let made_by = match &*batches.get_type().name()?.to_string_lossy() {
        "Scan" => "scan",
        "RobotsAnswers" => "robots_answers",
        _ => "judge_stream",
    };
    let why = format!(
        "{what} was read to its end, and is read once: keep the table that was made of it, or call {made_by} again"
    );
    Err(ErrorClass::StreamConsumed.error(py, &why))
}
