//! The column of field lines: lists of pairs, maps, or header blocks as they were received.

use std::borrow::Cow;
use std::ops::Range;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use robots_policy_archives::http::Message;

use super::texts::Texts;

/// A column of field lines.
pub(super) enum Headers {
    /// Pairs of name and value.
    Pairs(Box<Pairs>),
    /// A column for each name. Lines of one name were joined, unless each has values of its own.
    Columns(Vec<(String, PairValues)>, Option<NullBuffer>),
    /// The block of each row, with or without a status line.
    Blocks(Texts),
}

/// Lists of pairs of name and value.
pub(super) struct Pairs {
    rows: Lists,
    /// The pairs that are null.
    nulls: Option<NullBuffer>,
    names: Texts,
    values: PairValues,
    /// Whether a name is there once, so that lines of one name were joined.
    are_joined: bool,
}

/// The values of the pairs.
pub(super) enum PairValues {
    /// One for each.
    One(Texts),
    /// A line for each value of a list.
    Many(Lists, Texts),
}

/// The field lines of one row.
pub(in crate::arrow) type Fields<'r> = Vec<(Cow<'r, [u8]>, Cow<'r, [u8]>)>;

impl Headers {
    /// The column, if it has one of the types.
    pub(super) fn of(array: &ArrayRef) -> Option<Headers> {
        if let Some(blocks) = Texts::of(array) {
            return Some(Headers::Blocks(blocks));
        }
        if let Some(members) = array.as_struct_opt() {
            return Headers::of_members(members);
        }
        let is_map = matches!(array.data_type(), DataType::Map(..));
        let (rows, pairs) = Lists::of(array)?;
        let pairs = pairs.as_struct_opt()?;
        let (names, values) = columns(pairs)?;
        let values = PairValues::of(values)?;
        Some(Headers::Pairs(Box::new(Pairs {
            rows,
            nulls: pairs.nulls().cloned(),
            names: Texts::of(names)?,
            are_joined: is_map && matches!(values, PairValues::One(_)),
            values,
        })))
    }

    /// Members that are named as header fields: data frames make them of one `dict` for each row.
    fn of_members(members: &StructArray) -> Option<Headers> {
        // A single pair that is not in a list is a mistake, and would be two fields here.
        if ["name", "value"].map(|name| members.column_by_name(name).is_some()) == [true; 2] {
            return None;
        }
        let names = members.column_names().into_iter().map(str::to_owned);
        let columns = names.zip(members.columns());
        let columns: Option<Vec<_>> = columns
            .map(|(name, values)| Some((name, PairValues::of(values)?)))
            .collect();
        Some(Headers::Columns(columns?, members.nulls().cloned()))
    }

    /// Whether lines of one name came as one.
    pub(super) fn are_joined(&self) -> bool {
        match self {
            Headers::Pairs(pairs) => pairs.are_joined,
            Headers::Columns(columns, _) => {
                let is_one = |(_, values): &(_, PairValues)| matches!(values, PairValues::One(_));
                columns.iter().any(is_one)
            }
            Headers::Blocks(_) => false,
        }
    }

    /// The field lines of a row; those of a block are gathered into `memory`.
    pub(super) fn fields<'r>(&'r self, row: usize, memory: &'r mut Vec<u8>) -> Fields<'r> {
        match self {
            Headers::Pairs(pairs) => pairs.fields(row),
            Headers::Columns(columns, nulls) => {
                let is_there = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
                let columns = columns.iter().filter(|_| is_there);
                let lines = columns.flat_map(|(name, values)| {
                    let name = Cow::Borrowed(name.as_bytes());
                    values.lines(row).map(move |value| (name.clone(), value))
                });
                lines.collect()
            }
            Headers::Blocks(blocks) => {
                let block = blocks.field(row).unwrap_or_default();
                let message = Message::of_fields(&block, memory);
                let lines = message.fields();
                lines
                    .map(|(name, value)| (name.into(), value.into()))
                    .collect()
            }
        }
    }
}

impl Pairs {
    fn fields(&self, row: usize) -> Fields<'_> {
        let mut fields = Vec::new();
        for pair in self.rows.range(row) {
            let nulls = self.nulls.as_ref();
            let is_there = nulls.is_none_or(|nulls| nulls.is_valid(pair));
            let Some(name) = self.names.field(pair).filter(|_| is_there) else {
                continue;
            };
            let lines = self.values.lines(pair);
            fields.extend(lines.map(|value| (name.clone(), value)));
        }
        fields
    }
}

impl PairValues {
    fn of(array: &ArrayRef) -> Option<PairValues> {
        if let Some(values) = Texts::of(array) {
            return Some(PairValues::One(values));
        }
        let (lists, values) = Lists::of(array)?;
        Some(PairValues::Many(lists, Texts::of(&values)?))
    }

    /// The values of a pair that are not null.
    fn lines(&self, pair: usize) -> impl Iterator<Item = Cow<'_, [u8]>> {
        let (range, texts) = match self {
            PairValues::One(texts) => (pair..pair + 1, texts),
            PairValues::Many(lists, texts) => (lists.range(pair), texts),
        };
        range.filter_map(|value| texts.field(value))
    }
}

/// Name and value of pairs: the members of these names, or key and value of a map.
fn columns(pairs: &StructArray) -> Option<(&ArrayRef, &ArrayRef)> {
    let named = |name| pairs.column_by_name(name);
    match (named("name").or_else(|| named("key")), named("value")) {
        (Some(name), Some(value)) => Some((name, value)),
        // Some call the members of a map otherwise.
        _ => match pairs.columns() {
            [name, value] => Some((name, value)),
            _ => None,
        },
    }
}

/// Where the elements of each row's list are.
pub(super) struct Lists {
    ends: Ends,
    nulls: Option<NullBuffer>,
}

enum Ends {
    Small(OffsetBuffer<i32>),
    Large(OffsetBuffer<i64>),
}

impl Lists {
    /// The lists of a column, and their elements.
    pub(super) fn of(array: &ArrayRef) -> Option<(Lists, ArrayRef)> {
        let (ends, elements): (_, ArrayRef) = match array.data_type() {
            DataType::List(_) => {
                let lists = array.as_list::<i32>();
                (Ends::Small(lists.offsets().clone()), lists.values().clone())
            }
            DataType::LargeList(_) => {
                let lists = array.as_list::<i64>();
                (Ends::Large(lists.offsets().clone()), lists.values().clone())
            }
            DataType::Map(..) => {
                let map = array.as_map();
                let entries = std::sync::Arc::new(map.entries().clone());
                (Ends::Small(map.offsets().clone()), entries)
            }
            _ => return None,
        };
        let nulls = array.nulls().cloned();
        Some((Lists { ends, nulls }, elements))
    }

    /// The elements of a row; none for null.
    pub(super) fn range(&self, row: usize) -> Range<usize> {
        let is_there = self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
        let end = |at: usize| match &self.ends {
            Ends::Small(ends) => ends.get(at).and_then(|end| usize::try_from(*end).ok()),
            Ends::Large(ends) => ends.get(at).and_then(|end| usize::try_from(*end).ok()),
        };
        match (end(row), end(row + 1)) {
            (Some(start), Some(end)) if is_there => start..end,
            _ => 0..0,
        }
    }
}
