//! Rows whose cells may not fit: those that do not are below their row, each with its title.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::answers::Answer;
use super::layout::Layout;

/// A table whose rows are written one by one.
pub(crate) struct Grid<'l> {
    layout: &'l Layout,
    /// The width of the first column, which has the names of the rows.
    first: usize,
    columns: Vec<GridColumn>,
}

/// A column of answers.
pub(crate) struct GridColumn {
    pub(crate) title: String,
    pub(crate) width: usize,
}

/// A text, and the answer that it is about.
pub(crate) struct GridCell {
    pub(crate) text: String,
    pub(crate) answer: Option<Answer>,
}

impl GridColumn {
    /// A column that is at least as wide as its title.
    pub(crate) fn new(title: &str, width: usize) -> GridColumn {
        GridColumn {
            title: title.to_owned(),
            width: title.width().max(width),
        }
    }
}

impl<'l> Grid<'l> {
    pub(crate) fn new(layout: &'l Layout, first: usize, columns: Vec<GridColumn>) -> Grid<'l> {
        Grid {
            layout,
            first,
            columns,
        }
    }

    /// The width of a table of these columns, without what is after them.
    pub(crate) fn width_of(first: usize, columns: &[GridColumn]) -> usize {
        let widths = columns.iter().map(|column| GAP + column.width);
        first + widths.sum::<usize>()
    }

    /// Writes the titles, with a text in the place of a name before them.
    pub(crate) fn write_titles(
        &self,
        out: &mut impl Write,
        name: &str,
        after: &str,
    ) -> io::Result<()> {
        let titles = self.columns.iter().map(|column| GridCell {
            text: column.title.clone(),
            answer: None,
        });
        let titles: Vec<GridCell> = titles.collect();
        let (line, left) = self.line(name, &titles);
        let is_whole = left == titles.len();
        let after = if is_whole && self.fits(&line, after) {
            after
        } else {
            ""
        };
        self.write_line(out, name, &titles, after, true)
    }

    /// Writes a row: its name, its cells, and a text after them.
    pub(crate) fn write_row(
        &self,
        out: &mut impl Write,
        name: &str,
        cells: &[GridCell],
        after: &str,
    ) -> io::Result<()> {
        self.write_line(out, name, cells, after, false)
    }

    fn write_line(
        &self,
        out: &mut impl Write,
        name: &str,
        cells: &[GridCell],
        after: &str,
        is_title: bool,
    ) -> io::Result<()> {
        // A name that is wider than its column has a line of its own.
        let mut name = name;
        if name.width() > self.first && !cells.is_empty() {
            writeln!(out, "{}", self.layout.wrapped(name, BELOW))?;
            name = "";
        }
        let (line, shown) = self.line(name, cells);
        let left = cells.iter().zip(&self.columns).skip(shown);
        let left = left.map(|(cell, column)| format!("{} {}", column.title, cell.text));
        let left: Vec<String> = left.filter(|_| !is_title).collect();
        let painted = self.painted(name, cells.get(..shown).unwrap_or_default());
        if left.is_empty() && self.fits(&line, after) {
            let row = format!("{painted}{:GAP$}{after}", "");
            return writeln!(out, "{}", row.trim_end());
        }
        if !line.trim().is_empty() {
            writeln!(out, "{}", painted.trim_end())?;
        }
        for below in [left.join(", ").as_str(), after] {
            if !below.is_empty() {
                let below = format!("{:BELOW$}{below}", "");
                writeln!(out, "{}", self.layout.wrapped(&below, BELOW + GAP))?;
            }
        }
        Ok(())
    }

    /// The line as far as its cells fit, without colours, and how many of them do.
    fn line(&self, name: &str, cells: &[GridCell]) -> (String, usize) {
        let mut line = padded(name, self.first);
        for (at, (cell, column)) in cells.iter().zip(&self.columns).enumerate() {
            let longer = format!("{line}{:GAP$}{}", "", padded(&cell.text, column.width));
            if !self.is_room(longer.width()) {
                return (line, at);
            }
            line = longer;
        }
        (line, cells.len())
    }

    /// This row with colours.
    fn painted(&self, name: &str, cells: &[GridCell]) -> String {
        let mut line = padded(name, self.first);
        for (cell, column) in cells.iter().zip(&self.columns) {
            line.extend(std::iter::repeat_n(' ', GAP));
            line += &match cell.answer {
                Some(answer) => self.layout.answer(answer, &cell.text, column.width),
                None => padded(&cell.text, column.width),
            };
        }
        line
    }

    fn fits(&self, line: &str, after: &str) -> bool {
        after.is_empty() || self.is_room(line.width() + GAP + after.width())
    }

    fn is_room(&self, columns: usize) -> bool {
        self.layout.width.is_none_or(|width| columns <= width)
    }
}

impl GridCell {
    /// The word of an answer, and the line that it is on.
    pub(crate) fn new(answer: Answer, line: Option<usize>) -> GridCell {
        GridCell::said(answer, answer.shown(), line)
    }

    /// Another word for an answer, and the line that it is on.
    pub(crate) fn said(answer: Answer, word: &str, line: Option<usize>) -> GridCell {
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

impl Layout {
    /// The columns that a table may have: those of the terminal, or of a usual one.
    pub(crate) fn room(&self) -> usize {
        self.width.unwrap_or(USUAL)
    }

    /// A heading.
    pub(crate) fn heading(&self, text: &str) -> String {
        let wrapped = self.wrapped(text, BELOW);
        self.painted(Style::new().bold(), &wrapped)
    }
}

/// The text with blanks up to this width.
fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.width());
    format!("{text}{:blanks$}", "")
}

/// Blanks between two columns.
const GAP: usize = 2;
/// Blanks before a line below a row.
const BELOW: usize = 4;
/// The columns of a text that is not for a terminal.
const USUAL: usize = 80;
