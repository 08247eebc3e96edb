//! The rows as Apache Parquet: columns in row groups, each compressed with zstd.

use std::io::{self, Write};
use std::sync::Arc;

use crate::{CellKind, Column, Common, Leaf, Row, Shape};
use parquet::basic::{
    Compression, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel,
};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

use super::TableWriter;
use super::buffer::Buffer;

pub(super) fn create(
    out: Box<dyn Write + Send>,
    columns: Vec<Column>,
    options: &[(&str, String)],
) -> io::Result<Box<dyn TableWriter>> {
    create_with(out, columns, options, ROWS, BYTES)
        .map(|file| Box::new(file) as Box<dyn TableWriter>)
        .map_err(into_io)
}

/// Begins a file whose row groups have at most so many rows, and so many bytes before they are encoded.
pub(super) fn create_with(
    out: Box<dyn Write + Send>,
    columns: Vec<Column>,
    options: &[(&str, String)],
    most_rows: usize,
    most_bytes: usize,
) -> Result<ParquetFile> {
    let columns = columns.into_iter().map(with_buffers).collect::<Vec<_>>();
    let schema = schema(&columns)?;
    let properties = properties(&columns, &schema, options)?;
    Ok(ParquetFile {
        out: SerializedFileWriter::new(out, schema, properties)?,
        columns,
        rows: 0,
        most_rows,
        most_bytes,
    })
}

/// A file that is being written.
pub(super) struct ParquetFile {
    out: SerializedFileWriter<Box<dyn Write + Send>>,
    /// Each column with its part of the row group that is being filled.
    columns: Vec<(Column, Vec<Buffer>)>,
    /// The rows of that row group.
    rows: usize,
    most_rows: usize,
    most_bytes: usize,
}

impl TableWriter for ParquetFile {
    fn push(&mut self, row: &Row<'_>) -> io::Result<()> {
        for (column, buffers) in &mut self.columns {
            push(column, buffers, row);
        }
        self.rows += 1;
        if self.rows >= self.most_rows || self.size() >= self.most_bytes {
            self.write_group().map_err(into_io)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<u64> {
        if self.rows > 0 {
            self.write_group().map_err(into_io)?;
        }
        self.out.finish().map_err(into_io)?;
        Ok(self.out.bytes_written() as u64)
    }
}

impl ParquetFile {
    fn size(&self) -> usize {
        let buffers = self.columns.iter().flat_map(|(_, buffers)| buffers);
        buffers.map(Buffer::size).sum()
    }

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.out.next_row_group()?;
        let buffers = self.columns.iter_mut().flat_map(|(_, buffers)| buffers);
        for buffer in buffers {
            if let Some(mut column) = group.next_column()? {
                buffer.write(&mut column)?;
                column.close()?;
            }
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

/// A column, and an empty buffer for each of its leaves.
fn with_buffers(column: Column) -> (Column, Vec<Buffer>) {
    let (leaves, listed) = column.shape().leaves();
    let buffers = leaves.into_iter().map(|leaf| Buffer::new(leaf, listed));
    (column, buffers.collect())
}

/// Adds the cells of a row to the buffers of a column.
fn push(column: &Column, buffers: &mut [Buffer], row: &Row<'_>) {
    let is_known = match row.common {
        Common::Nothing => false,
        Common::Response => column.is_of_record() && matches!(column.shape(), Shape::One(_)),
        Common::Answers => !column.is_of_agent(),
    };
    // Of one column all buffers have a row, or none has.
    if is_known && buffers.iter_mut().all(Buffer::push_again) {
        return;
    }
    let mut repetition = 0;
    column.cells(row, &mut |cells| {
        for (buffer, cell) in buffers.iter_mut().zip(cells) {
            buffer.push(cell, repetition);
        }
        repetition = 1;
    });
    if repetition == 0 {
        buffers.iter_mut().for_each(Buffer::push_empty);
    }
}

fn schema(columns: &[(Column, Vec<Buffer>)]) -> Result<TypePtr> {
    let columns = columns.iter().map(|(column, _)| of_column(column));
    let root = Type::group_type_builder("verdicts").with_fields(columns.collect::<Result<_>>()?);
    Ok(Arc::new(root.build()?))
}

fn of_column(column: &Column) -> Result<TypePtr> {
    let element = match column.shape() {
        Shape::One(leaf) => return of_leaf(column.name(), leaf),
        Shape::List(leaf) => of_leaf("element", leaf)?,
        Shape::Structs(members) => {
            let members = members.iter().map(|(name, leaf)| of_leaf(name, *leaf));
            let element = Type::group_type_builder("element")
                .with_repetition(Repetition::REQUIRED)
                .with_fields(members.collect::<Result<_>>()?);
            Arc::new(element.build()?)
        }
    };
    let list = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![element]);
    let column = Type::group_type_builder(column.name())
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(list.build()?)]);
    Ok(Arc::new(column.build()?))
}

fn of_leaf(name: &str, leaf: Leaf) -> Result<TypePtr> {
    let (physical, logical) = match leaf.kind {
        CellKind::Flag => (Physical::BOOLEAN, None),
        CellKind::Integer => (Physical::INT64, None),
        CellKind::Moment => (
            Physical::INT64,
            Some(LogicalType::timestamp(true, TimeUnit::MICROS)),
        ),
        CellKind::Text | CellKind::Word => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let repetition = if leaf.nullable {
        Repetition::OPTIONAL
    } else {
        Repetition::REQUIRED
    };
    let leaf = Type::primitive_type_builder(name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical);
    Ok(Arc::new(leaf.build()?))
}

fn properties(
    columns: &[(Column, Vec<Buffer>)],
    schema: &TypePtr,
    options: &[(&str, String)],
) -> Result<WriterPropertiesPtr> {
    let said = options
        .iter()
        .map(|(name, value)| KeyValue::new(format!("robots-policy.{name}"), value.clone()));
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
        .set_key_value_metadata(Some(said.collect()));
    let leaves = SchemaDescriptor::new(schema.clone());
    let kinds = columns
        .iter()
        .flat_map(|(column, _)| column.shape().leaves().0);
    let properties =
        leaves
            .columns()
            .iter()
            .zip(kinds)
            .fold(properties, |properties, (at, leaf)| {
                let path = at.path().clone();
                let encoding = match leaf.kind {
                    CellKind::Flag | CellKind::Word => return properties,
                    CellKind::Integer | CellKind::Moment => Encoding::DELTA_BINARY_PACKED,
                    CellKind::Text => Encoding::DELTA_BYTE_ARRAY,
                };
                properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path, encoding)
            });
    Ok(Arc::new(properties.build()))
}

/// As many rows as readers expect in a group, in an amount of memory that many writers at a time can have.
const ROWS: usize = 128 * 1024;
const BYTES: usize = 64 * 1024 * 1024;
/// Higher levels cost more time than the space that they save is worth.
const ZSTD_LEVEL: i32 = 3;

/// The error of the output with its kind, if the output failed.
fn into_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
