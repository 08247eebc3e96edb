//! Rows of one response that count in the same cells.
//!
//! **What it is.** Of a hundred askers nearly all have the answer of another one. A row that is the one before for another agent
//! counts as that one did. The cells of a row are a function of the values that their definitions read, so any row with the values
//! of one before counts as that one did too, and nothing is evaluated again.
//!
//! **Invariant.** Two rows with one [`Outcome`] have the same value in each column that a definition reads, as far as it reads
//! it, or are rows of different responses. **What breaks if touched.** A value that is left out gives the count of one asker
//! to another. **Which test notices.** The tests below, and `report_cells` in the tests of the program, over several agents.

#[cfg(test)]
mod tests;

use std::io::Write as _;
use std::sync::LazyLock;

use super::cells::shared_words;
use super::definition::Expr;
use super::measure::Measure;
use super::of_record::OfRecord;
use super::page::Page;
use crate::columns::{Cell, Column, Common, Row};

/// The rows of one response that were counted so far.
#[derive(Default)]
pub(crate) struct Alike {
    of_record: OfRecord,
    /// Whether a further row of the response may come.
    has_others: bool,
    outcome: Outcome,
    kept: Vec<(Outcome, Counted)>,
    /// The place of the row before among these.
    before: Option<usize>,
}

/// The values of a row that decide in which cells it counts, as bytes.
#[derive(Clone, Default, PartialEq, Eq)]
struct Outcome(Vec<u8>);

/// The cells that a row counts in: their texts one after the other, name and part, and where each ends.
#[derive(Default)]
struct Counted {
    texts: String,
    cells: Vec<(Measure, usize, usize)>,
}

/// A value that the definitions read.
enum Input {
    /// That of a column, or the elements of its list.
    Of(Column),
    /// Whether the text of a column is empty or missing.
    Filled(Column),
}

/// Each once. The effects of directives are not among them: [`Outcome::of`] has all of these.
static INPUTS: LazyLock<Vec<Input>> = LazyLock::new(|| {
    let mut inputs = Vec::new();
    let cells = Measure::ALL.iter().flat_map(|measure| measure.cells());
    for cells in cells {
        for expr in [&cells.name, &cells.part, &cells.only] {
            read(expr, &mut inputs);
        }
        if let Some(each) = &cells.each {
            add(Input::Of(each.list.clone()), &mut inputs);
            read(&each.only, &mut inputs);
        }
    }
    inputs
});

impl Alike {
    /// For a response with this many rows.
    pub(crate) fn of(rows: usize) -> Alike {
        Alike {
            has_others: rows > 1,
            ..Alike::default()
        }
    }

    /// Hands over the measure, the name and the part of each cell that a row of the response counts in.
    pub(super) fn cells(&mut self, row: &Row<'_>, mut one: impl FnMut(Measure, &str, &str)) {
        let page = Page::new(row, &self.of_record);
        if !self.has_others {
            return page.cells(one);
        }
        if row.common != Common::Answers || self.before.is_none() {
            self.outcome.set(row);
            let mut kept = self.kept.iter();
            self.before = kept.position(|(outcome, _)| *outcome == self.outcome);
        }
        if let Some((_, counted)) = self.before.and_then(|at| self.kept.get(at)) {
            return counted.each(one);
        }
        let mut counted = Counted::default();
        page.cells(|measure, name, part| {
            counted.push(measure, name, part);
            one(measure, name, part);
        });
        if self.kept.len() < MOST {
            self.before = Some(self.kept.len());
            self.kept.push((self.outcome.clone(), counted));
        }
    }
}

impl Counted {
    fn push(&mut self, measure: Measure, name: &str, part: &str) {
        self.texts.push_str(name);
        let middle = self.texts.len();
        self.texts.push_str(part);
        self.cells.push((measure, middle, self.texts.len()));
    }

    fn each(&self, mut one: impl FnMut(Measure, &str, &str)) {
        let mut start = 0;
        for (measure, middle, end) in &self.cells {
            let text = |from: usize, to: usize| self.texts.get(from..to).unwrap_or_default();
            one(*measure, text(start, *middle), text(*middle, *end));
            start = *end;
        }
    }
}

impl Outcome {
    /// Becomes that of this row.
    fn set(&mut self, row: &Row<'_>) {
        self.0.clear();
        // Most rows have none.
        for (directive, value) in row.verdict.directives().iter() {
            // Memory takes all that is written.
            let _ = write!(self.0, "{directive:?} {value:?},");
        }
        self.0.push(b';');
        self.0
            .push(u8::from(row.verdict.signals().next().is_some()));
        for input in INPUTS.iter() {
            match input {
                Input::Of(column) => {
                    column.cells(row, &mut |cells| {
                        self.0.push(ELEMENT);
                        for cell in cells {
                            self.push(cell);
                        }
                    });
                    self.0.push(END);
                }
                Input::Filled(column) => {
                    let is_filled = matches!(column.value(row), Cell::Text(it) if !it.is_empty());
                    self.0.push(u8::from(is_filled));
                }
            }
        }
    }

    /// Adds a value so that none is the beginning of another.
    fn push(&mut self, cell: &Cell<'_>) {
        match cell {
            Cell::Null => self.0.push(0),
            Cell::Flag(flag) => self.0.push(1 + u8::from(*flag)),
            Cell::Integer(number) => {
                self.0.push(3);
                self.0.extend_from_slice(&number.to_le_bytes());
            }
            Cell::Text(text) => {
                self.0.push(4);
                self.0.extend_from_slice(&text.len().to_le_bytes());
                self.0.extend_from_slice(text.as_bytes());
            }
        }
    }
}

/// Adds what an expression reads that may differ between the askers of a response.
fn read(expr: &Expr, inputs: &mut Vec<Input>) {
    match expr {
        // Of the response, or of an element of a list, which is read as a whole.
        Expr::Word(_)
        | Expr::NoAnswer
        | Expr::Kind
        | Expr::Label
        | Expr::Place
        | Expr::Member(..)
        | Expr::Item => {}
        Expr::Column(column) => add(Input::Of(column.clone()), inputs),
        Expr::Shared(at) => {
            if let Some((_, word)) = shared_words().get(*at) {
                read(word, inputs);
            }
        }
        Expr::Filled(text) => match &**text {
            Expr::Column(column) => add(Input::Filled(column.clone()), inputs),
            text => read(text, inputs),
        },
        Expr::Month(value)
        | Expr::No(value)
        | Expr::Null(value)
        | Expr::Given(value)
        | Expr::Digits(value)
        | Expr::Is(value, _)
        | Expr::Like(value, _)
        | Expr::AtMost(value, _)
        | Expr::Past(value) => read(value, inputs),
        Expr::Case(cases, other) => {
            let exprs = cases.iter().flat_map(|(test, value)| [test, value]);
            exprs.chain([&**other]).for_each(|it| read(it, inputs));
        }
        Expr::Differ(tests) => {
            for test in &**tests {
                read(test, inputs);
            }
        }
        Expr::All(tests) | Expr::Any(tests) | Expr::InForce(tests) => {
            for test in tests {
                read(test, inputs);
            }
        }
        Expr::Has(list, test) => {
            add(Input::Of(list.clone()), inputs);
            read(test, inputs);
        }
    }
}

/// Adds a value that may differ between the askers of a response, unless it is there.
fn add(input: Input, inputs: &mut Vec<Input>) {
    let place = |input: &Input| match input {
        Input::Of(column) => (true, column.name().to_owned()),
        Input::Filled(column) => (false, column.name().to_owned()),
    };
    let (Input::Of(column) | Input::Filled(column)) = &input;
    let is_elsewhere = column.is_of_record() || column.directive().is_some();
    if !is_elsewhere && !inputs.iter().any(|it| place(it) == place(&input)) {
        inputs.push(input);
    }
}

/// How many different outcomes of a response are kept. Further ones are counted without.
const MOST: usize = 32;
/// Before the members of an element.
const ELEMENT: u8 = 1;
/// After the last element.
const END: u8 = 0;
