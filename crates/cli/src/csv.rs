//! Lines of CSV (RFC 4180).

use std::io::{self, Write};

use robots_policy_input::names::plain_line;

/// Writes a line of cells, of which a terminal is shown no character that it acts on.
pub(crate) fn write_row(out: &mut impl Write, cells: &[String], is_shown: bool) -> io::Result<()> {
    let cells = cells.iter().map(|cell| {
        if is_shown {
            quoted(&plain_line(cell))
        } else {
            quoted(cell)
        }
    });
    writeln!(out, "{}", cells.collect::<Vec<_>>().join(","))
}

/// A cell, in quotes where RFC 4180 requires them.
///
/// A spreadsheet treats some cells as formulas, and the URL may be untrusted: such a cell begins with `'`, as OWASP
/// advises, and spreadsheets show the rest as text.
pub(crate) fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let mark = if is_formula { "'" } else { "" };
    if is_formula || cell.contains(['"', ',', '\n', '\r']) {
        return format!("\"{mark}{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}

#[cfg(test)]
mod tests {
    use super::quoted;
    use robots_policy_kit::files::rows;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        for (cell, written) in rows::<(String, String)>(include_str!("../tests/rows/cells.jsonl")) {
            assert_eq!(quoted(&cell), written);
        }
    }
}
