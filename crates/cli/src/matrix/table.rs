//! The matrix as a table: a row for each URL, a column for each asker and after it one for each use, then the lines that
//! decide, then the faults of the file.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use anstyle::AnsiColor;
use robots_policy::robots_txt::{Access, Rule};
use robots_policy::uses::{Activity, Answer, Pointer, PolicyToken, Preference, Uses};
use robots_policy::{Client, Provenance, Verdict};
use unicode_width::UnicodeWidthStr;

use super::Matrix;
use crate::names::plain_line;
use crate::robots::SavedRobots;
use crate::text::{self, Inputs, Layout, Page};

pub(super) struct AccessTable<'t> {
    matrix: &'t Matrix<'t>,
    layout: &'t Layout,
    columns: Vec<Column<'t>>,
    /// The width of the URLs.
    first: usize,
}

/// The answers to an asker.
struct Column<'t> {
    title: String,
    asker: &'t Client,
    width: usize,
}

impl<'t> AccessTable<'t> {
    pub(super) fn new(matrix: &'t Matrix<'t>, layout: &'t Layout) -> AccessTable<'t> {
        let column = |asker: &'t Client| {
            let title = asker.to_string();
            let width = title.width().max(CELL);
            Column {
                title,
                asker,
                width,
            }
        };
        let widths = matrix.urls.iter().map(|url| plain_line(url).width());
        let widths = widths.filter(|width| *width <= WIDEST_URL);
        AccessTable {
            matrix,
            layout,
            columns: matrix.askers.iter().map(column).collect(),
            first: widths.max().unwrap_or(0),
        }
    }

    /// Writes the answers and the lines that decide.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let titles = self.columns.iter().flat_map(|column| {
            let uses = self.matrix.uses.iter();
            let uses = uses.map(|activity| padded(activity.name(), use_width(*activity)));
            std::iter::once(padded(&column.title, column.width)).chain(uses)
        });
        self.write_row(out, "", titles)?;
        let mut lines = DecidingLines::new();
        for url in self.matrix.urls {
            let mut cells = Vec::new();
            for column in &self.columns {
                let access = self.matrix.robots.access(column.asker, url);
                if let Some(rule) = access.rule() {
                    let text = rule.text().into_owned();
                    lines.entry(rule.line()).or_default().insert(text);
                }
                cells.push(self.cell(&access, column.width));
                let stated = self.matrix.uses_of(column.asker, url);
                let uses = stated.iter().flat_map(|stated| {
                    let uses = self.matrix.uses.iter();
                    uses.map(move |activity| (stated, *activity))
                });
                for (stated, activity) in uses {
                    cells.push(use_cell(self.layout, stated, activity, &mut lines));
                }
            }
            self.write_row(out, &plain_line(url), cells.into_iter())?;
        }
        write_lines(out, lines)
    }

    /// Writes the consequence of the status of the answer, and the faults of the file, as `eval` does.
    pub(super) fn write_faults(
        &self,
        out: &mut impl Write,
        note: Option<&str>,
        saved: &SavedRobots,
    ) -> io::Result<()> {
        let Matrix { policy, now, .. } = *self.matrix;
        if let Some(note) = note {
            writeln!(out, "{}", plain_line(note))?;
        }
        let url = self.matrix.urls.first().map_or("/", String::as_str);
        // The faults of the file do not depend on an asker.
        let anonymous = [Client::anonymous()];
        let askers = match self.matrix.askers {
            [] => anonymous.iter(),
            askers => askers.iter(),
        };
        let verdicts: Vec<Verdict<'_>> = askers
            .map(|asker| policy.verdict(asker, url, now))
            .collect();
        let page = Page {
            name: &saved.name,
            status: None,
            verdicts: &verdicts,
            inputs: &Inputs {
                robots: Some(saved.body_input()),
                ..Inputs::default()
            },
            steps: &[],
            problem: None,
            is_read: true,
            robots: None,
        };
        text::diagnostics(out, &page, self.layout)
    }

    fn write_row(
        &self,
        out: &mut impl Write,
        title: &str,
        cells: impl Iterator<Item = String>,
    ) -> io::Result<()> {
        let row = cells.fold(padded(title, self.first), |row, cell| row + "  " + &cell);
        writeln!(out, "{}", row.trim_end())
    }

    /// The answer, and the line that decides, if one does.
    fn cell(&self, access: &Access<'_>, width: usize) -> String {
        let (word, colour) = match access.allowed() {
            Some(true) => ("yes", AnsiColor::Green),
            Some(false) => ("no", AnsiColor::Red),
            None => ("?", AnsiColor::Yellow),
        };
        let line = access.rule().map(Rule::line);
        painted(self.layout, word, colour, line, width)
    }
}

/// The answer about a use, and the line of the first statement that gives it.
pub(super) fn use_cell(
    layout: &Layout,
    stated: &Uses,
    activity: Activity,
    lines: &mut DecidingLines,
) -> String {
    let answer = stated.of(activity);
    let (word, colour) = match answer {
        Some(Answer::Allow) => ("yes", AnsiColor::Green),
        Some(Answer::Conditional) => ("if", AnsiColor::Yellow),
        Some(Answer::Disallow) => ("no", AnsiColor::Red),
        Some(Answer::Unstated) => ("-", AnsiColor::BrightBlack),
        None => ("?", AnsiColor::Yellow),
    };
    let license = super::licenses(stated).next();
    let license = license.as_ref().and_then(Pointer::provenance);
    let mut tokens = stated.tokens().iter();
    let token = tokens.find(|own| {
        let is_said = own.answer() != Answer::Unstated && Some(own.answer()) == answer;
        is_said && own.activities().contains(&activity)
    });
    let because = stated.because(activity).next().map(Preference::provenance);
    let because = because
        .or(token.and_then(PolicyToken::provenance))
        .or(license.filter(|_| answer.is_none()));
    let line = because.and_then(Provenance::line);
    if let Some((line, because)) = line.zip(because) {
        let mut text = because.text().to_owned();
        if answer.is_none() {
            text += " was not read";
        }
        lines.entry(line).or_default().insert(text);
    }
    painted(layout, word, colour, line, use_width(activity))
}

/// A word and a line in a column of this width.
pub(super) fn painted(
    layout: &Layout,
    word: &str,
    colour: AnsiColor,
    line: Option<usize>,
    width: usize,
) -> String {
    let line = line.map_or_else(String::new, |line| line.to_string());
    let cell = format!("{word:<3} {line}");
    let blanks = width.saturating_sub(cell.len());
    let style = colour.on_default();
    if layout.has_colour {
        format!("{style}{cell}{style:#}{:blanks$}", "")
    } else {
        format!("{cell}{:blanks$}", "")
    }
}

/// Writes the lines that decide.
pub(super) fn write_lines(out: &mut impl Write, lines: DecidingLines) -> io::Result<()> {
    let digits = lines.keys().next_back();
    let digits = digits.map_or(0, |line| line.to_string().len());
    for (line, texts) in lines {
        let texts: Vec<_> = texts.iter().map(|text| plain_line(text)).collect();
        writeln!(out, "line {line:digits$}  {}", texts.join(", "))?;
    }
    Ok(())
}

/// The column of a use.
pub(super) fn use_width(activity: Activity) -> usize {
    activity.name().len().max(CELL)
}

/// The statements that decide, by their lines.
pub(super) type DecidingLines = BTreeMap<usize, BTreeSet<String>>;

pub(super) fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.width());
    format!("{text}{:blanks$}", "")
}

/// The width of a column whose title is short: an answer with a line number of six digits.
const CELL: usize = 10;
/// The width to which URLs are padded; a longer URL exceeds it.
const WIDEST_URL: usize = 100;
