//! Stores of robots.txt answers, and archives to build them from.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::scanning::{files, folder, run};
use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::output::{ends, said};

/// An archive of `count` sites whose robots.txt has `lines` incompressible lines and then `padding` bytes of `#`.
pub(crate) fn sites(path: &Path, name: &str, count: u64, lines: u64, padding: usize) {
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

/// A folder of two such archives, a folder beside them, and the output of `show` for a store of the first and of both.
pub(crate) fn crawled(test: &str, lines: u64) -> (PathBuf, [String; 2]) {
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

/// The answers that a store holds, by site.
#[track_caller]
pub(crate) fn shown(folder: &Path, store: &str) -> String {
    let urls = |name: &str| {
        (0..60).fold(String::new(), |urls, n| {
            urls + &format!(" https://{name}{n}.example/")
        })
    };
    let output = run(
        folder,
        &format!(
            "robots-store show {store} --at latest{}{}",
            urls("a"),
            urls("b")
        ),
    );
    assert_eq!(said(&output), "");
    String::from_utf8(output.stdout).unwrap()
}

/// The names of files in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    files(folder).into_keys().collect()
}

pub(crate) const BUILD: &str = "robots-store build ../a.warc.gz -o s.redb";
pub(crate) const UPDATE: &str = "robots-store build ../a.warc.gz ../b.warc.gz -o s.redb --update";
