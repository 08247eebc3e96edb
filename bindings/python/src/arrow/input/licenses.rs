//! The column of licences: lists of pairs of address and body.

use std::borrow::Cow;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use robots_policy_input::quote::percent_encoded;

use super::headers::Lists;
use super::texts::Texts;

/// A column of licences; `None` for one without any.
pub(super) struct Licenses(Option<Box<LicensePairs>>);

struct LicensePairs {
    rows: Lists,
    /// The pairs that are null.
    nulls: Option<NullBuffer>,
    urls: Texts,
    bodies: Texts,
}

impl Licenses {
    /// The column, if it has one of the types.
    pub(super) fn of(array: &ArrayRef) -> Option<Licenses> {
        if *array.data_type() == DataType::Null {
            return Some(Licenses(None));
        }
        let is_map = matches!(array.data_type(), DataType::Map(..));
        let (rows, pairs) = Lists::of(array)?;
        // The type of lists that are all empty.
        if *pairs.data_type() == DataType::Null {
            return Some(Licenses(None));
        }
        let pairs = pairs.as_struct_opt()?;
        let (url, body) = match pairs.columns() {
            [url, body] if is_map => (url, body),
            _ => (pairs.column_by_name("url")?, pairs.column_by_name("body")?),
        };
        Some(Licenses(Some(Box::new(LicensePairs {
            rows,
            nulls: pairs.nulls().cloned(),
            urls: Texts::of(url)?,
            bodies: Texts::of(body)?,
        }))))
    }

    /// Address and body of the licences of a row; one without a body was not read.
    pub(super) fn of_row(&self, row: usize) -> Vec<(Cow<'_, str>, &[u8])> {
        let Some(pairs) = &self.0 else {
            return Vec::new();
        };
        let nulls = pairs.nulls.as_ref();
        let range = pairs.rows.range(row);
        let there = range.filter(|pair| nulls.is_none_or(|nulls| nulls.is_valid(*pair)));
        let licenses = there.filter_map(|pair| {
            let url = pairs.urls.get(pair)?;
            Some((percent_encoded(url), pairs.bodies.get(pair)?))
        });
        licenses.collect()
    }
}
