//! `robots-store build` on a full disk, with too few open files, or the process is killed or interrupted.

use std::fs;
use std::process::{Child, Command};

use crate::disk::{Room, limited};
use crate::scanning::{ends_saying, folder, killed, run};
use crate::stores::{BUILD, UPDATE, crawled, meanwhile, names, shown, sites};
use robots_policy_kit::crawl::Numbers;
use robots_policy_kit::output::{ends, said};

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
            ends(&output, 1);
            let message = format!("robots-policy: cannot write s.redb: {}", room.reason());
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
            let show = "robots-store show s.redb --at latest https://a1.example/";
            let now = room.command(show).output().unwrap();
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
        let show = "robots-store show s.redb --at latest https://a1.example/";
        if output.status.success() {
            let shown = ends(&room.command(show).output().unwrap(), 0);
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

#[test]
fn a_store_that_cannot_be_written_ends_the_reading() {
    let folder = folder("store-stops");
    // More answers than wait in memory, and then the ones whose failure is reported.
    sites(&folder.join("a.warc.gz"), "a", 120, 1, 400_000);
    fs::write(folder.join("b.warc.gz"), "this is not an archive").unwrap();
    let room = Room::of_disk(&folder, 4);
    let build = BUILD.replace("-o", "../b.warc.gz -j 1 -o");
    let output = room.command(&build).output().unwrap();
    ends(&output, 1);
    let reported = said(&output);
    let message = format!("robots-policy: cannot write s.redb: {}", room.reason());
    assert!(
        reported.starts_with(&message) && reported.lines().count() == 1,
        "{reported}"
    );
}

#[test]
fn files_of_a_killed_process_are_removed() {
    let (folder, [first, both]) = crawled("store-strays", 2);
    let disk = folder.join("disk");
    fs::create_dir(&disk).unwrap();
    for (words, strays, held) in [
        (
            BUILD,
            &["s.redb.0123456789abcdef.part", "s.redb.lock"][..],
            first,
        ),
        (UPDATE, &["s.redb.fedcba9876543210.part"], both),
    ] {
        for stray in strays {
            fs::write(disk.join(stray), "half of something").unwrap();
        }
        ends(&run(&disk, words), 0);
        assert_eq!(names(&disk), ["s.redb"]);
        assert!(shown(&disk, "s.redb") == held);
    }
}

#[test]
fn a_second_run_into_a_store_says_that_another_is_writing() {
    let (folder, [_, both]) = crawled("store-twice", 2);
    for update in ["", " --update"] {
        let build = format!("robots-store build b.warc.gz a.warc.gz -o s.redb -j 1{update}");
        let first = meanwhile(&folder, &build, &folder.join("b.warc.gz"), |_| {
            let words = format!("robots-store build a.warc.gz -o s.redb{update}");
            let second = run(&folder, &words);
            ends(&second, 1);
            let message = "robots-policy: cannot write s.redb: another run is writing it; wait until it has ended\n";
            assert_eq!(said(&second), message);
        });
        ends(&first, 0);
        assert!(shown(&folder, "s.redb") == both);
        let known = ["a.warc.gz", "b.warc.gz", "s.redb", "whole.redb"];
        assert_eq!(names(&folder), known);
    }
}

#[test]
fn rows_that_wait_beside_the_store_leave_nothing_on_a_full_disk() {
    let folder = folder("store-runs");
    // More answers than wait in memory.
    sites(&folder.join("a.warc.gz"), "a", 120, 100, 400_000);
    for kib in [4, 16, 32, 40, 64] {
        let mut room = Room::of_disk(&folder, kib);
        let output = room.command(BUILD).output().unwrap();
        ends_saying(&output, 1, room.reason());
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

#[test]
fn few_open_files_are_enough_for_a_store_or_reported() {
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
        let reported = said(&output);
        assert!(
            reported.starts_with("robots-policy: ") && reported.contains("Too many open files"),
            "{limit}: {reported}"
        );
    }
    assert!(built > 0);
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
