//! A robots.txt as `curl -si` writes it: `matrix` and `eval --robots` read its status and its body like `check` does.

use std::fs;

use crate::scanning::{folder, run};
use robots_policy_kit::output::{ends, said};
use serde_json::Value;

/// A saved response, the reason of its access, and the text on standard error. Without a reason the file is refused.
struct Row(&'static str, Option<&'static str>, &'static str);

const RULES: &str = "User-agent: *\nDisallow: /a\n";

const ROWS: &[Row] = &[
    Row(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nRULES",
        Some("disallow-rule"),
        "",
    ),
    Row(
        "HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 301 \r\nlocation: /robots.txt\r\n\r\nHTTP/2 200 \r\ncontent-type: text/plain\r\n\r\nRULES",
        Some("disallow-rule"),
        "",
    ),
    Row(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1b\r\nRULES\r\n0\r\n\r\n",
        Some("disallow-rule"),
        "",
    ),
    // The body of an error has no rules.
    Row(
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n\r\nRULES",
        Some("unavailable"),
        "the server answered 404, so everything is allowed",
    ),
    Row(
        "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\n\r\n",
        Some("unavailable"),
        "the server answered 403, so everything is allowed",
    ),
    Row(
        "HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\nAllow: /\n",
        Some("unreachable"),
        "the server answered 500, so nothing may be fetched until it answers otherwise",
    ),
    Row(
        "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n",
        Some("unreachable"),
        "the server answered 429, so nothing may be fetched until it answers otherwise",
    ),
    Row(
        "HTTP/1.1 304 Not Modified\r\n\r\n",
        Some("unreachable"),
        "the server answered 304, so nothing may be fetched until it answers otherwise",
    ),
    // A part of the file is refused.
    Row(
        "HTTP/1.1 301 Moved\r\nLocation: https://b.example/robots.txt\r\n\r\n",
        None,
        "it leads to https://b.example/robots.txt; save the answer from there with `curl -siL`",
    ),
    Row(
        "HTTP/1.1 206 Partial Content\r\nContent-Type: text/plain\r\n\r\nRULES",
        None,
        "it is a part of the file (206); save the whole response with `curl -si`",
    ),
    Row(
        "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\nRULES",
        None,
        "the response was cut before it was stored; save the whole response with `curl -si`",
    ),
    Row(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n",
        None,
        "its body is empty, or was not saved; save it with `curl -si`, not with -I",
    ),
    Row(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n",
        None,
        "save the whole response with `curl -si`",
    ),
    Row(
        "HTTP/1.1 200 OK\r\nContent-Encoding: x-own\r\n\r\n\u{1}\0RULES",
        None,
        "its body is still coded",
    ),
    Row(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u{1}\0RULES",
        None,
        "its body is still coded",
    ),
    Row(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nRULES",
        Some("disallow-rule"),
        "",
    ),
    Row(
        "HTTP/1.1 200 OK\r\nno colon here\r\n\r\nRULES",
        None,
        "line 2 has no colon: `no colon here`",
    ),
    Row(
        "HTTP/1.1\r\n\r\nRULES",
        None,
        "its status line has no status",
    ),
    // The rules of two sites are not those of one.
    Row(
        "HTTP/1.1 200 OK\r\nContent-Length: 27\r\n\r\nRULESHTTP/1.1 200 OK\r\n\r\nUser-agent: ExampleBot\nAllow: /\n",
        None,
        "a second response begins at byte 66; save one response per file",
    ),
    Row(
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nRULES",
        None,
        "a second response begins at byte 52; save one response per file",
    ),
    Row(
        "HTTP/2 200 \r\ncontent-type: text/plain\r\n\r\nRULESHTTP/2 200 \r\ncontent-type: text/plain\r\n\r\nUser-agent: ExampleBot\nAllow: /\n",
        None,
        "a second response begins at byte 68; save one response per file",
    ),
    // An empty file is one that forbids nothing.
    Row(
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        Some("no-group"),
        "it is empty, so it forbids nothing",
    ),
];

#[test]
fn a_saved_response_of_robots_txt_counts_with_its_status() {
    let folder = folder("saved-robots");
    fs::write(
        folder.join("page"),
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>",
    )
    .unwrap();
    for Row(saved, reason, message) in ROWS {
        fs::write(folder.join("robots"), saved.replace("RULES", RULES)).unwrap();
        let matrix = run(&folder, "matrix robots --agent ExampleBot /a");
        let eval = run(&folder, "eval --robots robots --url /a --format json page");
        for output in [&matrix, &eval] {
            // A matrix says it under its table.
            let table = String::from_utf8_lossy(&output.stdout);
            let reported = said(output) + &table;
            assert!(reported.contains(message), "{saved}: {reported}");
            let both = said(output).contains(message) && table.contains(message);
            assert!(message.is_empty() || !both, "{saved}: {reported}");
        }
        let Some(reason) = reason else {
            ends(&matrix, 1);
            assert_eq!(ends(&eval, 1), "", "{saved}");
            continue;
        };
        let is_empty = *reason == "no-group";
        let table = ends(&matrix, i32::from(is_empty));
        let is_allowed = !matches!(*reason, "disallow-rule" | "unreachable");
        let word = if is_allowed { "  yes" } else { "  no" };
        let row = table.lines().nth(1).unwrap();
        assert!(row.starts_with(&format!("/a{word}")), "{saved}: {table}");
        let record: Value = serde_json::from_str(&ends(&eval, 0)).unwrap();
        assert_eq!(record["access"]["allowed"], is_allowed, "{saved}");
        assert_eq!(record["access"]["reason"], *reason, "{saved}");
    }
}
