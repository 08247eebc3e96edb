//! `scan --robots` and `robots-store show` where the store is read-only, half written, removed during the run, or not a
//! store.

use std::fs::{self, File};
use std::path::Path;

use crate::disk::{Locked, limited};
use crate::scanning::{records, run};
use crate::stores::{BUILD, UPDATE, crawled, meanwhile, names, shown};
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};

#[test]
fn a_store_that_may_not_be_written_can_be_read() {
    let (folder, [first, both]) = crawled("store-locked", 2);
    pages(&folder.join("p.warc.gz"));
    let mut locked = Locked::new(&folder);
    ends(&locked.command(BUILD).output().unwrap(), 0);
    locked.lock();
    for (words, place) in [
        (BUILD.replace("s.redb", "new.redb"), "new.redb"),
        (UPDATE.to_owned(), "s.redb"),
    ] {
        let output = locked.command(&words).output().unwrap();
        ends(&output, 1);
        let message = format!("robots-policy: cannot write {place}: {}", locked.reason());
        assert!(said(&output).starts_with(&message), "{}", said(&output));
    }
    assert!(shown(&locked.path(), "s.redb") == first);
    let store = locked.path().join("s.redb");
    let scan = format!(
        "scan p.warc.gz -o out --format jsonl --robots-store {}",
        store.display()
    );
    ends(&run(&folder, &scan), 0);
    assert_eq!(disallowed(&folder.join("out/p.warc.gz.jsonl")), 60);
    locked.open();
    ends(&locked.command(UPDATE).output().unwrap(), 0);
    assert!(shown(&locked.path(), "s.redb") == both);
}

/// A page of each site of the first archive that its robots.txt disallows.
fn pages(path: &Path) {
    let mut writer = Writer::new(Packing::Gzip);
    for number in 0..60 {
        let url = format!("https://a{number}.example/{number}/");
        writer.response(
            &url,
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>",
        );
    }
    fs::write(path, &writer.bytes).unwrap();
}

fn disallowed(table: &Path) -> usize {
    let rows = records(table);
    let is_not =
        |row: &&serde_json::Value| row["access"]["allowed"] == serde_json::Value::Bool(false);
    rows.iter().filter(is_not).count()
}

#[test]
fn a_run_that_cannot_add_to_a_store_leaves_it_as_it_was() {
    let (folder, [first, _]) = crawled("store-broken", 100);
    pages(&folder.join("p.warc.gz"));
    let mut locked = Locked::new(&folder);
    ends(&locked.command(BUILD).output().unwrap(), 0);
    let before = fs::read(locked.path().join("s.redb")).unwrap();
    // A file may not grow beyond the length of the store.
    let limit = format!("trap '' XFSZ; ulimit -f {}", before.len() / 512 + 1);
    let output = limited(&locked.path(), &limit, UPDATE).output().unwrap();
    ends(&output, 1);
    let message = "robots-policy: cannot write s.redb: File too large";
    assert!(said(&output).starts_with(message), "{}", said(&output));
    locked.lock();
    assert_eq!(names(&locked.path()), ["s.redb"]);
    assert!(fs::read(locked.path().join("s.redb")).unwrap() == before);
    assert!(shown(&locked.path(), "s.redb") == first);
    locked.open();
    let scan = "scan ../p.warc.gz -o out --format jsonl --robots-store s.redb";
    ends(&locked.command(scan).output().unwrap(), 0);
    assert_eq!(disallowed(&locked.path().join("out/p.warc.gz.jsonl")), 60);
}

/// The answers next to it are read, and the sites of the damaged ones are unknown, not free.
#[test]
fn an_answer_with_a_changed_letter_is_named_and_not_believed() {
    let (folder, [first, _]) = crawled("store-letter", 100);
    pages(&folder.join("p.warc.gz"));
    ends(&run(&folder, "robots-store build a.warc.gz -o s.redb"), 0);
    let store = folder.join("s.redb");
    let mut bytes = fs::read(&store).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&store, &bytes).unwrap();
    let output = run(
        &folder,
        "scan p.warc.gz -o out --format jsonl --robots-store s.redb",
    );
    let reported = ends(&output, 1) + &said(&output);
    let rows = records(&folder.join("out/p.warc.gz.jsonl"));
    let unknown: Vec<&str> = rows
        .iter()
        .filter(|row| row["access"]["allowed"].is_null())
        .map(|row| row["url"].as_str().unwrap().split('/').nth(2).unwrap())
        .collect();
    assert!(!unknown.is_empty() && unknown.len() < 10, "{unknown:?}");
    assert_eq!(rows.len(), 60);
    let forbidden = disallowed(&folder.join("out/p.warc.gz.jsonl"));
    assert_eq!(forbidden + unknown.len(), 60);
    let report = fs::read_to_string(folder.join("out/p.warc.gz.report.json")).unwrap();
    for host in &unknown {
        let message = format!(
            "s.redb: its answer for https://{host} is not as it was written; build the store again"
        );
        assert!(report.contains(&message), "{report}");
        assert!(reported.contains(&message), "{reported}");
    }
    for number in 0..60 {
        let host = format!("a{number}.example");
        let output = run(
            &folder,
            &format!("robots-store show s.redb --at latest https://{host}/"),
        );
        if unknown.contains(&&*host) {
            ends(&output, 1);
            let message =
                format!("robots-policy: cannot read s.redb: its answer for https://{host}");
            assert!(said(&output).starts_with(&message), "{}", said(&output));
            assert!(output.stdout.is_empty());
        } else {
            assert!(first.contains(&ends(&output, 0)));
        }
    }
    let output = run(&folder, "robots-store build b.warc.gz -o s.redb --update");
    ends(&output, 1);
    let message = "robots-policy: cannot write s.redb: what it holds is not as it was written; build the store again";
    assert!(said(&output).starts_with(message), "{}", said(&output));
    assert!(fs::read(&store).unwrap() == bytes);
}

#[test]
fn a_store_that_is_removed_meanwhile_is_read_or_reported() {
    let (folder, _) = crawled("store-vanished", 100);
    let pages_file = folder.join("p.warc.gz");
    pages(&pages_file);
    let build = "robots-store build a.warc.gz -o s.redb";
    let scan = "scan p.warc.gz --robots-store s.redb --format jsonl -q -o";
    let store = folder.join("s.redb");
    ends(&run(&folder, build), 0);
    let removed = meanwhile(&folder, &format!("{scan} removed"), &pages_file, |_| {
        fs::remove_file(&store).unwrap();
    });
    ends(&removed, 0);
    assert_eq!(disallowed(&folder.join("removed/p.warc.gz.jsonl")), 60);
    for len in [0, 4096, 100_000] {
        let _ = fs::remove_file(&store);
        ends(&run(&folder, build), 0);
        let scan = format!("{scan} cut-{len} --resume");
        let cut = meanwhile(&folder, &scan, &pages_file, |_| {
            let file = File::options().write(true).open(&store).unwrap();
            file.set_len(len).unwrap();
        });
        ends(&cut, 1);
        let message = "robots-policy: cannot read s.redb: ";
        assert!(said(&cut).starts_with(message), "{}", said(&cut));
        let out = folder.join(format!("cut-{len}"));
        assert_eq!(names(&out), ["scan.json", "summary.json"]);
        // As it is now it cannot be opened either.
        let again = run(&folder, &scan);
        ends(&again, 1);
        assert!(said(&again).starts_with(message), "{}", said(&again));
        fs::remove_file(&store).unwrap();
        ends(&run(&folder, build), 0);
        ends(&run(&folder, &scan), 0);
        assert_eq!(disallowed(&out.join("p.warc.gz.jsonl")), 60);
    }
}

#[test]
fn a_file_that_is_not_a_store_is_reported() {
    let (folder, _) = crawled("store-foreign", 2);
    // The answers that `check` keeps.
    run(
        &folder,
        "check --cache . --agent A --timeout 1 http://127.0.0.1:1/",
    );
    fs::write(folder.join("empty.redb"), "").unwrap();
    fs::create_dir(folder.join("folder.redb")).unwrap();
    for (store, why) in [
        ("robots.redb", "it is not a store of robots.txt answers"),
        ("empty.redb", ""),
        ("folder.redb", ""),
        ("a.warc.gz", ""),
    ] {
        let before = fs::read(folder.join(store)).ok();
        for words in [
            "robots-store show STORE https://a1.example/",
            "scan a.warc.gz --robots-store STORE -o out",
        ] {
            let output = run(&folder, &words.replace("STORE", store));
            ends(&output, 1);
            let message = format!("robots-policy: cannot read {store}: {why}");
            assert!(said(&output).starts_with(&message), "{}", said(&output));
            assert!(!folder.join("out").exists());
        }
        assert!(
            fs::read(folder.join(store)).ok() == before,
            "{store} was changed"
        );
    }
}
