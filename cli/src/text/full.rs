//! One response in full: a sentence, a row for each question with the statements that decide it, and their lines.

use std::io::{self, Write};

use robots_policy::{Extension, Timestamp, Verdict};
use unicode_width::UnicodeWidthStr;

use super::Page;
use super::access;
use super::answers::{self, Answer, MOST_KEPT, Row, Witness, said, said_in};
use super::engine;
use super::layout::Layout;
use super::place::{Inputs, Located};
use super::sentence::sentence;
use super::snippet::Snippets;
use super::uses;
use crate::asker::Judged;
use crate::names::plain_line;

/// Writes everything about a response.
pub(super) fn page(out: &mut dyn Write, page: &Page<'_>, layout: &Layout) -> io::Result<()> {
    for (index, verdict) in page.verdicts.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        self::verdict(out, page, verdict, layout)?;
    }
    super::diagnostics(out, page, layout)
}

fn verdict(
    out: &mut dyn Write,
    page: &Page<'_>,
    verdict: &Judged<'_>,
    layout: &Layout,
) -> io::Result<()> {
    let heading = format!("{} {}", plain_line(page.name), asker(verdict));
    writeln!(out, "{}", layout.bold(&layout.wrapped(&heading, 2)))?;
    for step in page.steps {
        writeln!(out, "  {}", layout.wrapped(&plain_line(step), 4))?;
    }
    // Without its cause, a `no` looks like a ban.
    if let Some(problem) = page.problem.filter(|_| !page.is_read) {
        let problem = format!("Not read: {}", plain_line(problem));
        writeln!(out, "{}", layout.wrapped(&problem, 2))?;
    }
    let sentence = sentence(page, verdict);
    if !sentence.is_empty() {
        writeln!(out, "{}", layout.wrapped(&sentence, 0))?;
    }
    let of_access = Rows::new(access::of_access(page, verdict), page.inputs, verdict.now());
    let of_page = if page.is_read {
        answers::of_page(verdict)
    } else {
        Vec::new()
    };
    let of_page = Rows::new(of_page, page.inputs, verdict.now());
    let engine = verdict.engine();
    let of_engine = engine.map(engine::of_uses).unwrap_or_default();
    let of_engine = Rows::new(of_engine, page.inputs, verdict.now());
    let of_uses = uses::of_uses(verdict, |at| page.inputs.locate(at).place);
    let of_uses = Rows::new(of_uses, page.inputs, verdict.now());
    let widths = of_access
        .widths()
        .max(of_page.widths())
        .max(of_engine.widths())
        .max(of_uses.widths());
    if !of_access.0.is_empty() || !of_uses.0.is_empty() || page.is_read {
        writeln!(out)?;
    }
    of_access.write(out, widths, layout)?;
    if page.is_read {
        if !verdict.is_obtainable() && page.is_given() {
            let line = match engine {
                None => "  The rules of the page, which an obedient client would not have fetched:",
                Some(_) => "  The rules of the page, which it does not fetch:",
            };
            writeln!(out, "{}", layout.wrapped(line, 2))?;
        }
        of_page.write(out, widths, layout)?;
    }
    of_engine.write(out, widths, layout)?;
    of_uses.write(out, widths, layout)?;
    if page.is_read {
        others(out, verdict.addressed(), layout)?;
    }
    if let Some(engine) = engine {
        engine::write(out, page, engine, layout)?;
    }
    let mut snippets = Snippets::default();
    of_access.show(&mut snippets);
    of_page.show(&mut snippets);
    of_engine.show(&mut snippets);
    of_uses.show(&mut snippets);
    snippets.write(out, layout)
}

/// The parts without a place: until when the response is valid, and names that are not directives.
fn others(out: &mut dyn Write, verdict: &Verdict<'_>, layout: &Layout) -> io::Result<()> {
    if let Some(until) = verdict.policy().validity().until(verdict.now()) {
        let line = format!("  ask      again after {until}, as the response says");
        writeln!(out, "{}", layout.wrapped(&line, 11))?;
    }
    let mut names: Vec<&str> = verdict.extensions().map(Extension::name).collect();
    names.dedup();
    if names.is_empty() {
        return Ok(());
    }
    let line = format!("  unknown  {}", plain_line(&names.join(", ")));
    writeln!(out, "{}", layout.cropped(&line, 0))
}

/// The asker as text.
fn asker(verdict: &Judged<'_>) -> String {
    match verdict {
        Judged::Engine(engine) => engine::heading(engine),
        Judged::Client(verdict) if verdict.accessor().tokens().is_empty() => {
            String::from("for a client without a name")
        }
        Judged::Client(verdict) => format!("for {}", verdict.accessor()),
    }
}

/// Rows with the places of their statements.
pub(super) struct Rows<'v>(Vec<(Row<'v>, Vec<Statement>)>);

/// A statement, and its form in its row.
pub(super) struct Statement {
    /// Whether it forbids, instead of being a limit beside one that forbids.
    forbids: bool,
    line: Option<super::line::SourceLine>,
    place: String,
    said: String,
    said_in: String,
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

    fn max(self, other: Widths) -> Widths {
        Widths {
            indent: self.indent,
            label: self.label.max(other.label),
            place: self.place.max(other.place),
            said: self.said.max(other.said),
        }
    }
}

impl<'v> Rows<'v> {
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
            let answer = layout.answer(row.answer, row.answer.word(), 3);
            let start = format!(
                "{:indent$}  {} {answer}",
                "",
                fitted(&row.label, widths.label)
            );
            if statements.is_empty() {
                let note = layout.cropped(&row.note, column);
                writeln!(out, "{}", format!("{start}  {note}").trim_end())?;
            }
            for (index, statement) in statements.iter().enumerate() {
                let start = match index {
                    0 => start.clone(),
                    _ => " ".repeat(column - 2),
                };
                writeln!(out, "{start}  {}", statement.shown(widths, layout))?;
            }
            let more = row.reasons.len() - statements.len();
            match more {
                0 => {}
                _ if row.reasons.len() == MOST_KEPT => {
                    writeln!(out, "{:column$}and many more (JSON has all)", "")?;
                }
                _ => writeln!(out, "{:column$}and {more} more (JSON has all)", "")?,
            }
        }
        Ok(())
    }

    /// Adds the lines of the statements that forbid something.
    fn show(&self, snippets: &mut Snippets) {
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

/// The place of a statement in the inputs.
fn locate(witness: &Witness<'_>, inputs: &Inputs<'_>) -> Located {
    match witness {
        Witness::Because(because) => inputs.locate(&because.provenance()),
        Witness::Preference(stated) => inputs.locate_stated(stated.document(), stated.provenance()),
    }
}

impl Statement {
    fn shown(&self, widths: Widths, layout: &Layout) -> String {
        let place = fitted(&self.place, widths.place);
        let said = fitted(&self.said, widths.said);
        let line = format!("{place}  {said}  {}", self.said_in);
        let start = widths.start();
        if layout.width.is_none_or(|most| start + line.width() <= most) {
            return line;
        }
        // The place is the last to be cropped: on a narrow terminal it has a line of its own.
        let said = layout.cropped(&format!("{}  {}", self.said, self.said_in), start);
        let place = layout.cropped(&self.place, start);
        format!("{said}\n{:start$}{place}", "")
    }
}

/// A text in its column; a wider one exceeds it, so that a place is always complete.
fn fitted(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.width());
    format!("{text}{:blanks$}", "")
}

/// The column of labels: that of the activities is wider.
const USUAL_LABEL: usize = 8;
const WIDEST_LABEL: usize = 11;
/// The most statements that a row shows.
const MOST_SHOWN: usize = 4;
/// The width to which places and statements are padded.
const WIDEST_PLACE: usize = 72;
const WIDEST_SAID: usize = 48;
