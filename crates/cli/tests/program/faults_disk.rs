//! `scan`, `robots-store build` and `check` on a full disk, and in a folder in which nothing may be written.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::disk::{Locked, Room, limited};
use crate::scanning::{archive, ends_saying, files, folder, run};
use crate::stores::{BUILD, UPDATE, crawled, names, shown, sites};
use robots_policy_kit::crawl::Packing;
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Server, Then, ok};

type Files = BTreeMap<String, Vec<u8>>;

/// The files that a run leaves in its folder, except the one that holds when it began and the one that sums up what is there.
fn tables(folder: &Path) -> Files {
    let mut files = files(&folder.join("out"));
    files.retain(|name, _| name != "scan.json" && name != "summary.json");
    files
}

/// Archives of these numbers of responses, a folder beside them, and the files that an undisturbed run writes into it.
fn scanned(test: &str, counts: &[usize], scan: &str) -> (PathBuf, Files) {
    let folder = folder(test);
    for (number, count) in counts.iter().enumerate() {
        let path = folder.join(format!("{number:02}.warc.gz"));
        archive(&path, Packing::Gzip, number as u64, *count);
    }
    let beside = folder.join("beside");
    fs::create_dir(&beside).unwrap();
    ends(&run(&beside, scan), 0);
    (folder, tables(&beside))
}

/// A run in a room that is too small says so, its tables are complete and each has a report, and it resumes with more room.
#[track_caller]
fn resumes(room: &mut Room, output: &Output, scan: &str, whole: &Files) {
    ends_saying(output, 1, room.reason());
    let reported = said(output);
    let cannot = "robots-policy: cannot write out";
    assert!(reported.starts_with(cannot), "{reported}");
    if room.path().join("out").is_dir() {
        let part = tables(&room.path());
        for (name, bytes) in &part {
            let is_whole = whole.get(name) == Some(bytes);
            assert!(is_whole, "{name} of {:?}", part.keys());
            let (archive, ending) = name.split_once(".gz.").unwrap();
            let report = format!("{archive}.gz.report.json");
            assert!(ending == "report.json" || part.contains_key(&report));
        }
    }
    room.widen();
    ends(&room.command(scan).output().unwrap(), 0);
    assert!(tables(&room.path()) == *whole, "{scan}");
}

const SCAN: &str = "scan ../*.warc.gz -o out --now 2026-03-01T12:00:00Z -q --resume";

#[test]
fn a_disk_that_runs_full_costs_no_table_that_was_whole() {
    for form in ["parquet", "jsonl"] {
        let scan = format!("{SCAN} --format {form}");
        let (folder, whole) = scanned(&format!("full-{form}"), &[20, 5, 60, 10, 150, 30], &scan);
        let sizes = || whole.values().map(|bytes| bytes.len() as u64 / 1024);
        let largest = sizes().max().unwrap();
        // With eight, some archives are read on several cores.
        for workers in [1, 2, 8] {
            let scan = format!("{scan} -j {workers}");
            for mut room in [
                Room::of_disk(&folder, largest.min(sizes().sum::<u64>() / 2)),
                Room::of_file(&folder, largest / 2),
            ] {
                let output = room.command(&scan).output().unwrap();
                ends_saying(&output, 1, " of 6 archives have no table in out; ");
                resumes(&mut room, &output, &scan, &whole);
            }
        }
    }
}

#[test]
fn a_run_resumes_after_any_of_its_files_found_no_space() {
    for form in ["parquet", "jsonl"] {
        let scan = format!("{SCAN} --format {form} -j 1");
        let (folder, whole) = scanned(&format!("step-by-step-{form}"), &[12, 16], &scan);
        let mut failed = 0;
        for pages in 1.. {
            let mut room = Room::of_disk(&folder, pages * 4);
            let output = room.command(&scan).output().unwrap();
            if output.status.success() {
                break;
            }
            failed += 1;
            resumes(&mut room, &output, &scan, &whole);
        }
        assert!(failed >= 2, "{failed}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_keeps_what_it_has() {
    let (folder, whole) = scanned("read-only", &[5, 5, 5], SCAN);
    let mut locked = Locked::new(&folder);
    ends(
        &locked.command(&SCAN.replace('*', "00")).output().unwrap(),
        0,
    );
    locked.lock();
    let before = files(&locked.path().join("out"));
    is_locked(&locked, SCAN, "write out/scan.json");
    is_locked(&locked, &SCAN.replace("-o out", "-o new"), "write new");
    assert!(files(&locked.path().join("out")) == before);
    locked.open();
    ends(&locked.command(SCAN).output().unwrap(), 0);
    assert!(tables(&locked.path()) == whole);
}

/// A run that cannot do this in the locked folder says so.
#[track_caller]
fn is_locked(locked: &Locked, words: &str, what: &str) {
    let output = locked.command(words).output().unwrap();
    ends(&output, 1);
    let message = format!("robots-policy: cannot {what}: {}", locked.reason());
    assert!(said(&output).starts_with(&message), "{}", said(&output));
}

/// A run that found no room says so, and only that.
#[track_caller]
fn has_no_room(room: &Room, output: &Output) {
    ends(output, 1);
    let message = format!("robots-policy: cannot write s.redb: {}", room.reason());
    let reported = said(output);
    let is_it = reported.starts_with(&message) && reported.lines().count() == 1;
    assert!(is_it, "{reported}");
}

const SHOW: &str = "robots-store show s.redb --at latest https://a1.example/";

#[test]
fn a_full_disk_leaves_no_store_or_the_one_that_was_there() {
    let (folder, [first, both]) = crawled("store-full", 400);
    let mut failed = [0; 2];
    for kib in [
        4, 16, 64, 400, 450, 500, 550, 600, 650, 700, 750, 800, 900, 1000, 1100, 4000,
    ] {
        let mut room = Room::of_disk(&folder, kib);
        let output = room.command(BUILD).output().unwrap();
        if !output.status.success() {
            failed[0] += 1;
            has_no_room(&room, &output);
            assert_eq!(names(&room.path()), [""; 0], "{kib}");
            continue;
        }
        let output = room.command(UPDATE).output().unwrap();
        if !output.status.success() {
            failed[1] += 1;
            has_no_room(&room, &output);
            assert_eq!(names(&room.path()), ["s.redb"]);
            let now = room.command(SHOW).output().unwrap();
            let is_reported = said(&now).contains(room.reason());
            assert!(now.status.success() || is_reported, "{}", said(&now));
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
fn a_store_that_is_built_can_be_read_however_little_room_is_left() {
    let (folder, [first, _]) = crawled("store-tight", 2);
    let mut kib = 4;
    loop {
        let room = Room::of_disk(&folder, kib);
        let output = room.command(BUILD).output().unwrap();
        if output.status.success() {
            let shown = ends(&room.command(SHOW).output().unwrap(), 0);
            assert!(first.contains(&shown), "{kib}");
            break;
        }
        ends(&output, 1);
        // A file has its least length at once; a disk counts only the part that is written.
        kib += if matches!(room, Room::Disk(_)) {
            4
        } else {
            128
        };
    }
}

/// More answers than wait in memory: the reading ends, and what waits beside the store leaves nothing.
#[test]
fn a_store_that_cannot_be_written_ends_the_reading() {
    let folder = folder("store-stops");
    sites(&folder.join("a.warc.gz"), "a", 120, 100, 400_000);
    fs::write(folder.join("b.warc.gz"), "this is not an archive").unwrap();
    for kib in [4, 16, 32, 40, 64] {
        let mut room = Room::of_disk(&folder, kib);
        // The second archive is not read, or its failure would be reported.
        let build = BUILD.replace("-o", "../b.warc.gz -j 1 -o");
        has_no_room(&room, &room.command(&build).output().unwrap());
        assert_eq!(names(&room.path()), [""; 0], "{kib}");
        room.widen();
        ends(&room.command(BUILD).output().unwrap(), 0);
        assert_eq!(names(&room.path()), ["s.redb"]);
    }
}

#[test]
fn a_run_that_cannot_write_a_store_leaves_it_as_it_was() {
    let (folder, [first, both]) = crawled("store-locked", 100);
    let mut locked = Locked::new(&folder);
    ends(&locked.command(BUILD).output().unwrap(), 0);
    let before = fs::read(locked.path().join("s.redb")).unwrap();
    // A file may not grow beyond the length of the store.
    let limit = format!("trap '' XFSZ; ulimit -f {}", before.len() / 512 + 1);
    let output = limited(&locked.path(), &limit, UPDATE).output().unwrap();
    ends_saying(
        &output,
        1,
        "robots-policy: cannot write s.redb: File too large",
    );
    locked.lock();
    is_locked(
        &locked,
        &BUILD.replace("s.redb", "new.redb"),
        "write new.redb",
    );
    is_locked(&locked, UPDATE, "write s.redb");
    assert_eq!(names(&locked.path()), ["s.redb"]);
    assert!(fs::read(locked.path().join("s.redb")).unwrap() == before);
    assert!(shown(&locked.path(), "s.redb") == first);
    let scan = "scan ../a.warc.gz -q --robots-store s.redb -o ../out";
    ends(&locked.command(scan).output().unwrap(), 0);
    locked.open();
    ends(&locked.command(UPDATE).output().unwrap(), 0);
    assert!(shown(&locked.path(), "s.redb") == both);
}

const CHECK: &str = "check --agent ExampleBot --timeout 20";

/// A site whose pages may not be indexed.
fn site() -> Server {
    Server::start(|asked, stream| {
        let page = "<meta name=robots content=noindex>";
        let answer = match asked.path.as_str() {
            "/robots.txt" => ok("", "User-agent: *\nDisallow: /private\n"),
            _ => ok("Content-Type: text/html\r\n", page),
        };
        let _ = stream.write_all(&answer);
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
        let lines = lines.filter(|line| !line.contains("/robots.txt, copy of "));
        lines.collect::<String>()
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
            let message = "without the cache: cache/robots.redb cannot be used: ";
            let is_it = reported.contains(message) && reported.contains(room.reason());
            assert!(is_it && reported.lines().count() == 1, "{kib}: {reported}");
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
    let check = format!("{CHECK} --cache cache {}", site().url("/page"));
    let mut locked = Locked::new(&folder);
    let expected = ends(&locked.command(&check).output().unwrap(), 1);
    let before = fs::read(locked.path().join("cache/robots.redb")).unwrap();
    locked.lock();
    for cache in ["cache", "new"] {
        let check = check.replace("--cache cache", &format!("--cache {cache}"));
        assert_eq!(ends(&locked.command(&check).output().unwrap(), 1), expected);
        is_locked(&locked, &check, &format!("keep a cache in {cache}"));
    }
    assert!(fs::read(locked.path().join("cache/robots.redb")).unwrap() == before);
}
