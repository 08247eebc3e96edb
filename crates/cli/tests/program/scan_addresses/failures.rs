//! Archives that cannot be had: each is named, none has a table, and the others are not affected.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{answer, cut, ok};

use super::*;
use crate::scanning::{files, folder, run};

/// A failure of each kind by its path, and its message.
const FAILURES: &[(&str, &str)] = &[
    ("404.warc.gz", "the server answered 404 Not Found"),
    ("etag.warc.gz", "(after 1,000 of "),
    (
        "other.warc.gz",
        "the server sent other bytes than before; run again)",
    ),
    (
        "lie.warc.gz",
        "the server sent bytes from 489 on, and the request was for those from 488 on)",
    ),
    ("length.warc.gz", "it changed while it was read; run again)"),
];

#[test]
fn a_failure_is_that_of_its_archive_alone() {
    let folder = folder("addresses-failures");
    let bytes = archive(8, 40);
    let other: Vec<u8> = bytes.iter().map(|byte| byte ^ 1).collect();
    fs::write(folder.join("file.warc.gz"), &bytes).unwrap();
    let is_well = Arc::new(AtomicBool::new(false));
    let well = Arc::clone(&is_well);
    let server = site(move |path, before, asked| {
        let right = file(asked, ETAG, &bytes);
        let is_well = well.load(Ordering::SeqCst);
        if is_well || path == "right.warc.gz" || method(asked) == "HEAD" {
            return (right, Then::Keep);
        }
        let part = |from: usize, size: usize| {
            let fields = format!(
                "{ETAG}Content-Range: bytes {from}-{}/{size}\r\n",
                bytes.len() - 1
            );
            answer("206 Partial Content", &fields, &bytes[from..])
        };
        let answer = match (path, before) {
            ("404.warc.gz", _) => answer("404 Not Found", "", "none"),
            (_, 0) => return (cut(right, 1000), Then::Close),
            ("etag.warc.gz", _) => file(asked, "ETag: \"b\"\r\n", &bytes),
            ("other.warc.gz", _) => file(asked, ETAG, &other),
            ("lie.warc.gz", _) => part(489, bytes.len()),
            _ => part(488, bytes.len() + 1),
        };
        (answer, Then::Keep)
    });
    let names = FAILURES
        .iter()
        .map(|(name, _)| server.url(&format!("/{name}")));
    let names: Vec<String> = names.collect();
    let scan = format!(
        "scan {} {} file.warc.gz -o out --format jsonl --now 2026-03-01T12:00:00Z -j 8",
        names.join(" "),
        server.url("/right.warc.gz")
    );
    let output = run(&folder, &scan);
    ends(&output, 1);
    let reported = said(&output);
    for ((_, why), name) in FAILURES.iter().zip(&names) {
        let start = format!("robots-policy: cannot read {name}: ");
        let line = reported.lines().find(|line| line.starts_with(&start));
        assert!(
            line.is_some_and(|line| line.contains(why)),
            "{name}: {reported}"
        );
    }
    assert!(
        reported.contains("5 of 7 archives have no table in out; "),
        "{reported}"
    );
    let tables: Vec<String> = files(&folder.join("out"))
        .into_keys()
        .filter(|name| name.ends_with("jsonl"))
        .collect();
    assert_eq!(tables, ["file.warc.gz.jsonl", "right.warc.gz.jsonl"]);
    assert!(
        files(&folder.join("out"))
            .keys()
            .all(|name| !name.contains(".part"))
    );
    is_well.store(true, Ordering::SeqCst);
    ends(&run(&folder, &format!("{scan} --resume")), 0);
    let expected = fs::read_to_string(folder.join("out/file.warc.gz.jsonl")).unwrap();
    for ((name, _), url) in FAILURES.iter().zip(&names) {
        let table = folder.join(format!("out/{name}.jsonl"));
        assert!(rows(&table, url, "file.warc.gz") == expected, "{name}");
    }
}

#[test]
fn an_archive_without_a_stated_end_is_named() {
    let folder = folder("addresses-without-end");
    let bytes = archive(2, 9);
    let server = site(move |path, _, _| {
        let answer = match path {
            "chunked.warc.gz" => {
                let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
                chunk.extend_from_slice(&bytes);
                chunk.extend_from_slice(b"\r\n0\r\n\r\n");
                [
                    &b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"[..],
                    &chunk,
                ]
                .concat()
            }
            _ => [&b"HTTP/1.1 200 OK\r\n\r\n"[..], &bytes].concat(),
        };
        (answer, Then::Close)
    });
    for (name, is_named) in [("endless", true), ("chunked", false)] {
        let url = server.url(&format!("/{name}.warc.gz"));
        for out in [name, "-"] {
            let output = run(&folder, &format!("scan {url} -o {out} --format jsonl"));
            let line = format!("{url}: the server states no length");
            assert_eq!(said(&output).contains(&line), is_named, "{name}, {out}");
            ends(&output, 0);
        }
        let store = format!("robots-store build {url} -o {name}.redb");
        assert_eq!(
            said(&run(&folder, &store)).contains("states no length"),
            is_named
        );
    }
}

#[test]
fn a_coding_of_the_server_is_refused_where_the_name_promises_none() {
    let folder = folder("addresses-coded");
    let bytes = archive(2, 9);
    let server = site(move |_, _, _| (ok("Content-Encoding: gzip\r\n", &bytes), Then::Keep));
    let url = server.url("/crawl.warc");
    let output = run(&folder, &format!("scan {url} -o out --format jsonl"));
    let why = "the server sent it with Content-Encoding: gzip, which the request refuses";
    assert!(said(&output).contains(why), "{}", said(&output));
    ends(&output, 1);
    // Servers describe the bytes of a compressed file so.
    let url = server.url("/crawl.warc.gz");
    ends(
        &run(&folder, &format!("scan {url} -o out2 --format jsonl")),
        0,
    );
}

#[test]
fn a_store_counts_the_archives_that_were_read() {
    let folder = folder("addresses-store");
    let bytes = archive(2, 9);
    let server = site(move |path, _, asked| {
        let answer = match path {
            "404.warc.gz" => answer("404 Not Found", "", "none"),
            "page.warc.gz" => ok("Content-Type: text/html\r\n", "<p>Please log in"),
            _ => file(asked, ETAG, &bytes),
        };
        (answer, Then::Keep)
    });
    let [gone, page, right] =
        ["404", "page", "right"].map(|name| server.url(&format!("/{name}.warc.gz")));
    let output = run(
        &folder,
        &format!("robots-store build {gone} {page} {right} -o s.redb"),
    );
    let reported = said(&output);
    assert!(reported.contains(&format!("{gone}: the server answered 404 Not Found")));
    let answered = format!("{page}: no record is in it; the server answered 200 OK, text/html");
    assert!(reported.contains(&answered), "{reported}");
    let counted = ends(&output, 1);
    assert!(counted.contains(" in 2 archives; "), "{counted}");
}
