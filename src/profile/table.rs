//! The table of engines: one row a profile, in a file for each owner. `CONTRIBUTING.md` has the steps to add or change one.

mod agents;
mod amazon;
mod apple;
mod archives;
mod assistants;
mod baidu;
mod collections;
mod google;
mod google_fetchers;
mod indexes;
mod meta;
mod microsoft;
mod seznam;
mod smaller;
mod yandex;

use super::behaviour::{Honour, Honours, Kind, UseAnswer};
use super::cell::{Cell, Grade};
use super::row::Row;
use super::source::{AIR, Reference};
use crate::directive::Directive;

/// Every row, in the order of the documentation.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    let owners = [
        google::ROWS,
        google_fetchers::ROWS,
        microsoft::ROWS,
        yandex::ROWS,
        apple::ROWS,
        amazon::ROWS,
        assistants::ROWS,
        meta::ROWS,
        collections::ROWS,
        indexes::ROWS,
        agents::ROWS,
        archives::ROWS,
        seznam::ROWS,
        baidu::ROWS,
        smaller::ROWS,
    ];
    owners.into_iter().flatten()
}

/// A fact of the owner's text.
const fn vendor<T: Copy>(value: T, source: &'static Reference) -> Cell<T> {
    Cell::known(value, source, Grade::Vendor)
}

/// A fact of the owner's published code.
const fn code<T: Copy>(value: T, source: &'static Reference) -> Cell<T> {
    Cell::known(value, source, Grade::Code)
}

/// A fact of the owner's text as others quote it.
const fn quoted<T: Copy>(value: T, source: &'static Reference) -> Cell<T> {
    Cell::known(value, source, Grade::Quoted)
}

/// A fact that is only reported.
const fn reported<T: Copy>(value: T, source: &'static Reference) -> Cell<T> {
    Cell::known(value, source, Grade::Reported)
}

/// A fact that follows from a document.
const fn inferred<T: Copy>(value: T, source: &'static Reference) -> Cell<T> {
    Cell::known(value, source, Grade::Inferred)
}

/// A cell as one that is disputed. Unlike the method, it lets an array in a cell become a slice.
const fn disputed<T: Copy>(cell: Cell<T>) -> Cell<T> {
    cell.disputed()
}

/// A fact that no other cell holds.
const fn fact(text: Cell<&'static str>) -> Cell<&'static str> {
    if cfg!(feature = "documents") {
        text
    } else {
        Cell { value: "", ..text }
    }
}

/// A name that many files have, and of which no document of its owner was found.
const fn named(
    name: &'static str,
    operator: &'static str,
    kind: Kind,
    tokens: &'static [&'static str],
) -> Row {
    Row {
        name,
        operator,
        kind,
        tokens: reported(tokens, &AIR),
        facts: NAMED_ALONE,
        ..Row::UNDOCUMENTED
    }
}

const NAMED_ALONE: &[Cell<&str>] = &[NAMED];

const NAMED: Cell<&str> = fact(reported(
    "Many files name it; no document of its owner was found.",
    &AIR,
));

/// Directives that one source speaks about.
const fn listed(
    directives: &'static [Directive],
    honour: Cell<Honour>,
) -> (&'static [Directive], Cell<Honour>) {
    (directives, honour)
}

/// What documents say of directives, of which all others are as in the general reading.
const fn honours(listed: &'static [(&'static [Directive], Cell<Honour>)]) -> Honours {
    Honours {
        listed,
        others: Cell::undocumented(Honour::Honoured),
    }
}

/// The effect of a directive on a use that its owner documents.
const fn effect(directive: Directive, answer: UseAnswer) -> (Directive, UseAnswer) {
    (directive, answer)
}
