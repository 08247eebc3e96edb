//! Rows of one response that count in the same cells.
//!
//! **What it is.** Of a hundred askers nearly all have the answer of another one. A row that is the one before for another agent
//! counts as that one did. The cells of a row are a function of its columns, so any row with the values of one before counts as
//! that one did too, and nothing is counted again.
//!
//! **Invariant.** Two rows with one [`outcome`] have the same value in every column but those of the record, which are the same for
//! all rows of a response, and those that say who asks. It is every column and not a choice of those that a measure reads, so that no
//! measure can read one that was forgotten and give the count of one asker to another. **Which test notices.** The tests below.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use super::measure::Measure;
use super::page::Page;
use crate::columns::{Cell, Column, Common, Row, columns_as};

/// The rows of one response that were counted so far.
#[derive(Default)]
pub(crate) struct Alike {
    /// Whether a further row of the response may come.
    has_others: bool,
    /// That of the present row.
    outcome: Vec<u8>,
    /// Those of rows before, and the cells in which they count.
    kept: Vec<(Vec<u8>, Counted)>,
    /// The place of the row before among these.
    before: Option<usize>,
}

/// The cells that a row counts in: their texts one after the other, name and part, and where each ends.
#[derive(Default)]
struct Counted {
    texts: String,
    cells: Vec<(Measure, usize, usize)>,
}

/// The columns that may differ between the askers of a response.
static OF_ASKER: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let columns = columns_as().into_iter();
    let of_asker = columns.filter(|column| !column.is_of_record() && !column.is_of_agent());
    of_asker.collect()
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
        let page = Page::new(row);
        if !self.has_others {
            return page.cells(one);
        }
        if row.common != Common::Answers || self.before.is_none() {
            outcome(row, &mut self.outcome);
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

/// The values of a row that decide in which cells it counts, as bytes.
fn outcome(row: &Row<'_>, bytes: &mut Vec<u8>) {
    bytes.clear();
    // Not which engine asks, but whether it is one.
    bytes.push(u8::from(row.verdict.profile().is_some()));
    for column in OF_ASKER.iter() {
        column.cells(row, &mut |cells| {
            bytes.push(ELEMENT);
            for cell in cells {
                push(cell, bytes);
            }
        });
        bytes.push(END);
    }
}

/// Adds a value so that none is the beginning of another.
fn push(cell: &Cell<'_>, bytes: &mut Vec<u8>) {
    match cell {
        Cell::Null => bytes.push(0),
        Cell::Flag(flag) => bytes.push(1 + u8::from(*flag)),
        Cell::Integer(number) => {
            bytes.push(3);
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        Cell::Text(text) => {
            bytes.push(4);
            bytes.extend_from_slice(&text.len().to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
    }
}

/// How many different outcomes of a response are kept. Further ones are counted without.
const MOST: usize = 32;
/// Before the members of an element.
const ELEMENT: u8 = 1;
/// After the last element.
const END: u8 = 0;
