//! `robots-policy scan` and `robots-store`, run as a stranger would.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod crawl;
mod output;
mod python;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use crawl::{Numbers, Packing, Said, Truth, Writer};
use output::{ends, said};
use serde_json::Value;

/// A folder of its own for each test, empty at its beginning.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("scan")
        .join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

/// Writes an archive of `count` responses; gives what is true of them.
fn archive(path: &Path, packing: Packing, seed: u64, count: usize) -> Vec<Truth> {
    let mut writer = Writer::new(packing);
    writer.crawl(&mut Numbers(seed), count);
    fs::write(path, &writer.bytes).unwrap();
    writer.truth
}

/// The records of a JSONL table.
fn records(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What a record says is in force.
fn in_force(record: &Value) -> Said {
    let directives = &record["directives"];
    let flag = |name: &str| directives[name] == Value::Bool(true);
    let said = Said {
        noindex: flag("noindex"),
        nofollow: flag("nofollow"),
        noarchive: flag("noarchive"),
        max_snippet: directives["max-snippet"].as_u64(),
    };
    assert_eq!(record["index"], Value::Bool(!said.noindex));
    assert_eq!(record["follow"], Value::Bool(!said.nofollow));
    assert_eq!(record["archive"], Value::Bool(!said.noarchive));
    assert_eq!(record["snippet"]["max_chars"].as_u64(), said.max_snippet);
    said
}

#[test]
fn every_row_says_what_is_true() {
    let folder = folder("truth");
    for (name, packing) in [
        ("plain.warc", Packing::Plain),
        ("gzip.warc.gz", Packing::Gzip),
        ("zstd.warc.zst", Packing::Zstd),
    ] {
        let truth = archive(&folder.join(name), packing, 7, 400);
        let table = folder.join("out").join(format!("{name}.jsonl"));
        let args = [
            "scan",
            name,
            "-o",
            "out",
            "--format",
            "jsonl",
            "--agent",
            "*",
            "--agent",
            "ExampleBot",
        ];
        ends(&run(&folder, &args), 0);
        let rows = records(&table);
        assert_eq!(rows.len(), truth.len() * 2, "{name}");
        for (truth, rows) in truth.iter().zip(rows.chunks(2)) {
            for (row, (agent, said)) in rows
                .iter()
                .zip([("*", truth.everybody), ("examplebot", truth.example_bot)])
            {
                assert_eq!(row["url"], Value::from(truth.url.as_str()));
                assert_eq!(row["id"]["warc_file"], Value::from(name));
                assert_eq!(
                    row["id"]["warc_offset"],
                    Value::from(truth.offset),
                    "{name}"
                );
                assert_eq!(row["id"]["status"], Value::from(truth.status));
                assert_eq!(in_force(row), said, "{agent} {row}");
            }
        }
        fs::remove_dir_all(folder.join("out")).unwrap();
    }
}

#[test]
fn fast_skip_gives_the_same_rows() {
    let folder = folder("fast-skip");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 3, 300);
    ends(
        &run(
            &folder,
            &["scan", "a.warc.gz", "-o", "full", "--format", "jsonl"],
        ),
        0,
    );
    ends(
        &run(
            &folder,
            &[
                "scan",
                "a.warc.gz",
                "-o",
                "fast",
                "--format",
                "jsonl",
                "--fast-skip",
            ],
        ),
        0,
    );
    assert_eq!(
        fs::read(folder.join("full/a.warc.gz.jsonl")).unwrap(),
        fs::read(folder.join("fast/a.warc.gz.jsonl")).unwrap()
    );
}

/// Files by name, whatever the run was called with.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                fs::read(&path).unwrap(),
            )
        })
        .collect()
}

#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_as_if_it_had_never_been() {
    let folder = folder("killed");
    for index in 0..12 {
        archive(
            &folder.join(format!("{index:02}.warc.gz")),
            Packing::Gzip,
            index,
            200,
        );
    }
    let args = |out| {
        [
            "scan",
            "*.warc.gz",
            "-o",
            out,
            "--now",
            "2026-03-01T12:00:00Z",
            "-j",
            "2",
            "--resume",
        ]
    };
    let began = std::time::Instant::now();
    ends(&run(&folder, &args("undisturbed")), 0);
    let whole = began.elapsed();
    let mut numbers = Numbers(11);
    let mut killed = 0;
    for _ in 0..20 {
        let mut child = command(&folder, &args("disturbed"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let part = u32::try_from(numbers.below(1000)).unwrap();
        thread::sleep(whole * part / 4000);
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
    }
    assert!(killed > 0, "every run had ended before it was killed");
    let last = run(&folder, &args("disturbed"));
    let told = ends(&last, 0);
    assert!(
        told.starts_with("12 archives, 2,400 responses, 2,400 rows"),
        "{told}"
    );
    let mut disturbed = files(&folder.join("disturbed"));
    let mut undisturbed = files(&folder.join("undisturbed"));
    // It holds when the run began.
    assert!(disturbed.remove("scan.json").is_some() && undisturbed.remove("scan.json").is_some());
    assert_eq!(
        disturbed.keys().collect::<Vec<_>>(),
        undisturbed.keys().collect::<Vec<_>>()
    );
    assert!(disturbed == undisturbed, "a table or a report differs");
}

#[test]
fn damage_costs_a_record_and_is_listed() {
    let folder = folder("damage");
    let mut writer = Writer::new(Packing::Gzip);
    let mut numbers = Numbers(5);
    writer.crawl(&mut numbers, 3);
    let rubbish = writer.bytes.len();
    writer.bytes.extend(b"this is no member");
    writer.crawl(&mut numbers, 3);
    let cut = writer.truth.pop().unwrap().offset;
    writer.bytes.truncate(usize::try_from(cut).unwrap() + 60);
    fs::write(folder.join("a.warc.gz"), &writer.bytes).unwrap();
    let output = run(
        &folder,
        &["scan", "a.warc.gz", "-o", "out", "--format", "jsonl"],
    );
    let told = ends(&output, 1);
    assert!(
        told.contains(&format!("a.warc.gz at byte {rubbish}: ")),
        "{told}"
    );
    assert!(
        told.contains(&format!("a.warc.gz at byte {cut}: ")),
        "{told}"
    );
    let urls: Vec<Value> = records(&folder.join("out/a.warc.gz.jsonl"))
        .iter()
        .map(|row| row["url"].clone())
        .collect();
    let expected: Vec<Value> = writer
        .truth
        .iter()
        .map(|truth| Value::from(truth.url.as_str()))
        .collect();
    assert_eq!(urls, expected);
}

#[test]
fn a_folder_is_of_one_run() {
    let folder = folder("folder");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 1, 5);
    let scan = |more: &[&str]| {
        run(
            &folder,
            &[&["scan", "a.warc.gz", "-o", "out"], more].concat(),
        )
    };
    ends(&scan(&["--agent", "ExampleBot"]), 0);
    let again = scan(&["--agent", "ExampleBot"]);
    ends(&again, 2);
    assert!(
        said(&again).contains("out holds a run already; go on with it with --resume"),
        "{}",
        said(&again)
    );
    let other = scan(&["--agent", "GPTBot", "--resume"]);
    ends(&other, 2);
    assert!(
        said(&other).contains("agent `examplebot`, and this one has agent `gptbot`"),
        "{}",
        said(&other)
    );
    let told = ends(&scan(&["--agent", "ExampleBot", "--resume"]), 0);
    assert!(told.starts_with("1 archive, 5 responses, 5 rows"), "{told}");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 2, 9);
    let changed = scan(&["--agent", "ExampleBot", "--resume"]);
    ends(&changed, 2);
    assert!(
        said(&changed).contains("was written from a.warc.gz, not from a.warc.gz as it is now"),
        "{}",
        said(&changed)
    );
}

#[test]
fn inputs_that_make_no_sense_are_told() {
    let folder = folder("inputs");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 1, 2);
    fs::create_dir(folder.join("b")).unwrap();
    fs::copy(folder.join("a.warc.gz"), folder.join("b/a.warc.gz")).unwrap();
    for (args, code, message) in [
        (&["none.warc.gz"][..], 1, "cannot read none.warc.gz: "),
        (
            &["none*.warc.gz"][..],
            1,
            "cannot read none*.warc.gz: no file matches the pattern",
        ),
        (
            &["b"][..],
            1,
            "cannot read b: it is a folder; name its files, as in `b/*.warc.gz`",
        ),
        (&[][..], 2, "no archive was named"),
        (
            &["a.warc.gz", "b/a.warc.gz"][..],
            2,
            "a.warc.gz and b/a.warc.gz would both be written to out/a.warc.gz.parquet",
        ),
        (
            &["a.warc.gz", "--robots", "none.redb"][..],
            1,
            "cannot read none.redb: ",
        ),
        (
            &["a.warc.gz", "--robots", "a.warc.gz"][..],
            1,
            "cannot read a.warc.gz: ",
        ),
    ] {
        let output = run(&folder, &[&["scan", "-o", "out"], args].concat());
        ends(&output, code);
        assert!(
            said(&output).contains(message),
            "{args:?}: {}",
            said(&output)
        );
        assert!(!folder.join("out").exists(), "{args:?}");
    }
}

#[test]
fn places_that_cannot_be_written_are_told() {
    let folder = folder("unwritable");
    archive(&folder.join("a.warc.gz"), Packing::Gzip, 1, 2);
    for args in [
        ["scan", "a.warc.gz", "-o", "a.warc.gz"].as_slice(),
        &["scan", "a.warc.gz", "-o", "a.warc.gz/out"],
        &[
            "robots-store",
            "build",
            "a.warc.gz",
            "-o",
            "none/robots.redb",
        ],
    ] {
        let output = run(&folder, args);
        ends(&output, 1);
        let message = format!("robots-policy: cannot write {}", args.last().unwrap());
        assert!(said(&output).starts_with(&message), "{}", said(&output));
        assert_eq!(files(&folder).keys().collect::<Vec<_>>(), ["a.warc.gz"]);
    }
}

#[test]
fn archives_come_from_lists_patterns_and_standard_input() {
    let folder = folder("sources");
    for name in ["a.warc.gz", "b.warc.gz", "c.warc"] {
        let packing = if name.ends_with("gz") {
            Packing::Gzip
        } else {
            Packing::Plain
        };
        archive(&folder.join(name), packing, 1, 2);
    }
    fs::write(folder.join("list"), "# the last one\n\nc.warc\n").unwrap();
    let told = ends(
        &run(
            &folder,
            &[
                "scan",
                "[ab].warc.gz",
                "a.warc.gz",
                "--list",
                "list",
                "-o",
                "out",
            ],
        ),
        0,
    );
    assert!(
        told.starts_with("3 archives, 6 responses, 6 rows"),
        "{told}"
    );
    let mut child = command(&folder, &["scan", "-", "-o", "piped", "--format", "jsonl"]);
    child.stdin(fs::File::open(folder.join("a.warc.gz")).unwrap());
    ends(&child.output().unwrap(), 0);
    assert_eq!(records(&folder.join("piped/stdin.jsonl")).len(), 2);
}

/// robots.txt as sites answered for it; gives how many answers there are.
fn robots_archive(path: &Path) -> usize {
    let mut writer = Writer::new(Packing::Gzip);
    let answers = [
        (
            "https://a.example",
            "200 OK",
            "",
            "User-agent: *\nDisallow: /private\n",
        ),
        (
            "http://b.example",
            "301 Moved",
            "Location: https://b.example/robots.txt\r\n",
            "",
        ),
        (
            "https://b.example",
            "200 OK",
            "",
            "User-agent: examplebot\nDisallow: /\n",
        ),
        ("https://c.example", "404 Not Found", "", ""),
        ("https://d.example", "503 Busy", "", ""),
        (
            "https://f.example",
            "200 OK",
            "Content-Encoding: gzip\r\n",
            "\x1F\u{8b}\x08 is no gzip",
        ),
    ];
    for (site, status, field, body) in answers {
        let body: Vec<u8> = body.chars().map(|c| u8::try_from(c).unwrap()).collect();
        let head = format!("HTTP/1.1 {status}\r\nContent-Type: text/plain\r\n{field}\r\n");
        writer.response(
            &format!("{site}/robots.txt"),
            &[head.as_bytes(), &body].concat(),
        );
    }
    let other = b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /\n";
    writer.response("https://a.example/robots.txt?x", other);
    writer.response("https://a.example/folder/robots.txt", other);
    fs::write(path, &writer.bytes).unwrap();
    answers.len()
}

#[test]
fn robots_txt_of_the_crawl_is_joined_in() {
    let folder = folder("robots");
    let answers = robots_archive(&folder.join("robots.warc.gz"));
    let expected = [
        ("https://a.example/", "no-match", Value::Bool(true)),
        (
            "https://a.example/private/x",
            "disallow-rule",
            Value::Bool(false),
        ),
        ("http://a.example/private/x", "unknown", Value::Null),
        ("http://b.example/", "disallow-rule", Value::Bool(false)),
        ("https://c.example/", "unavailable", Value::Bool(true)),
        ("https://d.example/", "unreachable", Value::Bool(false)),
        (
            "https://d.example/robots.txt",
            "robots-txt-itself",
            Value::Bool(true),
        ),
        ("https://e.example/", "unknown", Value::Null),
        ("https://f.example/", "unreachable", Value::Bool(false)),
    ];
    let mut writer = Writer::new(Packing::Gzip);
    for (url, ..) in &expected {
        writer.response(
            url,
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>",
        );
    }
    fs::write(folder.join("pages.warc.gz"), &writer.bytes).unwrap();
    let build = [
        "robots-store",
        "build",
        "robots.warc.gz",
        "-o",
        "robots.redb",
    ];
    let told = ends(&run(&folder, &build), 0);
    assert!(
        told.starts_with(&format!("{answers} robots.txt answers")),
        "{told}"
    );
    let again = run(&folder, &build);
    ends(&again, 2);
    assert!(
        said(&again).contains("robots.redb is there already; add to it with --update"),
        "{}",
        said(&again)
    );
    ends(&run(&folder, &[&build[..], &["--update"]].concat()), 0);
    let args = [
        "scan",
        "pages.warc.gz",
        "--agent",
        "ExampleBot",
        "-o",
        "out",
        "--format",
        "jsonl",
    ];
    ends(
        &run(&folder, &[&args[..], &["--robots", "robots.redb"]].concat()),
        0,
    );
    let rows = records(&folder.join("out/pages.warc.gz.jsonl"));
    assert_eq!(rows.len(), expected.len());
    for (row, (url, reason, allowed)) in rows.iter().zip(expected) {
        assert_eq!(row["access"]["reason"], Value::from(reason), "{url}");
        assert_eq!(row["access"]["allowed"], allowed, "{url}");
    }
    let show = ["robots-store", "show", "robots.redb", "https://a.example/x"];
    let shown = ends(&run(&folder, &show), 0);
    assert!(
        shown.starts_with("https://a.example: 200 at 2026-03-01T12:00:00Z")
            && shown.ends_with("Disallow: /private\n"),
        "{shown}"
    );
}

/// What the table says, in the words of the record.
fn as_record(row: &Value) -> Value {
    let mut directives = serde_json::Map::new();
    for (column, name) in [
        ("noindex", "noindex"),
        ("nofollow", "nofollow"),
        ("noarchive", "noarchive"),
    ] {
        if row[column] == Value::Bool(true) {
            directives.insert(name.to_owned(), Value::Bool(true));
        }
    }
    if !row["max_snippet"].is_null() {
        directives.insert(String::from("max-snippet"), row["max_snippet"].clone());
    }
    let snippet = serde_json::json!({"max_chars": row["max_snippet"]});
    let mut record = serde_json::json!({"directives": directives, "snippet": snippet});
    for column in ["url", "index", "follow", "archive"] {
        record[column] = row[column].clone();
    }
    record
}

#[test]
fn other_programs_read_the_table() {
    let folder = folder("read-back");
    let truth = archive(&folder.join("a.warc.gz"), Packing::Gzip, 21, 300);
    let args = [
        "scan",
        "a.warc.gz",
        "-o",
        "out",
        "--agent",
        "*",
        "--agent",
        "ExampleBot",
    ];
    ends(&run(&folder, &args), 0);
    for implementation in python::IMPLEMENTATIONS {
        let read = python::read_back(implementation, &folder.join("out/a.warc.gz.parquet"));
        assert_eq!(read.rows.len(), truth.len() * 2, "{implementation}");
        for (truth, rows) in truth.iter().zip(read.rows.chunks(2)) {
            let asked = [("*", truth.everybody), ("examplebot", truth.example_bot)];
            for (row, (agent, said)) in rows.iter().zip(asked) {
                assert_eq!(row["agent"], Value::from(agent));
                assert_eq!(row["url"], Value::from(truth.url.as_str()));
                assert_eq!(row["status"], Value::from(truth.status));
                assert_eq!(row["warc_offset"], Value::from(truth.offset));
                assert_eq!(row["date"], Value::from(1_772_366_400_000_000_i64));
                assert_eq!(in_force(&as_record(row)), said, "{implementation}: {row}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_in_order() {
    let folder = folder("interrupted");
    for index in 0..8 {
        archive(
            &folder.join(format!("{index}.warc.gz")),
            Packing::Gzip,
            index,
            300,
        );
    }
    let args = ["scan", "*.warc.gz", "-o", "out", "-j", "1", "--resume"];
    let child = command(&folder, &args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The run has begun when it writes.
    while !folder.join("out/0.warc.gz.parquet.part").exists()
        && !folder.join("out/0.warc.gz.parquet").exists()
    {
        thread::yield_now();
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    ends(&output, 130);
    assert!(
        said(&output)
            .contains("of 8 archives have no table in out; the same command with --resume goes on"),
        "{}",
        said(&output)
    );
    let left = files(&folder.join("out"));
    assert!(
        left.keys().all(|name| !name.contains(".part")),
        "{:?}",
        left.keys()
    );
    let told = ends(&run(&folder, &args), 0);
    assert!(
        told.starts_with("8 archives, 2,400 responses, 2,400 rows"),
        "{told}"
    );
}

#[test]
fn the_engines_agree_on_real_archives() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/warc");
    if !corpus.is_dir() {
        writeln!(io::stderr(), "skipped: {} is not there", corpus.display()).unwrap();
        return;
    }
    let folder = folder("engines");
    let pattern = format!("{}/*", corpus.display());
    let output = run(
        &folder,
        &["scan", &pattern, "-o", "out", "--engine", "both"],
    );
    // Some of them are damaged, which is what they are for.
    let told = ends(&output, 1);
    assert!(told.starts_with("14 archives, "), "{told}");
    assert!(
        told.contains("damaged: ") && !told.contains("engines differ"),
        "{told}"
    );
}

#[test]
fn the_readme_shows_what_the_commands_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let folder = folder("readme");
    let schema = ends(&run(&folder, &["scan", "--schema"]), 0);
    assert!(
        readme.contains(&schema),
        "put this table into README.md:\n{schema}"
    );
    let archive = root.join("fixtures/archives/crawl.warc.gz");
    fs::copy(archive, folder.join("crawl.warc.gz")).unwrap();
    let store = ends(
        &run(
            &folder,
            &[
                "robots-store",
                "build",
                "crawl.warc.gz",
                "-o",
                "robots.redb",
            ],
        ),
        0,
    );
    assert!(readme.contains(&store), "put this into README.md:\n{store}");
    let args = [
        "scan",
        "crawl.warc.gz",
        "--robots",
        "robots.redb",
        "--agent",
        "ExampleBot",
        "-o",
        "policy",
    ];
    let told = ends(&run(&folder, &args), 0);
    // The second line tells how long it took.
    let (first, rest) = told.split_once('\n').unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    assert!(
        readme.contains(first) && readme.contains(rest),
        "put this into README.md:\n{told}"
    );
}
