//! The matrix of engines as a table: a row for each engine, a column for each URL, then the group that binds it, then the
//! lines that decide.

use std::io::{self, Write};

use anstyle::AnsiColor;
use robots_policy::engines::Profile;
use robots_policy::robots_txt::Reason;
use unicode_width::UnicodeWidthStr;

use super::Matrix;
use super::engine::EngineAnswer;
use super::table::{DecidingLines, padded, painted, use_cell, use_width, write_lines};
use crate::names::plain_line;
use crate::text::Layout;

pub(super) struct EngineTable<'t> {
    matrix: &'t Matrix<'t>,
    layout: &'t Layout,
    /// The titles of the URLs.
    titles: Vec<String>,
    /// The width of the names.
    first: usize,
}

impl<'t> EngineTable<'t> {
    pub(super) fn new(matrix: &'t Matrix<'t>, layout: &'t Layout) -> EngineTable<'t> {
        let names = matrix.engines.iter().map(|engine| engine.name().len());
        let first = names.max().unwrap_or(0);
        let urls = matrix.urls.iter();
        let whole: Vec<String> = urls.map(|url| plain_line(url).into_owned()).collect();
        let taken: usize = whole.iter().map(|url| url.width().max(CELL) + GAP).sum();
        let fits = first + taken + GAP + WORDS <= layout.width.unwrap_or(COLUMNS);
        let numbers = 1..=whole.len();
        let titles = if fits {
            whole
        } else {
            numbers.map(|number| format!("url {number}")).collect()
        };
        EngineTable {
            matrix,
            layout,
            titles,
            first,
        }
    }

    /// Writes the URLs, if their columns have numbers, then the answers and the lines that decide.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Matrix { urls, uses, .. } = *self.matrix;
        for (title, url) in self.titles.iter().zip(urls) {
            let url = plain_line(url);
            if *title != url {
                writeln!(out, "{title}  {url}")?;
            }
        }
        let titles = self.titles.iter().flat_map(|title| {
            let uses = uses.iter();
            let uses = uses.map(|activity| padded(activity.name(), use_width(*activity)));
            std::iter::once(padded(title, title.width().max(CELL))).chain(uses)
        });
        let titles: Vec<String> = titles.collect();
        self.write_row(out, "", &titles, "by")?;
        let mut lines = DecidingLines::new();
        for engine in self.matrix.engines {
            self.write_engine(out, *engine, &mut lines)?;
        }
        write_lines(out, lines)
    }

    fn write_engine(
        &self,
        out: &mut impl Write,
        engine: Profile,
        lines: &mut DecidingLines,
    ) -> io::Result<()> {
        let Matrix { urls, uses, .. } = *self.matrix;
        let mut cells = Vec::new();
        let mut words = None;
        for (url, title) in urls.iter().zip(&self.titles) {
            let answer = self.matrix.engine_answer(engine, url);
            if let Some((line, text)) = answer.rule() {
                lines.entry(line).or_default().insert(text);
            }
            cells.push(self.cell(&answer, title.width().max(CELL)));
            if !uses.is_empty() {
                let stated = answer.verdict.uses();
                let uses = uses.iter();
                cells.extend(uses.map(|activity| use_cell(self.layout, &stated, *activity, lines)));
            }
            // Only robots.txt itself has an answer without the group that all others have.
            let is_own = answer.access().reason() != Reason::RobotsTxtItself;
            if is_own || words.is_none() {
                words = Some(answer.words());
            }
        }
        let words = words.unwrap_or_default();
        self.write_row(out, engine.name(), &cells, &words)
    }

    /// The answer, and the line that decides, if one does; of a name without requests whether the uses that it is about are
    /// allowed.
    fn cell(&self, answer: &EngineAnswer<'_>, width: usize) -> String {
        let access = answer.access();
        let (word, colour) = match (access.allowed(), answer.governed()) {
            (Some(true), _) => ("yes", AnsiColor::Green),
            (Some(false), _) => ("NO", AnsiColor::Red),
            (None, Some(true)) => ("use yes", AnsiColor::Green),
            (None, Some(false)) => ("use NO", AnsiColor::Red),
            (None, None) => ("?", AnsiColor::Yellow),
        };
        let line = answer.rule().map(|(line, _)| line);
        painted(self.layout, word, colour, line, width)
    }

    fn write_row(
        &self,
        out: &mut impl Write,
        title: &str,
        cells: &[String],
        words: &str,
    ) -> io::Result<()> {
        let cells = cells.iter().map(String::as_str).chain([words]);
        let row = cells.fold(padded(title, self.first), |row, cell| row + "  " + cell);
        writeln!(out, "{}", row.trim_end())
    }
}

/// The least width of a column: an answer with a line number of four digits.
const CELL: usize = 8;
/// The blanks between two columns.
const GAP: usize = 2;
/// The width of most words about a group.
const WORDS: usize = 34;
/// Columns of text that is not for a terminal.
const COLUMNS: usize = 80;
