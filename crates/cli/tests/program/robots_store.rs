//! `robots-policy robots-store`, and how `scan` uses the store.

use std::fs;
use std::path::Path;

use crate::scanning::{folder, records, run};
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};
use serde_json::{Value, json};

/// robots.txt as sites answered for it: the site, the status, a field, the body.
const ANSWERS: [(&str, &str, &str, &[u8]); 6] = [
    (
        "https://a.example",
        "200 OK",
        "",
        b"User-agent: *\nDisallow: /private\n",
    ),
    (
        "http://b.example",
        "301 Moved",
        "Location: https://b.example/robots.txt\r\n",
        b"",
    ),
    (
        "https://b.example",
        "200 OK",
        "",
        b"User-agent: examplebot\nDisallow: /\n",
    ),
    ("https://c.example", "404 Not Found", "", b""),
    ("https://d.example", "503 Busy", "", b""),
    (
        "https://f.example",
        "200 OK",
        "Content-Encoding: gzip\r\n",
        b"\x1F\x8B\x08 is not gzip",
    ),
];

fn write_answers(path: &Path) {
    let mut writer = Writer::new(Packing::Gzip);
    for (site, status, field, body) in ANSWERS {
        let head = format!("HTTP/1.1 {status}\r\nContent-Type: text/plain\r\n{field}\r\n");
        writer.response(
            &format!("{site}/robots.txt"),
            &[head.as_bytes(), body].concat(),
        );
    }
    let other = b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /\n";
    writer.response("https://a.example/robots.txt?x", other);
    writer.response("https://a.example/folder/robots.txt", other);
    fs::write(path, &writer.bytes).unwrap();
}

/// The length of its record is too small: the rest may disallow.
#[test]
fn a_robots_txt_of_a_damaged_record_is_not_an_answer() {
    let folder = folder("robots-damaged");
    let stored = "HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n";
    let robots = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/robots.txt\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{stored}Disallow: /\n\r\n\r\n",
        stored.len()
    );
    fs::write(folder.join("a.warc"), robots).unwrap();
    let output = run(&folder, "robots-store build a.warc -o a.redb");
    let counts = ends(&output, 1);
    assert!(counts.contains("holds 0 sites"), "{counts}");
    let said = said(&output);
    assert!(said.contains("its body may be wrong"), "{said}");
}

#[test]
fn robots_txt_of_the_crawl_is_joined_in() {
    let folder = folder("robots");
    write_answers(&folder.join("robots.warc.gz"));
    let expected = [
        ("https://a.example/", "no-match", json!(true)),
        ("https://a.example/private/x", "disallow-rule", json!(false)),
        ("http://a.example/private/x", "unknown", Value::Null),
        ("http://b.example/", "disallow-rule", json!(false)),
        ("https://c.example/", "unavailable", json!(true)),
        ("https://d.example/", "unreachable", json!(false)),
        (
            "https://d.example/robots.txt",
            "robots-txt-itself",
            json!(true),
        ),
        ("https://e.example/", "unknown", Value::Null),
        ("https://f.example/", "unreachable", json!(false)),
    ];
    let mut writer = Writer::new(Packing::Gzip);
    for (url, ..) in &expected {
        writer.response(
            url,
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>",
        );
    }
    fs::write(folder.join("pages.warc.gz"), &writer.bytes).unwrap();
    ends(
        &run(&folder, "robots-store build robots.warc.gz -o robots.redb"),
        0,
    );
    let scan =
        "scan pages.warc.gz --robots-store robots.redb --agent ExampleBot -o out --format jsonl";
    ends(&run(&folder, scan), 0);
    let rows = records(&folder.join("out/pages.warc.gz.jsonl"));
    assert_eq!(rows.len(), expected.len());
    for (row, (url, reason, allowed)) in rows.iter().zip(expected) {
        assert_eq!(row["access"]["reason"], json!(reason), "{url}");
        assert_eq!(row["access"]["allowed"], allowed, "{url}");
    }
}

#[test]
fn a_store_is_built_once_and_added_to() {
    let folder = folder("store");
    write_answers(&folder.join("robots.warc.gz"));
    let build = "robots-store build robots.warc.gz -o robots.redb";
    let reported = ends(&run(&folder, build), 0);
    let answers = ANSWERS.len();
    let expected =
        format!("{answers} robots.txt answers in 1 archive; robots.redb holds {answers} sites\n");
    assert_eq!(reported, expected);
    let again = run(&folder, build);
    ends(&again, 2);
    let message = "robots.redb is there already; add to it with --update";
    assert!(said(&again).contains(message), "{}", said(&again));
    assert_eq!(
        ends(&run(&folder, &format!("{build} --update")), 0),
        expected
    );
    let shown = ends(
        &run(&folder, "robots-store show robots.redb https://a.example/x"),
        0,
    );
    assert_eq!(
        shown,
        "https://a.example: 200 at 2026-03-01T12:00:00Z, 33 bytes\nUser-agent: *\nDisallow: /private\n"
    );
    let missing = run(
        &folder,
        "robots-store show robots.redb https://none.example/",
    );
    assert_eq!(ends(&missing, 1), "https://none.example: nothing\n");
}
