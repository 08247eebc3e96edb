//! The table, read back: by the crate that wrote it, and by other implementations.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod failures;
mod implementations;
mod rows;

use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex};

use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row as Read};
use serde_json::{Value, json};

use super::parquet::create_with;
use super::{
    FieldShape, Table, TableField, TableFormat, TableReader, TableRow, TableWriter as _, fields_of,
};
use crate::{CellKind, Common, Shape, columns};
use rows::{Sample, samples};

const OPTIONS: &[(&str, String)] = &[];

/// A disk with space for this many bytes, whose bytes a test can inspect.
#[derive(Clone)]
struct Disk {
    room: usize,
    bytes: Arc<Mutex<Vec<u8>>>,
}

impl Disk {
    fn new(room: usize) -> Disk {
        let bytes = Arc::default();
        Disk { room, bytes }
    }
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = bytes.len().min(self.room);
        if len == 0 && !bytes.is_empty() {
            return Err(ErrorKind::StorageFull.into());
        }
        self.room -= len;
        self.bytes.lock().unwrap().write(&bytes[..len])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The bytes of a table of these rows, which `begin` began.
fn written<'s>(
    samples: impl IntoIterator<Item = &'s Sample>,
    begin: impl FnOnce(Disk) -> Table,
) -> Vec<u8> {
    let out = Disk::new(usize::MAX);
    let mut table = begin(out.clone());
    for sample in samples {
        sample.with_row(|row| table.push(row)).unwrap();
    }
    let count = table.finish().unwrap();
    let bytes = out.bytes.lock().unwrap().clone();
    assert_eq!(bytes.len() as u64, count);
    bytes
}

/// The bytes of a table of these rows in this form.
fn table_of<'s>(format: TableFormat, samples: impl IntoIterator<Item = &'s Sample>) -> Vec<u8> {
    written(samples, |out| {
        Table::create(format, Box::new(out), columns(), OPTIONS).unwrap()
    })
}

fn reader(bytes: Vec<u8>) -> SerializedFileReader<bytes::Bytes> {
    SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap()
}

/// Every row as the crate that wrote the file reads it.
fn read(bytes: Vec<u8>) -> Vec<Value> {
    let reader = reader(bytes);
    let rows = reader.get_row_iter(None).unwrap();
    rows.map(|row| object(&row.unwrap())).collect()
}

fn object(row: &Read) -> Value {
    let members = row.get_column_iter();
    members
        .map(|(name, field)| (name.clone(), value(field)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(flag) => json!(flag),
        Field::Long(number) | Field::TimestampMicros(number) => json!(number),
        Field::Str(text) => json!(text),
        Field::Group(members) => object(members),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        other => panic!("no column is a {other:?}"),
    }
}

/// The expected rows.
#[track_caller]
fn assert_rows(samples: &[Sample], read: &[Value]) {
    for (number, (sample, read)) in samples.iter().zip(read).enumerate() {
        assert_eq!(*read, sample.expected(), "row {number}");
    }
    assert_eq!(read.len(), samples.len());
}

#[test]
fn every_row_is_read_back() {
    let samples = samples();
    assert_rows(&samples, &read(table_of(TableFormat::Parquet, &samples)));
}

#[test]
fn the_samples_differ_in_every_column() {
    let rows: Vec<Value> = samples().iter().map(Sample::expected).collect();
    for (name, first) in rows[0].as_object().unwrap() {
        let differs = rows.iter().any(|row| row[name] != *first);
        assert!(differs || name == "warc_file", "{name}");
    }
}

#[test]
fn a_long_column_is_read_back() {
    let (samples, times) = (samples(), 20);
    let many = samples.iter().cycle().take(samples.len() * times);
    let rows = read(table_of(TableFormat::Parquet, many));
    let (first, others) = rows.split_at(samples.len());
    assert_rows(&samples, first);
    assert_eq!(others.len(), samples.len() * (times - 1));
    assert!(others.chunks(samples.len()).all(|rows| rows == first));
}

#[test]
fn a_table_without_rows_is_one() {
    let bytes = table_of(TableFormat::Parquet, &[]);
    assert_eq!(reader(bytes.clone()).metadata().num_row_groups(), 0);
    assert_eq!(read(bytes), [Value::Null; 0]);
    assert_eq!(table_of(TableFormat::Jsonl, &[]), b"");
}

/// The rows of each row group of a table with these limits.
#[track_caller]
fn groups(samples: &[Sample], rows: usize, bytes: usize) -> Vec<i64> {
    let begin = |out| {
        Table(Box::new(
            create_with(Box::new(out), columns(), OPTIONS, rows, bytes).unwrap(),
        ))
    };
    let bytes = written(samples, begin);
    assert_rows(samples, &read(bytes.clone()));
    let groups = reader(bytes).metadata().row_groups().to_vec();
    groups.iter().map(RowGroupMetaData::num_rows).collect()
}

#[test]
fn a_row_group_ends_by_rows_and_by_bytes() {
    let samples = &samples()[..10];
    let bytes = usize::MAX;
    assert_eq!(groups(samples, 4, bytes), [4, 4, 2]);
    assert_eq!(groups(samples, 10, bytes), [10]);
    let rows = usize::MAX;
    assert_eq!(groups(samples, rows, 1), [1; 10]);
}

#[test]
fn further_rows_of_a_response_are_written_as_others_are() {
    let all = samples();
    // A row group has its own compressor for each column. So small ones have each fifth sample, of every field, document and asker.
    let some: Vec<&Sample> = all.iter().step_by(5).collect();
    let all: Vec<&Sample> = all.iter().collect();
    let bytes = |rows: usize, further: [Common; 2]| {
        let out = Disk::new(usize::MAX);
        let mut table =
            create_with(Box::new(out.clone()), columns(), OPTIONS, rows, usize::MAX).unwrap();
        for sample in if rows < 10 { &some } else { &all } {
            let [second, third] = further;
            for common in [Common::Nothing, second, third] {
                let pushed = sample.with_row_after(common, |row| table.push(row));
                pushed.unwrap();
            }
        }
        Box::new(table).finish().unwrap();
        out.bytes.lock().unwrap().clone()
    };
    // Row groups that begin with the first row of a response, and with a further one.
    for rows in [1, 2, 3, 4, 100_000] {
        let expected = bytes(rows, [Common::Nothing; 2]);
        for further in [
            [Common::Response; 2],
            [Common::Answers; 2],
            [Common::Response, Common::Answers],
            [Common::Answers, Common::Response],
        ] {
            assert!(bytes(rows, further) == expected, "{rows} {further:?}");
        }
    }
}

#[test]
fn records_are_those_of_the_batch_mode() {
    let samples = samples();
    let lines = String::from_utf8(table_of(TableFormat::Jsonl, &samples)).unwrap();
    assert!(lines.ends_with('\n'));
    let lines: Vec<Value> = robots_policy_kit::files::rows(&lines);
    assert_eq!(lines.len(), samples.len());
    for (sample, line) in samples.iter().zip(lines) {
        assert_eq!(line, sample.record());
    }
}

#[test]
fn both_forms_are_read_by_the_names_of_columns() {
    let samples = samples();
    let folder = std::env::temp_dir().join(format!("robots-policy-read-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [parquet, jsonl] = [TableFormat::Parquet, TableFormat::Jsonl].map(|format| {
        let path = folder.join(format!("table.{}", format.extension()));
        std::fs::write(&path, table_of(format, &samples)).unwrap();
        path
    });
    let rows = |path: &std::path::Path, columns: &[&str]| -> Vec<TableRow> {
        let reader = TableReader::open(path, columns).unwrap();
        reader.map(Result::unwrap).collect()
    };
    let all = rows(&parquet, &[]);
    let lines = rows(&jsonl, &[]);
    assert_eq!((all.len(), lines.len()), (samples.len(), samples.len()));
    let names = "url agent host date status access_allowed access_reason index snippet use_train use_ai_index warc_file \
        warc_offset record_id";
    let names: Vec<&str> = names.split(' ').collect();
    let some = rows(&parquet, &names);
    for (at, (row, line)) in all.iter().zip(&lines).enumerate() {
        for name in &names {
            let of = |row: &TableRow| row.get(name).cloned().unwrap_or(Value::Null);
            assert_eq!(of(row), of(line), "row {at}, {name}");
            assert_eq!(of(row), of(&some[at]), "row {at}, {name}");
        }
        assert_eq!(some[at].values().len(), names.len());
    }
    let lacks = TableReader::open(&parquet, &["url", "colour"]).map(|_| ());
    let why = lacks.unwrap_err();
    assert!(why.contains("no column `colour`"), "{why}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The fields that the columns of this version have; a word is a text.
fn described() -> Vec<TableField> {
    let kind = |kind| match kind {
        CellKind::Word => CellKind::Text,
        kind => kind,
    };
    let of = |column: crate::Column| TableField {
        name: column.name().to_owned(),
        place: vec![column.name().to_owned()],
        shape: match column.shape() {
            Shape::One(leaf) => FieldShape::One(kind(leaf.kind)),
            Shape::List(leaf) => FieldShape::List(kind(leaf.kind)),
            Shape::Structs(members) => {
                let members = members.iter();
                FieldShape::Structs(
                    members
                        .map(|(name, leaf)| ((*name).to_owned(), kind(leaf.kind)))
                        .collect(),
                )
            }
        },
    };
    columns().into_iter().map(of).collect()
}

#[test]
fn the_fields_of_a_table_are_those_that_its_file_has() {
    let samples = samples();
    let folder = std::env::temp_dir().join(format!("robots-policy-fields-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [parquet, jsonl] = TableFormat::ALL.map(|format| {
        let path = folder.join(format!("table.{}", format.extension()));
        std::fs::write(&path, table_of(format, &samples)).unwrap();
        fields_of(&path).unwrap()
    });
    assert_eq!(parquet, described());
    // A record has the columns of one value, except those of directives.
    let place = |name: &str| {
        let field = jsonl.iter().find(|field| field.name == name);
        field.map(|field| field.place.join("."))
    };
    for (name, wanted) in [
        ("url", Some("url")),
        ("host", Some("id.host")),
        ("warc_offset", Some("id.warc_offset")),
        ("access_rule", Some("access.rule")),
        ("snippet", Some("snippet.allowed")),
        ("use_ai_index", Some("uses.ai-index")),
        ("noindex", None),
        ("reasons", None),
        ("profile", None),
    ] {
        assert_eq!(place(name).as_deref(), wanted, "{name}");
    }
    for name in ["none.parquet", "none.jsonl"] {
        assert!(fields_of(&folder.join(name)).is_err());
    }
    for (name, bytes) in [("half.parquet", "PAR1"), ("half.jsonl", "{\"url\": ")] {
        std::fs::write(folder.join(name), bytes).unwrap();
        assert!(fields_of(&folder.join(name)).is_err(), "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
