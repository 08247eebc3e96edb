//! The language in which measures are defined: texts and tests over the columns of the tables.
//!
//! **What it is.** [`Measure::cells`](crate::Measure::cells) has the cells of every measure in this language. `page` evaluates
//! them over a [`Row`](crate::Row) while an archive is read, and the package of the report prints them as SQL, so that a cube and
//! a query count by one definition.
//!
//! **Invariants.** A test holds or does not: where SQL would answer null it does not hold. So a test about a missing value has a
//! name of its own, and there is no negation, which would make of a null that does not hold another one.
//!
//! **Which test notices.** The tests of the queries: the result of `DuckDB` is the cube of the reports, cell by cell.

use crate::columns::{Column, columns_as};

/// A value of a row.
#[derive(Clone)]
pub enum Value {
    /// That of a column.
    Column(Column),
    /// A member of the element of a list that a test is about; `""` in a list of words.
    Member(List, &'static str),
    /// A member of the first element of a list, null where there is none.
    First(List, &'static str),
}

/// A column that is a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// `reasons`.
    Reasons,
    /// `permits`.
    Permits,
    /// `extensions`.
    Extensions,
    /// `remarks`.
    Diagnostics,
    /// `unread`.
    Unread,
}

/// A word that is computed of every row, because several measures have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// What the page is to its agent: `free`, `restricted`, `closed`, `unknown`.
    State,
    /// Whether a step permits the page, `yes`, `no` or `unknown`: may it be fetched.
    Fetch,
    /// May it be indexed.
    Index,
    /// May it be excerpted.
    Snippet,
    /// May a copy be offered.
    Archive,
    /// May artificial intelligence use it.
    NoAi,
    /// May it be used for training.
    Train,
}

/// A text of a row.
#[derive(Clone)]
pub enum Text {
    /// This one.
    Word(String),
    /// That of a value.
    Of(Value),
    /// A word that several measures have.
    Shared(Shared),
    /// The member that the cells are about, see [`Each`].
    Item,
    /// The month of a moment in UTC.
    Month(Value),
    /// The content type in lower case, without parameters; empty where there is none.
    Kind,
    /// The last label of the host in lower case; empty where there is none.
    Label,
    /// That of the first test that holds, else the last.
    Case(Vec<(Test, Text)>, Box<Text>),
}

/// A test of a row.
#[derive(Clone)]
pub enum Test {
    /// A flag that is true.
    Yes(Value),
    /// A flag that is false.
    No(Value),
    /// A missing value.
    Null(Value),
    /// A value that is not missing.
    Given(Value),
    /// A text that is neither missing nor empty.
    Filled(Value),
    /// A text that is one of these words.
    Is(Text, Vec<String>),
    /// A text that fits a pattern, in which a `*` at one of its ends is any text.
    Like(Text, String),
    /// A text of digits alone.
    Digits(Text),
    /// A number up to this one.
    AtMost(Value, i64),
    /// A moment up to the one with which the scan compared deadlines.
    Past(Value),
    /// Of two tests one holds.
    Differ(Box<[Test; 2]>),
    /// All hold; of none, always.
    All(Vec<Test>),
    /// One holds at least.
    Any(Vec<Test>),
    /// One holds at least for an element of a list.
    Has(List, Box<Test>),
}

/// The cells of a measure that a row counts in.
#[derive(Clone)]
pub struct Cells {
    /// One cell for each of these; without it one.
    pub each: Option<Each>,
    /// The name.
    pub name: Text,
    /// The part of the name.
    pub part: Text,
    /// The rows that count.
    pub only: Test,
}

/// The distinct values of a member of the elements of a list for which a test holds.
#[derive(Clone)]
pub struct Each {
    /// The list.
    pub list: List,
    /// The member; `""` in a list of words.
    pub member: &'static str,
    /// The test.
    pub only: Test,
}

impl List {
    /// Every list.
    pub const ALL: [List; 5] = [
        List::Reasons,
        List::Permits,
        List::Extensions,
        List::Diagnostics,
        List::Unread,
    ];

    /// The name of the column.
    pub fn column(self) -> &'static str {
        match self {
            List::Reasons => "reasons",
            List::Permits => "permits",
            List::Extensions => "extensions",
            List::Diagnostics => "remarks",
            List::Unread => "unread",
        }
    }
}

impl Shared {
    /// Every word.
    pub const ALL: [Shared; 7] = [
        Shared::State,
        Shared::Fetch,
        Shared::Index,
        Shared::Snippet,
        Shared::Archive,
        Shared::NoAi,
        Shared::Train,
    ];

    /// Its name; of a step that of the measure `kept`.
    pub fn name(self) -> &'static str {
        match self {
            Shared::State => "state",
            Shared::Fetch => "fetch",
            Shared::Index => "index",
            Shared::Snippet => "snippet",
            Shared::Archive => "archive",
            Shared::NoAi => "noai",
            Shared::Train => "train",
        }
    }
}

impl From<&str> for Text {
    fn from(word: &str) -> Text {
        Text::Word(word.to_owned())
    }
}

impl From<Value> for Text {
    fn from(value: Value) -> Text {
        Text::Of(value)
    }
}

impl From<Shared> for Text {
    fn from(shared: Shared) -> Text {
        Text::Shared(shared)
    }
}

impl Cells {
    /// One cell of this name.
    pub(super) fn of(name: impl Into<Text>) -> Cells {
        Cells {
            each: None,
            name: name.into(),
            part: "".into(),
            only: all([]),
        }
    }

    pub(super) fn part(self, part: impl Into<Text>) -> Cells {
        let part = part.into();
        Cells { part, ..self }
    }

    pub(super) fn only(self, only: Test) -> Cells {
        Cells { only, ..self }
    }
}

/// A cell for each member of the elements for which a test holds, which is its name.
pub(super) fn each(list: List, member: &'static str, only: Test) -> Cells {
    Cells {
        each: Some(Each { list, member, only }),
        ..Cells::of(Text::Item)
    }
}

/// A column of a table about engines, which has every column.
pub(super) fn column(name: &str) -> Value {
    let mut columns = columns_as().into_iter();
    let column = columns.find(|column| column.name() == name);
    // A name that is wrong here is wrong in the first row of any scan.
    Value::Column(column.unwrap_or_else(|| unreachable!("no column {name}")))
}

pub(super) fn case<T: Into<Text>, const CASES: usize>(
    cases: [(Test, T); CASES],
    other: impl Into<Text>,
) -> Text {
    let cases = cases.map(|(test, text)| (test, text.into()));
    Text::Case(cases.into(), Box::new(other.into()))
}

pub(super) fn yes(name: &str) -> Test {
    Test::Yes(column(name))
}

pub(super) fn no(name: &str) -> Test {
    Test::No(column(name))
}

pub(super) fn null(name: &str) -> Test {
    Test::Null(column(name))
}

pub(super) fn given(name: &str) -> Test {
    Test::Given(column(name))
}

pub(super) fn is(text: impl Into<Text>, words: &[&str]) -> Test {
    let words = words.iter().map(|word| (*word).to_owned());
    Test::Is(text.into(), words.collect())
}

pub(super) fn like(text: impl Into<Text>, pattern: &str) -> Test {
    Test::Like(text.into(), pattern.to_owned())
}

pub(super) fn all(tests: impl IntoIterator<Item = Test>) -> Test {
    Test::All(tests.into_iter().collect())
}

pub(super) fn any(tests: impl IntoIterator<Item = Test>) -> Test {
    Test::Any(tests.into_iter().collect())
}

pub(super) fn has(list: List, test: Test) -> Test {
    Test::Has(list, Box::new(test))
}

pub(super) fn differ(one: Test, other: Test) -> Test {
    Test::Differ(Box::new([one, other]))
}
