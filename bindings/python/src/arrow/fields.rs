//! The schema of the rows, made from the list of columns.

use std::sync::Arc;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Fields, SchemaRef, TimeUnit};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PySequence};
use robots_policy::engines::Profile;
use robots_policy_archives::{CellKind, Column, Leaf, Shape, columns, columns_as, ledger_column};

use crate::engine::engines_of;

/// The field of a column.
pub(super) fn field(column: &Column) -> Field {
    field_of(column.name(), column.shape())
}

/// The field of a column of this name and shape.
pub(super) fn field_of(name: &str, shape: Shape) -> Field {
    match shape {
        Shape::One(leaf) => Field::new(name, leaf_type(leaf), leaf.nullable),
        Shape::List(_) | Shape::Structs(_) => {
            Field::new(name, DataType::List(item(shape).into()), false)
        }
    }
}

/// The field of the elements of a list.
pub(super) fn item(shape: Shape) -> Field {
    match shape {
        Shape::One(leaf) | Shape::List(leaf) => Field::new(ITEM, leaf_type(leaf), leaf.nullable),
        Shape::Structs(members) => {
            let members = members
                .iter()
                .map(|(name, leaf)| Field::new(*name, leaf_type(*leaf), leaf.nullable));
            Field::new(ITEM, DataType::Struct(members.collect()), false)
        }
    }
}

fn leaf_type(leaf: Leaf) -> DataType {
    match leaf.kind {
        CellKind::Flag => DataType::Boolean,
        CellKind::Integer => DataType::Int64,
        CellKind::Moment => moment_type(),
        CellKind::Text | CellKind::Word => DataType::Utf8,
    }
}

/// Microseconds, UTC.
pub(super) fn moment_type() -> DataType {
    DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into()))
}

/// The columns of a scan.
pub(super) fn columns_of_scan(is_of_engines: bool) -> Vec<Column> {
    if is_of_engines {
        columns_as()
    } else {
        columns()
    }
}

/// The columns of a verdict: those that do not say where the response comes from, and the ledger if the caller requests it.
pub(super) fn columns_of_verdict(is_of_engines: bool, has_ledger: bool) -> Vec<Column> {
    let columns = columns_of_scan(is_of_engines).into_iter();
    let columns = columns.filter(|column| !column.is_of_record());
    columns.chain(has_ledger.then(ledger_column)).collect()
}

/// The columns that rows have if the caller requests them.
#[derive(Clone, Copy, Default)]
pub(super) struct More {
    pub(super) ledger: bool,
    pub(super) parts: bool,
}

/// The columns of the parts of a document.
pub(super) const PARTS: [(&str, Shape); 4] = [
    (
        "quotable",
        Shape::Structs(&[("start", PLACE), ("end", PLACE)]),
    ),
    ("marks", COUNT),
    ("chars", COUNT),
    ("closed_chars", COUNT),
];

const PLACE: Leaf = Leaf {
    kind: CellKind::Integer,
    nullable: false,
};

/// Null without a document.
const COUNT: Shape = Shape::One(Leaf {
    nullable: true,
    ..PLACE
});

pub(super) fn fields_of_parts() -> [Field; 4] {
    PARTS.map(|(name, shape)| field_of(name, shape))
}

/// The fields of a judged table: columns of the caller's table, then those of the verdict.
///
/// # Errors
/// `ValueError` for a kept column with the name of one of the verdict.
pub(super) fn schema_of_judged(
    keep: &Fields,
    is_of_engines: bool,
    more: More,
) -> PyResult<SchemaRef> {
    let columns = columns_of_verdict(is_of_engines, more.ledger);
    let mut own: Vec<Field> = columns.iter().map(field).collect();
    if more.parts {
        own.extend(fields_of_parts());
    }
    if let Some(field) = own.iter().find(|field| keep.find(field.name()).is_some()) {
        let name = field.name();
        return Err(PyValueError::new_err(format!(
            "keep: {name:?} is also the name of a column of the result; leave it out, or rename yours"
        )));
    }
    let all = keep.iter().cloned().chain(own.into_iter().map(Arc::new));
    Ok(Arc::new(arrow_schema::Schema::new(all.collect::<Vec<_>>())))
}

/// The names and types of columns, for example ``pyarrow.schema(robots_policy.schema())``.
#[pyclass(frozen, module = "robots_policy.arrow")]
pub(crate) struct Schema {
    pub(super) inner: SchemaRef,
}

#[pymethods]
impl Schema {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        let fields = self.inner.fields().iter();
        fields.map(|field| field.name().as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.inner.fields().len()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, &self.inner)
    }

    fn __repr__(&self) -> String {
        let fields = self.inner.fields().iter();
        let lines = fields.map(|field| format!("{}: {}", field.name(), field.data_type()));
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A capsule with a schema.
pub(super) fn capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(&**schema);
    let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// The schema of :func:`scan`; with ``keep``, the schema of kept columns, that of :func:`judge_batch`.
///
/// ``schema(())`` is that of :func:`judge_batch` without kept columns. With ``engine`` it is that of rows of engines,
/// with ``ledger`` and ``parts`` that of :func:`judge_batch` with them.
#[pyfunction]
#[pyo3(signature = (keep=None, *, engine=None, ledger=false, parts=false))]
pub(crate) fn schema(
    keep: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = engines_of)] engine: Option<Vec<Profile>>,
    ledger: bool,
    parts: bool,
) -> PyResult<Schema> {
    let is_of_engines = engine.is_some();
    let Some(keep) = keep else {
        if ledger || parts {
            return Err(PyValueError::new_err(
                "ledger, parts: the rows of scan have none; pass keep too, () for no kept column, for the schema of judge_batch",
            ));
        }
        let fields: Vec<Field> = columns_of_scan(is_of_engines).iter().map(field).collect();
        let inner = Arc::new(arrow_schema::Schema::new(fields));
        return Ok(Schema { inner });
    };
    let is_empty = |keep: &Bound<'_, PySequence>| keep.len().is_ok_and(|len| len == 0);
    let keep = match robots_policy_capsule::schema(keep)? {
        Some(schema) => schema.fields().clone(),
        None if keep.cast::<PySequence>().is_ok_and(is_empty) => Fields::empty(),
        None => {
            return Err(PyTypeError::new_err(format!(
                "keep: expected the schema of the kept columns, such as pyarrow.schema([('id', 'int64')]), or () for none, not {}",
                keep.get_type().name()?
            )));
        }
    };
    Ok(Schema {
        inner: schema_of_judged(&keep, is_of_engines, More { ledger, parts })?,
    })
}

/// The name of list elements in Arrow.
const ITEM: &str = "item";
/// The zone of every moment.
pub(super) const UTC: &str = "UTC";
