//! Cells of heat: rows by columns, each cell with its text, and darker for more.

use std::fmt::Write as _;

use super::super::html;
use super::super::share::Share;
use super::label;

/// Cells with the names of the columns above and those of the rows on their left, and their height. A row has a name and, for
/// each column, the text of the cell and its heat; `None` is an empty cell.
pub(in super::super) fn heat<'n>(
    names: &[String],
    rows: impl Iterator<Item = (&'n str, Vec<Option<(String, Share)>>)>,
) -> (u32, String) {
    let mut svg = String::new();
    let columns = names.len() as u64;
    let begin = |column: u64| Share::of(column, columns).between(NAMES, Share::ALL);
    let middle = |column: u64| Share::of(2 * column + 1, 2 * columns).between(NAMES, Share::ALL);
    let width = Share::of(1, columns).between(Share::NONE, NAMES.rest());
    for (column, name) in (0..).zip(names) {
        let x = middle(column).to_string();
        // Beside each other they would touch on a phone.
        let y = if columns > 2 && column % 2 == 1 {
            27
        } else {
            13
        };
        label(&mut svg, "m", (&x, y), &html::cut(name, COLUMN));
    }
    let mut top = HEAD;
    for (name, cells) in rows {
        label(&mut svg, "r", ("0", top + 17), &html::cut(name, ROW));
        for (column, cell) in (0..).zip(&cells) {
            let Some((text, heat)) = cell else { continue };
            let _ = write!(
                svg,
                "<rect class=\"h{}\" x=\"{}\" y=\"{top}\" width=\"{width}\" height=\"24\"/>",
                level(*heat),
                begin(column)
            );
            let x = middle(column).to_string();
            label(&mut svg, "m", (&x, top + 17), text);
        }
        top += STEP;
    }
    (top, svg)
}

/// The level of a heat from 1 to 5.
fn level(heat: Share) -> u32 {
    1 + heat.hundredths().min(9_999) / 2_000
}

/// The width of the names of the rows.
const NAMES: Share = Share::percent(38);
/// The height of the names of the columns, and of a row.
const HEAD: u32 = 34;
const STEP: u32 = 26;
/// The longest name of a column, and of a row.
const COLUMN: usize = 16;
const ROW: usize = 18;
