//! The rows as the records of the batch mode: one JSON object a line.

use std::io;

use jiff::Timestamp;
use robots_policy::report::Json;
use robots_policy_archives::{Cell, CellKind, Column, Row, Shape};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::rows::{Rows, TableOutput};

pub(super) fn create(out: TableOutput, columns: Vec<Column>) -> Box<dyn Rows> {
    let of_record = columns.into_iter().filter(Column::is_of_record);
    Box::new(JsonLines {
        out,
        columns: of_record.collect(),
        line: Vec::new(),
        written: 0,
    })
}

struct JsonLines {
    out: TableOutput,
    /// The keys of the record.
    columns: Vec<Column>,
    line: Vec<u8>,
    written: u64,
}

impl Rows for JsonLines {
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
            let mut cell = Cell::Null;
            column.cells(self.row, &mut |cells| {
                cell = cells.first().cloned().unwrap_or(Cell::Null);
            });
            map.serialize_entry(column.name(), &Value { column, cell })?;
        }
        map.end()
    }
}

/// The value of a column.
struct Value<'c> {
    column: &'c Column,
    cell: Cell<'c>,
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_moment =
            matches!(self.column.shape(), Shape::One(leaf) if leaf.kind == CellKind::Moment);
        match &self.cell {
            Cell::Null => serializer.serialize_none(),
            Cell::Flag(flag) => serializer.serialize_bool(*flag),
            Cell::Integer(number) if is_moment => match Timestamp::from_microsecond(*number) {
                Ok(moment) => serializer.collect_str(&moment),
                Err(_) => serializer.serialize_none(),
            },
            Cell::Integer(number) => serializer.serialize_i64(*number),
            Cell::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// The capacity of a line that is kept for the next one.
const BUFFER: usize = 64 * 1024;
