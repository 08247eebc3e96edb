//! Tables that are read back, of either form: each row as its values by name.
//!
//! A row of Parquet has the columns by their names. A record of JSON lines has the same facts elsewhere: those in `id` come to the
//! top, and [`TableRow::text`] and its like find the others by the names of the columns.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use parquet::schema::types::Type;
use serde_json::{Map, Value};

use super::{TableFormat, moment};

/// A table that is read, row by row.
pub struct TableReader(Box<dyn Iterator<Item = Result<TableRow, String>>>);

/// A row that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow(Map<String, Value>);

impl TableReader {
    /// Opens a table, whose form its extension says. Of Parquet the `columns` of these names are read; without names all.
    ///
    /// # Errors
    /// A file that is not a table, or that lacks a column. The message does not name the file.
    pub fn open(path: &Path, columns: &[&str]) -> Result<TableReader, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        if TableFormat::of(path) == TableFormat::Jsonl {
            let lines = BufReader::with_capacity(READ, file).lines();
            let rows = (1..).zip(lines).map(|(number, line): (usize, _)| {
                let line = line.map_err(|error| error.to_string())?;
                of_line(&line).map_err(|error| format!("line {number}: {error}"))
            });
            return Ok(TableReader(Box::new(rows)));
        }
        let reader = SerializedFileReader::new(file).map_err(|error| unreadable(&error))?;
        let schema = reader.metadata().file_metadata().schema();
        let projection = match columns {
            [] => None,
            names => Some(projected(schema, names)?),
        };
        let rows = RowIter::from_file_into(Box::new(reader)).project(projection);
        let rows = rows.map_err(|error| unreadable(&error))?;
        let rows = rows.map(|row| row.map(of_row).map_err(|error| unreadable(&error)));
        Ok(TableReader(Box::new(rows)))
    }
}

/// The columns of these names as a schema.
pub(crate) fn projected(schema: &Type, names: &[&str]) -> Result<Type, String> {
    let field = |name: &&str| {
        let mut fields = schema.get_fields().iter();
        let found = fields.find(|field| field.name() == *name);
        found.cloned().ok_or_else(|| {
            format!("it has no column `{name}`; `scan` of this version writes it, so scan again")
        })
    };
    let fields: Result<Vec<_>, String> = names.iter().map(field).collect();
    let schema = Type::group_type_builder(schema.name()).with_fields(fields?);
    schema.build().map_err(|error| unreadable(&error))
}

impl Iterator for TableReader {
    type Item = Result<TableRow, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

fn of_row(row: Row) -> TableRow {
    let columns = row.into_columns().into_iter();
    TableRow(columns.map(|(name, field)| (name, value(&field))).collect())
}

/// The value of a field. A moment is text, as in records.
fn value(field: &Field) -> Value {
    match field {
        Field::TimestampMicros(micros) => moment(*micros),
        Field::Bool(flag) => (*flag).into(),
        Field::Long(number) => (*number).into(),
        Field::Str(text) => text.as_str().into(),
        Field::Group(members) => {
            let members = members.get_column_iter();
            let members = members.map(|(name, field)| (name.clone(), value(field)));
            Value::Object(members.collect())
        }
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        // No column of `scan` is of another kind.
        _ => Value::Null,
    }
}

fn of_line(line: &str) -> Result<TableRow, serde_json::Error> {
    let mut row: Map<String, Value> = serde_json::from_str(line)?;
    if let Some(Value::Object(id)) = row.remove("id") {
        row.extend(id);
    }
    Ok(TableRow(row))
}

impl TableRow {
    /// The values by name, as the form of the table has them.
    pub fn values(&self) -> &Map<String, Value> {
        &self.0
    }

    /// The text of a column; `None` where it is null, and where a row has no such column.
    pub fn text(&self, column: &str) -> Option<&str> {
        self.get(column)?.as_str()
    }

    /// The number of a column.
    pub fn number(&self, column: &str) -> Option<u64> {
        self.get(column)?.as_u64()
    }

    /// The flag of a column.
    pub fn flag(&self, column: &str) -> Option<bool> {
        self.get(column)?.as_bool()
    }

    /// The value of a column by its name in a table of Parquet.
    pub fn get(&self, column: &str) -> Option<&Value> {
        let (key, member) = place_in_record(&self.0, column)?;
        let value = self.0.get(key)?;
        match (value, member) {
            (value, Some(member)) => value.get(&*member),
            // The tokens of a client; a table has the first.
            (Value::Array(tokens), None) if column == "agent" => tokens.first(),
            (value, None) => Some(value),
        }
    }
}

/// Where a row has the value of a column: a key, and the member of its value. A row of Parquet has all at the top.
pub(super) fn place_in_record<'c>(
    row: &Map<String, Value>,
    column: &'c str,
) -> Option<(&'c str, Option<Cow<'c, str>>)> {
    if let Some(found) = row.get(column) {
        let is_answer = column == "snippet" && found.is_object();
        return Some((column, is_answer.then_some(Cow::Borrowed("allowed"))));
    }
    let (key, member) = match column.split_once('_') {
        Some(("access", member)) => ("access", Cow::Borrowed(member)),
        Some(("use", member)) => ("uses", Cow::Owned(member.replace('_', "-"))),
        None if column == "profile" => ("as", Cow::Borrowed(column)),
        _ => ("id", Cow::Borrowed(column)),
    };
    row.get(key)?.get(&*member)?;
    Some((key, Some(member)))
}

/// The error of the crate, in one line.
pub(crate) fn unreadable(error: &ParquetError) -> String {
    format!("it cannot be read as Parquet: {error}")
}

/// The bytes of a table of lines that are read at a time.
const READ: usize = 256 * 1024;
