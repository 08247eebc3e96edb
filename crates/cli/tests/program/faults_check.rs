//! `check` on a full disk, without permission to write, with few open files, and with little memory.

use std::fs;
use std::io::Write;
use std::process::Output;

use crate::disk::{Locked, Room, limited};
use crate::scanning::{folder, run};
use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Server, Then, ok};

const CHECK: &str = "check --agent ExampleBot --timeout 20";

/// A site whose pages may not be indexed.
fn site() -> Server {
    Server::start(|asked, stream| {
        let page = ok(
            "Content-Type: text/html\r\n",
            "<meta name=robots content=noindex>",
        );
        let robots = ok("", "User-agent: *\nDisallow: /private\n");
        let is_robots = asked.path == "/robots.txt";
        let _ = stream.write_all(if is_robots { &robots } else { &page });
        Then::Keep
    })
}

#[test]
fn a_cache_on_a_full_disk_is_reported_and_the_answer_is_the_same() {
    let folder = folder("cache-full");
    let server = site();
    let (page, private) = (server.url("/page"), server.url("/private"));
    let plain = run(&folder, &format!("{CHECK} --no-cache {page} {private}"));
    let expected = ends(&plain, 1);
    // The output says that it is a copy.
    let answer = |output: &Output| {
        let reported = ends(output, 1);
        let lines = reported.split_inclusive('\n');
        lines
            .filter(|line| !line.contains("/robots.txt, copy of "))
            .collect::<String>()
    };
    let check = format!("{CHECK} --cache cache {page} {private}");
    let mut failed = 0;
    for kib in [4, 8, 12, 16, 20, 24, 32, 64] {
        let mut room = Room::of_disk(&folder, kib);
        let output = room.command(&check).output().unwrap();
        assert_eq!(answer(&output), expected, "{kib}");
        let reported = said(&output);
        if !reported.is_empty() {
            failed += 1;
            assert!(
                reported.lines().count() == 1 && reported.contains(room.reason()),
                "{kib}: {reported}"
            );
            assert!(
                reported.contains("without the cache: cache/robots.redb cannot be used: "),
                "{reported}"
            );
        }
        room.widen();
        for _ in 0..2 {
            let output = room.command(&check).output().unwrap();
            assert_eq!(answer(&output), expected, "{kib}");
            assert_eq!(said(&output), "", "{kib}");
        }
    }
    assert!(failed > 0);
}

#[test]
fn a_read_only_cache_is_reported_and_the_answer_is_the_same() {
    let folder = folder("cache-locked");
    let server = site();
    let url = server.url("/page");
    let mut locked = Locked::new(&folder);
    let check = format!("{CHECK} --cache cache {url}");
    let expected = ends(&locked.command(&check).output().unwrap(), 1);
    let before = fs::read(locked.path().join("cache/robots.redb")).unwrap();
    locked.lock();
    for cache in ["cache", "new"] {
        let check = check.replace("--cache cache", &format!("--cache {cache}"));
        let output = locked.command(&check).output().unwrap();
        assert_eq!(ends(&output, 1), expected);
        let message = format!(
            "robots-policy: cannot keep a cache in {cache}: {}",
            locked.reason()
        );
        assert!(said(&output).starts_with(&message), "{}", said(&output));
    }
    assert!(fs::read(locked.path().join("cache/robots.redb")).unwrap() == before);
}

#[test]
fn few_open_files_are_enough_for_many_sites_or_reported() {
    let folder = folder("check-files");
    let servers: Vec<Server> = (0..16).map(|_| site()).collect();
    let urls = servers.iter().fold(String::new(), |urls, server| {
        urls + " " + &server.url("/page")
    });
    for limit in [4, 5, 6, 8, 10, 12, 16, 24] {
        let check = format!("{CHECK} --cache cache-{limit} --format json{urls}");
        let output = limited(&folder, &format!("ulimit -n {limit}"), &check)
            .output()
            .unwrap();
        let reported = said(&output);
        let code = output.status.code();
        let found = String::from_utf8_lossy(&output.stdout)
            .matches("\"noindex\":true")
            .count();
        assert!(
            reported
                .lines()
                .all(|line| line.contains("Too many open files")),
            "{limit}: {reported}"
        );
        // A restriction that was found outweighs the answers that are not known.
        let expected = if found > 0 { 1 } else { 3 };
        assert_eq!(code, Some(expected), "{limit}: {reported}");
        assert!(
            reported.lines().count() >= servers.len() - found,
            "{limit}: {reported}"
        );
    }
}

#[test]
fn a_bomb_takes_no_memory() {
    let folder = folder("check-bomb");
    let mut page = GzEncoder::new(Vec::new(), Compression::fast());
    page.write_all(b"User-agent: *\nDisallow: /private\n<title>")
        .unwrap();
    for _ in 0..150 {
        page.write_all(&vec![b' '; 1 << 20]).unwrap();
    }
    let page = ok(
        "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
        page.finish().unwrap(),
    );
    let server = Server::with(page, Then::Keep);
    let (page, private) = (server.url("/page"), server.url("/private"));
    let check = format!("{CHECK} --no-cache --format json {page} {private}");
    // KiB of memory that is not the program's own text.
    let output = limited(&folder, "ulimit -d 65536", &check)
        .output()
        .unwrap();
    let reported = ends(&output, 1);
    assert!(reported.contains("\"disallow-rule\""), "{reported}");
}
