//! Stores that are built, added to, cut into blocks, locked, and of another form.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

mod damages;
mod lengths;
mod observations;
mod times;

use std::fs;
use std::path::{Path, PathBuf};

use super::place::Place;
use super::writer::BATCH;
use super::*;
use crate::answer::{Answer, Answers as _};

/// A folder that is removed after the test.
struct StoreFolder(PathBuf);

impl StoreFolder {
    fn new(test: &str) -> StoreFolder {
        let folder =
            std::env::temp_dir().join(format!("robots-store-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        StoreFolder(folder)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

impl Drop for StoreFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn answer(at: i64, status: u16) -> Answer {
    let body = b"User-agent: *".repeat(usize::try_from(at).unwrap() + 1);
    crate::answer::tests::answer(at, status, &body)
}

/// Adds these answers to the store of this place, if there is one, whose rows wait in this number of bytes.
fn put<'a>(
    path: &Path,
    most_bytes: usize,
    answers: impl IntoIterator<Item = &'a (String, Answer)>,
) -> Store {
    let mut writer = Writer::open(path, path.exists()).unwrap();
    writer.most_bytes = most_bytes;
    for (key, answer) in answers {
        writer.add(key.clone(), answer.clone()).unwrap();
    }
    writer.finish().unwrap();
    Store::open(path).unwrap()
}

/// Fills a store whose rows wait in this number of bytes; returns its answers for five sites.
fn filled(most_bytes: usize) -> Vec<Option<Answer>> {
    let folder = StoreFolder::new(&format!("filled-{most_bytes}"));
    let path = folder.0.join("a.store");
    let mut held = Vec::new();
    // The second time it is added to.
    for pass in 0..2 {
        let answers = (0_i64..40).flat_map(|number| {
            let status = if number % 7 == 6 { 503 } else { 200 };
            let answer = answer(number * 13 % 40 + pass, status);
            let site = format!("https://{}.example", number % 4);
            [(format!("{site}/l.xml"), answer.clone()), (site, answer)]
        });
        let store = put(&path, most_bytes, &answers.collect::<Vec<_>>());
        assert_eq!(store.holdings().unwrap().sites, 4);
        assert_eq!(folder.names(), ["a.store"]);
        let sites = (0..5).map(|number| format!("https://{number}.example"));
        for site in sites {
            let answer = store.get(&site).unwrap_or_default();
            let document = store.get(&format!("{site}/l.xml")).unwrap_or_default();
            assert_eq!(document, answer);
            held.push(answer);
        }
    }
    held
}

#[test]
fn a_store_does_not_depend_on_what_waits_in_memory() {
    let whole = filled(BATCH);
    assert_eq!(filled(0), whole);
    assert_eq!(filled(1000), whole);
    assert!(whole.iter().flatten().all(|answer| answer.status == 200));
    assert_eq!(whole.iter().flatten().count(), 8);
}

/// Every number of answers from none to several levels of blocks.
#[test]
fn an_answer_is_found_in_a_store_of_any_size() {
    let folder = StoreFolder::new("sizes");
    let key = |number: usize| format!("https://{:0>400}.example", number * 2 + 1);
    for count in [0, 1, 2, 20, 25, 400, 401, 2_000] {
        let path = folder.0.join(count.to_string());
        let answers = (0..count).map(|number| (key(number), answer(1, 200)));
        let store = put(&path, BATCH, &answers.collect::<Vec<_>>());
        assert_eq!(store.holdings().unwrap().sites, count as u64);
        for number in 0..count {
            assert_eq!(store.get(&key(number)), Ok(Some(answer(1, 200))));
        }
        for number in [0, 2, count / 2 * 2, count * 2] {
            let between = format!("https://{number:0>400}.example");
            assert_eq!(store.get(&between), Ok(None), "{count}");
        }
    }
}

#[test]
fn a_store_of_another_form_is_refused_and_stays() {
    let folder = StoreFolder::new("another");
    let path = folder.0.join("a.store");
    let bytes = b"robots.txt answers, form 2\n and more";
    fs::write(&path, bytes).unwrap();
    for why in [
        Store::open(&path).err().unwrap().why,
        Writer::open(&path, true).err().unwrap().why,
    ] {
        assert!(why.contains("written by another version"), "{why}");
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(folder.names(), ["a.store"]);
}

#[test]
fn one_run_at_a_time_writes_a_store() {
    let folder = StoreFolder::new("locked");
    let path = folder.0.join("a.store");
    let mut first = Writer::open(&path, false).unwrap();
    first
        .add("https://a.example".into(), answer(1, 200))
        .unwrap();
    for updates in [false, true] {
        let second = Writer::open(&path, updates).err().unwrap();
        assert_eq!(
            second.why,
            "another run is writing it; wait until it has ended"
        );
    }
    assert_eq!(first.finish().unwrap(), 1);
    assert_eq!(folder.names(), ["a.store"]);
    let late = Writer::open(&path, false).err().unwrap();
    assert!(late.why.contains("add to it with --update"), "{}", late.why);
    assert_eq!(Writer::open(&path, true).unwrap().finish().unwrap(), 1);
    // One that is not finished leaves what was there.
    drop(Writer::open(&path, true).unwrap());
    assert_eq!(folder.names(), ["a.store"]);
}

/// Many at the same time: one writes, and the others say that it does, or that it has.
#[test]
fn of_many_runs_at_once_one_writes_the_store() {
    let folder = StoreFolder::new("crowd");
    let path = folder.0.join("a.store");
    for _ in 0..50 {
        let whys: Vec<Option<String>> = std::thread::scope(|scope| {
            let run = || match Writer::open(&path, false) {
                Ok(mut writer) => {
                    writer
                        .add("https://a.example".into(), answer(1, 200))
                        .unwrap();
                    writer.finish().unwrap();
                    None
                }
                Err(error) => Some(error.why),
            };
            let runs: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        });
        assert_eq!(
            whys.iter().filter(|why| why.is_none()).count(),
            1,
            "{whys:?}"
        );
        for why in whys.iter().flatten() {
            let is_known = why.starts_with("another run is writing it")
                || why.starts_with("it is there already");
            assert!(is_known, "{why}");
        }
        assert_eq!(folder.names(), ["a.store"]);
        fs::remove_file(&path).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_store_stays_one_and_no_other_is_followed() {
    use std::os::unix::fs::symlink;

    let folder = StoreFolder::new("links");
    let (path, link) = (folder.0.join("a.store"), folder.0.join("link"));
    Writer::open(&path, false).unwrap().finish().unwrap();
    symlink(&path, &link).unwrap();
    let mut writer = Writer::open(&link, true).unwrap();
    writer
        .add("https://a.example".into(), answer(1, 200))
        .unwrap();
    assert_eq!(writer.finish().unwrap(), 1);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let store = Store::open(&path).unwrap();
    assert_eq!(store.get("https://a.example"), Ok(Some(answer(1, 200))));
    let victim = folder.0.join("victim");
    fs::write(&victim, "of somebody else").unwrap();
    // Names that could be foreseen.
    for name in ["b.store.part", "b.store.part.runs", "b.store.runs"] {
        symlink(&victim, folder.0.join(name)).unwrap();
    }
    let other = folder.0.join("b.store");
    Writer::open(&other, false).unwrap().finish().unwrap();
    // Neither is a file made where a link leads.
    for to in [victim.clone(), folder.0.join("none")] {
        let lock = folder.0.join("c.store.lock");
        symlink(&to, &lock).unwrap();
        let why = Writer::open(&folder.0.join("c.store"), false)
            .err()
            .unwrap()
            .why;
        assert!(
            why.ends_with("c.store.lock is a symbolic link, which is not followed; delete it"),
            "{why}"
        );
        fs::remove_file(&lock).unwrap();
    }
    assert!(!folder.0.join("none").exists());
    assert_eq!(fs::read_to_string(&victim).unwrap(), "of somebody else");
}
