use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::limits::Limits;
use crate::robots_txt::reader::RobotsTxtReader;
use crate::tests::{octets, rows};
use crate::token::Client;

const LIMIT: usize = 500 * 1024;

fn reader(dialect: Dialect) -> RobotsTxtReader {
    RobotsTxtReader::new().with_dialect(dialect)
}

fn limited(dialect: Dialect, limit: usize) -> RobotsTxtReader {
    reader(dialect).with_limits(Limits::default().with_robots_txt(limit))
}

/// Google's reading of the octets themselves.
fn googles(file: &[u8]) -> RobotsTxt {
    limited(Dialect::Google, LIMIT).read(file).value
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.ends_with("robots.txt") {
            found.push(path);
        }
    }
}

#[test]
fn r_418_the_files_of_the_fixtures_are_read_as_google_reads_them() {
    let mut found = Vec::new();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"),
        &mut found,
    );
    assert!(found.len() > 100, "only {} files", found.len());
    for path in found {
        let file = fs::read(&path).unwrap();
        for dialect in [Dialect::Extended, Dialect::Rfc9309] {
            let read = reader(dialect).read(&file).value;
            let google = read.by_dialect(Dialect::Google);
            let place = path.display();
            assert_eq!(*google, googles(&file), "{place}, read as {dialect}");
            assert_eq!(
                google.is_truncated(),
                googles(&file).is_truncated(),
                "{place}"
            );
        }
    }
}

#[test]
fn a_reading_is_made_once_and_only_where_it_is_another() {
    let file = b"User-agent: *\nDisallow: /a\n";
    let is = |one: &RobotsTxt, other: &RobotsTxt| std::ptr::eq(one, other);
    for read_as in [Dialect::Extended, Dialect::Rfc9309] {
        let read = reader(read_as).read(file).value;
        for dialect in [Dialect::Extended, Dialect::Rfc9309] {
            assert!(
                is(read.by_dialect(dialect), &read),
                "{read_as} as {dialect}"
            );
        }
        let google = read.by_dialect(Dialect::Google);
        assert!(!is(google, &read));
        assert!(
            is(google, read.clone().by_dialect(Dialect::Google)),
            "{read_as}"
        );
        for dialect in Dialect::ALL {
            assert!(
                is(google.by_dialect(*dialect), google),
                "google as {dialect}"
            );
        }
        assert_eq!(
            read,
            read.clone(),
            "another reading does not make it another file"
        );
    }
}

/// After a mark of UTF-16 before text that is not, Google reads the lines after the first.
#[test]
fn r_418_marks_and_encodings() {
    for (file, ours, google) in rows::<(String, bool, bool)>(include_str!("tests/marks.jsonl")) {
        let file = octets(&file);
        let read = RobotsTxt::parse(&file).value;
        let allows = |robots: &RobotsTxt| robots.access(&Client::anonymous(), "/a").is_allowed();
        assert_eq!(
            (allows(&read), allows(&googles(&file))),
            (ours, google),
            "{file:?}"
        );
        assert_eq!(
            *read.by_dialect(Dialect::Google),
            googles(&file),
            "{file:?}"
        );
    }
}

/// A file of this length: rules, a long comment, and at its end these octets.
fn long(len: usize, end: &str) -> Vec<u8> {
    let mut file = b"User-agent: *\nDisallow: /a\n#".to_vec();
    file.resize(len - end.len(), b'x');
    file.extend_from_slice(end.as_bytes());
    file
}

#[test]
fn r_419_octets_beyond_the_limit_are_not_googles() {
    let rule = "\nDisallow: /b\n";
    for len in [-3, -1, 0, 1, 2, 5, 13, 14, 20_000] {
        let file = long(LIMIT.saturating_add_signed(len), rule);
        for limit in [LIMIT, LIMIT + 1, LIMIT + 10_000, LIMIT + 50_000] {
            let read = limited(Dialect::Extended, limit).read(&file).value;
            let google = read.by_dialect(Dialect::Google);
            let row = format!("{len} octets more, read up to {limit}");
            assert_eq!(*google, googles(&file), "{row}");
            assert_eq!(google.is_truncated(), len > 0, "{row}");
            let allows = google.access(&Client::anonymous(), "/b").is_allowed();
            assert_eq!(
                allows,
                len > 1,
                "a line whose end alone is cut counts: {row}"
            );
        }
    }
}

/// Of a file that was cut, more is not known.
#[test]
fn r_446_a_file_exceeds_what_it_is_known_to_exceed() {
    for (len, limit, octets, expected) in
        rows::<(usize, usize, usize, bool)>(include_str!("tests/exceeds.jsonl"))
    {
        let file = limited(Dialect::Extended, limit).read(&long(len, "")).value;
        assert_eq!(file.exceeds(octets), expected, "{len}, {limit}, {octets}");
    }
    let text: Vec<u8> = "# a\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let read = RobotsTxt::parse(&text).value;
    assert!(read.exceeds(7) && !read.exceeds(8), "octets as they came");
}
