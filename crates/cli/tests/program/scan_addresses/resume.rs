//! Runs over addresses that end before their archives, and the runs that continue them.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::answer;

use super::*;
use crate::scanning::{command, ends_saying, files, folder, run};

const SCAN: &str = "-o out --format jsonl --now 2026-03-01T12:00:00Z --resume";

/// The requests so far, as `GET /path`.
fn requests(server: &Server) -> Vec<String> {
    let asked = server.asked();
    asked
        .iter()
        .map(|asked| format!("{} {}", method(asked), asked.path))
        .collect()
}

#[test]
fn an_address_is_recognised_by_its_length_and_validator() {
    for (name, fields) in [
        ("etag", ["ETag: \"a\"\r\n", "ETag: \"b\"\r\n"]),
        (
            "date",
            [
                "Last-Modified: Wed, 25 Nov 2026 15:00:00 GMT\r\n",
                "Last-Modified: Wed, 25 Nov 2026 15:00:01 GMT\r\n",
            ],
        ),
        ("none", ["", ""]),
    ] {
        let folder = folder(&format!("addresses-recognised-{name}"));
        let bytes = archive(10, 5);
        let version = Arc::new(AtomicUsize::new(0));
        let kept = Arc::clone(&version);
        let server = site(move |_, _, asked| {
            let fields = fields[kept.load(Ordering::SeqCst)];
            (file(asked, fields, &bytes), Then::Keep)
        });
        let scan = format!("scan {} {SCAN}", server.url("/a.warc.gz"));
        ends(&run(&folder, &scan), 0);
        let first = requests(&server);
        assert_eq!(first, ["HEAD /a.warc.gz", "GET /a.warc.gz"]);
        let again = run(&folder, &scan);
        ends(&again, 0);
        let second = requests(&server).split_off(first.len());
        if name == "none" {
            let message = "out/a.warc.gz.jsonl may be of other bytes: its server states neither a strong ETag nor a Last-Modified, by which it could be recognised; it is written again";
            assert!(said(&again).contains(message), "{}", said(&again));
            assert_eq!(second.len(), 3);
            continue;
        }
        assert_eq!(
            (second, said(&again).as_str()),
            (vec![String::from("HEAD /a.warc.gz")], "")
        );
        version.store(1, Ordering::SeqCst);
        let message = "is of an archive that has changed since; it is written again";
        ends_saying(&run(&folder, &scan), 0, message);
    }
}

/// A site whose archive `second` is silent in the middle, until it is requested again.
fn silent_once(bytes: Vec<u8>) -> Server {
    let counts = Mutex::new(0);
    Server::start(move |asked, stream| {
        let right = file(asked, ETAG, &bytes);
        let is_first = asked.path == "/second.warc.gz" && method(asked) == "GET" && {
            let mut count = counts.lock().unwrap();
            *count += 1;
            *count == 1
        };
        if is_first {
            let _ = stream.write_all(&right[..right.len() / 2]);
            std::thread::park();
        }
        let _ = stream.write_all(&right);
        Then::Keep
    })
}

#[test]
fn a_run_that_is_killed_or_interrupted_over_a_silent_server_resumes() {
    let bytes = archive(11, 40);
    for (signal, code) in [("-KILL", None), ("-INT", Some(130)), ("-TERM", Some(130))] {
        let folder = folder(&format!("addresses-silent{signal}"));
        let server = silent_once(bytes.clone());
        let scan = format!(
            "scan {} {} {SCAN} -j 1",
            server.url("/first.warc.gz"),
            server.url("/second.warc.gz")
        );
        let mut child = command(&folder, &scan);
        let mut child = child
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while !requests(&server).contains(&String::from("GET /second.warc.gz")) {
            assert_eq!(child.try_wait().unwrap(), None, "it ended before it read");
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        let kill = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), code, "{}", said(&output));
        assert!(!folder.join("out/second.warc.gz.jsonl").exists());
        ends(&run(&folder, &scan), 0);
        let requests = requests(&server);
        let gets = requests
            .iter()
            .filter(|asked| *asked == "GET /first.warc.gz");
        assert_eq!(gets.count(), 1, "a whole table was written again");
        let undisturbed = right(bytes.clone());
        let whole = scan
            .replace(&server.url(""), &undisturbed.url(""))
            .replace("-o out", "-o whole");
        ends(&run(&folder, &whole), 0);
        let [mut one, mut other] = ["out", "whole"].map(|out| files(&folder.join(out)));
        for files in [&mut one, &mut other] {
            assert!(files.remove("scan.json").is_some());
        }
        let text = |files: &BTreeMap<String, Vec<u8>>, server: &Server| {
            let text =
                |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&server.url(""), "SITE");
            let named = files
                .iter()
                .map(|(name, bytes)| (name.clone(), without_table(text(bytes))));
            named.collect::<BTreeMap<String, String>>()
        };
        assert!(
            text(&one, &server) == text(&other, &undisturbed),
            "{signal}"
        );
    }
}

/// A report without the figures of its table, which has the addresses of its server.
fn without_table(report: String) -> String {
    let table = report.split_once(r#""table":{"#);
    let ends = table.and_then(|(before, table)| Some((before, table.split_once('}')?.1)));
    ends.map(|(before, after)| format!("{before}{after}"))
        .unwrap_or(report)
}

#[test]
fn one_signal_ends_a_run_that_waits_for_a_throttling_server() {
    let folder = folder("addresses-throttled");
    let server = site(|_, _, _| {
        (
            answer("429 Too Many Requests", "Retry-After: 3600\r\n", ""),
            Then::Keep,
        )
    });
    let url = server.url("/a.warc.gz");
    for words in [
        format!("scan {url} -o out"),
        format!("robots-store build {url} -o s.redb"),
        format!("scan {url} -o - --format jsonl"),
    ] {
        let before = server.asked().len();
        let mut child = command(&folder, &words);
        let child = child
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while server.asked().len() == before {
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        let kill = std::process::Command::new("kill")
            .args(["-INT", &id])
            .status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        ends(&output, 130);
        assert!(!said(&output).contains("cannot read"), "{}", said(&output));
    }
}

#[test]
fn a_table_of_an_archive_that_is_removed_stays() {
    let folder = folder("addresses-gone");
    let bytes = archive(2, 9);
    let is_removed = Arc::new(AtomicBool::new(false));
    let removed = Arc::clone(&is_removed);
    let server = site(move |_, _, asked| {
        let answer = if removed.load(Ordering::SeqCst) {
            answer("404 Not Found", "", "none")
        } else {
            file(asked, ETAG, &bytes)
        };
        (answer, Then::Keep)
    });
    let scan = format!("scan {} -o out --format jsonl", server.url("/a.warc.gz"));
    ends(&run(&folder, &scan), 0);
    let table = folder.join("out/a.warc.gz.jsonl");
    let written = fs::read(&table).unwrap();
    is_removed.store(true, Ordering::SeqCst);
    let output = run(&folder, &format!("{scan} --resume"));
    let why = "the server answered 404 Not Found; the table of an earlier run stays as it is";
    assert!(said(&output).contains(why), "{}", said(&output));
    ends(&output, 1);
    assert_eq!(fs::read(&table).unwrap(), written);
}
