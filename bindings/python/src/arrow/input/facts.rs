//! The columns of facts beside the bytes of a response: its status and times, that it was cut, and the sources that do not
//! exist.
//!
//! Data never raises: a text that is not a time states none, and a name that is not one of a source is a word about none.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    ArrowTimestampType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType,
};
use arrow_array::{Array as _, ArrayRef};
use arrow_schema::{DataType, TimeUnit};
use robots_policy::Timestamp;
use robots_policy::ledger::Assumed;
use robots_policy_input::values;

use super::headers::Lists;
use super::texts::Texts;

/// The flags of a column.
pub(super) fn flags(array: &ArrayRef) -> Option<Vec<Option<bool>>> {
    match array.data_type() {
        DataType::Boolean => Some(array.as_boolean().iter().collect()),
        DataType::Null => Some(vec![None; array.len()]),
        _ => None,
    }
}

/// The words of a column of texts, in which commas are between names, or of lists of texts.
pub(super) fn words(array: &ArrayRef) -> Option<Vec<Assumed>> {
    let rows = 0..array.len();
    if let Some(texts) = Texts::of(array) {
        return Some(rows.map(|row| word(texts.get(row))).collect());
    }
    let (lists, names) =
        Lists::of(array).filter(|_| !matches!(array.data_type(), DataType::Map(..)))?;
    let names = Texts::of(&names)?;
    let word_of_row = |row| {
        let all = lists.range(row).map(|at| word(names.get(at)));
        all.fold(Assumed::new(), Assumed::union)
    };
    Some(rows.map(word_of_row).collect())
}

fn word(names: Option<&[u8]>) -> Assumed {
    let text = names.and_then(|names| str::from_utf8(names).ok());
    let names = text.into_iter().flat_map(|text| text.split(','));
    let known = names.filter_map(|name| name.parse::<Assumed>().ok());
    known.fold(Assumed::new(), Assumed::union)
}

/// The moments of a column. A timestamp without a time zone is not a moment, as for `now`.
pub(super) fn times(array: &ArrayRef) -> Option<Vec<Option<Timestamp>>> {
    if let DataType::Timestamp(unit, Some(_)) = array.data_type() {
        return Some(match unit {
            TimeUnit::Second => seconds::<TimestampSecondType>(array, 1),
            TimeUnit::Millisecond => seconds::<TimestampMillisecondType>(array, 1_000),
            TimeUnit::Microsecond => seconds::<TimestampMicrosecondType>(array, 1_000_000),
            TimeUnit::Nanosecond => seconds::<TimestampNanosecondType>(array, 1_000_000_000),
        });
    }
    let texts = Texts::of(array)?;
    let time = |row| {
        let text = str::from_utf8(texts.get(row)?).ok()?;
        values::moment(text).ok()
    };
    Some((0..array.len()).map(time).collect())
}

/// The whole seconds of timestamps that count parts of a second.
fn seconds<T: ArrowTimestampType>(array: &ArrayRef, parts: i64) -> Vec<Option<Timestamp>> {
    let moments = array.as_primitive::<T>().iter();
    let second = |moment: i64| Timestamp::from_unix(moment.div_euclid(parts));
    moments.map(|moment| moment.map(second)).collect()
}
