//! The values of texts and tests for a row.
//!
//! **What breaks if touched.** This runs for every row and agent: a list is made once, and only where a test requires it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::LazyLock;

use super::classes;
use super::definition::{Cells, List, Shared, Test, Text, Value};
use crate::columns::{Cell, Column, Row, Shape, columns_as};

/// A row, and what several measures need of it.
pub(super) struct Page<'p, 'r> {
    row: &'p Row<'r>,
    shared: [OnceCell<&'static str>; Shared::ALL.len()],
    lists: [OnceCell<Vec<Vec<Cell<'r>>>>; List::ALL.len()],
}

/// The element of a list that a test is about, and those of the tests around it.
#[derive(Clone, Copy)]
struct Element<'e, 'r> {
    list: List,
    members: &'e [Cell<'r>],
    outer: Option<&'e Element<'e, 'r>>,
}

impl<'p, 'r> Page<'p, 'r> {
    pub(super) fn new(row: &'p Row<'r>) -> Page<'p, 'r> {
        Page {
            row,
            shared: [const { OnceCell::new() }; Shared::ALL.len()],
            lists: [const { OnceCell::new() }; List::ALL.len()],
        }
    }

    /// Hands over the name and the part of each of these cells that the row counts in.
    pub(super) fn count(&self, cells: &'static Cells, mut one: impl FnMut(&str, &str)) {
        if !self.holds(&cells.only, None) {
            return;
        }
        let Some(each) = &cells.each else {
            let [name, part] = [&cells.name, &cells.part].map(|text| self.text(text, None));
            return one(&name.unwrap_or_default(), &part.unwrap_or_default());
        };
        let mut seen: Vec<Cow<'_, str>> = Vec::new();
        for members in self.list(each.list) {
            let element = Element {
                list: each.list,
                members,
                outer: None,
            };
            let item = Value::Member(each.list, each.member);
            let Cell::Text(item) = self.cell(&item, Some(&element)) else {
                continue;
            };
            if seen.contains(&item) || !self.holds(&each.only, Some(&element)) {
                continue;
            }
            let [name, part] = [&cells.name, &cells.part].map(|text| match text {
                Text::Item => Some(Cow::Borrowed(&*item)),
                text => self.text(text, None),
            });
            one(&name.unwrap_or_default(), &part.unwrap_or_default());
            seen.push(item);
        }
    }

    fn text<'s>(
        &'s self,
        text: &'static Text,
        of: Option<&Element<'s, 'r>>,
    ) -> Option<Cow<'s, str>> {
        match self.chosen(text, of) {
            Text::Word(word) => Some(Cow::Borrowed(word)),
            Text::Shared(shared) => Some(Cow::Borrowed(self.word(*shared))),
            Text::Of(value) => match self.cell(value, of) {
                Cell::Text(text) => Some(text),
                _ => None,
            },
            Text::Month(value) => match self.cell(value, of) {
                Cell::Integer(moment) => Some(classes::month(moment)),
                _ => None,
            },
            Text::Kind => Some(classes::kind(self.row.content_type)),
            Text::Label => Some(classes::label(self.row.host)),
            Text::Item | Text::Case(..) => None,
        }
    }

    /// The text of the first case that holds.
    fn chosen(&self, text: &'static Text, of: Option<&Element<'_, 'r>>) -> &'static Text {
        let Text::Case(cases, other) = text else {
            return text;
        };
        let case = cases.iter().find(|(test, _)| self.holds(test, of));
        self.chosen(case.map_or(other, |(_, text)| text), of)
    }

    fn word(&self, shared: Shared) -> &'static str {
        let word = || match self.chosen(shared.text(), None) {
            Text::Word(word) => word.as_str(),
            _ => classes::OTHER,
        };
        let kept = self.shared.get(shared as usize);
        kept.map_or(classes::OTHER, |kept| kept.get_or_init(word))
    }

    fn holds(&self, test: &'static Test, of: Option<&Element<'_, 'r>>) -> bool {
        let cell = |value| self.cell(value, of);
        let text = |text| self.text(text, of);
        match test {
            Test::Yes(value) => cell(value) == Cell::Flag(true),
            Test::No(value) => cell(value) == Cell::Flag(false),
            Test::Null(value) => cell(value) == Cell::Null,
            Test::Given(value) => cell(value) != Cell::Null,
            Test::Filled(value) => matches!(cell(value), Cell::Text(text) if !text.is_empty()),
            Test::Is(of, words) => text(of).is_some_and(|it| words.iter().any(|own| *own == it)),
            Test::Like(of, pattern) => text(of).is_some_and(|it| classes::fits(&it, pattern)),
            Test::Digits(of) => text(of).is_some_and(|it| it.bytes().all(|b| b.is_ascii_digit())),
            Test::AtMost(value, most) => matches!(cell(value), Cell::Integer(it) if it <= *most),
            Test::Past(value) => {
                let now = crate::columns::moment(self.row.verdict.now());
                matches!(cell(value), Cell::Integer(it) if it <= now)
            }
            Test::Differ(tests) => {
                let [one, other] = &**tests;
                self.holds(one, of) != self.holds(other, of)
            }
            Test::All(tests) => tests.iter().all(|test| self.holds(test, of)),
            Test::Any(tests) => tests.iter().any(|test| self.holds(test, of)),
            Test::Has(list, test) => self.list(*list).iter().any(|members| {
                let element = Element {
                    list: *list,
                    members,
                    outer: of,
                };
                self.holds(test, Some(&element))
            }),
        }
    }

    fn cell<'s>(&'s self, value: &Value, of: Option<&Element<'s, 'r>>) -> Cell<'s> {
        let member = |list, members: &'s [Cell<'r>], name: &str| {
            let at = place(list, name);
            match at.and_then(|at| members.get(at)) {
                Some(Cell::Text(text)) => Cell::Text(Cow::Borrowed(&**text)),
                Some(other) => other.clone(),
                None => Cell::Null,
            }
        };
        match value {
            Value::Column(column) => column.value(self.row),
            Value::First(list, name) => match self.list(*list).first() {
                Some(members) => member(*list, members, name),
                None => Cell::Null,
            },
            Value::Member(list, name) => {
                let mut element = of.copied();
                while let Some(Element {
                    list: own,
                    members,
                    outer,
                }) = element
                {
                    if own == *list {
                        return member(own, members, name);
                    }
                    element = outer.copied();
                }
                Cell::Null
            }
        }
    }

    /// The elements of a list, each with its members.
    fn list(&self, list: List) -> &[Vec<Cell<'r>>] {
        let read = || {
            let mut elements = Vec::new();
            if let Some(column) = COLUMNS.get(list as usize) {
                column.cells(self.row, &mut |members| elements.push(members.to_vec()));
            }
            elements
        };
        let kept = self.lists.get(list as usize);
        kept.map_or(&[], |kept| kept.get_or_init(read))
    }
}

/// The place of a member in the elements of a list.
fn place(list: List, name: &str) -> Option<usize> {
    match COLUMNS.get(list as usize)?.shape() {
        Shape::Structs(members) => members.iter().position(|(own, _)| *own == name),
        _ => Some(0),
    }
}

/// The columns of the lists, in the order of [`List::ALL`].
static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let columns = columns_as();
    let of = |list: List| columns.iter().find(|column| column.name() == list.column());
    List::ALL.into_iter().filter_map(of).cloned().collect()
});
