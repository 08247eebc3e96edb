//! Rows whose cells may not fit: those that do not are below their row, each with its title.

use std::borrow::Cow;
use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::answers::Answer;
use super::layout::{Layout, padded};

/// A table whose rows are written one by one.
pub struct Grid<'l> {
    layout: &'l Layout,
    /// The width of the first column, which has the names of the rows.
    first: usize,
    columns: Vec<GridColumn>,
}

/// A column of answers.
pub struct GridColumn {
    /// What its answers are about.
    pub title: String,
    /// Its characters on a terminal.
    pub width: usize,
}

/// A text, and the answer that it is about.
#[derive(Clone)]
pub struct GridCell {
    /// What is shown.
    pub text: String,
    /// The answer that it has the colour of.
    pub answer: Option<Answer>,
}

impl GridColumn {
    /// A column that is at least as wide as its title.
    pub fn new(title: &str, width: usize) -> GridColumn {
        GridColumn {
            title: title.to_owned(),
            width: title.width().max(width),
        }
    }
}

impl<'l> Grid<'l> {
    /// A table whose names of rows have this width.
    pub fn new(layout: &'l Layout, first: usize, columns: Vec<GridColumn>) -> Grid<'l> {
        Grid {
            layout,
            first,
            columns,
        }
    }

    /// The width of a table of these columns, without what is after them.
    pub fn width_of(first: usize, columns: &[GridColumn]) -> usize {
        let widths = columns.iter().map(|column| GAP + column.width);
        first + widths.sum::<usize>()
    }

    /// Writes the titles, with a text in the place of a name before them.
    pub fn write_titles(&self, out: &mut dyn Write, name: &str, after: &str) -> io::Result<()> {
        let columns = self.columns.iter();
        let titles = columns.map(|column| Cell::new(&column.title, None, column.width));
        self.write_line(out, name, titles, after)
    }

    /// Writes a row: its name, its cells, and a text after them.
    pub fn write_row(
        &self,
        out: &mut dyn Write,
        name: &str,
        cells: &[GridCell],
        after: &str,
    ) -> io::Result<()> {
        let cells = cells.iter().zip(&self.columns).map(|(cell, column)| Cell {
            title: Some(&column.title),
            ..Cell::new(&cell.text, cell.answer, column.width)
        });
        self.write_line(out, name, cells, after)
    }

    fn write_line<'c>(
        &self,
        out: &mut dyn Write,
        mut name: &'c str,
        cells: impl ExactSizeIterator<Item = Cell<'c>>,
        after: &str,
    ) -> io::Result<()> {
        // A name that is wider than its column has a line of its own.
        if name.width() > self.first && cells.len() > 0 {
            writeln!(out, "{}", self.layout.wrapped(name, BELOW))?;
            name = "";
        }
        let first = Cell::new(name, None, self.first);
        let cells: Vec<Cell<'_>> = std::iter::once(first).chain(cells).collect();
        write_cells(out, &cells, after, self.layout)
    }
}

/// A cell of a row.
pub(super) struct Cell<'c> {
    /// The title of its column; a cell without one is a title itself, or begins its row.
    pub(super) title: Option<&'c str>,
    pub(super) text: Cow<'c, str>,
    /// The answer that it has the colour of.
    pub(super) answer: Option<Answer>,
    pub(super) width: usize,
}

impl<'c> Cell<'c> {
    pub(super) fn new(
        text: impl Into<Cow<'c, str>>,
        answer: Option<Answer>,
        width: usize,
    ) -> Cell<'c> {
        Cell {
            title: None,
            text: text.into(),
            answer,
            width,
        }
    }
}

/// Writes the cells that fit on a line, below them those that do not, with their titles, and the text after the cells, or below
/// them if it does not fit there. Nothing is below a row of titles.
pub(super) fn write_cells(
    out: &mut dyn Write,
    cells: &[Cell<'_>],
    after: &str,
    layout: &Layout,
) -> io::Result<()> {
    let most = layout.width.unwrap_or(usize::MAX);
    let (mut row, mut used, mut shown) = (String::new(), 0, 0);
    for cell in cells {
        let gap = if shown > 0 { GAP } else { 0 };
        let end = used + gap + cell.width.max(cell.text.width());
        if shown > 0 && end > most {
            break;
        }
        row.extend(std::iter::repeat_n(' ', gap));
        row += &match cell.answer {
            Some(answer) => layout.answer(answer, &cell.text, cell.width),
            None => padded(&cell.text, cell.width),
        };
        (used, shown) = (end, shown + 1);
    }
    let left = cells.get(shown..).unwrap_or_default();
    if left.is_empty() && used + GAP + after.width() <= most {
        let row = format!("{row}{:GAP$}{after}", "");
        return writeln!(out, "{}", row.trim_end());
    }
    if !row.trim().is_empty() {
        writeln!(out, "{}", row.trim_end())?;
    }
    if cells.iter().all(|cell| cell.title.is_none()) {
        return Ok(());
    }
    let left = left.iter();
    let left = left.filter_map(|cell| Some(format!("{} {}", cell.title?, cell.text)));
    let left: Vec<String> = left.collect();
    for below in [left.join(", ").as_str(), after] {
        if !below.is_empty() {
            let below = format!("{:BELOW$}{below}", "");
            writeln!(out, "{}", layout.wrapped(&below, BELOW + GAP))?;
        }
    }
    Ok(())
}

impl GridCell {
    /// The word of an answer, and the line that it is on.
    pub fn new(answer: Answer, line: Option<usize>) -> GridCell {
        GridCell::said(answer, answer.shown(), line)
    }

    /// Another word for an answer, and the line that it is on.
    pub fn said(answer: Answer, word: &str, line: Option<usize>) -> GridCell {
        let text = match line {
            Some(line) => format!("{word:<3} {line}"),
            None => word.to_owned(),
        };
        GridCell {
            text,
            answer: Some(answer),
        }
    }
}

/// Blanks between two columns.
const GAP: usize = 2;
/// Blanks before a line below a row.
const BELOW: usize = 4;
