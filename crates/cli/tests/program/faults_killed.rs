//! Runs that are killed at any moment, and archives that change while they are read.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use crate::scanning::{
    archives, command, ends_saying, files, folder, killed, part_of, records, run,
};
use crate::stores::{BUILD, UPDATE, names, shown, sites};
use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::output::ends;

/// The files of a run but the one that holds when it began.
fn left(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = files(folder);
    assert!(files.remove("scan.json").is_some());
    files
}

#[test]
fn a_killed_run_resumes_with_identical_output() {
    let folder = folder("killed");
    archives(&folder, 60, 40);
    let scan =
        |out: &str| format!("scan *.warc.gz -o {out} --now 2026-03-01T12:00:00Z -j 2 --resume");
    ends(&run(&folder, &scan("undisturbed")), 0);
    let disturbed = folder.join("disturbed");
    let mut numbers = Numbers(11);
    let mut kills = 0;
    for _ in 0..200 {
        if killed(&folder, &scan("disturbed"), &disturbed, &mut numbers) {
            kills += 1;
        } else {
            fs::remove_dir_all(&disturbed).unwrap();
        }
        if kills == 20 {
            break;
        }
    }
    assert_eq!(kills, 20, "too many runs came to their end");
    let reported = ends(&run(&folder, &scan("disturbed")), 0);
    let all = "60 archives, 2,159 pages and 241 other responses, 2,400 rows";
    assert!(reported.starts_with(all), "{reported}");
    assert!(left(&disturbed) == left(&folder.join("undisturbed")));
}

#[test]
fn a_run_that_is_killed_on_several_cores_resumes() {
    let folder = folder("killed-on-cores");
    archives(&folder, 1, 2_000);
    let scan = "scan *.warc.gz --now 2026-03-01T12:00:00Z --resume -o";
    ends(&run(&folder, &format!("{scan} undisturbed -j 1")), 0);
    let disturbed = folder.join("disturbed");
    let mut numbers = Numbers(12);
    for workers in ["-j 2", "-j 3", "-j 4"] {
        let scan = format!("{scan} disturbed {workers}");
        for _ in 0..4 {
            killed(&folder, &scan, &disturbed, &mut numbers);
        }
        ends(&run(&folder, &scan), 0);
        let is_alike = left(&disturbed) == left(&folder.join("undisturbed"));
        assert!(is_alike, "{workers}");
        fs::remove_dir_all(&disturbed).unwrap();
    }
}

#[test]
fn a_killed_build_is_done_again_and_leaves_nothing_beside_the_store() {
    let folder = folder("store-killed");
    sites(&folder.join("a.warc.gz"), "a", 60, 2, 400_000);
    sites(&folder.join("b.warc.gz"), "b", 60, 2, 400_000);
    let build = "robots-store build a.warc.gz b.warc.gz -o whole.redb -j 2";
    ends(&run(&folder, build), 0);
    let expected = shown(&folder, "whole.redb");
    let disk = folder.join("disk");
    fs::create_dir(&disk).unwrap();
    let mut numbers = Numbers(3);
    for (words, is_new) in [
        (UPDATE.replace("--update", "-j 2"), true),
        (UPDATE.to_owned(), false),
    ] {
        if !is_new {
            ends(&run(&disk, BUILD), 0);
        }
        let mut kills = 0;
        for _ in 0..200 {
            kills += u32::from(killed(&disk, &words, &disk, &mut numbers));
            // Killed after its last step, or not at all.
            if is_new {
                let _ = fs::remove_file(disk.join("s.redb"));
            }
            if kills == 8 {
                break;
            }
        }
        assert_eq!(kills, 8, "too many runs came to their end");
        // The answers that it held before can be read.
        let is_whole = is_new || shown(&disk, "s.redb").contains("https://a59.example: 200");
        assert!(is_whole);
        ends(&run(&disk, &words), 0);
        assert_eq!(names(&disk), ["s.redb"]);
        assert!(shown(&disk, "s.redb") == expected);
        fs::remove_file(disk.join("s.redb")).unwrap();
    }
}

fn signal(child: &Child, name: &str) {
    let mut kill = Command::new("kill");
    let kill = kill.args([name, &child.id().to_string()]);
    assert!(kill.status().unwrap().success());
}

/// Runs `work` while the program reads `a.warc` into a new table; returns nothing if the program had read it before
/// `work` was done.
fn meanwhile(folder: &Path, scan: &str, work: impl FnOnce()) -> Option<Output> {
    let _ = fs::remove_dir_all(folder.join("out"));
    let mut scan = command(folder, scan);
    let scan = scan.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = scan.spawn().unwrap();
    let part = || part_of(&folder.join("out"), "a.warc.jsonl");
    while part().is_none() {
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        thread::yield_now();
    }
    signal(&child, "-STOP");
    let is_read = part().is_none();
    work();
    signal(&child, "-CONT");
    let output = child.wait_with_output().unwrap();
    (!is_read).then_some(output)
}

#[test]
fn an_archive_that_changes_meanwhile_is_read_as_it_was_or_reported() {
    let folder = folder("changed");
    let path = folder.join("a.warc");
    let (count, agents) = (400, 50);
    let page = format!("HTTP/1.1 200 OK\r\n\r\n<p>{}", "x".repeat(64 * 1024));
    let mut writer = Writer::new(Packing::Plain);
    for number in 0..count {
        writer.response(&format!("https://a.example/{number}"), page.as_bytes());
    }
    // This many rows take a while.
    let scan = String::from("scan a.warc -o out --format jsonl --resume -q");
    let scan = &(0..agents).fold(scan, |scan, n| scan + " --agent Bot" + &"x".repeat(n));
    let table = folder.join("out/a.warc.jsonl");
    let message = "out/a.warc.jsonl is of an archive that has changed since; it is written again";
    // In the middle of a record.
    let cut = writer.bytes.len() as u64 * 3 / 4 + 1000;
    let output = (0..20).find_map(|_| {
        fs::write(&path, &writer.bytes).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        let output = meanwhile(&folder, scan, || file.set_len(cut).unwrap());
        output.filter(|output| !output.status.success())
    });
    let reported = ends(&output.unwrap(), 1);
    assert!(reported.contains("damaged: 1 place"), "{reported}");
    let rows = records(&table).len();
    assert!((1..count * agents).contains(&rows), "{rows}");
    // Another file is there now: it is read again, and the same record is damaged.
    let again = run(&folder, scan);
    ends_saying(&again, 1, message);
    assert!(ends(&again, 1).contains("damaged: 1 place"));

    let replaced = (0..20).find_map(|_| {
        fs::write(&path, &writer.bytes).unwrap();
        fs::write(folder.join("b.warc"), "something else").unwrap();
        meanwhile(&folder, scan, || {
            fs::rename(folder.join("b.warc"), &path).unwrap();
        })
    });
    ends(&replaced.unwrap(), 0);
    assert_eq!(records(&table).len(), count * agents);
    ends_saying(&run(&folder, scan), 1, message);
    assert_eq!(records(&table).len(), 0);
}
