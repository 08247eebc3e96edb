//! The column of field lines: lists of pairs, maps, or texts, which are header blocks as they were received or JSON.

use std::borrow::Cow;
use std::ops::Range;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use robots_policy_input::variable;

use super::texts::Texts;
use crate::input::TextFields;

/// A column of field lines.
pub(super) enum Headers {
    /// Pairs of name and value.
    Pairs(Box<Pairs>),
    /// Pairs that are lists of two, as JSON has them.
    Twos(Lists, Lists, Texts),
    /// Lists that are all empty.
    Empty(Lists),
    /// A column for each name. Lines of one name were joined, unless each has values of its own.
    Columns(Vec<(String, PairValues)>, Option<NullBuffer>),
    /// The text of each row: a block with or without a status line, or JSON.
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

/// Name and value of a field line.
pub(in crate::arrow) type Line<'r> = (Cow<'r, [u8]>, Cow<'r, [u8]>);

/// The field lines of one row.
#[derive(Default)]
pub(in crate::arrow) struct Fields<'r> {
    pub(in crate::arrow) lines: Vec<Line<'r>>,
    /// Whether lines of one name were joined, in this row although not by the type of the column.
    pub(in crate::arrow) are_joined: bool,
    /// Whether the row holds something that has no fields, so that nothing is known of the response.
    pub(in crate::arrow) is_unreadable: bool,
    /// The status of the line above them.
    pub(in crate::arrow) status: Option<u16>,
    /// Whether the row has fields, and not only the type of a column of its own.
    pub(in crate::arrow) is_given: bool,
}

impl Fields<'_> {
    /// The lines of the type.
    pub(in crate::arrow) fn types(&self) -> impl Iterator<Item = &[u8]> {
        let is_type = |(name, _): &&Line<'_>| name.eq_ignore_ascii_case(b"content-type");
        self.lines.iter().filter(is_type).map(|(_, value)| &**value)
    }

    fn unreadable() -> Fields<'static> {
        Fields {
            is_unreadable: true,
            ..Fields::default()
        }
    }
}

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
        // The type of lists that are all empty.
        if *pairs.data_type() == DataType::Null {
            return Some(Headers::Empty(rows));
        }
        if let Some((pairs, texts)) = Lists::of(&pairs).filter(|_| !is_map) {
            return Some(Headers::Twos(rows, pairs, Texts::of(&texts)?));
        }
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
        if members
            .column_names()
            .into_iter()
            .any(|name| variable(name).is_some())
        {
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
            Headers::Blocks(_) | Headers::Empty(_) | Headers::Twos(..) => false,
        }
    }

    /// Whether a row is not null.
    pub(super) fn is_there(&self, row: usize) -> bool {
        let is_valid = |nulls: Option<&NullBuffer>| nulls.is_none_or(|nulls| nulls.is_valid(row));
        match self {
            Headers::Pairs(pairs) => is_valid(pairs.rows.nulls.as_ref()),
            Headers::Empty(rows) | Headers::Twos(rows, ..) => is_valid(rows.nulls.as_ref()),
            Headers::Columns(_, nulls) => is_valid(nulls.as_ref()),
            Headers::Blocks(texts) => texts.get(row).is_some(),
        }
    }

    /// The field lines of a row.
    pub(super) fn fields(&self, row: usize) -> Fields<'_> {
        let (lines, is_unreadable) = match self {
            Headers::Pairs(pairs) => pairs.fields(row),
            // A pair that is null says nothing, and could say anything.
            Headers::Empty(rows) => (Vec::new(), !rows.range(row).is_empty()),
            Headers::Columns(columns, nulls) => {
                let is_there = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
                // A row without this field, of a table in which others have it.
                let mut read = (Vec::new(), false);
                for (name, values) in columns {
                    if is_there && values.is_there(row) {
                        values.add_to(&mut read, Cow::Borrowed(name.as_bytes()), row);
                    }
                }
                read
            }
            Headers::Twos(rows, pairs, texts) => {
                let two = |pair: usize| match pairs.range(pair) {
                    places if places.len() == 2 => {
                        Some((texts.field(places.start)?, texts.field(places.start + 1)?))
                    }
                    _ => None,
                };
                let all = rows.range(row).map(two);
                let lines: Vec<_> = all.clone().flatten().collect();
                let has_unread = lines.len() < all.len();
                (lines, has_unread)
            }
            Headers::Blocks(texts) => return of_text(texts, row),
        };
        let mut names = lines
            .iter()
            .filter_map(|(name, _)| str::from_utf8(name).ok());
        if names.any(|name| variable(name).is_some()) {
            return Fields::unreadable();
        }
        Fields {
            lines,
            is_unreadable,
            ..Fields::default()
        }
    }
}

/// The field lines of a text.
fn of_text(texts: &Texts, row: usize) -> Fields<'_> {
    // The characters of JSON mean octets value by value.
    let is_json = |text: &&[u8]| TextFields::is_json(text);
    let text = match texts.get(row).filter(is_json) {
        Some(json) => Cow::Borrowed(json),
        None => texts.field(row).unwrap_or_default(),
    };
    let Ok(read) = TextFields::read(&text) else {
        return Fields::unreadable();
    };
    let lines = read.lines.into_iter();
    Fields {
        lines: lines
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
        are_joined: read.are_joined,
        status: read.status,
        ..Fields::default()
    }
}

impl Pairs {
    /// Field lines, and whether a name or a value is null, which may be that of any field.
    fn fields(&self, row: usize) -> (Vec<Line<'_>>, bool) {
        let mut read = (Vec::new(), false);
        for pair in self.rows.range(row) {
            let nulls = self.nulls.as_ref();
            let is_there = nulls.is_none_or(|nulls| nulls.is_valid(pair));
            match self.names.field(pair).filter(|_| is_there) {
                Some(name) => self.values.add_to(&mut read, name, pair),
                None => read.1 = true,
            }
        }
        read
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

    /// Whether a pair has a value, or a list of values.
    fn is_there(&self, pair: usize) -> bool {
        match self {
            PairValues::One(texts) => texts.get(pair).is_some(),
            PairValues::Many(lists, _) => lists.is_there(pair),
        }
    }

    /// Adds the lines of a pair.
    fn add_to<'r>(&'r self, read: &mut (Vec<Line<'r>>, bool), name: Cow<'r, [u8]>, pair: usize) {
        let (range, texts) = match self {
            PairValues::One(texts) => (pair..pair + 1, texts),
            PairValues::Many(lists, texts) => (lists.range(pair), texts),
        };
        read.1 |= !self.is_there(pair);
        for value in range {
            match texts.field(value) {
                Some(value) => read.0.push((name.clone(), value)),
                None => read.1 = true,
            }
        }
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
#[derive(Default)]
pub(super) struct Lists {
    ends: Vec<Option<usize>>,
    nulls: Option<NullBuffer>,
}

impl Lists {
    /// The lists of a column, and their elements.
    pub(super) fn of(array: &ArrayRef) -> Option<(Lists, ArrayRef)> {
        let (ends, elements): (_, ArrayRef) = match array.data_type() {
            DataType::List(_) => {
                let lists = array.as_list::<i32>();
                (ends(lists.offsets()), lists.values().clone())
            }
            DataType::LargeList(_) => {
                let lists = array.as_list::<i64>();
                (ends(lists.offsets()), lists.values().clone())
            }
            DataType::Map(..) => {
                let map = array.as_map();
                let entries = std::sync::Arc::new(map.entries().clone());
                (ends(map.offsets()), entries)
            }
            _ => return None,
        };
        let nulls = array.nulls().cloned();
        Some((Lists { ends, nulls }, elements))
    }

    /// Whether a row is not null.
    fn is_there(&self, row: usize) -> bool {
        self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row))
    }

    /// The elements of a row; none for null.
    pub(super) fn range(&self, row: usize) -> Range<usize> {
        match self.ends.get(row..) {
            Some([Some(start), Some(end), ..]) if self.is_there(row) => *start..*end,
            _ => 0..0,
        }
    }
}

/// Where each list ends, after where the first begins.
fn ends<O: Copy + TryInto<usize>>(offsets: &[O]) -> Vec<Option<usize>> {
    offsets.iter().map(|end| (*end).try_into().ok()).collect()
}
