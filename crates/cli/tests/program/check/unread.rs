//! A page that was not read, or not whole: its fields count, and no question about it is answered with yes.

use serde_json::json;

use super::*;

const FIELDS: &str = "Content-Type: text/html\r\nX-Robots-Tag: noarchive\r\n";
const HEAD: &str = "<title>A page</title><meta name=robots content=nofollow>";
const OVER: &str = "<title>A page</title><meta name=robots content=nofollow></head><body><p>";

/// A site whose page is these bytes after `HTTP/1.1 200 OK` and fields that forbid an archive; then it is closed.
fn sending(fields: &str, body: impl AsRef<[u8]>) -> Server {
    let head = format!("HTTP/1.1 200 OK\r\n{FIELDS}{fields}\r\n");
    let bytes = [head.as_bytes(), body.as_ref()].concat();
    Server::start(move |asked, stream| {
        let robots = ok("", "");
        let is_robots = asked.path == "/robots.txt";
        let _ = stream.write_all(if is_robots { &robots } else { &bytes });
        if is_robots { Then::Keep } else { Then::Close }
    })
}

pub(super) fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn record(server: &Server, more: &[&str], code: i32) -> Value {
    let args = [&["--no-cache", "--format", "json"], more].concat();
    serde_json::from_str(&ends(&check(&args, &[server.url("/")]), code)).unwrap()
}

/// The name of the case, the fields and the body of the page, further arguments, and why it is unread.
type Case<'c> = (&'c str, &'c str, Vec<u8>, &'c [&'c str], &'c str);

#[test]
fn a_page_that_was_not_read_is_answered_with_null() {
    let cut = &gzip(&OVER.repeat(50))[..30];
    let cases: [Case<'_>; 9] = [
        (
            "unknown",
            "Content-Encoding: snappy\r\n",
            b"\xff\x06".to_vec(),
            &[],
            "content-coding",
        ),
        (
            "unknown, text",
            "Content-Encoding: snappy\r\n",
            OVER.into(),
            &[],
            "content-coding",
        ),
        (
            "broken",
            "Content-Encoding: gzip\r\n",
            OVER.into(),
            &[],
            "content-coding",
        ),
        (
            "cut gzip",
            "Content-Encoding: gzip\r\n",
            cut.to_vec(),
            &[],
            "incomplete",
        ),
        (
            "length",
            "Content-Length: 5000\r\n",
            "<title>A".into(),
            &[],
            "incomplete",
        ),
        (
            "no body",
            "Content-Length: 5000\r\n",
            "".into(),
            &[],
            "incomplete",
        ),
        (
            "chunked",
            "Transfer-Encoding: chunked\r\n",
            "8\r\n<title>A".into(),
            &[],
            "incomplete",
        ),
        (
            "no last chunk",
            "Transfer-Encoding: chunked\r\n",
            "8\r\n<title>A\r\n".into(),
            &[],
            "incomplete",
        ),
        (
            "large",
            "",
            OVER.into(),
            &["--max-body", "20"],
            "incomplete",
        ),
    ];
    for (name, fields, body, more, why) in cases {
        let server = sending(fields, body);
        let record = record(&server, more, 3);
        assert_eq!(record["error"], Value::Null, "{name}: {record}");
        assert_eq!(record["index"], Value::Null, "{name}");
        assert_eq!(record["follow"], Value::Null, "{name}");
        assert_eq!(record["archive"], false, "{name}");
        assert_eq!(record["snippet"]["allowed"], Value::Null, "{name}");
        let unread = json!([{"source": "document", "why": why}]);
        assert_eq!(record["unread"], unread, "{name}");
        assert_eq!(record["obtainable"], true, "{name}");
        let codes: Vec<_> = record["diagnostics"].as_array().unwrap().iter().collect();
        assert_eq!(codes.len(), 1, "{name}: {codes:?}");
    }
}

#[test]
fn the_received_part_of_a_page_restricts_and_a_complete_head_was_read() {
    for (fields, body) in [
        ("Content-Length: 5000\r\n", HEAD.into()),
        (
            "Transfer-Encoding: chunked\r\n",
            format!("{:x}\r\n{HEAD}", HEAD.len()),
        ),
    ] {
        let record = record(&sending(fields, body), &[], 3);
        assert_eq!(
            (&record["follow"], &record["index"]),
            (&json!(false), &Value::Null)
        );
        assert_eq!(record["unread"][0]["why"], "incomplete");
    }
    for (fields, body) in [
        ("Content-Length: 5000\r\n", OVER.into()),
        (
            "Transfer-Encoding: chunked\r\n",
            format!("{:x}\r\n{OVER}", OVER.len()),
        ),
        ("", OVER.into()),
    ] {
        let record = record(&sending(fields, body), &[], 1);
        assert_eq!(
            (&record["follow"], &record["index"]),
            (&json!(false), &json!(true))
        );
        assert_eq!(record["unread"], Value::Null);
    }
}

#[test]
fn a_part_of_a_page_is_not_the_page() {
    for (body, code, index) in [(HEAD, 3, Value::Null), (OVER, 1, json!(true))] {
        let server = site("", move |_| answer("206 Partial Content", FIELDS, body));
        assert_eq!(record(&server, &[], code)["index"], index);
    }
}

#[test]
fn a_resource_that_is_not_a_document_has_no_head_to_miss() {
    for fields in ["Content-Encoding: snappy\r\n", "Content-Length: 5000\r\n"] {
        let fields = format!("Content-Type: application/pdf\r\n{fields}");
        let bytes = format!("HTTP/1.1 200 OK\r\n{fields}\r\n%PDF");
        let server = Server::start(move |asked, stream| {
            let robots = ok("", "");
            let is_robots = asked.path == "/robots.txt";
            let _ = stream.write_all(if is_robots { &robots } else { bytes.as_bytes() });
            if is_robots { Then::Keep } else { Then::Close }
        });
        assert_eq!(record(&server, &[], 0)["index"], true);
    }
}

#[test]
fn every_format_reports_an_unread_page_and_continues() {
    let server = sending("Content-Encoding: snappy\r\n", OVER);
    let free = site("", |_| page("", "<p>"));
    let urls = [server.url("/"), free.url("/")];
    let reported = ends(&check(&["--no-cache"], &urls[..1]), 3);
    assert!(
        reported.contains("  index    ?") && reported.contains("  archive  NO"),
        "{reported}"
    );
    let reported = ends(&check(&["--no-cache"], &urls), 3);
    let rows: Vec<Vec<&str>> = reported
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[2][1..6], ["yes", "?", "?", "NO", "?"], "{reported}");
    assert_eq!(rows[3][1..6], ["yes"; 5], "{reported}");
    let output = check(&["--no-cache", "--format", "header"], &urls);
    ends(&output, 3);
    let why = said(&output);
    assert!(
        why.contains(&server.url("/")) && why.contains("`snappy` is not known"),
        "{why}"
    );
    assert_eq!(free.paths(), ["/robots.txt", "/", TDMREP].repeat(2));
    // No byte of it was read.
    let gone = site("", |_| answer("404 Not Found", "", ""));
    assert_eq!(record(&gone, &[], 3)["error"]["code"], "undetermined");
}
