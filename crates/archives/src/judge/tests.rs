//! Rows of archives in memory.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

mod damaged;

use std::convert::Infallible;

use flate2::Compression;

use robots_policy::{Unread, Why, ledger};

use super::*;
use crate::warc::Skip;
use crate::warc::tests::{once, packed, record};

/// Each row of an archive as `of` tells it, and the report.
fn scanned<T>(
    archive: Archive,
    judge: Judge,
    mut of: impl FnMut(&Row<'_>) -> T,
) -> (Vec<T>, Report) {
    let mut scan = Scan::new(Arc::new(judge), archive, "a");
    let mut rows = Vec::new();
    let mut row = |row: &Row<'_>| {
        rows.push(of(row));
        Ok::<(), Infallible>(())
    };
    while scan.next(&mut row).unwrap() {}
    (rows, scan.into_report())
}

/// The judge for a client without a name.
fn anonymous() -> Judge {
    Judge::new(vec![Asker::anonymous()], Timestamp::from_unix(0))
}

fn codes(report: Report) -> Vec<String> {
    let damage = report.damage.into_iter();
    damage.map(|place| place.code).collect()
}

/// `index` and `follow` of a row, and why its document was not read.
type Judged = (Option<bool>, Option<bool>, Option<&'static str>);

/// The rows, and the codes of what is damaged.
fn judged(fields: &str, message: &[u8]) -> (Vec<Judged>, Vec<String>) {
    let fields = format!("WARC-Target-URI: https://a.example/\r\n{fields}");
    rows_of(&record("response", &fields, message))
}

/// Why the document is not known, if it is not.
fn why_unread(row: &Row<'_>) -> Option<&'static str> {
    let mut unread = row.verdict.unread();
    let document = unread.find(|unread| unread.source() == ledger::Source::Document);
    document.map(|unread: Unread| unread.why().name())
}

fn rows_of(archive: &[u8]) -> (Vec<Judged>, Vec<String>) {
    let (rows, report) = scanned(once(archive, Skip::Verified), anonymous(), |row| {
        (row.verdict.index(), row.verdict.follow(), why_unread(row))
    });
    (rows, codes(report))
}

fn html(fields: &str, body: &[u8]) -> Vec<u8> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: nofollow\r\n";
    [head.as_bytes(), fields.as_bytes(), b"\r\n", body].concat()
}

const WHOLE: Judged = (Some(true), Some(false), None);
/// The head was read, and a licence in the rest was not searched for to its end.
const HEAD: Judged = (Some(true), Some(false), Some("body"));
const INCOMPLETE: Judged = (None, Some(false), Some("incomplete"));
const CODED: Judged = (None, Some(false), Some("content-coding"));

#[test]
fn a_document_that_was_not_read_has_a_row_that_says_so() {
    let packed = packed(b"<html><head><title>A title</title>", Compression::none());
    let length = "Content-Length: 50\r\n";
    let packed_field = "Content-Encoding: gzip\r\n";
    for (fields, message, row, damage) in [
        ("", html("", b"<html><p>"), WHOLE, None),
        ("", html(length, b"<html>"), INCOMPLETE, None),
        // Nothing states the end, and no document ends here.
        ("", html("", b"<html><title>A pa"), INCOMPLETE, None),
        ("", html("", b"<html><meta name=rob"), INCOMPLETE, None),
        (
            "",
            html("Content-Length: 20\r\n", b"<html><meta name=rob"),
            WHOLE,
            None,
        ),
        // The head was over before the end.
        ("", html(length, b"<html><p>"), HEAD, None),
        (
            "WARC-Truncated: length\r\n",
            html("", b"<html>"),
            INCOMPLETE,
            None,
        ),
        (
            "WARC-Truncated: time\r\n",
            html("", b"<html><p>"),
            HEAD,
            None,
        ),
        (
            "",
            html("Transfer-Encoding: chunked\r\n", b"6\r\n<html>\r\n9\r\n<"),
            INCOMPLETE,
            Some("cut-body"),
        ),
        (
            "",
            html(packed_field, &packed[..packed.len() - 9]),
            INCOMPLETE,
            Some("cut-body"),
        ),
        (
            "",
            html("Content-Encoding: snappy\r\n", &packed),
            CODED,
            Some("unknown-coding"),
        ),
        (
            "",
            html(
                packed_field,
                b"\x1F\x8B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            ),
            CODED,
            Some("undecodable-body"),
        ),
        ("", html("", &packed), CODED, None),
    ] {
        let shown = String::from_utf8_lossy(&message).into_owned();
        let (rows, codes) = judged(fields, &message);
        assert_eq!(rows, [row], "{fields}{shown}");
        assert_eq!(codes, Vec::from_iter(damage), "{shown}");
    }
}

#[test]
fn a_part_of_a_document_never_gets_a_yes() {
    let part = |status: &str, fields: &str, body: &str| {
        let head = format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{fields}");
        judged(
            "",
            format!("{head}X-Robots-Tag: nofollow\r\n\r\n{body}").as_bytes(),
        )
        .0
    };
    let part_of =
        |range: &str, body: &str| part("206 Part", &format!("Content-Range: {range}\r\n"), body);
    let noindex = "<meta name=robots content=noindex><p>";
    let refused = (Some(false), Some(false), Some("incomplete"));
    for (rows, row) in [
        (
            part("304 Not Modified", "", ""),
            (None, Some(false), Some("not-given")),
        ),
        (part("206 Part", "", "<head></head><body>"), INCOMPLETE),
        (part_of("bytes 9-27/99", "<head></head><body>"), INCOMPLETE),
        (part_of("bytes 9-45/99", noindex), refused),
        (part_of("bytes 0-5/99", "<html>"), INCOMPLETE),
        (part_of("bytes 0-5/*", "<html>"), INCOMPLETE),
        (part_of("bytes 0-8/99", "<html><p>"), HEAD),
        (part_of("bytes 0-5/6", "<html>"), WHOLE),
    ] {
        assert_eq!(rows, [row]);
    }
}

/// The length of the record is too small, so that the rest of its document is after its end.
#[test]
fn a_damaged_record_has_no_row() {
    let fields = "WARC-Target-URI: https://a.example/\r\n";
    let noindex = b"<meta name=robots content=noindex><p>";
    // A reader of a document without a charset needs no more after 1,024 bytes.
    let long = format!("<html><p>{}", "x".repeat(1024));
    for start in ["<html>", &long] {
        let mut archive = record("response", fields, &html("", start.as_bytes()));
        archive.truncate(archive.len() - 4);
        archive.extend([&noindex[..], b"\r\n\r\n"].concat());
        assert_eq!(
            rows_of(&archive),
            (vec![], vec!["wrong-content-length".to_owned()])
        );
    }
}

#[test]
fn blocks_before_a_response_are_left_out() {
    let front = b"HTTP/1.1 200 Connection established\r\n\r\n";
    let message = [front, &html("", b"<p>")[..]].concat();
    assert_eq!(judged("", &message).0, [WHOLE]);
}

#[test]
fn every_line_of_the_type_counts() {
    let noindex = b"<meta name=robots content=noindex>";
    let json_last = html("Content-Type: application/json\r\n", noindex);
    assert_eq!(judged("", &json_last).0, [WHOLE]);
    let json_first =
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Type: text/html\r\n\r\n";
    let message = [json_first, &noindex[..]].concat();
    assert_eq!(judged("", &message).0, [(Some(false), Some(true), None)]);
}

/// A row for each why and each of two askers, and a row of a document that was read.
fn counted() -> Report {
    let body = b"<html><title>A title</title>";
    let coded = html("Content-Encoding: snappy\r\n", b"\0");
    let short = html("Content-Length: 50\r\n", body);
    let replaced = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-2022-kr\r\n\r\n";
    let replaced = [replaced, &body[..]].concat();
    let messages = [coded, short.clone(), short, replaced, html("", b"<p>")];
    let target = "WARC-Target-URI: https://a.example/\r\n";
    let archive: Vec<u8> = messages
        .iter()
        .flat_map(|message| record("response", target, message))
        .collect();
    let bot = Client::new("ExampleBot").unwrap();
    let askers = vec![Asker::anonymous(), Asker::new("examplebot", bot)];
    let judge = Judge::new(askers, Timestamp::from_unix(0));
    scanned(once(&archive, Skip::Verified), judge, |_| ()).1
}

#[test]
fn a_report_counts_the_rows_by_why_something_was_not_read() {
    let report = counted();
    insta::assert_snapshot!(serde_json::to_string_pretty(&report).unwrap());
    let names: Vec<&str> = report.agents.keys().map(String::as_str).collect();
    assert_eq!(names, ["*", "examplebot"]);
    let unread = &report.agents["*"].unread;
    // Of the reasons of documents; only `check` meets a page that was not requested.
    let whys = [Why::ContentCoding, Why::Incomplete, Why::Encoding].map(Why::name);
    for why in &whys {
        assert!(unread.contains_key(*why), "no row for {why}");
    }
    assert_eq!(unread.len(), whys.len());
    let mut all = Report::default();
    all.add(&report);
    all.add(&report);
    let twice = unread.iter().map(|(why, rows)| (why.clone(), rows * 2));
    assert_eq!(all.agents["*"].unread, twice.collect());
    assert_eq!(all.agents["examplebot"].rows, report.rows);
}

/// Why the document was not read, and `index`, of each row; and how many revisits have none.
type Revisits = (Vec<(Option<&'static str>, Option<bool>)>, u64);

fn revisited(message: &[u8]) -> Revisits {
    let fields = "WARC-Target-URI: https://a.example/\r\nContent-Type: application/http; msgtype=response\r\n";
    let archive = once(&record("revisit", fields, message), Skip::Verified);
    let (rows, report) = scanned(archive, anonymous(), |row| {
        assert_eq!(row.warc_type, "revisit");
        (why_unread(row), row.verdict.index())
    });
    assert_eq!(report.responses, rows.len() as u64);
    assert!(report.damage.is_empty());
    (rows, report.revisits)
}

#[test]
fn a_revisit_with_robots_fields_has_a_row() {
    let head = |fields: &str| format!("HTTP/1.1 200 OK\r\n{fields}\r\n").into_bytes();
    let html = "Content-Type: text/html\r\n";
    let pdf = "Content-Type: application/pdf\r\n";
    let noindex = "X-Robots-Tag: noindex\r\n";
    let nofollow = "Robots-Tag: *;nofollow\r\n";
    for (message, expected) in [
        // The document, which may say more, is elsewhere.
        (
            head(&format!("{html}{noindex}")),
            Some((Some("incomplete"), Some(false))),
        ),
        (
            head(&format!("{html}{nofollow}")),
            Some((Some("incomplete"), None)),
        ),
        (
            head(&format!("{html}{nofollow}Content-Length: 700\r\n")),
            Some((Some("incomplete"), None)),
        ),
        // A document of this type says nothing.
        (head(&format!("{pdf}{nofollow}")), Some((None, Some(true)))),
        (
            b"HTTP/1.1 304 Not Modified\r\nX-Robots-Tag: noindex\r\n\r\n".to_vec(),
            Some((Some("not-given"), Some(false))),
        ),
        (head(html), None),
        (head("X-Robots-Tag:\r\n"), None),
        (Vec::new(), None),
        (b"not HTTP".to_vec(), None),
    ] {
        let without = u64::from(expected.is_none());
        let rows = expected.into_iter().collect();
        let text = String::from_utf8_lossy(&message).into_owned();
        assert_eq!(revisited(&message), (rows, without), "{text}");
    }
}

#[test]
fn a_scan_can_be_given_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Scan>();
    is_send::<Arc<Judge>>();
}
