//! Files given to the wrong door: none is answered with "yes", status 0 and no message.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::scanning::{folder, run};
use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::said;
use serde_json::Value;

const PAGE: &[u8] =
    b"<!doctype html><html><head><meta name=robots content=noindex></head><p>A page";

const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /\n";

const NGINX: &[u8] =
    b"server {\n  listen 80;\n  location / {\n    add_header X-Robots-Tag noindex;\n  }\n}\n";

/// The kinds of files, by name.
fn kinds() -> Vec<(&'static str, Vec<u8>)> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(PAGE).unwrap();
    let mut archive = Writer::new(Packing::Plain);
    let response = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", PAGE].concat();
    archive.response("https://a.example/", &response);
    let failed = b"HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\nX-Robots-Tag: noindex\r\n\r\n";
    vec![
        ("page.html", PAGE.to_vec()),
        ("page.html.gz", gzip.finish().unwrap()),
        ("robots.txt", ROBOTS.to_vec()),
        ("crawl.warc", archive.bytes),
        (
            "record.json",
            b"{\"headers\": [[\"X-Robots-Tag\", \"noindex\"]]}\n".to_vec(),
        ),
        ("array.json", b"[]\n".to_vec()),
        ("nginx.conf", NGINX.to_vec()),
        (
            "binary",
            (0..=255)
                .cycle()
                .take(2000)
                .filter(|byte| *byte != b'<')
                .collect(),
        ),
        ("empty", Vec::new()),
        ("failed.http", [&failed[..], ROBOTS].concat()),
        // As `curl -sI` saves a page of HTTP/2, which states no length.
        (
            "fields.http",
            b"HTTP/2 200 \r\ncontent-type: text/html\r\n\r\n".to_vec(),
        ),
        // As `curl -si` leaves it with a proxy whose connection failed later.
        (
            "connected.http",
            b"HTTP/1.1 200 Connection established\r\n\r\n".to_vec(),
        ),
    ]
}

/// A door: its name, its command with FILE for the file, and the kinds that are right there.
struct Door(&'static str, &'static str, &'static [&'static str]);

const DOORS: &[Door] = &[
    Door("eval", "eval --format json FILE", &["failed.http"]),
    Door(
        "--headers",
        "eval --format json --headers FILE",
        &["fields.http"],
    ),
    Door("--html", "eval --format json --html FILE", &["page.html"]),
    Door(
        "--robots",
        "eval --format json --robots FILE right.http",
        &["robots.txt"],
    ),
    Door("--jsonl", "eval --jsonl FILE", &["record.json"]),
    Door(
        "matrix",
        "matrix FILE --agent ExampleBot /",
        &["robots.txt"],
    ),
    Door("scan", "scan FILE -o out", &["crawl.warc"]),
    Door("scan --list", "scan --list FILE -o out", &[]),
    Door(
        "scan --robots-store",
        "scan right.warc --robots-store FILE -o out",
        &[],
    ),
    Door(
        "build",
        "robots-store build FILE -o new.redb",
        &["crawl.warc"],
    ),
    Door(
        "build --update",
        "robots-store build right.warc --update -o FILE",
        &[],
    ),
];

/// Whether a run answered yes without a diagnostic, although it read nothing.
fn is_silent_yes(output: &Output) -> bool {
    if output.status.code() != Some(0) || !said(output).is_empty() {
        return false;
    }
    let out = String::from_utf8_lossy(&output.stdout);
    let record: Result<Value, _> = serde_json::from_str(&out);
    let Ok(record) = record else {
        if out.is_empty() {
            return false;
        }
        // A table: of a matrix, or the summary of a run without any damage.
        let words = ["damaged", "the server answered ", "its rules are not known"];
        return !words.iter().any(|word| out.contains(word));
    };
    let is_yes = record["index"] == true || record["access"]["allowed"] == true;
    let is_reported = |diagnostic: &Value| diagnostic["severity"] != "notice";
    let diagnostics = record["diagnostics"].as_array();
    is_yes && !diagnostics.is_some_and(|all| all.iter().any(is_reported))
}

/// A folder of the wrong files and the right ones.
fn files(test: &str) -> PathBuf {
    let folder = folder(test);
    for (name, bytes) in kinds() {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
    fs::write(folder.join("right.http"), response).unwrap();
    let mut archive = Writer::new(Packing::Plain);
    archive.response("https://a.example/", response);
    fs::write(folder.join("right.warc"), archive.bytes).unwrap();
    folder
}

fn silent(folder: &Path, door: &Door, kind: &str) -> bool {
    let _ = fs::remove_dir_all(folder.join("out"));
    let _ = fs::remove_file(folder.join("new.redb"));
    let before = fs::read(folder.join(kind)).unwrap();
    let output = run(folder, &door.1.replace("FILE", kind));
    assert!(
        output.status.code().is_some_and(|code| code < 4),
        "{} {kind}",
        door.0
    );
    let is_kept = fs::read(folder.join(kind)).unwrap() == before;
    assert!(is_kept, "{} {kind}: overwritten", door.0);
    is_silent_yes(&output)
}

#[test]
fn no_wrong_file_is_answered_with_yes_without_a_message() {
    let folder = files("wrong");
    let mut found = Vec::new();
    for door in DOORS {
        for (kind, _) in kinds() {
            if !door.2.contains(&kind) && silent(&folder, door, kind) {
                found.push((door.0, kind));
            }
        }
    }
    assert!(found.is_empty(), "{found:?}");
}
