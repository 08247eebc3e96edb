//! The memory of `scan`: bounded for the whole run, whatever archives claim and however many workers there are.

use std::fs;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use zstd::stream::Encoder;
use zstd::stream::raw::CParameter;

use std::io::Write as _;

use crate::disk::limited;
use crate::scanning::{ends_saying, folder, run};
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};

/// A page as a plain archive, filled up to this many bytes.
fn large(url: &str, bytes: usize) -> Vec<u8> {
    let mut writer = Writer::new(Packing::Plain);
    let start = writer.bytes.len();
    let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<meta name=robots content=noindex><p>";
    let page = [head.as_bytes(), &vec![b'x'; bytes]].concat();
    writer.response(url, &page);
    writer.bytes.split_off(start)
}

/// An archive of members that each unpack to just under the limit of those that are taken at once.
fn bombs(path: &Path, count: usize) {
    let mut member = GzEncoder::new(Vec::new(), Compression::best());
    let page = large("https://a.example/", (16 << 20) - 1000);
    member.write_all(&page).unwrap();
    fs::write(path, member.finish().unwrap().repeat(count)).unwrap();
}

/// An archive of one frame with the largest window, all of which it uses.
fn wide(path: &Path) {
    let mut frame = Encoder::new(Vec::new(), 1).unwrap();
    frame.set_parameter(CParameter::WindowLog(27)).unwrap();
    frame
        .write_all(&large("https://a.example/", 140 << 20))
        .unwrap();
    fs::write(path, frame.finish().unwrap()).unwrap();
}

/// Runs the program in the folder; returns what it wrote, its exit status, and the most memory that it had, in MiB.
fn peak(folder: &Path, words: &str) -> (String, i32, u64) {
    let script = "import os, sys
child = os.fork()
if child == 0:
    os.dup2(1, 2)
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss >> 10)";
    let output = Command::new("python3")
        .args(["-c", script, env!("CARGO_BIN_EXE_robots-policy")])
        .args(words.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    let written = said(&output) + &String::from_utf8(output.stdout).unwrap();
    let last = written.lines().last().unwrap();
    let (status, peak) = last.split_once(' ').unwrap();
    let (status, peak) = (status.parse().unwrap(), peak.parse().unwrap());
    (written, status, peak)
}

/// The memory of the program beside that of archives, in MiB: itself, and a table.
const BESIDE: u64 = 48;

#[cfg(target_os = "linux")]
#[test]
fn groups_of_one_name_take_memory_in_proportion() {
    let folder = folder("memory-groups");
    let groups = (0..4000).map(|number| format!("User-agent: a\nDisallow: /{number}\n"));
    fs::write(folder.join("m.txt"), groups.collect::<String>()).unwrap();
    let (shown, status, most) = peak(&folder, "matrix m.txt");
    assert_eq!(status, 0);
    let joined = "joined with the groups of its names in lines 3-4, 5-6, 7-8, 9-10, 3995 more";
    assert!(shown.contains(joined), "{shown:.2000}");
    // Each group with all others was 268.
    assert!(most < 100, "{most} MiB");
}

#[test]
fn many_workers_on_large_members_stay_within_the_memory() {
    let folder = folder("memory-members");
    bombs(&folder.join("a.warc.gz"), 30);
    let scan = "scan a.warc.gz --now 2026-03-01T12:00:00Z -q --format jsonl -o";
    let rows = |out: &str| fs::read(folder.join(out).join("a.warc.gz.jsonl")).unwrap();
    ends(&run(&folder, &format!("{scan} one -j 1")), 0);
    for (out, options, most) in [
        ("least", "-j 64 --memory 8M", 8),
        ("some", "-j 64 --memory 64M", 64),
        ("more", "-j 16 --memory 200M", 200),
        ("default", "-j 64", 512),
    ] {
        let (said, status, peak) = peak(&folder, &format!("{scan} {out} {options}"));
        assert_eq!(status, 0, "{said}");
        assert!(peak <= most + BESIDE, "{options}: {peak} MiB");
        assert_eq!(rows(out), rows("one"), "{options}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn wide_windows_wait_for_each_other() {
    let folder = folder("memory-windows");
    for number in 0..4 {
        wide(&folder.join(format!("{number}.warc.zst")));
    }
    let scan = "scan 0.warc.zst 1.warc.zst 2.warc.zst 3.warc.zst -q --format jsonl -o";
    let (said, status, peak) = peak(&folder, &format!("{scan} out -j 4 --memory 180M"));
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("4 archives, 4 pages, 4 rows"), "{said}");
    assert!(peak <= 180 + BESIDE, "{peak} MiB");
}

#[test]
fn a_window_that_does_not_fit_is_named_and_can_be_read_with_more() {
    let folder = folder("memory-refused");
    wide(&folder.join("a.warc.zst"));
    let scan = "scan a.warc.zst -q -j 1 --format jsonl -o out";
    let refused = run(&folder, &format!("{scan} --memory 64M"));
    ends_saying(
        &refused,
        1,
        "cannot read a.warc.zst: at byte 0: the archive takes more memory than the run may have (zstd takes 126 MiB for windows and dictionaries, and archives may have 56 MiB together); nothing after this place was read; allow more memory and run again",
    );
    assert!(!folder.join("out/a.warc.zst.jsonl").exists());
    ends(&run(&folder, &format!("{scan} --resume --memory 140M")), 0);
    assert!(folder.join("out/a.warc.zst.jsonl").exists());
    let build = "robots-store build a.warc.zst -q -j 1 -o s.redb --memory";
    ends_saying(
        &run(&folder, &format!("{build} 64M")),
        1,
        "allow more memory",
    );
}

/// KiB of addresses; a system without such a limit passes anyway.
#[test]
fn little_address_space_aborts_nothing() {
    let folder = folder("memory-limit");
    bombs(&folder.join("a.warc.gz"), 8);
    bombs(&folder.join("b.warc.gz"), 8);
    wide(&folder.join("c.warc.zst"));
    for workers in [1, 2, 16] {
        for (archives, rows) in [
            ("a.warc.gz", 8),
            ("a.warc.gz b.warc.gz", 16),
            ("c.warc.zst", 1),
        ] {
            let scan = format!("scan {archives} -o out -q --format jsonl -j {workers}");
            let output = limited(&folder, "ulimit -v 262144", &scan)
                .output()
                .unwrap();
            let status = output.status.code();
            // Half of the limit is one window: it may not be there, and that is named.
            if status == Some(1) && archives.ends_with("zst") {
                assert!(
                    said(&output).contains("more memory than"),
                    "{}",
                    said(&output)
                );
                fs::remove_dir_all(folder.join("out")).unwrap();
                continue;
            }
            assert_eq!(status, Some(0), "{scan}: {}", said(&output));
            let rows = format!(" {rows} row");
            let reported = String::from_utf8(output.stdout).unwrap();
            assert!(reported.contains(&rows), "{scan}: {reported}");
            fs::remove_dir_all(folder.join("out")).unwrap();
        }
    }
}
