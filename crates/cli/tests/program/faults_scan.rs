//! `scan` on a full disk, on a read-only folder, and with too few open files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::disk::{Locked, Room, limited};
use crate::scanning::{archive, files, folder, run};
use robots_policy_kit::crawl::Packing;
use robots_policy_kit::output::{ends, said};

type Files = BTreeMap<String, Vec<u8>>;

/// The files that a run leaves in its folder, except the one that holds when it began.
fn tables(folder: &Path) -> Files {
    let mut files = files(folder);
    files.remove("scan.json");
    // It sums up what is there.
    files.remove("summary.json");
    files
}

/// Archives of these numbers of responses, and a folder beside them.
fn crawled(test: &str, counts: &[usize]) -> (PathBuf, PathBuf) {
    let folder = folder(test);
    for (number, count) in counts.iter().enumerate() {
        let path = folder.join(format!("{number:02}.warc.gz"));
        archive(&path, Packing::Gzip, number as u64, *count);
    }
    let beside = folder.join("beside");
    fs::create_dir(&beside).unwrap();
    (folder, beside)
}

/// The files that an undisturbed run writes beside the archives.
fn undisturbed(beside: &Path, scan: &str) -> Files {
    let _ = fs::remove_dir_all(beside.join("out"));
    ends(&run(beside, scan), 0);
    tables(&beside.join("out"))
}

/// All tables that a failed run has left are complete, and each has a report.
#[track_caller]
fn is_part_of(part: &Path, whole: &Files) {
    if !part.is_dir() {
        return;
    }
    let part = tables(part);
    for (name, bytes) in &part {
        let is_whole = whole.get(name) == Some(bytes);
        assert!(is_whole, "{name} of {:?}", part.keys());
        let (archive, ending) = name.split_once(".gz.").unwrap();
        let report = format!("{archive}.gz.report.json");
        assert!(ending == "report.json" || part.contains_key(&report));
    }
}

const SCAN: &str = "scan ../*.warc.gz -o out --now 2026-03-01T12:00:00Z -q --resume";

#[test]
fn a_disk_that_runs_full_costs_no_table_that_was_whole() {
    let (folder, beside) = crawled("full", &[20, 5, 60, 10, 150, 30]);
    for form in ["parquet", "jsonl"] {
        let scan = format!("{SCAN} --format {form}");
        let whole = undisturbed(&beside, &scan);
        let sizes = || whole.values().map(|bytes| bytes.len() as u64 / 1024);
        // With eight, some archives are read on several cores.
        for workers in [1, 2, 8] {
            let largest = sizes().max().unwrap();
            for is_disk in [true, false] {
                let mut room = if is_disk {
                    Room::of_disk(&folder, largest.min(sizes().sum::<u64>() / 2))
                } else {
                    Room::of_file(&folder, largest / 2)
                };
                let scan = format!("{scan} -j {workers}");
                let output = room.command(&scan).output().unwrap();
                ends(&output, 1);
                let reported = said(&output);
                assert!(reported.contains(room.reason()), "{reported}");
                assert!(
                    reported.starts_with("robots-policy: cannot write out/"),
                    "{reported}"
                );
                assert!(
                    reported.contains(" of 6 archives have no table in out; "),
                    "{reported}"
                );
                is_part_of(&room.path().join("out"), &whole);
                room.widen();
                ends(&room.command(&scan).output().unwrap(), 0);
                assert!(tables(&room.path().join("out")) == whole, "{form}");
            }
        }
    }
}

#[test]
fn a_run_resumes_after_any_of_its_files_found_no_space() {
    let (folder, beside) = crawled("step-by-step", &[12, 16]);
    for form in ["parquet", "jsonl"] {
        let scan = format!("{SCAN} --format {form} -j 1");
        let whole = undisturbed(&beside, &scan);
        let mut failed = 0;
        for pages in 1.. {
            let mut room = Room::of_disk(&folder, pages * 4);
            let output = room.command(&scan).output().unwrap();
            if output.status.success() {
                break;
            }
            failed += 1;
            ends(&output, 1);
            let reported = said(&output);
            assert!(
                reported.starts_with("robots-policy: cannot write out")
                    && reported.contains(room.reason()),
                "{reported}"
            );
            is_part_of(&room.path().join("out"), &whole);
            room.widen();
            ends(&room.command(&scan).output().unwrap(), 0);
            assert!(tables(&room.path().join("out")) == whole, "{form}");
        }
        assert!(failed >= 2, "{failed}");
    }
}

#[test]
fn a_run_that_was_never_written_down_is_begun_anew() {
    let (_, beside) = crawled("never", &[3]);
    let scan = (1..50).fold(SCAN.to_owned(), |scan, n| {
        scan + " --agent Bot" + &"x".repeat(n)
    });
    // Space for one block of it.
    let output = limited(&beside, "trap '' XFSZ; ulimit -f 1", &scan)
        .output()
        .unwrap();
    ends(&output, 1);
    let message = "robots-policy: cannot write out/scan.json: File too large";
    assert!(said(&output).starts_with(message), "{}", said(&output));
    for scan in [&scan, &scan.replace(" --resume", "")] {
        ends(&run(&beside, scan), 0);
        fs::remove_dir_all(beside.join("out")).unwrap();
        fs::create_dir(beside.join("out")).unwrap();
        fs::write(beside.join("out/scan.json"), "").unwrap();
    }
}

#[test]
fn a_folder_that_cannot_be_written_keeps_what_it_has() {
    let (folder, beside) = crawled("read-only", &[5, 5, 5]);
    let whole = undisturbed(&beside, SCAN);
    let mut locked = Locked::new(&folder);
    let one = SCAN.replace('*', "00");
    ends(&locked.command(&one).output().unwrap(), 0);
    locked.lock();
    let before = files(&locked.path().join("out"));
    for (scan, place) in [
        (SCAN, "out/scan.json"),
        (&SCAN.replace("-o out", "-o new"), "new"),
    ] {
        let output = locked.command(scan).output().unwrap();
        ends(&output, 1);
        let message = format!("robots-policy: cannot write {place}: {}", locked.reason());
        assert!(said(&output).starts_with(&message), "{}", said(&output));
    }
    assert!(files(&locked.path().join("out")) == before);
    locked.open();
    ends(&locked.command(SCAN).output().unwrap(), 0);
    assert!(tables(&locked.path().join("out")) == whole);
}

#[test]
fn few_open_files_are_reported_and_the_run_resumes_with_more() {
    let (_, beside) = crawled("files", &[20; 12]);
    let whole = undisturbed(&beside, SCAN);
    let mut failed = 0;
    for limit in [4, 5, 6, 7, 8, 9, 10, 12, 16, 40] {
        let _ = fs::remove_dir_all(beside.join("out"));
        let limit = format!("ulimit -n {limit}");
        let output = limited(&beside, &limit, &format!("{SCAN} -j 8"))
            .output()
            .unwrap();
        if !output.status.success() {
            failed += 1;
            ends(&output, 1);
            let reported = said(&output);
            let is_reported = |line: &str| {
                let is_named = ["cannot read ", "cannot write "]
                    .iter()
                    .any(|cannot| line.contains(cannot));
                is_named && line.contains("Too many open files")
                    || line.contains("have no table in out")
            };
            assert!(
                !reported.is_empty() && reported.lines().all(is_reported),
                "{limit}: {reported}"
            );
            is_part_of(&beside.join("out"), &whole);
        }
        ends(&run(&beside, SCAN), 0);
        assert!(tables(&beside.join("out")) == whole, "{limit}");
    }
    assert!(failed >= 3, "{failed}");
}
