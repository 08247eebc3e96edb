//! The column of licences: lists of pairs of address and body.

use std::borrow::Cow;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use robots_policy_input::quote::percent_encoded;

use super::headers::Lists;
use super::texts::Texts;

/// A column of licences.
pub(super) struct Licenses {
    rows: Lists,
    /// The pairs that are null.
    nulls: Option<NullBuffer>,
    urls: Texts,
    bodies: Texts,
}

impl Licenses {
    /// The column, if it has one of the types.
    pub(super) fn of(array: &ArrayRef) -> Option<Licenses> {
        let is_map = matches!(array.data_type(), DataType::Map(..));
        let (rows, pairs) = match array.data_type() {
            DataType::Null => (Lists::default(), ArrayRef::clone(array)),
            _ => Lists::of(array)?,
        };
        let (url, body) = match pairs.as_struct_opt().map(StructArray::columns) {
            // The type of lists that are all empty.
            None if *pairs.data_type() == DataType::Null => (&pairs, &pairs),
            Some([url, body]) if is_map => (url, body),
            _ => {
                let pairs = pairs.as_struct_opt()?;
                (pairs.column_by_name("url")?, pairs.column_by_name("body")?)
            }
        };
        Some(Licenses {
            rows,
            nulls: pairs.nulls().cloned(),
            urls: Texts::of(url)?,
            bodies: Texts::of(body)?,
        })
    }

    /// Address and body of the licences of a row; one without a body was not read.
    pub(super) fn of_row(&self, row: usize) -> Vec<(Cow<'_, str>, &[u8])> {
        let nulls = self.nulls.as_ref();
        let range = self.rows.range(row);
        let there = range.filter(|pair| nulls.is_none_or(|nulls| nulls.is_valid(*pair)));
        let licenses = there.filter_map(|pair| {
            let url = self.urls.get(pair)?;
            Some((percent_encoded(url), self.bodies.get(pair)?))
        });
        licenses.collect()
    }
}
