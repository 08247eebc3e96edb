//! A WARC stream given to `scan`: whatever its chunks and its compression, the same records are found.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_cli::fuzzing::{ReadAs, Scanned, scan};
use serde_json::Value;

/// A stream; its length selects the compression and the size of the chunks.
pub(crate) fn check(stream: &[u8]) {
    let form = stream.len();
    let packed = match form % 4 {
        0 => members(stream, gzip),
        1 => members(stream, zstd),
        // Members that the fuzzer damages.
        _ => stream.to_vec(),
    };
    let whole = scan(&packed, ReadAs::File);
    assert_eq!(scan(&packed, ReadAs::File), whole, "the second time");
    holds(&whole, packed.len());
    let in_pieces = scan(&packed, ReadAs::FileInPieces);
    assert_eq!(in_pieces, whole, "each member in pieces");
    if form.is_multiple_of(8) {
        assert_eq!(scan(&packed, ReadAs::FileOnCores), whole, "on two cores");
    }
    for size in [1, form % 61 + 2] {
        let piped = scan(&packed, ReadAs::Pipe(size));
        assert_eq!(piped, whole, "from a pipe, by {size}");
    }
    // Damage after a head is not noticed, nor are the records that it costs.
    let fast = scan(&packed, ReadAs::FastFile);
    holds(&fast, packed.len());
    if whole.damage.is_empty() {
        assert_eq!(fast, whole, "skipped fast");
    }
    if form % 4 < 2 {
        says_what_is_packed(stream, &whole);
    }
}

/// Each row has its own record, and no offset is after the end.
fn holds(scanned: &Scanned, len: usize) {
    for line in scanned.rows.lines() {
        let row: Value = serde_json::from_str(line).expect("a JSON record");
        let offset = row["id"]["warc_offset"].as_u64().expect("an offset");
        let length = row["id"]["warc_length"].as_u64().unwrap_or(1);
        assert!(
            length > 0 && offset + length <= len as u64,
            "{offset} of {len}"
        );
    }
    assert!(scanned.rows.lines().count() as u64 <= scanned.records);
    for (offset, code) in &scanned.damage {
        assert!(*offset <= len as u64, "{code} at {offset} of {len}");
    }
}

/// Records give the same rows in gzip members as without them.
fn says_what_is_packed(stream: &[u8], packed: &Scanned) {
    let plain = scan(stream, ReadAs::File);
    if plain.damage.is_empty() && packed.damage.is_empty() {
        assert_eq!(without_places(&packed.rows), without_places(&plain.rows));
    }
}

fn without_places(rows: &str) -> Vec<Value> {
    let rows = rows.lines().map(|line| {
        let mut row: Value = serde_json::from_str(line).expect("a JSON record");
        row["id"]["warc_offset"].take();
        row["id"]["warc_length"].take();
        row
    });
    rows.collect()
}

/// A member for each record, as far as the records can be separated.
fn members(stream: &[u8], pack: fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut starts: Vec<usize> = (0..stream.len())
        .filter(|at| stream[*at..].starts_with(b"WARC/"))
        .collect();
    starts.insert(0, 0);
    starts.push(stream.len());
    starts.dedup();
    let records = starts.windows(2).map(|ends| &stream[ends[0]..ends[1]]);
    records.flat_map(pack).collect()
}

fn gzip(record: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(record).expect("memory");
    encoder.finish().expect("memory")
}

fn zstd(record: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::Encoder::new(Vec::new(), 1).expect("an encoder");
    encoder.include_checksum(true).expect("an encoder");
    encoder.write_all(record).expect("memory");
    encoder.finish().expect("memory")
}
