//! An index as Apache Parquet.

use std::fs::File;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use parquet::schema::types::Type;

use super::columns::{IndexColumn, columns_among};
use super::{RecordRange, without_bytes};
use crate::table::{projected, unreadable};

/// Gives `add` the archive and the range of the record that each row names.
///
/// # Errors
/// A file that cannot be read, a row that names no record, and an error of `add`.
pub(super) fn read(
    file: File,
    mut add: impl FnMut(&[u8], RecordRange) -> Result<(), String>,
) -> Result<(), String> {
    let reader = SerializedFileReader::new(file).map_err(|error| unreadable(&error))?;
    let schema = reader.metadata().file_metadata().schema();
    let columns = columns_of(schema)?;
    let projection = projected(schema, &columns.map(|column| column.name))?;
    let rows = RowIter::from_file_into(Box::new(reader)).project(Some(projection));
    for (number, row) in (1_u64..).zip(rows.map_err(|error| unreadable(&error))?) {
        let row = row.map_err(|error| unreadable(&error))?;
        let in_row = |why: String| format!("row {number}: {why}");
        let (file, range) = record(columns, &row).map_err(in_row)?;
        add(file, range).map_err(in_row)?;
    }
    Ok(())
}

/// The columns that say where a record is.
fn columns_of(schema: &Type) -> Result<[IndexColumn; 3], String> {
    let fields = schema.get_fields();
    // A list or a struct is no column of a record.
    let names = fields.iter().map(|field| {
        let name = field.name().as_bytes();
        if field.is_primitive() { name } else { b"" }
    });
    let columns = columns_among(&names.collect::<Vec<_>>())?;
    for (found, cast) in columns.into_iter().zip([TEXT, INTEGER, INTEGER]) {
        let column = fields.get(found.number).map(|column| &**column);
        let is_list = |column: &Type| column.get_basic_info().repetition() == Repetition::REPEATED;
        if column.is_some_and(is_list) {
            return Err(not_of_type(found, "a list", cast));
        }
        if column.and_then(type_of) != Some(cast) {
            return Err(not_of_type(found, "of another type", cast));
        }
    }
    Ok(columns)
}

/// The type in SQL of a column that may say where a record is.
fn type_of(column: &Type) -> Option<&'static str> {
    let logical = column.get_basic_info().logical_type_ref();
    match (column.get_physical_type(), logical) {
        (Physical::BYTE_ARRAY, _) => Some(TEXT),
        (Physical::INT32 | Physical::INT64, None | Some(LogicalType::Integer(_))) => Some(INTEGER),
        _ => None,
    }
}

fn not_of_type(found: IndexColumn, is: &str, cast: &str) -> String {
    format!("its column `{}` is {is}; cast it to {cast}", found.name)
}

/// The archive and the range of the record that a row names.
fn record(columns: [IndexColumn; 3], row: &Row) -> Result<(&[u8], RecordRange), String> {
    let [file, offset, length] = columns;
    let cell = |found: IndexColumn| {
        let mut cells = row.get_column_iter();
        let own = cells.find(|(name, _)| *name == found.name);
        own.map_or(&Field::Null, |(_, field)| field)
    };
    let name = match cell(file) {
        Field::Str(text) => text.as_bytes(),
        Field::Bytes(bytes) => bytes.data(),
        other => return Err(unusable(file, other, TEXT)),
    };
    let range = RecordRange {
        offset: number(offset, cell(offset))?,
        length: number(length, cell(length))?,
    };
    Ok((name, range))
}

fn number(found: IndexColumn, field: &Field) -> Result<u64, String> {
    let number = match *field {
        Field::Byte(number) => number.into(),
        Field::Short(number) => number.into(),
        Field::Int(number) => number.into(),
        Field::Long(number) => number,
        Field::UByte(number) => return Ok(number.into()),
        Field::UShort(number) => return Ok(number.into()),
        Field::UInt(number) => return Ok(number.into()),
        Field::ULong(number) => return Ok(number),
        ref other => return Err(unusable(found, other, INTEGER)),
    };
    u64::try_from(number).map_err(|_| format!("`{}` is {number}, below 0", found.name))
}

fn unusable(found: IndexColumn, field: &Field, cast: &str) -> String {
    match field {
        Field::Null => without_bytes(found.name, "null"),
        _ => not_of_type(found, "of another type", cast),
    }
}

/// The types of the columns, as SQL calls them.
const TEXT: &str = "text";
const INTEGER: &str = "INTEGER or BIGINT";
