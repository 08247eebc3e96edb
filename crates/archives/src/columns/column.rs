//! A column: its shape, and how it is read from a row.

use std::borrow::Cow;

use robots_policy::uses::{Activity, Answer};
use robots_policy::{Directive, DirectiveValue, Timestamp};

use super::leaf::{Cell, CellKind, Leaf};
use super::row::Row;

/// A column: its name in SQL, its meaning, and the function that reads it from a row.
#[derive(Clone)]
pub struct Column {
    pub(super) name: Cow<'static, str>,
    pub(super) meaning: Cow<'static, str>,
    pub(super) shape: Shape,
    pub(super) read: ColumnReader,
    pub(super) of: Of,
}

/// The subject of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Record,
    Agent,
    Verdict,
    /// Parts of the page, which a record without the key `parts` does not have.
    Parts,
}

/// The shape of a column's content for one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One value.
    One(Leaf),
    /// A list, never null.
    List(Leaf),
    /// A list of structs, never null; the names of the members.
    Structs(&'static [(&'static str, Leaf)]),
}

/// How a column is read from a row.
#[derive(Clone, Copy)]
pub(super) enum ColumnReader {
    One(for<'r> fn(&Row<'r>) -> Cell<'r>),
    /// The effect of a directive.
    Directive(Directive),
    /// The answer about a use.
    Use(Activity),
    Each(ReadEach),
}

/// Hands over the members of every element of a list.
pub(super) type ReadEach = for<'r> fn(&Row<'r>, &mut dyn FnMut(&[Cell<'r>]));

impl Column {
    /// The name in SQL: lower-case letters, digits and `_`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The meaning of the column, in one phrase.
    pub fn meaning(&self) -> &str {
        &self.meaning
    }

    /// Whether it is one value, a list, or a list of structs, and of which leaves.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether it describes the origin of the response and not the verdict. Address and agent belong to the verdict.
    pub fn is_of_record(&self) -> bool {
        self.of == Of::Record
    }

    /// Whether it says who asks, so that it differs between two agents with the same answers.
    pub fn is_of_agent(&self) -> bool {
        self.of == Of::Agent
    }

    /// Whether a row in JSON has it beside the keys of a record.
    pub(crate) fn is_beside_record(&self) -> bool {
        matches!(self.of, Of::Record | Of::Parts)
    }

    /// Passes the column's cells for `row` to `each`: one cell for [`Shape::One`]; for a list, the cells of each element's
    /// members in the order of the shape, one call per element. For an empty list it does not call `each`.
    pub fn cells<'r>(&self, row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
        match self.read {
            ColumnReader::Each(read) => read(row, each),
            _ => each(&[self.value(row)]),
        }
    }

    /// The column's one cell for `row`; null for a list.
    pub fn value<'r>(&self, row: &Row<'r>) -> Cell<'r> {
        match self.read {
            ColumnReader::One(read) => read(row),
            ColumnReader::Directive(directive) => {
                let nullable = matches!(self.shape, Shape::One(leaf) if leaf.nullable);
                in_force(directive, nullable, row)
            }
            ColumnReader::Use(activity) => stated(activity, row),
            ColumnReader::Each(_) => Cell::Null,
        }
    }

    /// The directive whose effect the column holds.
    #[cfg(test)]
    pub(super) fn directive(&self) -> Option<Directive> {
        match self.read {
            ColumnReader::Directive(directive) => Some(directive),
            _ => None,
        }
    }

    /// The use whose answer the column holds.
    #[cfg(test)]
    pub(super) fn activity(&self) -> Option<Activity> {
        match self.read {
            ColumnReader::Use(activity) => Some(activity),
            _ => None,
        }
    }
}

impl Shape {
    /// The leaves in the order of the schema, and whether they are in a list.
    pub fn leaves(self) -> (Vec<Leaf>, bool) {
        match self {
            Shape::One(leaf) => (vec![leaf], false),
            Shape::List(leaf) => (vec![leaf], true),
            Shape::Structs(members) => (members.iter().map(|(_, leaf)| *leaf).collect(), true),
        }
    }
}

pub(super) const FLAG: Leaf = Leaf::of(CellKind::Flag);
pub(super) const FLAG_OR_NULL: Leaf = Leaf::or_null(CellKind::Flag);
pub(super) const INTEGER: Leaf = Leaf::of(CellKind::Integer);
pub(super) const WORD: Leaf = Leaf::of(CellKind::Word);
pub(super) const WORD_OR_NULL: Leaf = Leaf::or_null(CellKind::Word);
pub(super) const TEXT_OR_NULL: Leaf = Leaf::or_null(CellKind::Text);
pub(super) const INTEGER_OR_NULL: Leaf = Leaf::or_null(CellKind::Integer);

pub(super) const fn one(
    name: &'static str,
    leaf: Leaf,
    meaning: &'static str,
    read: for<'r> fn(&Row<'r>) -> Cell<'r>,
) -> Column {
    column(name, meaning, Shape::One(leaf), ColumnReader::One(read))
}

pub(super) const fn list(
    name: &'static str,
    meaning: &'static str,
    shape: Shape,
    read: ReadEach,
) -> Column {
    column(name, meaning, shape, ColumnReader::Each(read))
}

pub(super) const fn column(
    name: &'static str,
    meaning: &'static str,
    shape: Shape,
    read: ColumnReader,
) -> Column {
    Column {
        name: Cow::Borrowed(name),
        meaning: Cow::Borrowed(meaning),
        shape,
        read,
        of: Of::Verdict,
    }
}

/// This column, marked as one about the record in the archive.
pub(super) const fn of_record(mut column: Column) -> Column {
    column.of = Of::Record;
    column
}

/// This column, marked as the one that says who asks.
pub(super) const fn of_agent(mut column: Column) -> Column {
    column.of = Of::Agent;
    column
}

/// The value of a directive that is in force.
fn in_force(directive: Directive, nullable: bool, row: &Row<'_>) -> Cell<'static> {
    match row.verdict.directives().get(directive) {
        None if nullable => Cell::Null,
        None => Cell::Flag(false),
        Some(DirectiveValue::Flag) => Cell::Flag(true),
        Some(DirectiveValue::Ceiling(limit)) => limit.map(i64::from).into(),
        Some(DirectiveValue::Level(word)) => word.into(),
        Some(DirectiveValue::Deadline(deadline)) => Cell::Integer(moment(deadline)),
        Some(value) => value.to_string().into(),
    }
}

/// A moment in the unit of the tables.
pub(crate) fn moment(moment: Timestamp) -> i64 {
    moment.as_unix().saturating_mul(MICROSECONDS)
}

/// The answer of the sources about a use; null if it is not known.
fn stated(activity: Activity, row: &Row<'_>) -> Cell<'static> {
    row.uses().of(activity).map(Answer::name).into()
}

/// Microseconds of a second.
const MICROSECONDS: i64 = 1_000_000;
