//! Rows that are judged anew by the version that judged them are the same, byte by byte, whatever the settings.

use std::fs;
use std::path::Path;

use robots_policy_kit::files::root;
use robots_policy_kit::output::ends;

use crate::scanning::{folder, run};

/// The settings of scans, each of which a run keeps.
const SETTINGS: &[&str] = &[
    "",
    "--agent ExampleBot --agent ExampleBot-News,ExampleBot",
    "--as all --disputed",
    "--as googlebot,training",
    "--robots-store s.store",
    "--robots-store s.store --robots-time latest --assume-absent tdmrep.json,licenses",
    "--robots-store s.store --robots-within 0.001",
    "--assume-absent rest --now 2020-01-01T00:00:00Z",
    "--status 2xx,404 --type text/html,none",
    "--robots-tag strict-list --both-fields prefer-robots-tag --lines-joined --http-equiv --google-compat --metas head,body --sha256",
];

#[test]
fn rows_are_those_of_a_scan() {
    let folder = folder("rejudged");
    let archive = root().join("fixtures/archives/crawl.warc.gz");
    fs::copy(archive, folder.join("crawl.warc.gz")).unwrap();
    ends(
        &run(&folder, "robots-store build crawl.warc.gz -o s.store -q"),
        0,
    );
    for (number, settings) in SETTINGS.iter().enumerate() {
        for format in ["jsonl", "parquet"] {
            let (out, again) = (
                format!("{format}{number}"),
                format!("{format}{number}-again"),
            );
            let scan = format!("scan crawl.warc.gz -q --format {format} {settings} -o {out}");
            ends(&run(&folder, scan.trim()), 0);
            let store = if settings.contains("s.store") {
                " --robots-store s.store"
            } else {
                ""
            };
            let shown = ends(
                &run(&folder, &format!("rejudge {out} -q -o {again}{store}")),
                0,
            );
            assert!(shown.contains(": none of"), "{settings}: {shown}");
            assert!(!shown.contains("changed\n  "), "{settings}: {shown}");
            if format == "jsonl" {
                let rows = |run: &str| fs::read(rows(&folder, run)).unwrap();
                assert!(rows(&out) == rows(&again), "{settings}");
            }
        }
    }
}

fn rows(folder: &Path, run: &str) -> std::path::PathBuf {
    folder.join(run).join("crawl.warc.gz.jsonl")
}
