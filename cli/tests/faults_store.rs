//! `robots-store build` where there is no room, nothing may be written, or the process is killed; and `scan` with a store
//! to which that happened.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod crawl;
mod disk;
mod output;
mod scanning;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Instant;

use crawl::{Numbers, Packing, Writer};
use disk::{Locked, Room, limited};
use output::{ends, said};
use scanning::{command, files, folder, records, run};

/// So many sites whose robots.txt has so many lines, which nothing compresses, and then so many bytes of `#`.
fn sites(path: &Path, name: &str, count: u64, lines: u64, padding: usize) {
    let mut writer = Writer::new(Packing::Gzip);
    let mut numbers = Numbers(count);
    for number in 0..count {
        let mut body = format!("User-agent: *\nDisallow: /{number}/\n");
        for _ in 0..lines {
            let words = [(); 4].map(|()| numbers.below(1 << 31));
            writeln!(body, "Disallow: /{words:x?}").unwrap();
        }
        body += &"#".repeat(padding);
        let message = format!("HTTP/1.1 200 OK\r\n\r\n{body}");
        let url = format!("https://{name}{number}.example/robots.txt");
        writer.response(&url, message.as_bytes());
    }
    fs::write(path, &writer.bytes).unwrap();
}

/// A folder of two such archives, a folder beside them, and what is shown of a store of the first and of both.
fn crawled(test: &str, lines: u64) -> (PathBuf, [String; 2]) {
    let folder = folder(test);
    sites(&folder.join("a.warc.gz"), "a", 60, lines, 0);
    sites(&folder.join("b.warc.gz"), "b", 60, lines, 0);
    let shown = ["a.warc.gz", "a.warc.gz b.warc.gz"].map(|archives| {
        let _ = fs::remove_file(folder.join("whole.redb"));
        let build = format!("robots-store build {archives} -o whole.redb");
        ends(&run(&folder, &build), 0);
        shown(&folder, "whole.redb")
    });
    (folder, shown)
}

/// What a store holds of every site.
#[track_caller]
fn shown(folder: &Path, store: &str) -> String {
    let urls = |name: &str| {
        (0..60).fold(String::new(), |urls, n| {
            urls + &format!(" https://{name}{n}.example/")
        })
    };
    let output = run(
        folder,
        &format!("robots-store show {store}{}{}", urls("a"), urls("b")),
    );
    assert_eq!(said(&output), "");
    String::from_utf8(output.stdout).unwrap()
}

/// The names of files in a folder.
fn names(folder: &Path) -> Vec<String> {
    files(folder).into_keys().collect()
}

const BUILD: &str = "robots-store build ../a.warc.gz -o s.redb";
const UPDATE: &str = "robots-store build ../a.warc.gz ../b.warc.gz -o s.redb --update";

#[test]
fn a_full_disk_leaves_no_store_or_the_one_that_was_there() {
    let (folder, [first, both]) = crawled("store-full", 400);
    let mut failed = [0; 2];
    for kib in [4, 8, 16, 64, 400, 1100, 1500, 2000, 2600, 4000] {
        let mut room = Room::of_disk(&folder, kib);
        let output = room.command(BUILD).output().unwrap();
        if !output.status.success() {
            failed[0] += 1;
            ends(&output, 1);
            let message = format!("robots-policy: cannot write s.redb.part: {}", room.reason());
            assert!(said(&output).starts_with(&message), "{}", said(&output));
            assert_eq!(names(&room.path()), [""; 0], "{kib}");
            continue;
        }
        let output = room.command(UPDATE).output().unwrap();
        if !output.status.success() {
            failed[1] += 1;
            ends(&output, 1);
            let message = format!("robots-policy: cannot write s.redb: {}", room.reason());
            assert!(said(&output).starts_with(&message), "{}", said(&output));
            assert_eq!(names(&room.path()), ["s.redb"]);
            room.widen();
            assert!(shown(&room.path(), "s.redb") == first, "{kib}");
        }
        room.widen();
        ends(&room.command(UPDATE).output().unwrap(), 0);
        assert!(shown(&room.path(), "s.redb") == both, "{kib}");
    }
    assert!(failed.iter().all(|failed| *failed > 0), "{failed:?}");
}

#[test]
fn rows_that_wait_beside_the_store_leave_nothing_on_a_full_disk() {
    let folder = folder("store-runs");
    // More than wait in memory.
    sites(&folder.join("a.warc.gz"), "a", 120, 1, 400_000);
    for kib in [4, 16, 32, 40, 64] {
        let mut room = Room::of_disk(&folder, kib);
        let output = room.command(BUILD).output().unwrap();
        ends(&output, 1);
        assert!(said(&output).contains(room.reason()), "{}", said(&output));
        assert_eq!(names(&room.path()), [""; 0], "{kib}");
        room.widen();
        ends(&room.command(BUILD).output().unwrap(), 0);
        assert_eq!(names(&room.path()), ["s.redb"]);
    }
}

#[test]
fn a_killed_build_is_done_again_and_leaves_nothing_beside_the_store() {
    let folder = folder("store-killed");
    sites(&folder.join("a.warc.gz"), "a", 60, 2, 400_000);
    sites(&folder.join("b.warc.gz"), "b", 60, 2, 400_000);
    let began = Instant::now();
    ends(
        &run(
            &folder,
            "robots-store build a.warc.gz b.warc.gz -o whole.redb -j 2",
        ),
        0,
    );
    let whole = began.elapsed();
    let expected = shown(&folder, "whole.redb");
    fs::create_dir(folder.join("disk")).unwrap();
    let disk = folder.join("disk");
    let mut numbers = Numbers(3);
    let mut killed = 0;
    for update in [false, true] {
        if update {
            ends(&run(&disk, "robots-store build ../a.warc.gz -o s.redb"), 0);
        }
        let words = if update {
            UPDATE.to_owned()
        } else {
            UPDATE.replace("--update", "-j 2")
        };
        for _ in 0..8 {
            let mut build = command(&disk, &words);
            let build = build.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = build.spawn().unwrap();
            thread::sleep(whole * u32::try_from(numbers.below(1000)).unwrap() / 1200);
            child.kill().unwrap();
            let ended = child.wait().unwrap();
            killed += u32::from(!ended.success());
            if ended.success() && !update {
                fs::remove_file(disk.join("s.redb")).unwrap();
            }
        }
        if update {
            // It can be read as it is.
            let known = shown(&disk, "s.redb");
            assert!(known == expected || known.contains("https://a59.example: 200"));
        }
        ends(&run(&disk, &words), 0);
        assert_eq!(names(&disk), ["s.redb"]);
        assert!(shown(&disk, "s.redb") == expected);
        fs::remove_file(disk.join("s.redb")).unwrap();
    }
    assert!(
        killed >= 6,
        "{killed} of 16 runs were killed before their end"
    );
}

#[test]
fn a_store_that_may_not_be_written_can_be_read() {
    let (folder, [first, both]) = crawled("store-locked", 2);
    pages(&folder.join("p.warc.gz"));
    let mut locked = Locked::new(&folder);
    ends(&locked.command(BUILD).output().unwrap(), 0);
    locked.lock();
    for (words, place) in [
        (BUILD.replace("s.redb", "new.redb"), "new.redb.part"),
        (UPDATE.to_owned(), "s.redb"),
    ] {
        let output = locked.command(&words).output().unwrap();
        ends(&output, 1);
        let message = format!("robots-policy: cannot write {place}: {}", locked.reason());
        assert!(said(&output).starts_with(&message), "{}", said(&output));
    }
    assert!(shown(&locked.path(), "s.redb") == first);
    let store = locked.path().join("s.redb");
    let scan = format!(
        "scan p.warc.gz -o out --format jsonl --robots {}",
        store.display()
    );
    ends(&run(&folder, &scan), 0);
    assert_eq!(disallowed(&folder.join("out/p.warc.gz.jsonl")), 60);
    locked.open();
    ends(&locked.command(UPDATE).output().unwrap(), 0);
    assert!(shown(&locked.path(), "s.redb") == both);
}

/// A page of each site of the first archive that its robots.txt disallows.
fn pages(path: &Path) {
    let mut writer = Writer::new(Packing::Gzip);
    for number in 0..60 {
        let url = format!("https://a{number}.example/{number}/");
        writer.response(
            &url,
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>",
        );
    }
    fs::write(path, &writer.bytes).unwrap();
}

fn disallowed(table: &Path) -> usize {
    let rows = records(table);
    let is_not =
        |row: &&serde_json::Value| row["access"]["allowed"] == serde_json::Value::Bool(false);
    rows.iter().filter(is_not).count()
}

#[test]
fn a_store_that_was_left_half_written_is_mended_or_told() {
    let (folder, _) = crawled("store-broken", 100);
    pages(&folder.join("p.warc.gz"));
    let mut locked = Locked::new(&folder);
    ends(&locked.command(BUILD).output().unwrap(), 0);
    // A run whose file may not grow leaves what has to be mended.
    let limit = "trap '' XFSZ; ulimit -f 600";
    let output = limited(&locked.path(), limit, UPDATE).output().unwrap();
    ends(&output, 1);
    locked.lock();
    let output = locked
        .command("robots-store show s.redb https://a1.example/")
        .output()
        .unwrap();
    ends(&output, 1);
    let message = "robots-policy: cannot read s.redb: a run that added to it was broken off, and it cannot be mended: ";
    assert!(said(&output).starts_with(message), "{}", said(&output));
    assert!(said(&output).contains(locked.reason()), "{}", said(&output));
    locked.open();
    let scan = "scan ../p.warc.gz -o out --format jsonl --robots s.redb";
    ends(&locked.command(scan).output().unwrap(), 0);
    assert_eq!(disallowed(&locked.path().join("out/p.warc.gz.jsonl")), 60);
}

#[test]
fn few_open_files_are_enough_for_a_store_or_told() {
    let (folder, [_, both]) = crawled("store-files", 2);
    let mut built = 0;
    for limit in [4, 5, 6, 8, 12, 16] {
        let _ = fs::remove_file(folder.join("s.redb"));
        let words = "robots-store build a.warc.gz b.warc.gz -o s.redb -j 8";
        let output = limited(&folder, &format!("ulimit -n {limit}"), words)
            .output()
            .unwrap();
        if output.status.success() {
            built += 1;
            assert!(shown(&folder, "s.redb") == both);
            continue;
        }
        ends(&output, 1);
        let told = said(&output);
        assert!(
            told.starts_with("robots-policy: ") && told.contains("Too many open files"),
            "{limit}: {told}"
        );
    }
    assert!(built > 0);
}

/// Runs the program over an archive whose bytes come when `work` is done.
fn meanwhile(folder: &Path, words: &str, archive: &Path, work: impl FnOnce(&Child)) -> Output {
    let bytes = fs::read(archive).unwrap();
    fs::remove_file(archive).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(archive)
            .status()
            .unwrap()
            .success()
    );
    let mut command = command(folder, words);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // It opens when the program does.
    let mut feed = File::options().write(true).open(archive).unwrap();
    work(&child);
    // A program that has ended reads nothing.
    let _ = feed.write_all(&bytes);
    drop(feed);
    fs::remove_file(archive).unwrap();
    fs::write(archive, bytes).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_store_that_goes_away_meanwhile_is_read_or_told() {
    let (folder, _) = crawled("store-vanished", 100);
    let pages_file = folder.join("p.warc.gz");
    pages(&pages_file);
    let build = "robots-store build a.warc.gz -o s.redb";
    let scan = "scan p.warc.gz --robots s.redb --format jsonl -q -o";
    let store = folder.join("s.redb");
    ends(&run(&folder, build), 0);
    let removed = meanwhile(&folder, &format!("{scan} removed"), &pages_file, |_| {
        fs::remove_file(&store).unwrap();
    });
    ends(&removed, 0);
    assert_eq!(disallowed(&folder.join("removed/p.warc.gz.jsonl")), 60);
    for len in [0, 4096, 100_000] {
        let _ = fs::remove_file(&store);
        ends(&run(&folder, build), 0);
        let scan = format!("{scan} cut-{len} --resume");
        let cut = meanwhile(&folder, &scan, &pages_file, |_| {
            let file = File::options().write(true).open(&store).unwrap();
            file.set_len(len).unwrap();
        });
        ends(&cut, 1);
        let message = "robots-policy: cannot read s.redb: ";
        assert!(said(&cut).starts_with(message), "{}", said(&cut));
        let out = folder.join(format!("cut-{len}"));
        assert_eq!(names(&out), ["scan.json"]);
        // As it is now it cannot be opened either.
        let again = run(&folder, &scan);
        ends(&again, 1);
        assert!(said(&again).starts_with(message), "{}", said(&again));
        fs::remove_file(&store).unwrap();
        ends(&run(&folder, build), 0);
        ends(&run(&folder, &scan), 0);
        assert_eq!(disallowed(&out.join("p.warc.gz.jsonl")), 60);
    }
}

#[test]
fn a_store_of_something_else_is_told() {
    let (folder, _) = crawled("store-foreign", 2);
    // The answers that `check` keeps.
    run(
        &folder,
        "check --cache . --agent A --timeout 1 http://127.0.0.1:1/",
    );
    fs::write(folder.join("empty.redb"), "").unwrap();
    fs::create_dir(folder.join("folder.redb")).unwrap();
    for (store, why) in [
        ("robots.redb", "it is no store of robots.txt answers"),
        ("empty.redb", ""),
        ("folder.redb", ""),
        ("a.warc.gz", ""),
    ] {
        let before = fs::read(folder.join(store)).ok();
        for words in [
            "robots-store show STORE https://a1.example/",
            "scan a.warc.gz --robots STORE -o out",
        ] {
            let output = run(&folder, &words.replace("STORE", store));
            ends(&output, 1);
            let message = format!("robots-policy: cannot read {store}: {why}");
            assert!(said(&output).starts_with(&message), "{}", said(&output));
            assert!(!folder.join("out").exists());
        }
        assert!(
            fs::read(folder.join(store)).ok() == before,
            "{store} was changed"
        );
    }
}

#[test]
fn an_interrupted_build_leaves_no_store_or_a_whole_one() {
    let (folder, [first, both]) = crawled("store-interrupted", 2);
    let interrupt = |child: &Child| {
        let mut kill = Command::new("kill");
        let kill = kill.args(["-INT", &child.id().to_string()]);
        assert!(kill.status().unwrap().success());
    };
    let archive = folder.join("b.warc.gz");
    let before = names(&folder);
    let build = "robots-store build b.warc.gz a.warc.gz -o s.redb -j 1";
    ends(&meanwhile(&folder, build, &archive, interrupt), 130);
    assert_eq!(names(&folder), before);
    ends(&run(&folder, "robots-store build a.warc.gz -o s.redb"), 0);
    let update = format!("{build} --update");
    ends(&meanwhile(&folder, &update, &archive, interrupt), 130);
    let held = shown(&folder, "s.redb");
    assert!(
        first
            .lines()
            .all(|line| line.ends_with(": nothing") || held.contains(line))
    );
    ends(&run(&folder, &update), 0);
    assert!(shown(&folder, "s.redb") == both);
}
