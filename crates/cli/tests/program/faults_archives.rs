//! `scan` of archives that are removed, changed or cut while they are read, and of archives that claim to be large.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use crate::disk::limited;
use crate::scanning::{
    archive, archives, command, ends_saying, fed, files, folder, part_of, pipe, records, run,
};
use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};

fn spawned(folder: &Path, words: &str) -> Child {
    let mut command = command(folder, words);
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn an_archive_that_goes_away_meanwhile_costs_its_own_table() {
    let folder = folder("vanished");
    archives(&folder, 4, 6);
    let scan = "scan --now 2026-03-01T12:00:00Z -j 1 -q --format jsonl -o";
    ends(&run(&folder, &format!("{scan} whole *.warc.gz")), 0);
    let whole = files(&folder.join("whole"));
    let first = fs::read(folder.join("00.warc.gz")).unwrap();
    fs::remove_file(folder.join("00.warc.gz")).unwrap();
    pipe(&folder.join("00.warc.gz"));
    fs::write(
        folder.join("list"),
        "00.warc.gz\n01.warc.gz\n02.warc.gz\n03.warc.gz\n",
    )
    .unwrap();
    let child = spawned(&folder, &format!("{scan} out --list list"));
    // It opens when the program has listed its archives and reads the first.
    let mut feed = File::create(folder.join("00.warc.gz")).unwrap();
    fs::remove_file(folder.join("01.warc.gz")).unwrap();
    fs::remove_file(folder.join("02.warc.gz")).unwrap();
    fs::create_dir(folder.join("02.warc.gz")).unwrap();
    feed.write_all(&first).unwrap();
    drop(feed);
    let output = child.wait_with_output().unwrap();
    let reported = ends(&output, 1);
    let first = reported.lines().next().unwrap_or_default();
    let is_it = first.starts_with("2 archives, ") && first.ends_with(", 12 rows");
    assert!(is_it, "{reported}");
    for message in [
        "robots-policy: cannot read 01.warc.gz: No such file or directory",
        "robots-policy: cannot read 02.warc.gz: ",
        "Is a directory",
        "robots-policy: 2 of 4 archives have no table in out; ",
    ] {
        assert!(said(&output).contains(message), "{}", said(&output));
    }
    let left = files(&folder.join("out"));
    // With the files of the run, and two reports.
    assert_eq!(left.len(), 6, "{:?}", left.keys());
    for name in ["00.warc.gz.jsonl", "03.warc.gz.jsonl"] {
        assert!(left[name] == whole[name], "{name}");
    }
}

/// A plain archive of `count` responses, of 64 KiB each.
fn large(path: &Path, count: usize) -> Writer {
    let mut writer = Writer::new(Packing::Plain);
    let page = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{}",
        "x".repeat(64 * 1024)
    );
    for number in 0..count {
        writer.response(&format!("https://a.example/{number}"), page.as_bytes());
    }
    fs::write(path, &writer.bytes).unwrap();
    writer
}

fn signal(child: &Child, name: &str) {
    let mut kill = Command::new("kill");
    let kill = kill.args([name, &child.id().to_string()]);
    assert!(kill.status().unwrap().success());
}

/// Runs `work` while the program reads `a.warc` into a new table; returns nothing if the program had read it before
/// `work` was done.
fn meanwhile(folder: &Path, scan: &str, work: impl FnOnce()) -> Option<Output> {
    let _ = fs::remove_dir_all(folder.join("out"));
    let mut child = spawned(folder, scan);
    let part = || part_of(&folder.join("out"), "a.warc.jsonl");
    while part().is_none() {
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        thread::yield_now();
    }
    signal(&child, "-STOP");
    let is_read = part().is_none();
    work();
    signal(&child, "-CONT");
    let output = child.wait_with_output().unwrap();
    (!is_read).then_some(output)
}

#[test]
fn an_archive_that_changes_meanwhile_is_read_as_it_was_or_reported() {
    let folder = folder("changed");
    let path = folder.join("a.warc");
    let (count, agents) = (400, 50);
    // This many rows take a while.
    let scan = String::from("scan a.warc -o out --format jsonl --resume -q");
    let scan = &(0..agents).fold(scan, |scan, n| scan + " --agent Bot" + &"x".repeat(n));
    let table = folder.join("out/a.warc.jsonl");
    let cut = (0..20).find_map(|_| {
        let len = large(&path, count).bytes.len() as u64;
        // In the middle of a record.
        let cut = len * 3 / 4 + 1000;
        let file = File::options().write(true).open(&path).unwrap();
        let cut = meanwhile(&folder, scan, || file.set_len(cut).unwrap());
        cut.filter(|output| !output.status.success())
    });
    let reported = ends(&cut.unwrap(), 1);
    assert!(reported.contains("damaged: 1 place"), "{reported}");
    let rows = records(&table).len();
    assert!((1..count * agents).contains(&rows), "{rows}");
    // Another file is there now: it is read again, and the same record is damaged.
    let again = run(&folder, scan);
    let reported = ends(&again, 1);
    assert!(reported.contains("damaged: 1 place"), "{reported}");
    let message = "out/a.warc.jsonl is of an archive that has changed since; it is written again";
    assert!(said(&again).contains(message), "{}", said(&again));

    let replaced = (0..20).find_map(|_| {
        large(&path, count);
        fs::write(folder.join("b.warc"), "something else").unwrap();
        meanwhile(&folder, scan, || {
            fs::rename(folder.join("b.warc"), &path).unwrap();
        })
    });
    ends(&replaced.unwrap(), 0);
    assert_eq!(records(&table).len(), count * agents);
    let again = run(&folder, scan);
    ends_saying(&again, 1, message);
    assert_eq!(records(&table).len(), 0);
}

#[test]
fn an_input_that_ends_in_a_record_is_damaged_from_any_source() {
    let folder = folder("middle");
    let writer = large(&folder.join("a.warc"), 5);
    // In the fields of the last response.
    let middle = writer.bytes.len() - 64 * 1024 - 30;
    let gzipped = {
        let truth = archive(&folder.join("b.warc.gz"), Packing::Gzip, 9, 5);
        let at = usize::try_from(truth[4].offset).unwrap() + 60;
        fs::read(folder.join("b.warc.gz")).unwrap()[..at].to_vec()
    };
    for (number, bytes) in [&writer.bytes[..middle], &gzipped].into_iter().enumerate() {
        let name = format!("pipe{number}.warc");
        pipe(&folder.join(&name));
        let child = spawned(
            &folder,
            &format!("scan {name} -o named{number} --format jsonl -q"),
        );
        fs::write(folder.join(&name), bytes).unwrap();
        let named = child.wait_with_output().unwrap();
        let mut scan = command(
            &folder,
            &format!("scan - -o piped{number} --format jsonl -q"),
        );
        scan.stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = scan.spawn().unwrap();
        child.stdin.take().unwrap().write_all(bytes).unwrap();
        let piped = child.wait_with_output().unwrap();
        for (output, table) in [
            (named, format!("named{number}/{name}.jsonl")),
            (piped, format!("piped{number}/stdin.jsonl")),
        ] {
            let reported = ends(&output, 1);
            assert!(reported.contains("damaged: 1 place"), "{table}: {reported}");
            assert_eq!(records(&folder.join(table)).len(), 4);
        }
    }
}

#[test]
fn a_claimed_length_takes_no_memory() {
    let folder = folder("large");
    let mut writer = Writer::new(Packing::Gzip);
    let filler = vec![b' '; 100 << 20];
    for (number, page) in ["<p>", "<title>", "<meta name=robots content='"]
        .iter()
        .enumerate()
    {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        let message = [head.as_bytes(), &filler].concat();
        writer.response(&format!("https://a.example/{number}"), &message);
    }
    let url = format!("https://a.example/{}", "a".repeat(1 << 20));
    writer.response(&url, b"HTTP/1.1 200 OK\r\n\r\n<p>");
    fs::write(folder.join("bomb.warc.gz"), &writer.bytes).unwrap();
    let head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\nContent-Type: application/http; msgtype=response\r\n";
    let claim = format!(
        "{head}Content-Length: {}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n<p>",
        1_u64 << 30
    );
    fs::write(folder.join("claim.warc"), claim).unwrap();
    let endless = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nX: {}",
        "x".repeat(100 << 20)
    );
    fs::write(folder.join("endless.warc"), endless).unwrap();
    // KiB of memory that is not the program's own text; on a system without such a limit the run passes anyway.
    for (scan, rows) in [
        ("scan bomb.warc.gz -o bomb", 3),
        ("scan claim.warc -o claim", 0),
        ("scan endless.warc -o endless", 0),
    ] {
        let output = limited(
            &folder,
            "ulimit -d 65536",
            &format!("{scan} -j 1 -q --format jsonl"),
        )
        .output()
        .unwrap();
        let reported = ends(&output, 1);
        assert!(
            reported.contains(&format!(" {rows} rows")),
            "{scan}: {reported}"
        );
    }
}

/// Bytes that are known to be wrong decide nothing, however the archive is read.
#[test]
fn a_member_with_a_wrong_checksum_has_no_row() {
    let folder = folder("wrong-checksum");
    for (name, page) in [
        (
            "meta",
            "Content-Type: text/html\r\n\r\n<meta name=robots content=noindex>",
        ),
        (
            "field",
            "Content-Type: text/html\r\nX-Robots-Tag: noindex\r\n\r\n",
        ),
        (
            "pdf",
            "Content-Type: application/pdf\r\nX-Robots-Tag: noindex\r\n\r\n",
        ),
    ] {
        let page = format!("HTTP/1.1 200 OK\r\n{page}<body>{}", "text ".repeat(20_000));
        let mut writer = Writer::new(Packing::Plain);
        writer.response("https://a.example/secret", page.as_bytes());
        let mut member = GzEncoder::new(Vec::new(), Compression::none());
        member.write_all(&writer.bytes).unwrap();
        let mut bytes = member.finish().unwrap();
        let at = memchr::memmem::find(&bytes, b"noindex").unwrap();
        bytes[at + 1] = b'z';
        fs::write(folder.join(name), &bytes).unwrap();
        let scan = "scan --format jsonl -q -o -";
        for output in [
            run(&folder, &format!("{scan} {name} -j 1")),
            run(&folder, &format!("{scan} {name} -j 2")),
            run(&folder, &format!("{scan} {name} --fast-skip")),
            fed(&folder, format!("{scan} -").split(' '), &bytes),
            fed(&folder, format!("{scan} - --fast-skip").split(' '), &bytes),
        ] {
            ends_saying(&output, 1, "its checksum is wrong");
            assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{name}");
        }
    }
}
