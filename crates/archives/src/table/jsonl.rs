//! The rows as the records of the batch mode: one JSON object a line.

use std::io::{self, Write};

use crate::{Cell, CellKind, Column, Leaf, Row, Shape};
use robots_policy::report::Json;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::TableWriter;

pub(super) fn create(out: Box<dyn Write + Send>, columns: Vec<Column>) -> Box<dyn TableWriter> {
    let of_record = columns.into_iter().filter(Column::is_beside_record);
    Box::new(JsonLines {
        out,
        columns: of_record.collect(),
        line: Vec::new(),
        written: 0,
    })
}

struct JsonLines {
    out: Box<dyn Write + Send>,
    /// The keys of the record.
    columns: Vec<Column>,
    line: Vec<u8>,
    written: u64,
}

impl TableWriter for JsonLines {
    fn push(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.line.clear();
        let id = RowId {
            columns: &self.columns,
            row,
        };
        serde_json::to_writer(&mut self.line, &Json::new(id, row.verdict))?;
        self.line.push(b'\n');
        self.written += self.line.len() as u64;
        self.out.write_all(&self.line)?;
        self.line.shrink_to(BUFFER);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<u64> {
        self.out.flush()?;
        Ok(self.written)
    }
}

/// The columns that are not part of the verdict: the response and its archive.
struct RowId<'r> {
    columns: &'r [Column],
    row: &'r Row<'r>,
}

impl Serialize for RowId<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        for column in self.columns {
            let mut elements = Vec::new();
            column.cells(self.row, &mut |cells| {
                elements.push(element(column.shape(), cells));
            });
            match column.shape() {
                Shape::One(_) => map.serialize_entry(column.name(), &elements.pop())?,
                _ => map.serialize_entry(column.name(), &elements)?,
            }
        }
        map.end()
    }
}

/// The value of a column, or of an element of its list.
fn element(shape: Shape, cells: &[Cell<'_>]) -> Value {
    match shape {
        Shape::One(leaf) | Shape::List(leaf) => {
            cells.first().map_or(Value::Null, |cell| value(leaf, cell))
        }
        Shape::Structs(members) => {
            let members = members.iter().zip(cells);
            let members =
                members.map(|((name, leaf), cell)| ((*name).to_owned(), value(*leaf, cell)));
            Value::Object(members.collect())
        }
    }
}

fn value(leaf: Leaf, cell: &Cell<'_>) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Flag(flag) => (*flag).into(),
        Cell::Integer(number) if leaf.kind == CellKind::Moment => super::moment(*number),
        Cell::Integer(number) => (*number).into(),
        Cell::Text(text) => text.as_ref().into(),
    }
}

/// The capacity of a line that is kept for the next one.
const BUFFER: usize = 64 * 1024;
