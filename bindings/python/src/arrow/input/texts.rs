//! Columns of octets, whichever of Arrow's types they have. Text is read as octets too: who wrote the column may have been
//! wrong about its being UTF-8.

use std::borrow::Cow;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray};
use arrow_schema::DataType;

/// A column of octets or of characters.
pub(in crate::arrow) struct Texts {
    values: Values,
    /// Whether the type of the column is that of characters.
    pub(super) is_text: bool,
}

enum Values {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    /// A value for each key, and the key of each row.
    Dictionary(Box<Texts>, Vec<Option<usize>>),
    /// A column of the type `null`.
    Nothing,
}

impl Texts {
    /// The column, if it has a type of octets or of characters.
    pub(super) fn of(array: &ArrayRef) -> Option<Texts> {
        let (values, is_text) = match array.data_type() {
            DataType::Utf8 => (Values::Small(array.as_string::<i32>().clone().into()), true),
            DataType::LargeUtf8 => (Values::Large(array.as_string::<i64>().clone().into()), true),
            DataType::Utf8View => {
                let view = array.as_string_view().clone();
                (Values::View(view.to_binary_view()), true)
            }
            DataType::Binary => (Values::Small(array.as_binary::<i32>().clone()), false),
            DataType::LargeBinary => (Values::Large(array.as_binary::<i64>().clone()), false),
            DataType::BinaryView => (Values::View(array.as_binary_view().clone()), false),
            DataType::Dictionary(..) => return Texts::of_dictionary(array),
            DataType::Null => (Values::Nothing, true),
            _ => return None,
        };
        Some(Texts { values, is_text })
    }

    fn of_dictionary(array: &ArrayRef) -> Option<Texts> {
        let dictionary = array.as_any_dictionary();
        let texts = Texts::of(dictionary.values())?;
        let is_text = texts.is_text;
        let keys = if dictionary.values().is_empty() {
            vec![None; array.len()]
        } else {
            let keys = dictionary.normalized_keys().into_iter().enumerate();
            keys.map(|(row, key)| array.is_valid(row).then_some(key))
                .collect()
        };
        Some(Texts {
            values: Values::Dictionary(Box::new(texts), keys),
            is_text,
        })
    }

    /// The octets of a row; `None` for null.
    pub(in crate::arrow) fn get(&self, row: usize) -> Option<&[u8]> {
        match &self.values {
            Values::Small(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Values::View(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Dictionary(texts, keys) => texts.get(keys.get(row).copied().flatten()?),
            Values::Nothing => None,
        }
    }

    /// The octets of a name or a value of a field line. HTTP clients decode octets as Latin-1 (RFC 9112 §2.2), so
    /// characters mean octets where all of them do, as in `judge`.
    pub(super) fn field(&self, row: usize) -> Option<Cow<'_, [u8]>> {
        let octets = self.get(row)?;
        if !self.is_text || octets.is_ascii() {
            return Some(octets.into());
        }
        let text = str::from_utf8(octets).ok();
        let latin: Option<Vec<u8>> =
            text.and_then(|text| text.chars().map(|c| u8::try_from(c).ok()).collect());
        Some(latin.map_or(Cow::Borrowed(octets), Cow::Owned))
    }
}
