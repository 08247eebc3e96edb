//! How runs of `robots-policy scan` begin, are interrupted, and resume.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::thread;

use crate::scanning::{archive, archives, command, files, folder, killed, run};
use robots_policy_kit::crawl::{Numbers, Packing};
use robots_policy_kit::output::{ends, said};

#[cfg(unix)]
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
    assert!(
        reported.starts_with("60 archives, 2,159 pages and 241 other responses, 2,400 rows"),
        "{reported}"
    );
    let mut disturbed = files(&folder.join("disturbed"));
    let mut undisturbed = files(&folder.join("undisturbed"));
    // It holds when the run began.
    assert!(disturbed.remove("scan.json").is_some() && undisturbed.remove("scan.json").is_some());
    assert!(
        disturbed.keys().eq(undisturbed.keys()),
        "{:?}",
        disturbed.keys()
    );
    assert!(disturbed == undisturbed, "a table or a report differs");
}

/// Runs that read one archive on several cores.
const ON_CORES: [&str; 3] = ["-j 2", "-j 3", "-j 4"];

#[test]
fn an_archive_is_read_alike_on_any_number_of_cores() {
    let folder = folder("cores");
    let name = "crawl.warc.gz";
    archive(&folder.join(name), Packing::Gzip, 5, 2_000);
    let whole = fs::read(folder.join(name)).unwrap();
    for (damage, exit) in [("none", 0), ("bytes", 1), ("cut", 1)] {
        let mut bytes = whole.clone();
        match damage {
            "bytes" => bytes
                .chunks_mut(40_000)
                .for_each(|piece| piece[piece.len() / 2] ^= 0xFF),
            "cut" => bytes.truncate(whole.len() - 200),
            _ => {}
        }
        fs::write(folder.join(name), bytes).unwrap();
        for format in ["parquet", "jsonl"] {
            let tables = |out: &str, workers: &str| {
                let scan =
                    format!("scan {name} -o {out} --format {format} --now 2026-03-01T12:00:00Z");
                ends(&run(&folder, &format!("{scan} {workers}")), exit);
                let mut files = files(&folder.join(out));
                assert!(files.remove("scan.json").is_some());
                fs::remove_dir_all(folder.join(out)).unwrap();
                files
            };
            let expected = tables("one", "-j 1");
            for workers in ON_CORES {
                let is_alike = tables("several", workers) == expected;
                assert!(is_alike, "{damage}, {format}, {workers}");
            }
        }
        let rows = |workers: &str| {
            let scan = format!("scan {name} -o - --format jsonl --now 2026-03-01T12:00:00Z");
            let output = run(&folder, &format!("{scan} {workers}"));
            let code = output.status.code();
            (code, output.stdout)
        };
        assert!(rows("-j 1") == rows("-j 4"), "{damage}");
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_on_several_cores_resumes() {
    let folder = folder("killed-on-cores");
    archives(&folder, 1, 2_000);
    let scan = |out: &str| format!("scan *.warc.gz -o {out} --now 2026-03-01T12:00:00Z --resume");
    ends(&run(&folder, &format!("{} -j 1", scan("undisturbed"))), 0);
    let disturbed = folder.join("disturbed");
    let mut numbers = Numbers(12);
    for workers in ON_CORES {
        for _ in 0..4 {
            killed(
                &folder,
                &format!("{} {workers}", scan("disturbed")),
                &disturbed,
                &mut numbers,
            );
        }
        ends(
            &run(&folder, &format!("{} {workers}", scan("disturbed"))),
            0,
        );
        let [mut disturbed, mut undisturbed] =
            ["disturbed", "undisturbed"].map(|out| files(&folder.join(out)));
        for files in [&mut disturbed, &mut undisturbed] {
            assert!(files.remove("scan.json").is_some());
        }
        assert!(disturbed == undisturbed, "{workers}");
        fs::remove_dir_all(folder.join("disturbed")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_in_order() {
    ends_when_interrupted("interrupted", 8, 300, "-j 1");
    ends_when_interrupted("interrupted-on-cores", 1, 2_400, "-j 4");
}

/// A run over archives of 2,400 responses in all.
#[cfg(unix)]
fn ends_when_interrupted(test: &str, count: u64, responses: usize, workers: &str) {
    let folder = folder(test);
    archives(&folder, count, responses);
    let scan = &format!("scan *.warc.gz -o out {workers} --resume");
    let mut child = command(&folder, scan)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The run has begun when the folder holds more than the file that describes it.
    let out = folder.join("out");
    while !out.is_dir() || files(&out).len() < 2 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it wrote");
        thread::yield_now();
    }
    let id = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    ends(&output, 130);
    let message = format!(
        "of {count} archives have no table in out; run the same command with --resume to continue"
    );
    assert!(said(&output).contains(&message), "{}", said(&output));
    let left = files(&out);
    assert!(
        left.keys().all(|name| !name.contains(".part")),
        "{:?}",
        left.keys()
    );
    let reported = ends(&run(&folder, scan), 0);
    let is_whole = reported.contains(" other responses, 2,400 rows");
    assert!(is_whole, "{reported}");
}

#[test]
fn a_run_without_a_clock_resumes_with_the_clock_it_began_with() {
    let folder = folder("clock");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 1, 5);
    ends(&run(&folder, "scan a.warc.gz -o out"), 0);
    let run_file = folder.join("out/scan.json");
    let began = fs::read_to_string(&run_file).unwrap();
    ends(&run(&folder, "scan a.warc.gz -o out --resume"), 0);
    assert_eq!(fs::read_to_string(&run_file).unwrap(), began);
    let locked = File::options()
        .read(true)
        .write(true)
        .open(&run_file)
        .unwrap();
    locked.lock().unwrap();
    let output = run(&folder, "scan a.warc.gz -o out --resume");
    ends(&output, 1);
    let message = "cannot write out: another run is writing into this folder";
    assert!(said(&output).contains(message), "{}", said(&output));
}
