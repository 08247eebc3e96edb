//! The values of expressions for a row.
//!
//! **What breaks if touched.** This runs for every row and agent. A name that is the same for all agents is made once for a
//! response, see [`OfRecord`].

use std::cell::OnceCell;

use super::cells::{RESPONSE, WORDS, shared_words};
use super::classes;
use super::definition::{Cells, Expr};
use super::measure::Measure;
use super::of_record::OfRecord;
use crate::columns::{Cell, Column, Row, Shape, moment};

/// A row, and the words of it that several measures have.
pub(super) struct Page<'p> {
    row: &'p Row<'p>,
    of_record: &'p OfRecord,
    shared: [OnceCell<&'static str>; WORDS],
    /// The elements of `reasons`, which many tests read.
    reasons: OnceCell<Vec<Vec<Cell<'p>>>>,
}

/// The element of a list that a test is about, and that of the test around it.
struct Element<'e> {
    list: &'static Column,
    members: &'e [Cell<'e>],
    outer: Option<&'e Element<'e>>,
}

impl Element<'_> {
    fn member(&self, name: &str) -> Cell<'_> {
        let place = match self.list.shape() {
            Shape::Structs(members) => members.iter().position(|(own, _)| *own == name),
            _ => Some(0),
        };
        match place.and_then(|place| self.members.get(place)) {
            Some(Cell::Text(text)) => Cell::from(&**text),
            Some(other) => other.clone(),
            None => Cell::Null,
        }
    }
}

impl<'p> Page<'p> {
    pub(super) fn new(row: &'p Row<'p>, of_record: &'p OfRecord) -> Page<'p> {
        Page {
            row,
            of_record,
            shared: [const { OnceCell::new() }; WORDS],
            reasons: OnceCell::new(),
        }
    }

    /// Hands over the measure, the name and the part of each cell that the row counts in.
    pub(super) fn cells(&self, mut one: impl FnMut(Measure, &str, &str)) {
        let is_page = self.is_page();
        let measures = Measure::ALL.iter();
        let measures = measures.filter(|measure| is_page || !measure.is_of_pages());
        for measure in measures.filter(|measure| self.may_count(**measure)) {
            for cells in measure.cells() {
                self.count(cells, |name, part| one(*measure, name, part));
            }
        }
    }

    /// Whether the response is a page, and not a file beside pages, a redirect or an error.
    fn is_page(&self) -> bool {
        let is_page = || self.word(RESPONSE) == classes::PAGE;
        *self.of_record.is_page.get_or_init(is_page)
    }

    fn has_directives(&self) -> bool {
        !self.row.verdict.directives().is_empty()
    }

    /// Whether the row may count in a cell of this measure, as far as that is seen without its definition.
    fn may_count(&self, measure: Measure) -> bool {
        match measure {
            Measure::Directives | Measure::Sources | Measure::Until | Measure::Conflict => {
                self.has_directives()
            }
            Measure::Permit => self.row.verdict.signals().next().is_some(),
            _ => true,
        }
    }

    /// Hands over the name and the part of each of these cells that the row counts in.
    fn count(&self, cells: &'static Cells, mut one: impl FnMut(&str, &str)) {
        if !self.holds(&cells.only, None) {
            return;
        }
        let Some(each) = &cells.each else {
            let part = self.value(&cells.part, None);
            return self.with_name(cells, |name| one(name, text(&part)));
        };
        let mut one = |item: &str| {
            let [name, part] = [&cells.name, &cells.part].map(|expr| match expr {
                Expr::Item => Cell::from(item),
                expr => self.value(expr, None),
            });
            one(text(&name), text(&part));
        };
        let mut seen = Vec::new();
        self.elements(&each.list, None, &mut |element| {
            let item = element.member(each.member);
            let item = text(&item);
            if self.holds(&each.only, Some(element)) && !seen.iter().any(|it| it == item) {
                one(item);
                seen.push(item.to_owned());
            }
        });
    }

    /// Hands over the name of cells that are not for each element of a list.
    fn with_name(&self, cells: &'static Cells, one: impl FnOnce(&str)) {
        let value = || self.value(&cells.name, None);
        let made = || text(&value()).to_owned();
        let of_record = cells.of_record;
        match of_record.and_then(|place| self.of_record.name(place, made)) {
            Some(name) => one(name),
            None => one(text(&value())),
        }
    }

    /// Hands over the elements of a list.
    fn elements(
        &self,
        list: &'static Column,
        outer: Option<&Element<'_>>,
        each: &mut dyn FnMut(&Element<'_>),
    ) {
        let mut each = |members: &[Cell<'_>]| {
            each(&Element {
                list,
                members,
                outer,
            });
        };
        if list.name() != "reasons" {
            return list.cells(self.row, &mut each);
        }
        let read = || {
            let mut all = Vec::new();
            list.cells(self.row, &mut |members| all.push(members.to_vec()));
            all
        };
        for members in self.reasons.get_or_init(read) {
            each(members);
        }
    }

    fn holds(&self, test: &'static Expr, of: Option<&Element<'_>>) -> bool {
        match test {
            Expr::Column(column) => matches!(column.value(self.row), Cell::Flag(true)),
            test => self.passes(test, of),
        }
    }

    fn value<'v>(&'v self, expr: &'static Expr, of: Option<&'v Element<'v>>) -> Cell<'v> {
        match expr {
            Expr::Word(word) => word.as_str().into(),
            Expr::Column(column) => column.value(self.row),
            Expr::Member(list, name) => {
                let mut elements = std::iter::successors(of, |element| element.outer);
                let own = elements.find(|element| element.list.name() == *list);
                own.map_or(Cell::Null, |element| element.member(name))
            }
            Expr::Item => Cell::Null,
            Expr::Shared(at) => self.word(*at).into(),
            Expr::Month(value) => match self.value(value, of) {
                Cell::Integer(moment) => classes::month(moment).into(),
                other => other,
            },
            Expr::Kind => classes::kind(self.row.content_type).into(),
            Expr::Label => classes::label(self.row.host).into(),
            Expr::Place => classes::place(self.row.verdict.target()).into(),
            Expr::NoAnswer => classes::UNKNOWN.into(),
            Expr::Case(cases, other) => self.value(self.chosen(cases, other, of), of),
            test => Cell::Flag(self.passes(test, of)),
        }
    }

    fn passes(&self, expr: &'static Expr, of: Option<&Element<'_>>) -> bool {
        let holds = |test| self.holds(test, of);
        let cell = |expr: &'static Expr| self.value(expr, of);
        let is_text = |expr, is: &dyn Fn(&str) -> bool| match cell(expr) {
            Cell::Text(text) => is(&text),
            _ => false,
        };
        let is_number = |expr, most| matches!(cell(expr), Cell::Integer(it) if it <= most);
        match expr {
            Expr::No(flag) => cell(flag) == Cell::Flag(false),
            Expr::Null(value) => cell(value) == Cell::Null,
            Expr::Given(value) => cell(value) != Cell::Null,
            Expr::Filled(text) => is_text(text, &|text| !text.is_empty()),
            Expr::Is(text, words) => is_text(text, &|text| words.iter().any(|word| word == text)),
            Expr::Like(text, pattern) => is_text(text, &|text| classes::fits(text, pattern)),
            Expr::Digits(text) => is_text(text, &|text| text.bytes().all(|it| it.is_ascii_digit())),
            Expr::AtMost(number, most) => is_number(number, *most),
            Expr::Past(time) => is_number(time, moment(self.row.verdict.now())),
            Expr::Differ(tests) => {
                let [one, other] = &**tests;
                holds(one) != holds(other)
            }
            Expr::All(tests) => tests.iter().all(holds),
            Expr::Any(tests) => tests.iter().any(holds),
            Expr::InForce(tests) => self.has_directives() && tests.iter().any(holds),
            Expr::Has(list, test) => {
                let mut is_found = false;
                self.elements(list, of, &mut |element| {
                    is_found = is_found || self.holds(test, Some(element));
                });
                is_found
            }
            _ => false,
        }
    }

    /// The value of the first case that holds.
    fn chosen(
        &self,
        cases: &'static [(Expr, Expr)],
        other: &'static Expr,
        of: Option<&Element<'_>>,
    ) -> &'static Expr {
        let case = cases.iter().find(|(test, _)| self.holds(test, of));
        case.map_or(other, |(_, value)| value)
    }

    /// A word that several measures have.
    fn word(&self, at: usize) -> &'static str {
        // The definition is that of the query.
        if at == RESPONSE {
            let status = self.row.status.map(i64::from);
            return classes::response(self.row.verdict.target(), status);
        }
        let shared = self.shared.get(at).zip(shared_words().get(at));
        let Some((kept, (_, Expr::Case(cases, other)))) = shared else {
            return "";
        };
        kept.get_or_init(|| match self.chosen(cases, other, None) {
            Expr::Word(word) => word,
            _ => "",
        })
    }
}

fn text<'c>(cell: &'c Cell<'_>) -> &'c str {
    match cell {
        Cell::Text(text) => text,
        _ => "",
    }
}
