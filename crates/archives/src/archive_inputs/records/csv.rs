//! An index as CSV (RFC 4180), whose first line names the columns.

use std::io::BufRead;

use super::columns::{IndexColumn, columns_among};
use super::{RecordRange, without_bytes};
use crate::csv_lines::Lines;

/// Gives `add` the archive and the range of the record that each line names.
///
/// # Errors
/// A source that cannot be read, a line that names no record, and an error of `add`.
pub(super) fn read(
    source: impl BufRead,
    mut add: impl FnMut(&[u8], RecordRange) -> Result<(), String>,
) -> Result<(), String> {
    let mut lines = Lines::new(source);
    if !lines.next()? {
        return Err(String::from(
            "it is empty; its first line names the columns",
        ));
    }
    let header: Vec<&[u8]> = (0..lines.cells).map(|at| lines.cell(at)).collect();
    let columns = header.len();
    let [file, offset, length] = columns_among(&header).map_err(|why| match columns {
        1 => format!("{why}; the first line names the columns, with commas between them"),
        _ => why,
    })?;
    while lines.next()? {
        let at_line = |why: String| format!("line {}: {why}", lines.line);
        if lines.cells != columns {
            let cells = lines.cells;
            let why = format!("it has {cells} cells, and the first line has {columns}");
            return Err(at_line(why));
        }
        let number = |column| number(column, lines.cell(column.number)).map_err(at_line);
        let range = RecordRange {
            offset: number(offset)?,
            length: number(length)?,
        };
        add(lines.cell(file.number), range).map_err(at_line)?;
    }
    Ok(())
}

fn number(column: IndexColumn, cell: &[u8]) -> Result<u64, String> {
    let cell = cell.trim_ascii();
    if cell.is_empty() {
        return Err(without_bytes(column.name, "empty"));
    }
    let text = str::from_utf8(cell).ok();
    text.and_then(|text| text.parse().ok()).ok_or_else(|| {
        let shown = String::from_utf8_lossy(cell);
        format!(
            "`{}` is `{shown}`, which is not a whole number from 0 to {}",
            column.name,
            u64::MAX
        )
    })
}
