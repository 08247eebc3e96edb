//! The reader against archives that are made here, and against real ones where they are.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod corpus;

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

/// A record of WARC 1.0.
fn record(kind: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\n{fields}Content-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body, b"\r\n\r\n"].concat()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// What an archive gives: records with their offsets and bodies, and damages.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    Record(u64, String, Vec<u8>),
    Damage(Code, u64),
}

fn read(bytes: Vec<u8>, skip: Skip) -> Vec<Told> {
    let mut archive = Archive::new(Box::new(Cursor::new(bytes)), skip);
    let mut told = Vec::new();
    while let Some(next) = archive.next() {
        match next {
            Ok(mut record) => {
                let mut body = Vec::new();
                record.read_to_end(&mut body).unwrap();
                let head = record.head();
                told.push(Told::Record(
                    head.offset(),
                    head.kind().name().to_owned(),
                    body,
                ));
            }
            Err(damage) => told.push(Told::Damage(damage.code(), damage.offset())),
        }
    }
    told
}

#[test]
fn plain_and_gzip() {
    let one = record("warcinfo", "", b"a: b\r\n");
    let two = record(
        "response",
        "WARC-Target-URI: <http://a/ b>\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n",
    );
    let plain = [one.clone(), two.clone()].concat();
    let gz = [gzip(&one), gzip(&two)].concat();
    for (bytes, offset) in [(plain, one.len()), (gz, gzip(&one).len())] {
        let told = read(bytes, Skip::Verified);
        assert_eq!(
            told,
            [
                Told::Record(0, "warcinfo".into(), b"a: b\r\n".into()),
                Told::Record(
                    offset as u64,
                    "response".into(),
                    b"HTTP/1.1 200 OK\r\n\r\n".into()
                ),
            ]
        );
    }
}
