//! The language in which measures are defined: expressions over the columns of the tables.
//!
//! **What it is.** [`Measure::cells`](crate::Measure::cells) has the cells of every measure in this language. They are evaluated
//! over a [`Row`](crate::Row) while an archive is read, and the package of the report prints them as SQL, so that a cube and a
//! query count by one definition.
//!
//! **Invariants.** A test holds or does not: where SQL would answer null it does not hold. So a test of a missing value has a
//! name of its own, and there is no negation, which would make of a null that does not hold one that does.
//!
//! **Which test notices.** `report_cells` in the tests of the program: the result of `DuckDB` is the cube of the reports, cell by
//! cell.

use std::sync::LazyLock;

use crate::columns::{Column, columns_as};

/// A value of a row, or a test of it.
#[derive(Clone)]
pub enum Expr {
    /// This word.
    Word(String),
    /// The value of a column; a flag is a test.
    Column(Column),
    /// A member, by its name, of the element of a list, by its name, that a test is about; `""` in a list of words.
    Member(&'static str, &'static str),
    /// The member that cells are about, see [`Each`].
    Item,
    /// The word at this place of [`shared_words`](crate::shared_words).
    Shared(usize),
    /// The month of a moment in UTC.
    Month(Box<Expr>),
    /// The content type in lower case, without parameters; empty where there is none.
    Kind,
    /// The last label of the host in lower case; empty where there is none.
    Label,
    /// The path and the query of the address; empty where it has none.
    Place,
    /// The meaning of a use without an answer: [`UNKNOWN`](super::classes::UNKNOWN), and in tables of the versions before
    /// that [`UNSTATED`](super::classes::UNSTATED).
    NoAnswer,
    /// The value of the first test that holds, else the last one.
    Case(Vec<(Expr, Expr)>, Box<Expr>),
    /// A flag is false.
    No(Box<Expr>),
    /// A value is missing.
    Null(Box<Expr>),
    /// A value is not missing.
    Given(Box<Expr>),
    /// A text is neither missing nor empty.
    Filled(Box<Expr>),
    /// A text is one of these words.
    Is(Box<Expr>, Vec<String>),
    /// A text fits a pattern, in which a `*` at one of its ends is any text.
    Like(Box<Expr>, String),
    /// A text has digits alone.
    Digits(Box<Expr>),
    /// A number is not more than this one.
    AtMost(Box<Expr>, i64),
    /// A moment is not later than the one with which the scan compared deadlines.
    Past(Box<Expr>),
    /// Of two tests one holds.
    Differ(Box<[Expr; 2]>),
    /// All of these hold; of none, always.
    All(Vec<Expr>),
    /// One of these holds.
    Any(Vec<Expr>),
    /// One of these holds, each of which is about a directive that is in force. Most pages have none.
    InForce(Vec<Expr>),
    /// A test holds for an element of a list.
    Has(Column, Box<Expr>),
}

/// The cells of a measure that a row counts in.
#[derive(Clone)]
pub struct Cells {
    /// One cell for each of these; without it one.
    pub each: Option<Each>,
    /// The name.
    pub name: Expr,
    /// The part of the name.
    pub part: Expr,
    /// The rows that count.
    pub only: Expr,
    /// The place of the name among those that are the same for every asker of a response.
    pub(super) of_record: Option<usize>,
}

/// The distinct values of a member of the elements of a list for which a test holds.
#[derive(Clone)]
pub struct Each {
    /// The list.
    pub list: Column,
    /// The member; `""` in a list of words.
    pub member: &'static str,
    /// The test.
    pub only: Expr,
}

impl From<&str> for Expr {
    fn from(word: &str) -> Expr {
        Expr::Word(word.to_owned())
    }
}

impl Expr {
    pub(super) fn no(self) -> Expr {
        Expr::No(Box::new(self))
    }

    pub(super) fn null(self) -> Expr {
        Expr::Null(Box::new(self))
    }

    pub(super) fn given(self) -> Expr {
        Expr::Given(Box::new(self))
    }

    pub(super) fn filled(self) -> Expr {
        Expr::Filled(Box::new(self))
    }

    pub(super) fn is(self, words: &[&str]) -> Expr {
        let words = words.iter().map(|word| (*word).to_owned());
        Expr::Is(Box::new(self), words.collect())
    }

    pub(super) fn like(self, pattern: &str) -> Expr {
        Expr::Like(Box::new(self), pattern.to_owned())
    }

    pub(super) fn at_most(self, most: i64) -> Expr {
        Expr::AtMost(Box::new(self), most)
    }

    pub(super) fn past(self) -> Expr {
        Expr::Past(Box::new(self))
    }

    pub(super) fn differs(self, other: Expr) -> Expr {
        Expr::Differ(Box::new([self, other]))
    }
}

impl Cells {
    /// One cell of this name.
    pub(super) fn of(name: impl Into<Expr>) -> Cells {
        Cells {
            each: None,
            name: name.into(),
            part: "".into(),
            only: all([]),
            of_record: None,
        }
    }

    pub(super) fn part(self, part: impl Into<Expr>) -> Cells {
        let part = part.into();
        Cells { part, ..self }
    }

    pub(super) fn only(self, only: Expr) -> Cells {
        Cells { only, ..self }
    }

    /// One for each member of the elements of a list for which a test holds.
    pub(super) fn each(self, list: &str, member: &'static str, only: Expr) -> Cells {
        let list = column(list);
        let each = Some(Each { list, member, only });
        Cells { each, ..self }
    }
}

/// A column of a table about engines, which has every column.
fn column(name: &str) -> Column {
    static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(columns_as);
    let column = COLUMNS.iter().find(|column| column.name() == name);
    // A name that is wrong here is wrong in the first row of any scan.
    column.map_or_else(|| unreachable!("no column {name}"), Column::clone)
}

pub(super) fn col(name: &str) -> Expr {
    Expr::Column(column(name))
}

pub(super) fn has(list: &str, test: Expr) -> Expr {
    Expr::Has(column(list), Box::new(test))
}

pub(super) fn case<T: Into<Expr>>(
    cases: impl IntoIterator<Item = (Expr, T)>,
    other: impl Into<Expr>,
) -> Expr {
    let cases = cases.into_iter().map(|(test, value)| (test, value.into()));
    Expr::Case(cases.collect(), Box::new(other.into()))
}

pub(super) fn all(tests: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::All(tests.into_iter().collect())
}

pub(super) fn any(tests: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::Any(tests.into_iter().collect())
}
