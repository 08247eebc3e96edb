//! How `robots-policy scan` names its inputs and recognises them.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, SystemTime};

use crate::scanning::{archive, command, ends_saying, files, folder, part_of, pipe, records, run};
use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::output::{ends, said};

fn name(bytes: &[u8]) -> &OsStr {
    OsStr::from_bytes(bytes)
}

/// An archive of this URL alone, as long as any other of a URL of that length.
fn page(path: &Path, url: &str) {
    let mut writer = Writer::new(Packing::Plain);
    writer.response(
        url,
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>",
    );
    fs::write(path, writer.bytes).unwrap();
}

/// The addresses of a table's rows.
fn urls(table: &Path) -> Vec<String> {
    let rows = records(table).into_iter();
    rows.map(|row| row["url"].as_str().unwrap().to_owned())
        .collect()
}

/// A run whose standard input is this file.
fn piped(folder: &Path, input: &str, words: &str) -> Output {
    let mut cat = std::process::Command::new("cat")
        .arg(folder.join(input))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let pipe = cat.stdout.take().unwrap();
    let output = command(folder, words).stdin(pipe).output().unwrap();
    cat.wait().unwrap();
    output
}

#[test]
fn names_are_bytes() {
    let folder = folder("bytes");
    let names: [&[u8]; 5] = [
        b"ok.warc",
        b"a\xff.warc",
        b"a\xfe.warc",
        b"a%FF.warc",
        "\u{10ffff}.warc".as_bytes(),
    ];
    for bytes in names {
        archive(&folder.join(name(bytes)), Packing::Plain, 1, 2);
    }
    let reported = ends(&run(&folder, "scan *.warc -o pattern --format jsonl"), 0);
    assert!(
        reported.starts_with("5 archives, 10 pages, 10 rows"),
        "{reported}"
    );
    let mut direct = command(&folder, "scan -o direct --format jsonl");
    ends(&direct.args(names.map(name)).output().unwrap(), 0);
    fs::write(
        folder.join("list"),
        [b"\xEF\xBB\xBF", &names.join(&b'\n')[..]].concat(),
    )
    .unwrap();
    ends(
        &run(&folder, "scan --list list -o listed --format jsonl"),
        0,
    );
    let tables = |out: &str| {
        let mut files = files(&folder.join(out));
        files.remove("scan.json");
        files
    };
    let expected = tables("pattern");
    assert!(expected == tables("direct") && expected == tables("listed"));
    for table in ["ok.warc", "a%FF.warc", "a%FE.warc", "a%25FF.warc"] {
        assert!(
            expected.contains_key(&format!("{table}.jsonl")),
            "{:?}",
            expected.keys()
        );
    }
    ends(&run(&folder, "robots-store build *.warc -o s.redb"), 0);
}

#[test]
fn patterns_match_as_shells_do() {
    let folder = folder("patterns");
    for path in [
        "a/1.warc",
        "a/b/2.warc",
        "a/.h/3.warc",
        "a/.4.warc",
        "\u{e9}.warc",
    ] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        archive(&path, Packing::Plain, 1, 1);
    }
    fs::create_dir(folder.join("a/5.warc")).unwrap();
    for (number, (pattern, count)) in [
        ("a/*.warc", 1),
        ("a/.*.warc", 1),
        ("**/*.warc", 3),
        ("?.warc", 1),
        ("*/*/*.warc", 1),
        ("./a/[0-9].warc", 1),
    ]
    .into_iter()
    .enumerate()
    {
        let reported = ends(&run(&folder, &format!("scan {pattern} -o {number}")), 0);
        assert!(
            reported.starts_with(&format!("{count} archive")),
            "{pattern}: {reported}"
        );
    }
    std::os::unix::fs::symlink("nowhere", folder.join("a/6.warc")).unwrap();
    let output = run(&folder, "scan a/*.warc -o dangling");
    ends_saying(&output, 1, "cannot read a/6.warc");
}

#[test]
fn an_archive_that_was_replaced_is_read_again() {
    let folder = folder("replaced");
    let (input, table) = (folder.join("a.warc"), folder.join("out/a.warc.jsonl"));
    let scan = "scan a.warc -o out --format jsonl --resume";
    page(&input, "https://a.example/");
    let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let written_then = || {
        let file = File::options().write(true).open(&input).unwrap();
        file.set_modified(then).unwrap();
    };
    written_then();
    ends(&run(&folder, scan), 0);
    let output = run(&folder, scan);
    ends(&output, 0);
    assert_eq!(said(&output), "");
    let again = "robots-policy: out/a.warc.jsonl is of an archive that has changed since; it is written again\n";
    for url in ["https://b.example/", "https://longer.example/"] {
        page(&input, url);
        written_then();
        let output = run(&folder, scan);
        ends(&output, 0);
        assert_eq!(said(&output), again);
        assert_eq!(urls(&table), [url]);
    }
    File::options()
        .write(true)
        .open(&input)
        .unwrap()
        .set_modified(SystemTime::now())
        .unwrap();
    assert_eq!(said(&run(&folder, scan)), again);
    // A report as it was before it named its input.
    let report = folder.join("out/a.warc.report.json");
    let mut old: serde_json::Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
    old.as_object_mut().unwrap().remove("input");
    fs::write(&report, old.to_string()).unwrap();
    fs::write(&table, "{}\n").unwrap();
    let output = run(&folder, scan);
    ends_saying(&output, 0, "was written by an earlier version");
    assert_eq!(urls(&table), ["https://longer.example/"]);
    fs::write(&report, "{").unwrap();
    ends(&run(&folder, scan), 1);
}

#[test]
fn standard_input_is_named_or_never_done() {
    let folder = folder("stdin");
    page(&folder.join("a"), "https://a.example/");
    page(&folder.join("b"), "https://b.example/");
    let scan = "scan - -o out --format jsonl --resume";
    let stdin = folder.join("out/stdin.jsonl");
    for (input, url) in [("a", "https://a.example/"), ("b", "https://b.example/")] {
        let output = piped(&folder, input, scan);
        ends(&output, 0);
        assert_eq!(urls(&stdin), [url]);
        assert_eq!(
            said(&output).contains("--stdin-name names it; it is written again"),
            input == "b"
        );
    }
    for input in ["a", "b"] {
        let named = format!("{scan} --stdin-name s3://bucket/{input}.warc.gz");
        ends(&piped(&folder, input, &named), 0);
        assert_eq!(
            urls(&folder.join(format!("out/{input}.warc.gz.jsonl"))),
            [format!("https://{input}.example/")]
        );
    }
    // It counts as the archive of its name.
    let output = piped(
        &folder,
        "b",
        &format!("{scan} --stdin-name s3://bucket/a.warc.gz"),
    );
    ends_saying(&output, 0, "out also holds 2 tables");
    assert_eq!(
        urls(&folder.join("out/a.warc.gz.jsonl")),
        ["https://a.example/"]
    );
}

#[test]
fn a_named_pipe_is_never_done() {
    let folder = folder("pipe");
    page(&folder.join("a"), "https://a.example/");
    page(&folder.join("b"), "https://b.example/");
    pipe(&folder.join("pipe"));
    for input in ["a", "b"] {
        let feed = folder.clone();
        let feeder = std::thread::spawn(move || fs::copy(feed.join(input), feed.join("pipe")));
        ends(&run(&folder, "scan pipe -o out --format jsonl --resume"), 0);
        feeder.join().unwrap().unwrap();
        assert_eq!(
            urls(&folder.join("out/pipe.jsonl")),
            [format!("https://{input}.example/")]
        );
    }
}

#[test]
fn one_signal_ends_a_run_over_a_silent_pipe() {
    let folder = folder("silent");
    page(&folder.join("a"), "https://a.example/");
    pipe(&folder.join("pipe"));
    for (signal, input) in [("-INT", "-"), ("-TERM", "-"), ("-INT", "pipe")] {
        let out = format!("out{signal}{input}");
        let mut child = command(&folder, &format!("scan {input} -o {out}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The pipe stays open and silent.
        let pipe = child.stdin.take().unwrap();
        let part = if input == "-" { "stdin" } else { input };
        let part = || part_of(&folder.join(&out), &format!("{part}.parquet"));
        while part().is_none() {
            assert_eq!(child.try_wait().unwrap(), None, "it ended before it read");
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        assert!(
            std::process::Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        ends_saying(
            &output,
            130,
            "run the same command with --resume to continue",
        );
        assert_eq!(part(), None);
        drop(pipe);
    }
}

#[test]
fn a_store_is_identified_by_its_content() {
    let folder = folder("names-store");
    let mut writer = Writer::new(Packing::Gzip);
    writer.crawl(&mut Numbers(1), 2);
    fs::write(folder.join("a.warc.gz"), &writer.bytes).unwrap();
    writer.response(
        "https://a.example/robots.txt",
        b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /\n",
    );
    fs::write(folder.join("b.warc.gz"), &writer.bytes).unwrap();
    ends(&run(&folder, "robots-store build a.warc.gz -o s.redb"), 0);
    ends(
        &run(&folder, "scan a.warc.gz --robots-store s.redb -o out"),
        0,
    );
    ends(
        &run(
            &folder,
            "scan a.warc.gz --robots-store ./s.redb -o out --resume",
        ),
        0,
    );
    ends(
        &run(&folder, "robots-store build b.warc.gz -o s.redb --update"),
        0,
    );
    let output = run(
        &folder,
        "scan a.warc.gz --robots-store s.redb -o out --resume",
    );
    ends_saying(&output, 2, "out holds a run with robots `s.redb, ");
}
