//! Lists of pages: their sources, their errors, and that each site is asked once.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use robots_policy_kit::output::{ends, said};

use super::{Folder, TDMREP, page, site};

/// A run over a list from standard input.
fn fed(words: &[&str], list: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    command.args([
        "check",
        "--no-cache",
        "--agent",
        "ExampleBot",
        "--timeout",
        "2",
    ]);
    command.args(words).stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(list);
    child.wait_with_output().unwrap()
}

/// The URLs of the lines of a run.
fn rows(output: &Output) -> Vec<String> {
    let lines = ends(output, 1);
    let ids = lines.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["id"].as_str().unwrap().to_owned()
    });
    ids.collect()
}

#[test]
fn a_list_is_read_line_by_line_and_a_site_is_asked_once() {
    let server = site("User-agent: *\nDisallow: /b", |_| page("", "<p>"));
    let folder = Folder::new("list");
    fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("urls.txt");
    let (a, b, c) = (server.url("/a"), server.url("/b"), server.url("/c"));
    let list = format!("\u{FEFF}{a}\r\n\r\n# a comment\n  # another\n\t{b}  ");
    fs::write(&file, &list).unwrap();
    let file = file.to_str().unwrap();
    let json = "--format=json";
    assert_eq!(rows(&fed(&[json, "--list", file, &c], b"")), [&*c, &a, &b]);
    assert_eq!(rows(&fed(&[json, "-", &c], list.as_bytes())), [&*a, &b, &c]);
    assert_eq!(
        rows(&fed(&[json, "--list=-", &c, "-"], list.as_bytes())),
        [&*c, &a, &b]
    );
    assert_eq!(
        server.paths(),
        [
            "/robots.txt",
            "/c",
            TDMREP,
            "/a",
            "/robots.txt",
            "/a",
            TDMREP,
            "/c",
            "/robots.txt",
            "/c",
            TDMREP,
            "/a"
        ]
    );
    let reported = said(&fed(&["--progress=always", "-"], list.as_bytes()));
    assert_eq!(
        reported,
        format!("robots-policy: 1 of 2 pages: {a}\nrobots-policy: 2 of 2 pages: {b}\n")
    );
}

#[test]
fn a_list_with_wrong_lines_asks_no_site_and_names_them() {
    let server = site("", |_| page("", "<p>"));
    let good = server.url("/");
    let list = format!("{good}\nexample.com/a\nftp://example.com/\n\u{1b}[31m\n");
    let list = [list.as_bytes(), b"http://a.example/\xFF\n"].concat();
    let output = fed(&["-"], &list);
    ends(&output, 2);
    let reported = said(&output);
    let lines: Vec<&str> = reported.lines().collect();
    assert!(
        lines[0].starts_with("robots-policy: standard input:2: `example.com/a` is not a URL: "),
        "{reported}"
    );
    assert!(
        lines[1].starts_with("standard input:3: `ftp://example.com/` cannot be"),
        "{reported}"
    );
    assert!(
        lines[2].starts_with("standard input:4: `\\u{1b}[31m` is not a URL"),
        "{reported}"
    );
    assert_eq!(lines[3], "standard input:5: the line is not UTF-8");
    assert_eq!(lines[4..], ["no site was asked"]);
    let many = "x\n".repeat(1234);
    let reported = said(&fed(&["-"], many.as_bytes()));
    assert!(
        reported.ends_with("and 1,224 more lines\nno site was asked\n"),
        "{reported}"
    );
    assert_eq!(server.asked().len(), 0);
}

#[test]
fn a_run_without_a_page_is_a_usage_error() {
    for (words, list) in [
        (&["-"][..], "\n# none\n"),
        (&["-"], ""),
        (&["--list=-"], ""),
    ] {
        let output = fed(words, list.as_bytes());
        ends(&output, 2);
        let reported = said(&output);
        assert!(
            reported.contains("no URL was named; name URLs, --list FILE, or -"),
            "{reported}"
        );
    }
    let output = fed(&["--list", "/nowhere/urls.txt"], b"");
    ends(&output, 2);
    assert!(said(&output).contains("cannot read /nowhere/urls.txt: "));
}
