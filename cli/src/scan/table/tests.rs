//! The table, read back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use robots_policy::{Accessor, Policy, RobotsTxt, Timestamp};

use super::{Format, Row, Table};

/// An output that can be looked at.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_row_is_read_back() {
    let policy = Policy::new().with_robots_txt(RobotsTxt::parse(b"user-agent: *\ndisallow: /a"));
    let agent = Accessor::new("ExampleBot").unwrap();
    let verdict = policy.verdict(&agent, "https://example.org/a", Timestamp::from_unix(0));
    let out = Shared::default();
    let mut table =
        Table::create(Format::Parquet, Box::new(out.clone()), &[("a", "b".into())]).unwrap();
    let row = Row {
        verdict: &verdict,
        agent: "examplebot",
        host: None,
        date: None,
        status: Some(200),
        content_type: None,
        head_bytes: 1,
        warc_file: "x",
        warc_offset: 0,
    };
    table.push(&row).unwrap();
    let written = table.finish().unwrap();
    let bytes = out.0.lock().unwrap().clone();
    assert_eq!(bytes.len() as u64, written);
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    let rows: Vec<_> = reader
        .get_row_iter(None)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(rows.len(), 1);
    assert!(rows[0].get_column_iter().any(|(name, field)| {
        name == "access_rule" && *field == Field::Str(String::from("disallow: /a"))
    }));
}

#[test]
fn names_of_formats_are_unique() {
    let [one, other] = Format::ALL;
    assert_eq!(Format::Parquet.extension(), "parquet");
    assert_ne!(
        (one.name(), one.extension()),
        (other.name(), other.extension())
    );
}

#[test]
fn the_schema() {
    insta::assert_snapshot!(super::schema::schema_table());
}
