//! Tables of `scan` that were changed after they were written, and folders that somebody else prepared.

use std::fs;

use crate::scanning::{archive, files, folder, run};
use crate::stores::names;
use robots_policy_kit::crawl::Packing;
use robots_policy_kit::output::{ends, said};
use serde_json::Value;

const SCAN: &str = "scan a.warc.gz b.warc.gz -o out --now 2026-03-01T12:00:00Z --resume";

#[test]
fn a_table_that_is_not_the_one_that_was_written_is_written_again() {
    let folder = folder("tables-changed");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 1, 20);
    archive(&folder.join("b.warc.gz"), Packing::Gzip, 2, 20);
    ends(&run(&folder, SCAN), 0);
    let out = folder.join("out");
    let expected = files(&out);
    let [table, other] = ["a", "b"].map(|name| out.join(format!("{name}.warc.gz.parquet")));
    let whole = fs::read(&table).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    for bytes in [
        b"not parquet".to_vec(),
        fs::read(&other).unwrap(),
        whole[..whole.len() - 1].to_vec(),
        flipped,
        Vec::new(),
    ] {
        fs::write(&table, bytes).unwrap();
        let output = run(&folder, SCAN);
        let reported = ends(&output, 0);
        assert!(
            reported.contains("1 table kept from an earlier run"),
            "{reported}"
        );
        let message =
            "robots-policy: out/a.warc.gz.parquet is not as its report says; it is written again\n";
        assert_eq!(said(&output), message);
        assert!(files(&out) == expected);
    }
    let report = out.join("a.warc.gz.report.json");
    let mut earlier: Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
    let written = earlier.as_object_mut().unwrap().remove("table").unwrap();
    assert_eq!(written["bytes"], whole.len());
    assert_eq!(written["crc32"].as_str().unwrap().len(), 8);
    fs::write(&report, earlier.to_string()).unwrap();
    let output = run(&folder, SCAN);
    ends(&output, 0);
    let message = "robots-policy: out/a.warc.gz.parquet was written by an earlier version; it is written again\n";
    assert_eq!(said(&output), message);
    assert!(files(&out) == expected);
}

#[cfg(unix)]
#[test]
fn no_file_of_a_run_is_written_through_a_link() {
    use std::os::unix::fs::symlink;

    let folder = folder("tables-links");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 1, 20);
    archive(&folder.join("b.warc.gz"), Packing::Gzip, 2, 20);
    let victim = folder.join("victim");
    fs::write(&victim, "").unwrap();
    let out = folder.join("out");
    fs::create_dir(&out).unwrap();
    let (run_file, none) = (out.join("scan.json"), folder.join("none"));
    for to in [&victim, &none] {
        symlink(to, &run_file).unwrap();
        let output = run(&folder, SCAN);
        ends(&output, 1);
        let message = "robots-policy: cannot write out/scan.json: out/scan.json is a symbolic link, which is not followed; delete it\n";
        assert_eq!(said(&output), message);
        fs::remove_file(&run_file).unwrap();
    }
    assert!(!none.exists());
    // The names that an earlier version wrote to, and those that a run moves its files to.
    let parts = [
        "a.warc.gz.parquet.part",
        "a.warc.gz.report.json.part",
        "summary.json.part",
        "summary.json",
        "a.warc.gz.report.json",
    ];
    for name in parts {
        symlink(&victim, out.join(name)).unwrap();
    }
    ends(&run(&folder, SCAN), 0);
    assert_eq!(fs::read(&victim).unwrap(), b"");
    for name in ["summary.json", "a.warc.gz.report.json", "a.warc.gz.parquet"] {
        assert!(
            fs::symlink_metadata(out.join(name)).unwrap().is_file(),
            "{name}"
        );
    }
}

/// Also where the name of the archive has the greatest length that worked before.
#[test]
fn what_killed_runs_left_is_removed_and_nothing_else() {
    let folder = folder("tables-strays");
    let long = format!("{}.warc.gz", "n".repeat(230));
    archive(&folder.join(&long), Packing::Gzip, 1, 3);
    let out = folder.join("out");
    fs::create_dir(&out).unwrap();
    for stray in [
        "a.warc.gz.parquet.0123456789abcdef.part",
        "a.warc.gz.report.json.0123456789abcdef.part",
        "summary.json.0123456789abcdef.part",
        // Of others.
        "a.redb.0123456789abcdef.part",
        "a.parquet.part",
        "a.parquet.0123456789abcde.part",
        "a.parquet.0123456789abcdeg.part",
    ] {
        fs::write(out.join(stray), "").unwrap();
    }
    ends(&run(&folder, &format!("scan {long} -o out")), 0);
    let table = format!("{long}.parquet");
    let report = format!("{long}.report.json");
    let mut left = vec![
        "a.redb.0123456789abcdef.part",
        "a.parquet.part",
        "a.parquet.0123456789abcde.part",
        "a.parquet.0123456789abcdeg.part",
        "scan.json",
        "summary.json",
        &table,
        &report,
    ];
    left.sort_unstable();
    assert_eq!(names(&out), left);
}
