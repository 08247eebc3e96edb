//! The matrix as a table, then the lines that decide.
//!
//! A table has one of three forms, the first that fits: a row for each URL, a row for each asker with a column for each URL, and a
//! part for each URL with a row for each asker. Engines begin with the second, because there are many.

use std::io::{self, Write};

use robots_policy::engines::Profile;
use robots_policy_input::Asker;
use robots_policy_input::names::plain_line;
use robots_policy_show::{Grid, GridColumn, Layout};
use unicode_width::UnicodeWidthStr;

use super::Matrix;
use super::engine::EngineAnswer;
use super::lines::DecidingLines;

pub(super) struct AccessTable<'t> {
    matrix: &'t Matrix<'t>,
    layout: &'t Layout,
    askers: Vec<Asker<'t>>,
    /// The width of the names of the askers.
    names: usize,
    lines: DecidingLines,
}

impl<'t> AccessTable<'t> {
    pub(super) fn new(matrix: &'t Matrix<'t>, layout: &'t Layout) -> AccessTable<'t> {
        let askers = matrix.all();
        let names = askers.iter().map(|asker| asker.name().width());
        AccessTable {
            matrix,
            layout,
            names: names.max().unwrap_or(0),
            askers,
            lines: DecidingLines::default(),
        }
    }

    /// Writes the answers and the lines that decide.
    pub(super) fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        if let Some(grid) = self.by_url() {
            self.write_urls(out, &grid)?;
        } else if let Some(grid) = self.by_asker() {
            self.write_askers(out, &grid)?;
        } else {
            self.write_parts(out)?;
        }
        self.lines.write(out, self.layout)
    }

    /// The table with a row for each URL, if it fits. A URL that is too long for its column has a line of its own.
    fn by_url(&self) -> Option<Grid<'t>> {
        if !self.matrix.engines.is_empty() {
            return None;
        }
        let columns = self.askers.iter();
        let columns = columns.flat_map(|asker| self.matrix.columns(&asker.name()));
        let columns: Vec<GridColumn> = columns.collect();
        let room = self.layout.room();
        let room = room.saturating_sub(Grid::width_of(0, &columns));
        let widths = self.matrix.urls.iter().map(|url| plain_line(url).width());
        let longest = widths.clone().max().unwrap_or(0);
        let most = room.min(WIDEST_URL);
        let first = if longest <= room {
            longest
        } else {
            widths.filter(|width| *width <= most).max().unwrap_or(0)
        };
        let least = longest.min(LEAST_URL);
        (room >= least).then(|| Grid::new(self.layout, first, columns))
    }

    fn write_urls(&mut self, out: &mut impl Write, grid: &Grid<'_>) -> io::Result<()> {
        grid.write_titles(out, "", "")?;
        for url in self.matrix.urls {
            let mut cells = Vec::new();
            for asker in &self.askers {
                cells.extend(self.matrix.answered(*asker, url, &mut self.lines).0);
            }
            grid.write_row(out, &plain_line(url), &cells, "")?;
        }
        Ok(())
    }

    /// The table with a column for each URL, if it fits, else for the number of each URL, if that fits.
    fn by_asker(&self) -> Option<(Grid<'t>, bool)> {
        if !self.matrix.uses.is_empty() {
            return None;
        }
        let by = if self.matrix.engines.is_empty() {
            0
        } else {
            BY
        };
        let fitting = |titles: &mut dyn Iterator<Item = String>| {
            let columns = titles.flat_map(|title| self.matrix.columns(&title));
            let columns: Vec<GridColumn> = columns.collect();
            let width = Grid::width_of(self.names, &columns) + by;
            (width <= self.layout.room()).then(|| Grid::new(self.layout, self.names, columns))
        };
        let urls = self.matrix.urls.iter();
        let named = fitting(&mut urls.map(|url| plain_line(url).into_owned()));
        let named = named.map(|grid| (grid, false));
        // A part for each of them says the same at once.
        let numbers = 1..=self.matrix.urls.len();
        let numbered = || fitting(&mut numbers.map(|number| format!("url {number}")));
        named.or_else(|| Some((numbered()?, true)))
    }

    fn write_askers(
        &mut self,
        out: &mut impl Write,
        (grid, is_numbered): &(Grid<'_>, bool),
    ) -> io::Result<()> {
        for (number, url) in (1..).zip(self.matrix.urls).filter(|_| *is_numbered) {
            let line = format!("url {number}  {}", plain_line(url));
            writeln!(out, "{}", self.layout.wrapped(&line, 4))?;
        }
        grid.write_titles(out, "", self.by())?;
        for asker in &self.askers {
            let urls = self.matrix.urls.iter();
            let answers = urls.map(|url| self.matrix.answered(*asker, url, &mut self.lines));
            let (cells, groups): (Vec<_>, Vec<String>) = answers.unzip();
            // Only robots.txt itself has an answer without the group that all others have.
            let by = groups.iter().find(|by| *by != EngineAnswer::ITSELF);
            let by = by.or(groups.first()).map_or("", String::as_str);
            grid.write_row(out, &plain_line(&asker.name()), &cells.concat(), by)?;
        }
        Ok(())
    }

    /// Writes a part for each URL, and in the view of AI the owner above the first of its engines.
    fn write_parts(&mut self, out: &mut impl Write) -> io::Result<()> {
        let grid = Grid::new(self.layout, self.names, self.matrix.columns(FETCH));
        for (at, url) in self.matrix.urls.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            grid.write_titles(out, &plain_line(url), self.by())?;
            let mut owner = "";
            for asker in &self.askers {
                self.write_owner(out, *asker, &mut owner)?;
                let (cells, by) = self.matrix.answered(*asker, url, &mut self.lines);
                let name = plain_line(&asker.name()).into_owned();
                grid.write_row(out, &name, &cells, &by)?;
            }
        }
        Ok(())
    }

    fn write_owner(
        &self,
        out: &mut impl Write,
        asker: Asker<'_>,
        last: &mut &'static str,
    ) -> io::Result<()> {
        let Asker::Engine(engine) = asker else {
            return Ok(());
        };
        let owner = Profile::operator(engine);
        if !self.matrix.has_owners || owner == *last {
            return Ok(());
        }
        *last = owner;
        writeln!(out, "{}", self.layout.heading(owner))
    }

    /// The title of the groups.
    fn by(&self) -> &'static str {
        if self.matrix.engines.is_empty() {
            ""
        } else {
            "by"
        }
    }
}

/// The title of access in a part.
const FETCH: &str = "fetch";
/// The most columns of URLs of which some do not fit.
const WIDEST_URL: usize = 40;
/// The least room for URLs that are longer.
const LEAST_URL: usize = 20;
/// The room that is left for words about a group; longer ones are below their row.
const BY: usize = 18;
