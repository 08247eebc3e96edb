//! The rows as the records of the batch mode: one JSON object a line.

use std::io;

use robots_policy::report::Json;
use robots_policy_archives::Row;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::rows::{Rows, TableOutput};

pub(super) fn create(out: TableOutput) -> Box<dyn Rows> {
    Box::new(JsonLines {
        out,
        line: Vec::new(),
        written: 0,
    })
}

struct JsonLines {
    out: TableOutput,
    line: Vec<u8>,
    written: u64,
}

impl Rows for JsonLines {
    fn push(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, &Json::new(RowId(row), row.verdict))?;
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

/// Which response of which archive.
struct RowId<'r>(&'r Row<'r>);

impl Serialize for RowId<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RowId(row) = self;
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("warc_file", row.warc_file)?;
        map.serialize_entry("warc_offset", &row.warc_offset)?;
        map.serialize_entry("date", &row.date.map(|date| date.to_string()))?;
        map.serialize_entry("status", &row.status)?;
        map.end()
    }
}

/// Bytes of a line that are kept for the next one.
const BUFFER: usize = 64 * 1024;
