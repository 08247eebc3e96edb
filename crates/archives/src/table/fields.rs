//! The fields that a table has, as its file says and not as this version would write it.
//!
//! A table of Parquet has a schema. Records of JSON lines have none: their fields are the columns of one value that one of the
//! first records holds, each with its place in a record.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use crate::{CellKind, Shape, columns_as, parts_columns};
use parquet::basic::{LogicalType, Type as Physical};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::schema::types::Type;
use serde_json::{Map, Value};

use super::TableFormat;
use super::reader::{place_in_record, unreadable};

/// A field of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableField {
    /// Its name, which is that of the column.
    pub name: String,
    /// Where its value is: a column of the file, and the members from there on.
    pub place: Vec<String>,
    /// The shape of its value.
    pub shape: FieldShape,
}

/// The shape of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldShape {
    /// One value.
    One(CellKind),
    /// A list of values.
    List(CellKind),
    /// A list of structs, with the names of their members.
    Structs(Vec<(String, CellKind)>),
}

impl TableFormat {
    /// The form of the table in this file, by its extension.
    pub fn of(path: &Path) -> TableFormat {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if extension == Some(TableFormat::Jsonl.extension()) {
            TableFormat::Jsonl
        } else {
            TableFormat::Parquet
        }
    }
}

/// The fields of a table, in the order of its file.
///
/// # Errors
/// A file that is not a table. The message does not name the file.
pub fn fields_of(path: &Path) -> Result<Vec<TableField>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    match TableFormat::of(path) {
        TableFormat::Jsonl => of_records(file),
        TableFormat::Parquet => {
            let reader = SerializedFileReader::new(file).map_err(|error| unreadable(&error))?;
            let schema = reader.metadata().file_metadata().schema();
            Ok(schema
                .get_fields()
                .iter()
                .filter_map(|it| of_column(it))
                .collect())
        }
    }
}

/// A column of Parquet, if it has a shape that tables of `scan` have.
fn of_column(column: &Type) -> Option<TableField> {
    let name = column.name().to_owned();
    Some(TableField {
        place: vec![name.clone()],
        name,
        shape: shape(column)?,
    })
}

fn shape(column: &Type) -> Option<FieldShape> {
    if column.is_primitive() {
        return kind(column).map(FieldShape::One);
    }
    let [list] = column.get_fields() else {
        return None;
    };
    let [element] = list.get_fields() else {
        return None;
    };
    if element.is_primitive() {
        return kind(element).map(FieldShape::List);
    }
    let members = element.get_fields().iter();
    let members = members.map(|member| Some((member.name().to_owned(), kind(member)?)));
    members.collect::<Option<_>>().map(FieldShape::Structs)
}

fn kind(leaf: &Type) -> Option<CellKind> {
    if !leaf.is_primitive() {
        return None;
    }
    let logical = leaf.get_basic_info().logical_type_ref();
    match (leaf.get_physical_type(), logical) {
        (Physical::BOOLEAN, _) => Some(CellKind::Flag),
        (Physical::INT64, Some(LogicalType::Timestamp(..))) => Some(CellKind::Moment),
        (Physical::INT32 | Physical::INT64, _) => Some(CellKind::Integer),
        (Physical::BYTE_ARRAY, _) => Some(CellKind::Text),
        _ => None,
    }
}

/// The columns that one of the first records holds.
fn of_records(file: File) -> Result<Vec<TableField>, String> {
    let mut records: Vec<Map<String, Value>> = Vec::new();
    for (at, line) in BufReader::new(file).lines().take(FIRST).enumerate() {
        let line = line.map_err(|error| error.to_string())?;
        let record = serde_json::from_str(&line);
        records.push(record.map_err(|error| format!("line {}: {error}", at + 1))?);
    }
    let columns = columns_as().into_iter().chain(parts_columns());
    let columns = columns.filter_map(|column| {
        let Shape::One(leaf) = column.shape() else {
            return None;
        };
        let name = column.name();
        let mut places = records.iter();
        let place = places.find_map(|record| place_in_record(record, name));
        let (key, member) = place?;
        let is_list = records
            .iter()
            .any(|it| it.get(name).is_some_and(Value::is_array));
        let member = member.map(Cow::into_owned);
        Some(TableField {
            name: name.to_owned(),
            place: [key.to_owned()].into_iter().chain(member).collect(),
            shape: if is_list {
                FieldShape::List(leaf.kind)
            } else {
                FieldShape::One(leaf.kind)
            },
        })
    });
    Ok(columns.collect())
}

/// The records that are looked at: what is null may be left out of one.
const FIRST: usize = 100;
