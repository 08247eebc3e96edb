//! `robots-policy report` over folders that are counted twice, are not whole, or would be overwritten.

use std::fs;

use crate::report::{page, scanned};
use crate::scanning::{ends_saying, run};
use robots_policy_kit::output::ends;

/// An archive that two folders hold counts once for each agent, whether the reports are equal or not.
#[test]
fn an_archive_of_two_folders_counts_once() {
    let folder = scanned("report-again");
    fs::create_dir(folder.join("copy")).unwrap();
    for entry in fs::read_dir(folder.join("out")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.join("copy").join(entry.file_name())).unwrap();
    }
    let scan =
        "scan crawl.warc.gz --now 2026-03-01T12:00:00Z --agent ExampleBot --agent CCBot -o other";
    ends(&run(&folder, scan), 0);
    ends(&run(&folder, "report out --json one.jsonl"), 0);
    let output = run(&folder, "report out copy --together --json sum.jsonl");
    ends_saying(
        &output,
        1,
        "copy/crawl.warc.gz.report.json: another folder has counted the archive for examplebot, so it was left out",
    );
    assert_eq!(page(&folder, "sum.jsonl"), page(&folder, "one.jsonl"));
    // An agent that is new has its rows, and the archive is one.
    let output = run(
        &folder,
        "report out other --together -o sum.html --json sum.jsonl",
    );
    ends_saying(
        &output,
        1,
        "other/crawl.warc.gz.report.json: another folder",
    );
    assert!(page(&folder, "sum.jsonl").contains("ccbot"));
    assert!(page(&folder, "sum.html").contains("12 responses in 1 archive"));
    // Two runs are compared whole.
    ends(&run(&folder, "report out copy -o compared.html"), 0);
}

#[test]
fn what_a_scan_did_not_leave_so_is_named() {
    let folder = scanned("report-changed");
    let out = folder.join("out");
    let report = out.join("crawl.warc.gz.report.json");
    fs::copy(&report, out.join("former.warc.gz.report.json")).unwrap();
    let output = run(&folder, "report out -o a.html");
    ends_saying(&output, 1, "out/former.warc.gz.report.json has no table");
    ends_saying(
        &output,
        1,
        "out has 2 reports, and its summary.json counts 1 table",
    );
    fs::remove_file(out.join("former.warc.gz.report.json")).unwrap();
    fs::create_dir(out.join("f.report.json")).unwrap();
    ends_saying(
        &run(&folder, "report out -o a.html"),
        1,
        "cannot read out/f.report.json: it is not a file",
    );
    fs::remove_dir(out.join("f.report.json")).unwrap();
    // Reports alone are enough.
    fs::remove_file(out.join("crawl.warc.gz.parquet")).unwrap();
    ends(&run(&folder, "report out -o a.html"), 0);
    fs::write(&report, "[]").unwrap();
    ends_saying(
        &run(&folder, "report out -o b.html"),
        1,
        "expected the report of an archive",
    );
    assert!(!folder.join("b.html").exists(), "a page about nothing");
}

#[test]
fn outputs_overwrite_nothing_that_is_read() {
    let folder = scanned("report-over");
    let before = fs::read(folder.join("out/crawl.warc.gz.report.json")).unwrap();
    ends(&run(&folder, "report out --json cube.jsonl"), 0);
    std::os::unix::fs::symlink("out", folder.join("link")).unwrap();
    for (words, message) in [
        ("report out -o a --json ./a", "name the same place"),
        ("report out -o - --json -", "name the same place"),
        (
            "report out -o out/crawl.warc.gz.report.json",
            "is read by this command",
        ),
        ("report out -o link/summary.json", "is read by this command"),
        (
            "report link --json out/crawl.warc.gz.parquet",
            "is read by this command",
        ),
        (
            "report --cube cube.jsonl --json cube.jsonl",
            "is read by this command",
        ),
    ] {
        ends_saying(&run(&folder, words), 2, message);
    }
    assert_eq!(
        fs::read(folder.join("out/crawl.warc.gz.report.json")).unwrap(),
        before
    );
    ends(&run(&folder, "report out -o out/report.html"), 0);
    let cells = ends(&run(&folder, "report out --json -"), 0);
    assert_eq!(cells, page(&folder, "cube.jsonl"));
    // A link leads to the file that is written.
    fs::write(folder.join("page.html"), "").unwrap();
    std::os::unix::fs::symlink("page.html", folder.join("latest.html")).unwrap();
    ends(&run(&folder, "report out -o latest.html"), 0);
    assert!(folder.join("latest.html").is_symlink());
    assert!(!page(&folder, "page.html").is_empty());
}
