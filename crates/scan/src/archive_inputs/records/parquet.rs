//! An index as Apache Parquet.

use std::fs::File;

use parquet::basic::LogicalType;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::schema::types::{ColumnDescriptor, SchemaDescriptor};

use super::columns::{Found, Place};
use super::{Named, without_bytes};

/// Gives `add` the record that each row names.
///
/// # Errors
/// A file that cannot be read, a row that names no record, and an error of `add`.
pub(super) fn read(
    file: File,
    add: &mut dyn FnMut(Named<'_>) -> Result<(), String>,
) -> Result<(), String> {
    let reader = SerializedFileReader::new(file).map_err(|error| unreadable(&error))?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let columns = Columns::of(&schema)?;
    let mut rows = 0;
    for number in 0..reader.num_row_groups() {
        let group = reader
            .get_row_group(number)
            .map_err(|error| unreadable(&error))?;
        let mut group = columns.begin(&*group, rows)?;
        while group.next()? {
            group.each(add)?;
        }
        rows = group.rows;
    }
    Ok(())
}

/// The error of the crate, in one line.
fn unreadable(error: &ParquetError) -> String {
    format!("it cannot be read as Parquet: {error}")
}

/// The columns that say where a record is.
struct Columns {
    place: Place,
    is_offset_unsigned: bool,
    is_length_unsigned: bool,
}

impl Columns {
    fn of(schema: &SchemaDescriptor) -> Result<Columns, String> {
        // A member of a struct is a column with a path, and has the name of no other.
        let names = schema.columns().iter().map(|column| match column.path() {
            path if path.parts().len() == 1 => column.name().as_bytes(),
            _ => b"",
        });
        let place = Place::among(&names.collect::<Vec<_>>())?;
        let described = |found: Found| schema.column(found.number);
        if described(place.file).max_rep_level() > 0 {
            return Err(not_of_type(place.file, "a list", "text"));
        }
        Ok(Columns {
            is_offset_unsigned: is_unsigned(place.offset, &described(place.offset))?,
            is_length_unsigned: is_unsigned(place.length, &described(place.length))?,
            place,
        })
    }

    /// The rows of a group, `rows` of which are before it.
    fn begin(&self, group: &dyn RowGroupReader, rows: u64) -> Result<Group, String> {
        let column = |found: Found| {
            group
                .get_column_reader(found.number)
                .map_err(|error| unreadable(&error))
        };
        let numbers = |found: Found, is_unsigned| {
            Ok::<_, String>(Numbers {
                name: found.name,
                is_unsigned,
                reader: match column(found)? {
                    ColumnReader::Int32ColumnReader(reader) => Width::Int32(Cells::of(reader)),
                    ColumnReader::Int64ColumnReader(reader) => Width::Int64(Cells::of(reader)),
                    _ => return Err(not_of_type(found, "of another type", "INTEGER or BIGINT")),
                },
            })
        };
        let file = self.place.file;
        let ColumnReader::ByteArrayColumnReader(names) = column(file)? else {
            return Err(not_of_type(file, "of another type", "text"));
        };
        Ok(Group {
            file: file.name,
            names: Cells::of(names),
            offsets: numbers(self.place.offset, self.is_offset_unsigned)?,
            lengths: numbers(self.place.length, self.is_length_unsigned)?,
            rows,
        })
    }
}

/// Whether a column of integers has no negative ones, so that its highest bit is not a sign.
fn is_unsigned(found: Found, column: &ColumnDescriptor) -> Result<bool, String> {
    if column.max_rep_level() > 0 {
        return Err(not_of_type(found, "a list", "INTEGER or BIGINT"));
    }
    match column.logical_type_ref() {
        None => Ok(false),
        Some(LogicalType::Integer(kind)) => Ok(!kind.is_signed),
        Some(_) => Err(not_of_type(found, "of another type", "INTEGER or BIGINT")),
    }
}

fn not_of_type(found: Found, is: &str, cast: &str) -> String {
    format!("its column `{}` is {is}; cast it to {cast}", found.name)
}

/// A group of rows that is being read.
struct Group {
    /// The name of the column with the archive.
    file: &'static str,
    names: Cells<ByteArrayType>,
    offsets: Numbers,
    lengths: Numbers,
    /// Rows of the file that were read.
    rows: u64,
}

impl Group {
    /// Reads some rows; `false` at the end of the group.
    fn next(&mut self) -> Result<bool, String> {
        let read = self.names.next(self.file, self.rows)?;
        let counts = [self.offsets.next(self.rows)?, self.lengths.next(self.rows)?];
        if counts != [read; 2] {
            return Err(String::from(
                "its columns differ in their number of rows; write it again",
            ));
        }
        Ok(read > 0)
    }

    /// Gives `add` the rows that were read.
    fn each(&mut self, add: &mut dyn FnMut(Named<'_>) -> Result<(), String>) -> Result<(), String> {
        for (at, file) in self.names.values.iter().enumerate() {
            self.rows += 1;
            let in_row = |why: String| format!("row {}: {why}", self.rows);
            add(Named {
                file: file.data(),
                offset: self.offsets.get(at).map_err(in_row)?,
                length: self.lengths.get(at).map_err(in_row)?,
            })
            .map_err(in_row)?;
        }
        Ok(())
    }
}

/// A column of integers.
struct Numbers {
    name: &'static str,
    is_unsigned: bool,
    reader: Width,
}

enum Width {
    Int32(Cells<Int32Type>),
    Int64(Cells<Int64Type>),
}

impl Numbers {
    fn next(&mut self, rows: u64) -> Result<usize, String> {
        match &mut self.reader {
            Width::Int32(cells) => cells.next(self.name, rows),
            Width::Int64(cells) => cells.next(self.name, rows),
        }
    }

    fn get(&self, at: usize) -> Result<u64, String> {
        let value = match &self.reader {
            Width::Int32(cells) => {
                let value = cells.get(at);
                if self.is_unsigned {
                    return Ok(value.cast_unsigned().into());
                }
                i64::from(value)
            }
            Width::Int64(cells) => cells.get(at),
        };
        if self.is_unsigned {
            return Ok(value.cast_unsigned());
        }
        u64::try_from(value).map_err(|_| format!("`{}` is {value}, below 0", self.name))
    }
}

/// A column, and the cells of it that were read last.
struct Cells<T: DataType> {
    reader: ColumnReaderImpl<T>,
    levels: Vec<i16>,
    values: Vec<T::T>,
}

impl<T: DataType> Cells<T> {
    fn of(reader: ColumnReaderImpl<T>) -> Cells<T> {
        Cells {
            reader,
            levels: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Reads some cells of the column `name`, after this many rows; gives their number.
    fn next(&mut self, name: &str, rows: u64) -> Result<usize, String> {
        self.levels.clear();
        self.values.clear();
        let (levels, values) = (Some(&mut self.levels), &mut self.values);
        let read = self.reader.read_records(AT_ONCE, levels, None, values);
        let (count, present, _) = read.map_err(|error| unreadable(&error))?;
        if present == count {
            return Ok(count);
        }
        let null = self.levels.iter().position(|level| *level == 0);
        let row = rows + null.unwrap_or_default() as u64 + 1;
        Err(format!("row {row}: {}", without_bytes(name, "null")))
    }
}

impl<T: DataType> Cells<T>
where
    T::T: Copy + Default,
{
    fn get(&self, at: usize) -> T::T {
        self.values.get(at).copied().unwrap_or_default()
    }
}

/// Rows that are read at once.
const AT_ONCE: usize = 8 * 1024;
