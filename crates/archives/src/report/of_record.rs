//! The common part of the rows of a response, whoever asks.
//!
//! **What it is.** The names of cells that are made of the record alone, as the class of its type. Each is made for the first
//! asker and kept for the others, of which there may be a hundred.
//!
//! **What breaks if touched.** A name that depends on the asker and is taken for one of the record is the first asker's for all
//! of them.
//!
//! **Which test notices.** `report_cells` in the tests of the program, over several agents.

use std::cell::OnceCell;

use super::cells::shared_words;
use super::definition::{Cells, Expr};

/// The common part of the rows of one response.
#[derive(Default)]
pub(super) struct OfRecord {
    pub(super) is_page: OnceCell<bool>,
    names: [OnceCell<String>; NAMES],
}

/// How many cells have such a name.
pub(super) const NAMES: usize = 7;

impl OfRecord {
    /// The name at this place.
    pub(super) fn name(&self, place: usize, made: impl FnOnce() -> String) -> Option<&str> {
        let name = self.names.get(place)?;
        Some(name.get_or_init(made))
    }
}

/// Gives each of the cells that have such a name its place.
pub(super) fn placed<'c>(cells: impl Iterator<Item = &'c mut Cells>) {
    let of_record = cells.filter(|cells| cells.each.is_none() && is_of_record(&cells.name));
    let places = of_record.zip(0..NAMES);
    places.for_each(|(cells, place)| cells.of_record = Some(place));
}

/// Whether a value is the same for every asker of a response, and is more than a word.
fn is_of_record(expr: &Expr) -> bool {
    match expr {
        Expr::Kind | Expr::Label | Expr::Place => true,
        Expr::Column(column) => column.is_of_record(),
        Expr::Shared(at) => {
            let word = shared_words().get(*at);
            word.is_some_and(|(_, word)| is_of_record(word))
        }
        Expr::Month(value)
        | Expr::Null(value)
        | Expr::Filled(value)
        | Expr::Digits(value)
        | Expr::Is(value, _)
        | Expr::Like(value, _)
        | Expr::AtMost(value, _) => is_of_record(value),
        Expr::Any(tests) => tests.iter().all(is_of_record),
        Expr::Case(cases, other) => {
            let values = cases.iter().map(|(_, value)| value).chain([&**other]);
            let mut values = values.filter(|value| !matches!(value, Expr::Word(_)));
            values.all(is_of_record) && cases.iter().all(|(test, _)| is_of_record(test))
        }
        _ => false,
    }
}
