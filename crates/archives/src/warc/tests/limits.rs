//! Memory and time do not depend on the claims of a record.

use std::io::{BufRead as _, Read as _};

use super::*;

/// An archive that is made as it is read: a start, and then one byte repeated.
fn endless(start: &[u8], byte: u8, left: u64) -> Archive {
    let start = Cursor::new(start.to_vec());
    let source = start.chain(io::repeat(byte).take(left));
    Archive::new(Box::new(source), Skip::Verified)
}

#[test]
fn a_header_without_end_is_abandoned() {
    for byte in [b'x', b'\n', b' '] {
        let mut archive = endless(b"WARC/1.0\r\nWARC-Type: ", byte, 1 << 26);
        let next = archive.next().unwrap().err().unwrap();
        assert!(archive.head.capacity() <= 256 * 1024);
        assert!(
            matches!(next.code(), DamageCode::LargeHead | DamageCode::NoLength),
            "{next}"
        );
        assert!(archive.next().is_none());
        assert!(archive.head.capacity() <= 256 * 1024);
    }
}

#[test]
fn a_body_of_any_size_is_read_in_pieces() {
    let head = b"WARC/1.0\r\nContent-Length: 10737418240\r\n\r\n";
    let mut archive = endless(head, b'x', 1 << 40);
    let mut record = archive.next().unwrap().unwrap();
    assert_eq!(record.head().content_length(), 10_737_418_240);
    let mut read = 0;
    for _ in 0..100 {
        let count = record.fill_buf().unwrap().len();
        record.consume(count);
        read += count as u64;
    }
    assert!(read <= 100 << 20);
    assert!(archive.position() <= read + head.len() as u64);
}

#[test]
fn a_bomb_is_unpacked_as_far_as_it_is_read() {
    let zeros = vec![0; 1 << 20];
    let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..256 {
        bomb.write_all(&zeros).unwrap();
    }
    let bomb = bomb.finish().unwrap();
    let body = [
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n",
        &bomb[..],
    ]
    .concat();
    let fields = "Content-Type: application/http; msgtype=response\r\n";
    let stored = record("response", fields, &body);
    let mut archive = once(&stored, Skip::Verified);
    let mut record = archive.next().unwrap().unwrap();
    let mut message = record.message().unwrap().unwrap();
    let mut start = vec![1; 100_000];
    message.body().read_exact(&mut start).unwrap();
    assert!(start.iter().all(|b| *b == 0));
    drop(message);
    let position = archive.position();
    assert!(
        position < 20_000,
        "{position} bytes were taken for the first 100000"
    );
}

#[test]
fn wrong_lengths_do_not_make_reading_quadratic() {
    let claim = b"WARC/1.0\r\nContent-Length: 9999999999\r\n\r\nx\r\n\r\n".repeat(20_000);
    let read = Arc::new(AtomicUsize::new(0));
    let counted = TestSource {
        now: Cursor::new(claim.clone()),
        read: Arc::clone(&read),
        ..TestSource::default()
    };
    let mut archive = Archive::of_file(Box::new(counted), Skip::Verified);
    while archive.next().is_some() {}
    let read = read.load(Ordering::Relaxed);
    assert!(read < (70 << 20) + 9 * claim.len(), "{read}");
}

#[test]
fn a_file_is_searched_again_from_far_back() {
    let wrong =
        b"WARC/1.0\r\nWARC-Target-URI: http://a/\r\nContent-Length: 9000000\r\n\r\n".to_vec();
    let text = [wrong, page("b", "<p>".repeat(1_000_000)), page("c", "<p>")].concat();
    let lines = reports_of(file(&text, Skip::Verified));
    assert_eq!(
        short(&lines),
        ["http://a/", "cut-record", "http://b/", "http://c/"]
    );
}
