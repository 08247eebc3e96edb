//! Records in gzip and zstd: those of a whole file have the answers of the plain file, and those of a damaged one none.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::output::{ends, said};

use crate::scanning::{fed, folder, run};

const RECORDS: &[u8] =
    b"{\"html\": \"<meta name=robots content=noindex>\"}\n{\"url\": \"/a\"}\n{\"url\": \"/b\"}\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

#[test]
fn a_packed_file_has_the_answers_of_the_plain_one() {
    let place = folder("packed-records");
    let plain = fed(&place, ["eval", "--jsonl"], RECORDS);
    let plain = ends(&plain, 0);
    let (one, two) = RECORDS.split_at(RECORDS.len() / 2);
    let members = [gzip(one), gzip(two)].concat();
    let frames = [
        zstd::encode_all(one, 3).unwrap(),
        zstd::encode_all(two, 3).unwrap(),
    ]
    .concat();
    for (name, bytes) in [
        ("a.jsonl", RECORDS.to_vec()),
        ("a.jsonl.gz", gzip(RECORDS)),
        ("members.gz", members),
        ("a.jsonl.zst", frames),
    ] {
        fs::write(place.join(name), bytes).unwrap();
        let answered = ends(&run(&place, &format!("eval --jsonl {name}")), 0);
        assert_eq!(answered, plain, "{name}");
    }
}

#[test]
fn a_damaged_file_is_named_once_and_has_no_answer_and_other_files_do() {
    let place = folder("packed-damaged");
    fs::write(place.join("right.jsonl"), b"{}\n").unwrap();
    let many: Vec<u8> = (0..20_000)
        .flat_map(|at| format!("{{\"url\": \"/{at}\"}}\n").into_bytes())
        .collect();
    let whole = gzip(&many);
    let cut = whole[..whole.len() - 6].to_vec();
    let mut changed = whole.clone();
    let last = changed.len() - 8; // its checksum
    changed[last] ^= 1;
    let frame = zstd::encode_all(&many[..], 3).unwrap();
    for (name, bytes, what) in [
        ("cut.gz", cut, "its gzip is damaged or cut"),
        ("changed.gz", changed, "its gzip is damaged or cut"),
        (
            "cut.zst",
            frame[..frame.len() - 6].to_vec(),
            "its zstd is damaged or cut",
        ),
    ] {
        fs::write(place.join(name), bytes).unwrap();
        let output = run(&place, &format!("eval --jsonl {name} right.jsonl"));
        assert_eq!(ends(&output, 1).lines().count(), 1, "{name}");
        let words = said(&output);
        assert!(words.contains(name) && words.contains(what), "{words}");
        assert!(
            words.contains("none of its records was answered"),
            "{words}"
        );
        assert_eq!(words.lines().count(), 1, "{words}");
    }
    let output = fed(&place, ["eval", "--jsonl"], &whole);
    assert_eq!(ends(&output, 1), "");
    assert!(said(&output).contains("name the file, or unpack it first, as with `gunzip`"));
}

#[test]
fn files_of_other_kinds_are_refused_once() {
    let place = folder("records-others");
    for (name, bytes) in [
        ("a.http", &b"HTTP/1.1 200 OK\r\n\r\na\nb\nc\n"[..]),
        ("page.html", b"<!doctype html>\n<p>\n<p>\n"),
        ("robots.txt", b"User-agent: *\nDisallow: /\n"),
        ("a.warc", b"WARC/1.0\r\nWARC-Type: warcinfo\r\n\r\n"),
        ("a.har", b"{\n\"log\": {\n\"entries\": []\n}}\n"),
        ("a.pdf", b"%PDF-1.7\n1\n2\n"),
    ] {
        fs::write(place.join(name), bytes).unwrap();
        let output = run(&place, &format!("eval --jsonl {name}"));
        assert_eq!(ends(&output, 1), "", "{name}");
        let words = said(&output);
        assert!(
            words.starts_with(&format!("robots-policy: cannot read {name}: it is ")),
            "{words}"
        );
        assert_eq!(words.lines().count(), 1, "{words}");
    }
    fs::create_dir_all(place.join("folder")).unwrap();
    for command in ["eval --jsonl folder", "eval folder", "eval --html folder"] {
        let output = run(&place, command);
        assert_eq!(ends(&output, 1), "");
        assert!(
            said(&output).contains("it is a folder; name its files, as in `folder/*`"),
            "{command}"
        );
    }
}
