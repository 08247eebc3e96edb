//! Every command when no one reads its output, or when the output cannot be written.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::disk::limited;
use crate::scanning::{archive, command, ends_saying, files, folder, run};
use robots_policy_kit::crawl::Packing;
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Server, Then, ok};

/// A folder of inputs of every command.
fn inputs(test: &str) -> PathBuf {
    let folder = folder(test);
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 1, 5);
    let whole = fs::read(folder.join("a.warc.gz")).unwrap();
    fs::write(folder.join("cut.warc.gz"), &whole[..whole.len() - 20]).unwrap();
    fs::write(folder.join("robots.txt"), "User-agent: *\nDisallow: /a\n").unwrap();
    fs::write(
        folder.join("saved"),
        "HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\r\n<p>",
    )
    .unwrap();
    let lines = "{\"headers\": [[\"x-robots-tag\", \"noindex\"]]}\n".repeat(20_000);
    fs::write(folder.join("lines"), lines).unwrap();
    folder
}

/// A site of a page that may not be indexed.
fn site() -> Server {
    Server::start(|asked, stream| {
        let is_robots = asked.path == "/robots.txt";
        let page = ok(
            "Content-Type: text/html\r\nX-Robots-Tag: noindex\r\n",
            "<p>",
        );
        let _ = stream.write_all(if is_robots {
            b"HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n"
        } else {
            &page
        });
        Then::Keep
    })
}

/// A run whose reader closes its end after the first line, or before it.
fn unread(folder: &Path, words: &str, reads: bool) -> Output {
    let mut child = command(folder, words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    if reads {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "{words}");
    }
    drop(out);
    child.wait_with_output().unwrap()
}

#[test]
fn a_reader_may_close_the_output() {
    let folder = inputs("pipe");
    let urls = (0..20_000).fold(String::new(), |urls, number| urls + &format!(" /{number}"));
    for reads in [false, true] {
        for words in [
            "eval --jsonl lines",
            "eval saved saved saved",
            &format!("matrix robots.txt --agent A{urls}"),
            "scan --schema",
            &format!("scan a.warc.gz -o out-{reads} -q"),
            &format!("robots-store build a.warc.gz -o {reads}.redb -q"),
        ] {
            let output = unread(&folder, words, reads);
            ends(&output, 0);
            assert_eq!(said(&output), "", "{words}");
        }
        let table = folder.join(format!("out-{reads}/a.warc.gz.parquet"));
        assert!(table.exists() && folder.join(format!("{reads}.redb")).exists());
    }
}

#[test]
fn the_status_is_right_when_no_one_reads_the_output() {
    let folder = inputs("status");
    let site = site();
    let (page, gone) = (site.url("/"), "http://127.0.0.1:1/");
    let check = "check --agent ExampleBot --no-cache --timeout 2";
    for (words, code, message) in [
        ("scan cut.warc.gz -q -o cut", 1, ""),
        (
            "scan a.warc.gz none/a.warc.gz -q -o none",
            1,
            "cannot read none/a.warc.gz",
        ),
        (
            "robots-store build cut.warc.gz -q -o cut.redb",
            1,
            "cut.warc.gz: ",
        ),
        (&format!("{check} {page}"), 1, ""),
        (&format!("{check} {gone}"), 3, "no connection"),
        // The second was not asked.
        (&format!("{check} {page} {page}"), 1, ""),
    ] {
        let output = unread(&folder, words, false);
        ends_saying(&output, code, message);
    }
}

#[test]
fn a_message_that_no_one_reads_changes_no_answer_and_no_status() {
    let folder = inputs("messages");
    let site = site();
    let (page, gone) = (site.url("/"), "http://127.0.0.1:1/");
    let check = "check --agent ExampleBot --timeout 2 --cache robots.txt";
    for (words, code, answer) in [
        ("eval none saved", 1, "noindex"),
        ("eval --jsonl none", 1, ""),
        ("matrix none --agent A /", 1, ""),
        ("scan -q a.warc.gz cut.warc.gz -o out", 1, "2 archives"),
        (
            "robots-store build -q a.warc.gz cut.warc.gz -o s.redb",
            1,
            "2 archives",
        ),
        (&format!("{check} {page}"), 1, "noindex"),
        (&format!("{check} {gone} {page}"), 1, "noindex"),
    ] {
        let full = Path::new("/dev/full").exists().then_some("2>/dev/full");
        for closed in ["2>&-"].into_iter().chain(full) {
            let _ = fs::remove_dir_all(folder.join("out"));
            let _ = fs::remove_file(folder.join("s.redb"));
            let shell = format!("exec {closed}");
            let output = limited(&folder, &shell, words).output().unwrap();
            let reported = ends(&output, code);
            assert!(reported.contains(answer), "{words} {closed}: {reported}");
        }
        let _ = fs::remove_dir_all(folder.join("out"));
        let _ = fs::remove_file(folder.join("s.redb"));
        let mut child = command(&folder, words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stderr.take());
        let reported = ends(&child.wait_with_output().unwrap(), code);
        assert!(reported.contains(answer), "{words}: {reported}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_reported() {
    let folder = inputs("answer");
    let site = site();
    for words in [
        "eval saved",
        "eval saved --format json",
        "eval --jsonl lines",
        "matrix robots.txt --agent A /",
        "scan --schema",
        "scan a.warc.gz -q -o out",
        "robots-store build a.warc.gz -q -o s.redb",
        &format!("check --agent ExampleBot --no-cache {}", site.url("/")),
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(&folder, words).stdout(full).output().unwrap();
        // Status 1 of `check` is an answer about a site.
        ends(&output, if words.starts_with("check ") { 3 } else { 1 });
        let message =
            "robots-policy: cannot write the answer: No space left on device (os error 28)\n";
        assert_eq!(said(&output), message, "{words}");
    }
    assert_eq!(files(&folder.join("out")).len(), 4);
    ends(
        &run(&folder, "robots-store show s.redb https://a.example/"),
        1,
    );
}

#[test]
fn a_closed_standard_input_is_an_empty_one() {
    let folder = inputs("input");
    for words in [
        "eval",
        "eval -",
        "eval --jsonl",
        "scan - -o out --resume",
        "matrix - --agent A /",
    ] {
        let empty = run(&folder, words);
        // Standard input without a name is read anew, which is reported.
        let _ = fs::remove_dir_all(folder.join("out"));
        let closed = limited(&folder, "exec <&-", words).output().unwrap();
        assert_eq!(closed.status.code(), empty.status.code(), "{words}");
        assert_eq!(said(&closed), said(&empty), "{words}");
    }
}
