//! Rows that become columns.

use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Int64Builder, StringBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, FieldRef, Schema, SchemaRef};
use robots_policy::Verdict;
use robots_policy::parts::{Parts, Quotable};
use robots_policy_archives::{Cell, CellKind, Column, Leaf, Row, Shape};

use super::fields::{PARTS, UTC, field, fields_of_parts, item};

/// Rows that are not yet handed over.
pub(super) struct TableBuilder {
    columns: Vec<(Column, Cells)>,
    /// Those of [`PARTS`], if they are wanted.
    parts: Vec<Cells>,
    schema: SchemaRef,
    rows: usize,
    /// Bytes of texts.
    text: usize,
}

impl TableBuilder {
    /// An empty table of these columns.
    pub(super) fn new(columns: Vec<Column>) -> TableBuilder {
        let fields: Vec<_> = columns.iter().map(field).collect();
        TableBuilder {
            columns: columns
                .into_iter()
                .map(|column| {
                    let cells = Cells::new(column.shape());
                    (column, cells)
                })
                .collect(),
            parts: Vec::new(),
            schema: Arc::new(Schema::new(fields)),
            rows: 0,
            text: 0,
        }
    }

    /// The table with the columns of the parts of documents, if they are wanted.
    pub(super) fn with_parts(mut self, are_wanted: bool) -> TableBuilder {
        if are_wanted {
            let fields = self.schema.fields().iter().cloned();
            let fields = fields.chain(fields_of_parts().map(Arc::new));
            self.schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
            self.parts = PARTS.map(|(_, shape)| Cells::new(shape)).into();
        }
        self
    }

    /// The schema of :func:`scan`; with ``keep``, the schema of kept columns, that of :func:`judge_batch`.
    ///
    /// ``schema(())`` is that of :func:`judge_batch` without kept columns. With ``engine`` it is that of rows of engines,
    /// with ``ledger`` and ``parts`` that of :func:`judge_batch` with them.
    pub(super) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The bytes of all texts in it.
    pub(super) fn text(&self) -> usize {
        self.text
    }

    /// Adds a row.
    ///
    /// # Errors
    /// The texts of a column would have more than 2 GiB.
    pub(super) fn push(&mut self, row: &Row<'_>) -> Result<(), ArrowError> {
        self.rows += 1;
        for (column, cells) in &mut self.columns {
            let mut pushed = Ok(0);
            column.cells(row, &mut |values| {
                if let Ok(text) = pushed {
                    pushed = cells.push(values).map(|more| text + more);
                }
            });
            self.text += pushed?;
            cells.end_row()?;
        }
        Ok(())
    }

    /// Adds what may be quoted of the document of the row that was added last, if the columns are wanted.
    pub(super) fn push_parts(
        &mut self,
        verdict: &Verdict<'_>,
        page: Option<&Parts<'_>>,
    ) -> Result<(), ArrowError> {
        let [places, counts @ ..] = self.parts.as_mut_slice() else {
            return Ok(());
        };
        let cell = |number: usize| Cell::from(i64::try_from(number).ok());
        let quotable = page.map(|page| verdict.quotable(page));
        for span in quotable.iter().flat_map(Quotable::ranges) {
            places.push(&[cell(span.start), cell(span.end)])?;
        }
        places.end_row()?;
        let values = quotable.zip(page).map(|(quotable, page)| {
            let (chars, open) = quotable.chars();
            [page.marks().len(), chars, chars - open]
        });
        for (at, cells) in counts.iter_mut().enumerate() {
            let value = values.as_ref().and_then(|values| values.get(at));
            cells.push(&[value.map_or(Cell::Null, |value| cell(*value))])?;
        }
        Ok(())
    }

    /// Hands the rows over, and is empty then.
    ///
    /// # Errors
    /// A column without a null has one, which is a mistake of the list of columns.
    pub(super) fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        (self.rows, self.text) = (0, 0);
        let columns = self.columns.iter_mut().map(|(_, cells)| cells);
        let columns = columns.chain(&mut self.parts).map(Cells::finish);
        RecordBatch::try_new(Arc::clone(&self.schema), columns.collect::<Result<_, _>>()?)
    }
}

/// The cells of one column.
struct Cells {
    /// One for each member of a structure, otherwise one.
    leaves: Vec<LeafCells>,
    /// For a list: its elements, and where the list of each row ends.
    list: Option<(FieldRef, Vec<i32>)>,
    elements: usize,
}

impl Cells {
    fn new(shape: Shape) -> Cells {
        let (leaves, is_list) = shape.leaves();
        Cells {
            leaves: leaves.into_iter().map(LeafCells::new).collect(),
            list: is_list.then(|| (Arc::new(item(shape)), vec![0])),
            elements: 0,
        }
    }

    /// Adds a value, or the members of an element; gives the bytes of their texts.
    fn push(&mut self, values: &[Cell<'_>]) -> Result<usize, ArrowError> {
        self.elements += 1;
        let mut text = 0;
        for (leaf, value) in self.leaves.iter_mut().zip(values) {
            text += leaf.push(value)?;
        }
        Ok(text)
    }

    fn end_row(&mut self) -> Result<(), ArrowError> {
        if let Some((_, ends)) = &mut self.list {
            let end = i32::try_from(self.elements);
            ends.push(end.map_err(|_| ArrowError::OffsetOverflowError(self.elements))?);
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        let mut leaves: Vec<ArrayRef> = self.leaves.iter_mut().map(LeafCells::finish).collect();
        self.elements = 0;
        let Some((item, ends)) = &mut self.list else {
            return leaves.pop().ok_or_else(no_leaf);
        };
        let elements: ArrayRef = match item.data_type() {
            DataType::Struct(members) => {
                Arc::new(StructArray::try_new(members.clone(), leaves, None)?)
            }
            _ => leaves.pop().ok_or_else(no_leaf)?,
        };
        let ends = OffsetBuffer::new(std::mem::replace(ends, vec![0]).into());
        let lists = ListArray::try_new(Arc::clone(item), ends, elements, None)?;
        Ok(Arc::new(lists))
    }
}

/// The cells of one leaf.
enum LeafCells {
    Flags(BooleanBuilder),
    Integers(Int64Builder),
    Moments(TimestampMicrosecondBuilder),
    Texts(StringBuilder),
}

impl LeafCells {
    fn new(leaf: Leaf) -> LeafCells {
        match leaf.kind {
            CellKind::Flag => LeafCells::Flags(BooleanBuilder::new()),
            CellKind::Integer => LeafCells::Integers(Int64Builder::new()),
            CellKind::Moment => {
                LeafCells::Moments(TimestampMicrosecondBuilder::new().with_timezone(UTC))
            }
            CellKind::Text | CellKind::Word => LeafCells::Texts(StringBuilder::new()),
        }
    }

    /// Adds a value. One of another kind than the leaf's is null, which [`TableBuilder::finish`] reports.
    fn push(&mut self, cell: &Cell<'_>) -> Result<usize, ArrowError> {
        match (self, cell) {
            (LeafCells::Flags(flags), Cell::Flag(flag)) => flags.append_value(*flag),
            (LeafCells::Integers(numbers), Cell::Integer(number)) => {
                numbers.append_value(*number);
            }
            (LeafCells::Moments(moments), Cell::Integer(moment)) => moments.append_value(*moment),
            (LeafCells::Texts(texts), Cell::Text(text)) => {
                let all = texts.values_slice().len().saturating_add(text.len());
                if i32::try_from(all).is_err() {
                    return Err(ArrowError::OffsetOverflowError(all));
                }
                texts.append_value(text);
                return Ok(text.len());
            }
            (LeafCells::Flags(flags), _) => flags.append_null(),
            (LeafCells::Integers(numbers), _) => numbers.append_null(),
            (LeafCells::Moments(moments), _) => moments.append_null(),
            (LeafCells::Texts(texts), _) => texts.append_null(),
        }
        Ok(0)
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            LeafCells::Flags(flags) => Arc::new(flags.finish()),
            LeafCells::Integers(numbers) => Arc::new(numbers.finish()),
            LeafCells::Moments(moments) => Arc::new(moments.finish()),
            LeafCells::Texts(texts) => Arc::new(texts.finish()),
        }
    }
}

/// A shape without a leaf, which the list of columns does not have.
fn no_leaf() -> ArrowError {
    ArrowError::SchemaError(String::from("a column has no leaf"))
}
