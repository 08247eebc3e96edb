//! The contract of records: a row for each key of a question, of the options of the reading, and of an answer.
//!
//! The declarations, schemas and tables of all languages are made of these rows by
//! `cargo run -p robots-policy-dev -- generate`. The rows of [`QUESTION`](crate::QUESTION) and of
//! [`OPTIONS`](crate::OPTIONS) make the types that read a record, too; those of [`ANSWER`] are compared with the types that
//! write one.
//!
//! **Invariant.** A key has one row, and no row is without a key: the reader of a question is made of its rows. **Which test
//! notices.** `tests/contract.rs` of this package for answers, `crates/cli/tests/program/record_keys.rs` for their values.

pub(crate) mod choices;
mod keys;
pub(crate) mod options;
pub(crate) mod question;
mod verdict;
mod words;

pub use self::verdict::ANSWER;
pub(crate) use self::words::ASSUMED;

/// The keys of one JSON object.
#[derive(Debug)]
#[non_exhaustive]
pub struct Table {
    /// The name of its type in TypeScript; empty for one that is written in its place.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// A table whose keys come before these.
    pub extends: Option<&'static Table>,
    /// The rows.
    pub keys: &'static [Key],
}

impl Table {
    /// The rows, those of the table that it extends first.
    pub fn rows(&self) -> impl Iterator<Item = &'static Key> + use<> {
        let base = self.extends.map_or(&[][..], |base| base.keys);
        base.iter().chain(self.keys)
    }
}

/// A key of a JSON object: one row of the contract.
#[derive(Debug)]
#[non_exhaustive]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// The values that it may have. Every key of a question but `id` may be null, too, which counts as absent.
    pub shape: Shape,
    /// Its meaning, in Markdown on one line.
    pub meaning: &'static str,
    /// The meaning of its absence: in a question its default, in an answer what it takes for the key to be there, after
    /// "only". `None` if the key is always there; empty if nothing is to be said.
    pub absent: Option<&'static str>,
    /// The option of `eval --jsonl` that is its default.
    pub flag: Option<&'static str>,
    /// The argument of `judge` in Python.
    pub argument: Option<&'static str>,
}

/// The values of a key.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// Any value.
    Any,
    /// A string.
    Text,
    /// A string, a moment of RFC 3339.
    Moment,
    /// A string, a day of the calendar.
    Day,
    /// A boolean.
    Flag,
    /// `true`.
    True,
    /// This number.
    Literal(i64),
    /// A number without a fraction, from the first to the second.
    Whole(i64, Option<i64>),
    /// A number from 0 on.
    Number,
    /// A string, one of these words.
    Word(&'static Words),
    /// A value, or an array of such.
    OneOrSeveral(&'static Shape),
    /// An array.
    List(&'static Shape),
    /// An array of these values, each with its name.
    Tuple(&'static [(&'static str, Shape)]),
    /// An object with a value for each name, and the words that the names are, if there are no others.
    Map(Option<&'static Words>, &'static Shape),
    /// An object with the keys of a table.
    Table(&'static Table),
    /// One of several shapes.
    Either(&'static Choice),
    /// A value, or null.
    OrNull(&'static Shape),
}

/// Several shapes under one name.
#[derive(Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The name of its type in TypeScript; empty for one that is written in its place.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// The shapes.
    pub of: &'static [Shape],
}

/// The words of a table of the library.
#[derive(Debug)]
#[non_exhaustive]
pub struct Words {
    /// The name of its type in TypeScript; empty for one that is written in its place.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// The words, in the order of their table.
    pub all: fn() -> Vec<&'static str>,
}
