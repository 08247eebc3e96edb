//! The rows of an address are those of the file, whatever happens on the way.

use std::process::Stdio;

use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{LAST_CHUNK, answer, chunked, cut, ok, redirect};

use super::*;
use crate::scanning::{command, folder, run};

const SCAN: &str = "--format jsonl --now 2026-03-01T12:00:00Z";

/// The file, and the rows of a scan of it.
fn local(folder: &Path, bytes: &[u8], more: &str) -> String {
    fs::write(folder.join("file.warc.gz"), bytes).unwrap();
    let output = run(folder, &format!("scan file.warc.gz -o local {SCAN} {more}"));
    assert!(output.status.code() < Some(2), "{}", said(&output));
    fs::read_to_string(folder.join("local/file.warc.gz.jsonl")).unwrap()
}

/// Where the second member begins.
fn second_member(bytes: &[u8]) -> usize {
    let signature = [0x1F, 0x8B, 8];
    let mut members = bytes.windows(3).enumerate().skip(1);
    members.find(|(_, three)| **three == signature).unwrap().0
}

#[test]
fn rows_are_those_of_the_file_wherever_the_connection_breaks() {
    let folder = folder("addresses-broken");
    let bytes = archive(3, 60);
    let expected = local(&folder, &bytes, "");
    let member = second_member(&bytes);
    // In the header of a member, in its data, in its trailer, between members, at the very end.
    let places = [
        0,
        4,
        member - 9,
        member - 4,
        member,
        member + 5,
        bytes.len() - 1,
        bytes.len(),
    ];
    let kept = bytes.clone();
    let server = site(move |path, before, asked| {
        let (place, kind) = path.split_once('-').unwrap();
        let place: usize = place.parse().unwrap();
        let fields = if kind.starts_with("etag") { ETAG } else { "" };
        let right = match kind {
            "chunked.warc.gz" => {
                let whole = chunked("", &[&kept[..place], &kept[place..]]);
                if before == 0 && method(asked) == "GET" {
                    return (chunked("", &[&kept[..place]]), Then::Close);
                }
                [&whole, LAST_CHUNK].concat()
            }
            "ignored.warc.gz" => ok(fields, &kept),
            _ => file(asked, fields, &kept),
        };
        if method(asked) == "HEAD" {
            return (file(asked, fields, &kept), Then::Keep);
        }
        if before == 0 {
            return (cut(right, place), Then::Close);
        }
        (right, Then::Keep)
    });
    let kinds = ["etag", "ignored", "chunked", "none"];
    let names = places
        .into_iter()
        .flat_map(|place| kinds.map(|kind| format!("{place}-{kind}.warc.gz")));
    let names: Vec<String> = names.collect();
    let urls: Vec<String> = names
        .iter()
        .map(|name| server.url(&format!("/{name}")))
        .collect();
    ends(
        &run(
            &folder,
            &format!("scan {} -o out {SCAN} -j 32", urls.join(" ")),
        ),
        0,
    );
    for (name, url) in names.iter().zip(&urls) {
        let table = folder.join(format!("out/{name}.jsonl"));
        assert!(rows(&table, url, "file.warc.gz") == expected, "{name}");
    }
}

#[test]
fn rows_are_those_of_the_file_from_a_busy_or_distant_server() {
    let folder = folder("addresses-busy");
    let bytes = archive(4, 30);
    let expected = local(&folder, &bytes, "");
    let server = site(move |path, before, asked| {
        let later = |status: &str| answer(status, "Retry-After: 0\r\n", "later");
        let answer = match (path, before) {
            ("429.warc.gz", 0) => later("429 Too Many Requests"),
            ("503.warc.gz", 0..2) => later("503 Service Unavailable"),
            ("moved.warc.gz", _) => redirect(307, "/there/429.warc.gz?signed=1"),
            _ => file(asked, ETAG, &bytes),
        };
        (answer, Then::Keep)
    });
    for name in ["429", "503", "moved"] {
        let url = server.url(&format!("/{name}.warc.gz"));
        ends(&run(&folder, &format!("scan {url} -o {name} {SCAN}")), 0);
        let table = folder.join(format!("{name}/{name}.warc.gz.jsonl"));
        assert!(rows(&table, &url, "file.warc.gz") == expected, "{name}");
        let streamed = ends(&run(&folder, &format!("scan {url} -o - {SCAN}")), 0);
        assert!(streamed.replace(&url, "file.warc.gz") == expected, "{name}");
    }
}

/// A record that is wrong about its length is noticed at the end of the archive, further on than a reader keeps bytes.
fn misleading() -> Vec<u8> {
    let mut writer = Writer::new(Packing::Plain);
    let head = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://wrong.example/\r\nContent-Length: 999999999\r\n\r\n";
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\n";
    writer.member([head, page].concat().as_bytes());
    writer.crawl(&mut Numbers(5), 200);
    let page = format!("HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat(3_000_000));
    writer.response("https://large.example/", page.as_bytes());
    writer.bytes
}

#[test]
fn damage_is_that_of_the_file() {
    let folder = folder("addresses-damage");
    let bytes = misleading();
    let expected = local(&folder, &bytes, "");
    let kept = bytes.clone();
    let server = site(move |path, _, asked| {
        let bytes = if path.starts_with("short") {
            &kept[..kept.len() - 9]
        } else {
            &kept
        };
        let answer = if path.ends_with("pipe.warc.gz") {
            ok("", bytes)
        } else {
            file(asked, ETAG, bytes)
        };
        (answer, Then::Keep)
    });
    let url = server.url("/file.warc.gz");
    let reported = ends(&run(&folder, &format!("scan {url} -o out {SCAN}")), 1);
    assert!(reported.contains("\ndamaged: 1 place\n"), "{reported}");
    assert!(rows(&folder.join("out/file.warc.gz.jsonl"), &url, "file.warc.gz") == expected);
    let gets = server.asked();
    assert!(
        gets.iter().any(|asked| asked.field("Range").is_some()),
        "it was not read again"
    );
    // Without ranges it is a pipe.
    let url = server.url("/pipe.warc.gz");
    ends(&run(&folder, &format!("scan {url} -o out2 {SCAN}")), 1);
    let mut piped = command(
        &folder,
        &format!("scan - -o piped {SCAN} --stdin-name file.warc.gz"),
    );
    piped.stdin(Stdio::from(
        fs::File::open(folder.join("file.warc.gz")).unwrap(),
    ));
    ends(&piped.output().unwrap(), 1);
    let piped = fs::read_to_string(folder.join("piped/file.warc.gz.jsonl")).unwrap();
    let table = folder.join("out2/pipe.warc.gz.jsonl");
    assert_eq!(
        fs::read_to_string(table)
            .unwrap()
            .replace(&url, "file.warc.gz"),
        piped
    );
    // A file that the server has cut short is written, as far as it is there.
    let url = server.url("/short.warc.gz");
    let reported = ends(&run(&folder, &format!("scan {url} -o out3 {SCAN}")), 1);
    assert!(reported.contains("\ndamaged: 2 places\n"), "{reported}");
    assert!(folder.join("out3/short.warc.gz.jsonl").exists());
}

#[test]
fn a_fast_scan_of_an_address_is_that_of_the_file() {
    let folder = folder("addresses-fast");
    let bytes = archive(6, 80);
    let expected = local(&folder, &bytes, "--fast-skip");
    let server = right(bytes);
    let url = server.url("/file.warc.gz");
    ends(
        &run(&folder, &format!("scan {url} -o out {SCAN} --fast-skip")),
        0,
    );
    assert!(rows(&folder.join("out/file.warc.gz.jsonl"), &url, "file.warc.gz") == expected);
}

#[test]
fn a_store_of_an_address_is_that_of_the_file() {
    let folder = folder("addresses-store-rows");
    let mut writer = Writer::new(Packing::Gzip);
    writer.response(
        "https://a.example/robots.txt",
        b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /\n",
    );
    writer.crawl(&mut Numbers(7), 20);
    let kept = writer.bytes.clone();
    let server = site(move |path, before, asked| {
        let answer = file(asked, ETAG, &kept);
        match path {
            "gone.warc.gz" => (answer_of("404 Not Found"), Then::Keep),
            _ if before == 0 => (cut(answer, 60), Then::Close),
            _ => (answer, Then::Keep),
        }
    });
    let url = server.url("/file.warc.gz");
    let built = ends(
        &run(&folder, &format!("robots-store build {url} -o s.redb")),
        0,
    );
    assert_eq!(
        built,
        "1 robots.txt answer in 1 archive; s.redb holds 1 site\n"
    );
    let shown = ends(
        &run(
            &folder,
            "robots-store show s.redb --at latest https://a.example/",
        ),
        0,
    );
    assert!(shown.ends_with("Disallow: /\n"), "{shown}");
    let gone = server.url("/gone.warc.gz");
    let output = run(
        &folder,
        &format!("robots-store build {gone} {url} -o t.redb --progress always"),
    );
    ends(&output, 1);
    let lines: Vec<String> = said(&output).lines().map(str::to_owned).collect();
    assert!(
        lines.contains(&format!(
            "robots-policy: {gone}: the server answered 404 Not Found"
        )),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.contains(&format!("archives: {url}, 1 robots.txt answer"))),
        "{lines:?}"
    );
}

fn answer_of(status: &str) -> Vec<u8> {
    answer(status, "", "")
}
