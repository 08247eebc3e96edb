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
        (BUILD.replace("s.redb", "new.redb"), "new.redb.part"),
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
fn a_half_written_store_is_repaired_or_reported() {
    let (folder, _) = crawled("store-broken", 100);
    pages(&folder.join("p.warc.gz"));
    let mut locked = Locked::new(&folder);
    ends(&locked.command(BUILD).output().unwrap(), 0);
    // A run whose file may not grow leaves a store that needs repair.
    let limit = "trap '' XFSZ; ulimit -f 600";
    let output = limited(&locked.path(), limit, UPDATE).output().unwrap();
    ends(&output, 1);
    locked.lock();
    let output = locked
        .command("robots-store show s.redb https://a1.example/")
        .output()
        .unwrap();
    ends(&output, 1);
    let message = "robots-policy: cannot read s.redb: a run that added to it was interrupted, and it cannot be repaired: ";
    assert!(said(&output).starts_with(message), "{}", said(&output));
    assert!(said(&output).contains(locked.reason()), "{}", said(&output));
    locked.open();
    let scan = "scan ../p.warc.gz -o out --format jsonl --robots-store s.redb";
    ends(&locked.command(scan).output().unwrap(), 0);
    assert_eq!(disallowed(&locked.path().join("out/p.warc.gz.jsonl")), 60);
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
