//! Rows of archives in memory.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

mod damages;

use std::convert::Infallible;

use robots_policy::{Unread, Why, ledger};
use robots_policy_kit::bytes::{bytes, record};
use robots_policy_kit::told::assert_told;

use super::*;
use crate::warc::Skip;
use crate::warc::tests::once;

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

/// Why the document is not known, if it is not.
fn why_unread(row: &Row<'_>) -> Option<&'static str> {
    let mut unread = row.verdict.unread();
    let document = unread.find(|unread| unread.source() == ledger::Input::Document);
    document.map(|unread: Unread| unread.why().name())
}

/// A line for each row and each damage of an archive: `index`, `follow`, and why the document was not read.
fn told(archive: &[u8]) -> String {
    let answer = |answer: Option<bool>| match answer {
        Some(true) => "yes",
        Some(false) => "no",
        None => "?",
    };
    let (mut lines, report) = scanned(once(archive, Skip::Verified), anonymous(), |row| {
        let (index, follow) = (row.verdict.index(), row.verdict.follow());
        let why = why_unread(row).unwrap_or("read");
        format!(
            "{}: {} {} {why}",
            row.warc_type,
            answer(index),
            answer(follow)
        )
    });
    if report.damage.is_empty() {
        assert_eq!(report.responses, lines.len() as u64);
    }
    if report.revisits > 0 {
        lines.push(format!("{} revisit without a row", report.revisits));
    }
    lines.extend(codes(report));
    lines.join("\n")
}

/// A step is a record of this kind of a page, as `kind fields | message`, or a whole archive.
#[test]
fn every_record_is_judged_by_what_it_has() {
    assert_told("crates/archives/src/judge/tests/records.txt", |step, _| {
        let (kind, rest) = step.split_once(' ').unwrap();
        if kind == "archive" {
            return told(&bytes(rest));
        }
        let Some((fields, message)) = rest.split_once("| ") else {
            return String::new();
        };
        let fields = format!(
            r"WARC-Target-URI: https://a.example/\r\n{}",
            fields.trim_end()
        );
        told(&record(kind, bytes(&fields), &bytes(message)))
    });
}

fn html(fields: &str, body: &[u8]) -> Vec<u8> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: nofollow\r\n";
    [head.as_bytes(), fields.as_bytes(), b"\r\n", body].concat()
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

#[test]
fn a_scan_can_be_given_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Scan>();
    is_send::<Arc<Judge>>();
}
