//! Indexes that no program would write, and those that were damaged.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // a test fails by panicking

use std::fs;
use std::io::Cursor;
use std::sync::Arc;

use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::parser::parse_message_type;
use robots_policy_kit::files::rows;

use super::*;

/// The records of an index as CSV, as `archive offset length`; or the error.
fn csv_rows(text: &str) -> Result<Vec<String>, String> {
    let mut rows = Vec::new();
    csv::read(Cursor::new(text), |file, range| {
        let file = String::from_utf8_lossy(file);
        rows.push(format!("{file} {} {}", range.offset, range.length));
        Ok(())
    })?;
    Ok(rows)
}

/// Tables, and their rows or errors.
#[test]
fn tables_as_csv() {
    type Row = (String, Result<Vec<String>, String>);
    for (text, expected) in rows::<Row>(include_str!("tests/tables.jsonl")) {
        match (csv_rows(&text), expected) {
            (Ok(rows), Ok(expected)) => assert_eq!(rows, expected, "{text:?}"),
            (Err(why), Err(expected)) => assert!(why.contains(&expected), "{text:?}: {why}"),
            (read, _) => panic!("{text:?}: {read:?}"),
        }
    }
}

#[test]
fn a_quote_that_nothing_closes_is_an_error() {
    let whole = "offset,length,filename,url\n1,2,a,\"x\"\n3,4,b,\"y\"\n";
    assert_eq!(csv_rows(whole).unwrap(), ["a 1 2", "b 3 4"]);
    for end in ["", "\n", "\r\n", "z", "\"\""] {
        let open = format!("offset,length,filename,url\n1,2,a,\"x\"\n3,4,b,\"y\n5,6,c,{end}");
        let why = csv_rows(&open).unwrap_err();
        assert_eq!(why, "line 3: no quote ends its last cell", "{open:?}");
    }
    // One that is longer than the memory of a line at first, so that the last line end comes when it is full.
    for length in 1000..1100 {
        let open = format!("filename,offset,length,url\na,1,2,\"{}", "x".repeat(length));
        assert!(
            csv_rows(&open).unwrap_err().contains("no quote ends"),
            "{length}"
        );
        assert_eq!(csv_rows(&format!("{open}\"")).unwrap(), ["a 1 2"]);
    }
}

#[test]
fn a_line_without_an_end_is_an_error() {
    let long = format!("filename,offset,length\na,1,\"{}", "x\n".repeat(9 << 20));
    assert_eq!(
        csv_rows(&long).unwrap_err(),
        "line 2 has more than 16777216 bytes"
    );
}

/// Errors of the rows of an index, whichever format it has.
#[test]
fn rows_that_name_no_record() {
    fn add(rows: &[(impl AsRef<[u8]>, u64, u64)]) -> Result<RecordIndex, String> {
        let mut index = RecordIndex::default();
        for &(ref file, offset, length) in rows {
            index.add(file.as_ref(), RecordRange { offset, length })?;
        }
        index.identify().map(|()| index)
    }
    type Row = (Vec<(String, u64, u64)>, String);
    for (records, why) in rows::<Row>(include_str!("tests/no_record.jsonl")) {
        let found = add(&records).err().unwrap();
        assert!(found.contains(&why), "{found}");
    }
    let index = add(&[("b", 4, 2), ("a", 7, 1), ("b", 1, 3), ("b", 4, 2)]).unwrap();
    assert!(
        index
            .identity
            .starts_with("3 records in 2 archives, xxh64 ")
    );
    let files = index.files.iter().map(|(name, ranges)| {
        let ranges: Vec<String> = ranges.iter().map(ToString::to_string).collect();
        format!("{}: {}", shown(name), ranges.join(", "))
    });
    assert_eq!(
        files.collect::<Vec<_>>(),
        [
            "b: 3 bytes from byte 1 on, 2 bytes from byte 4 on",
            "a: 1 byte from byte 7 on"
        ]
    );
    // The order of its rows says nothing of a record; the archive does.
    let other = add(&[("b", 1, 3), ("b", 4, 2), ("a", 7, 1)]).unwrap();
    assert_eq!(other.identity, index.identity);
    let other = add(&[("b", 1, 3), ("a", 4, 2), ("a", 7, 1)]).unwrap();
    assert_ne!(other.identity, index.identity);
}

fn column<T: DataType>(group: &mut SerializedRowGroupWriter<'_, Vec<u8>>, values: &[T::T]) {
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<T>().write_batch(values, None, None).unwrap();
    column.close().unwrap();
}

/// An index in Parquet.
fn parquet_bytes() -> Vec<u8> {
    let schema = "message index { required binary filename (STRING); required int64 offset; required int32 length; }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::default()).unwrap();
    for first in [0, 9] {
        let mut group = file.next_row_group().unwrap();
        let names = ["a.warc", "b.warc", "a.warc"].map(ByteArray::from);
        column::<ByteArrayType>(&mut group, &names);
        column::<Int64Type>(&mut group, &[first, first, first + 3]);
        column::<Int32Type>(&mut group, &[3, 3, 6]);
        group.close().unwrap();
    }
    file.into_inner().unwrap()
}

#[test]
fn damaged_parquet_is_an_error_or_other_rows() {
    let bytes = parquet_bytes();
    let file = robots_policy_kit::python::folder().join("damaged-index.parquet");
    let read = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        RecordIndex::read(&file)
    };
    let whole = read(&bytes).ok().unwrap();
    assert!(whole.identity.starts_with("6 records in 2 archives"));
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "cut at {length}");
    }
    let mut wrong = bytes.clone();
    for at in 0..bytes.len() {
        for change in [0x01, 0x80] {
            wrong[at] ^= change;
            // Nothing but the end of the process would be wrong: a changed number may be one of another record.
            let _ = read(&wrong);
            wrong[at] ^= change;
        }
    }
    fs::remove_file(&file).unwrap();
}

#[test]
fn equal_rows_take_the_memory_of_one() {
    let rows = |count: u64, differ: u64| {
        let mut index = RecordIndex::default();
        for row in 0..count {
            let offset = row % differ * 10;
            let range = RecordRange { offset, length: 10 };
            index.add(b"a", range).unwrap();
            assert!(index.files[0].1.len() as u64 <= differ);
        }
        index.files[0].1.len() as u64
    };
    for (count, differ) in [
        (1_000_000, 1),
        (1_000_000, 7),
        (1_000_000, 4000),
        (300_000, 100_000),
    ] {
        assert_eq!(rows(count, differ), differ);
    }
}
