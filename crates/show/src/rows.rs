//! Rows of answers with the places of their statements, in columns.

use std::io::{self, Write};

use robots_policy::Timestamp;
use unicode_width::UnicodeWidthStr;

use super::answers::{Answer, MOST_KEPT, Row, Witness, said, said_in};
use super::layout::{Layout, padded};
use super::line::Located;
use super::place::Inputs;
use super::snippet::Snippets;

/// Rows with the places of their statements.
pub(super) struct Rows<'v>(Vec<(Row<'v>, Vec<Statement>)>);

/// A statement, and its form in its row.
pub(super) struct Statement {
    /// Whether it forbids, instead of being a limit beside one that forbids.
    forbids: bool,
    line: Option<super::line::SourceLine>,
    pub(super) place: String,
    pub(super) said: String,
    pub(super) said_in: String,
}

/// The columns of places and of statements.
#[derive(Clone, Copy)]
pub(super) struct Widths {
    /// Blanks before the labels.
    indent: usize,
    label: usize,
    place: usize,
    said: usize,
}

impl Widths {
    /// The column at which a statement begins: after the label, the answer, and the blanks around them.
    fn start(self) -> usize {
        self.indent + self.label + 8
    }

    /// These columns, with this many blanks before them.
    pub(super) fn indented(self, indent: usize) -> Widths {
        Widths { indent, ..self }
    }

    pub(super) fn max(self, other: Widths) -> Widths {
        Widths {
            indent: self.indent,
            label: self.label.max(other.label),
            place: self.place.max(other.place),
            said: self.said.max(other.said),
        }
    }
}

impl<'v> Rows<'v> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rows with the statements that they show.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Row<'v>, &[Statement])> {
        let rows = self.0.iter();
        rows.map(|(row, statements)| (row, statements.as_slice()))
    }

    pub(super) fn new(rows: Vec<Row<'v>>, inputs: &Inputs<'_>, now: Timestamp) -> Rows<'v> {
        let placed = |because: &Witness<'v>| {
            let located = locate(because, inputs);
            Statement {
                forbids: because.forbids(now),
                line: located.line,
                place: located.place,
                said: said(because),
                said_in: said_in(because),
            }
        };
        let with_places = |row: Row<'v>| {
            let shown = row.reasons.iter().take(MOST_SHOWN).map(placed).collect();
            (row, shown)
        };
        Rows(rows.into_iter().map(with_places).collect())
    }

    pub(super) fn widths(&self) -> Widths {
        let statements = self.0.iter().flat_map(|(_, statements)| statements);
        let longest = |width: fn(&Statement) -> usize, most: usize| {
            let widths = statements.clone().map(width);
            widths.filter(|width| *width <= most).max().unwrap_or(0)
        };
        let of_use = self.0.iter().any(|(row, _)| row.is_use);
        Widths {
            indent: 0,
            label: if of_use { WIDEST_LABEL } else { USUAL_LABEL },
            place: longest(|statement| statement.place.width(), WIDEST_PLACE),
            said: longest(|statement| statement.said.width(), WIDEST_SAID),
        }
    }

    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        widths: Widths,
        layout: &Layout,
    ) -> io::Result<()> {
        let (column, indent) = (widths.start(), widths.indent);
        for (row, statements) in &self.0 {
            let word = row.answer.word();
            let answer = layout.answer(row.answer, word, ANSWER);
            let start = format!(
                "{:indent$}  {} {answer}",
                "",
                padded(&row.label, widths.label)
            );
            if statements.is_empty() {
                let first = column + word.width().saturating_sub(ANSWER);
                let note = layout.wrapped(&format!("{:first$}{}", "", row.note), column);
                writeln!(
                    out,
                    "{}",
                    format!("{start}  {}", note.trim_start()).trim_end()
                )?;
            }
            for (index, statement) in statements.iter().enumerate() {
                let start = match index {
                    0 => start.clone(),
                    _ => " ".repeat(column - 2),
                };
                writeln!(out, "{start}  {}", statement.shown(widths, layout))?;
            }
            if let Some(more) = more(row, statements) {
                writeln!(out, "{:column$}{more}", "")?;
            }
        }
        Ok(())
    }

    /// Adds the lines of the statements that forbid something.
    pub(super) fn show(&self, snippets: &mut Snippets) {
        let forbidding = self.0.iter().filter(|(row, _)| row.answer == Answer::No);
        for (row, statements) in forbidding {
            for statement in statements.iter().filter(|own| own.forbids) {
                if let Some(line) = &statement.line {
                    snippets.add(line.clone(), row.effect);
                }
            }
        }
    }
}

/// The statements of a row that are not shown, as text.
pub(super) fn more(row: &Row<'_>, shown: &[Statement]) -> Option<String> {
    match row.reasons.len() - shown.len() {
        0 => None,
        _ if row.reasons.len() == MOST_KEPT => Some(String::from("and many more (JSON has all)")),
        more => Some(format!("and {more} more (JSON has all)")),
    }
}

/// The place of a statement in the inputs.
fn locate(witness: &Witness<'_>, inputs: &Inputs<'_>) -> Located {
    match witness {
        Witness::Because(because) => inputs.locate(&because.provenance()),
        Witness::Preference(stated) => inputs.locate_stated(stated.document(), stated.provenance()),
    }
}

impl Statement {
    /// A statement that is shown without its line.
    pub(super) fn placed(place: String, said: String, said_in: String) -> Statement {
        Statement {
            forbids: false,
            line: None,
            place,
            said,
            said_in,
        }
    }

    fn shown(&self, widths: Widths, layout: &Layout) -> String {
        let place = padded(&self.place, widths.place);
        let said = padded(&self.said, widths.said);
        let line = format!("{place}  {said}  {}", self.said_in);
        let start = widths.start();
        if layout.width.is_none_or(|most| start + line.width() <= most) {
            return line;
        }
        // The place is the last to be cropped: on a narrow terminal it has a line of its own.
        let said = layout.cropped(&format!("{}  {}", self.said, self.said_in), start);
        let place = layout.cropped_start(&self.place, start);
        format!("{said}\n{:start$}{place}", "")
    }
}

/// The column of answers.
const ANSWER: usize = 3;
/// The column of labels: that of the activities is wider.
const USUAL_LABEL: usize = 8;
const WIDEST_LABEL: usize = 11;
/// The most statements that a row shows.
const MOST_SHOWN: usize = 4;
/// The width to which places and statements are padded.
const WIDEST_PLACE: usize = 72;
const WIDEST_SAID: usize = 48;
