//! The cache on a real disk, with other runs at the same time.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod entries;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use robots_policy_archives::StoredBody;

use super::*;
use crate::fetch::{RobotsEnd, Vary};

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("robots-policy-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Folder(folder.join("a/b"))
    }

    fn open(&self) -> Cache {
        Cache::open(&self.0)
            .unwrap()
            .with_wait(Duration::from_mins(1))
    }

    fn file(&self) -> PathBuf {
        self.0.join(FILE)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.ancestors().nth(2).unwrap());
    }
}

const NOW: i64 = 1_790_000_000;
const DAY: i64 = 24 * 60 * 60;
const SITE: &str = "https://example.com";

fn answer(status: u16, body: &[u8]) -> RobotsEnd {
    RobotsEnd::Response {
        status,
        location: None,
        cache_control: Some("max-age=60".into()),
        retry_after: None,
        is_challenge: false,
        validators: None,
        vary: Vary::Nothing,
        body: StoredBody::whole(body.to_vec()),
    }
}

fn entry(body: &[u8], at: i64) -> Entry {
    Entry::default().after(answer(200, body), true, at)
}

#[test]
fn another_run_reads_the_kept_entries() {
    let folder = Folder::new();
    let kept = [
        ("https://example.com", entry(&[0, 255, b'\n'], NOW)),
        ("http://example.com", entry(&vec![b'a'; 600_000], NOW)),
        (
            "https://example.com:8443",
            Entry::default().after(RobotsEnd::NetworkError, false, NOW),
        ),
        (
            "https://xn--bcher-kva.example",
            entry(b"", NOW).after(RobotsEnd::Undecodable, false, NOW + 1),
        ),
    ];
    let mut cache = folder.open();
    assert_eq!(cache.get(SITE, NOW), None);
    for (authority, entry) in &kept {
        cache.put(authority, entry, NOW);
    }
    let mut cache = folder.open();
    for (authority, entry) in &kept {
        assert_eq!(cache.get(authority, NOW + 2).as_ref(), Some(entry));
    }
    cache.put(SITE, &entry(b"new", NOW + 5), NOW + 5);
    assert_eq!(
        folder.open().get(SITE, NOW + 5),
        Some(entry(b"new", NOW + 5))
    );
    assert_eq!(cache.get("https://example.net", NOW), None);
    assert_eq!(cache.take_warnings(), []);
}

#[test]
fn entries_expire_by_the_clock_that_is_passed_in() {
    let folder = Folder::new();
    let mut cache = folder.open();
    cache.put(SITE, &entry(b"", NOW), NOW);
    for (now, is_known) in [
        (NOW, true),
        (NOW + 31 * DAY, true),
        (NOW + 90 * DAY, true),
        (NOW + 90 * DAY + 1, false),
        (NOW - 300, true),
        (NOW - 301, false),
    ] {
        assert_eq!(cache.get(SITE, now).is_some(), is_known, "{}", now - NOW);
    }
}

#[test]
fn the_first_change_of_a_run_drops_unused_entries() {
    let folder = Folder::new();
    let mut cache = folder.open();
    cache.put("http://old.example", &entry(b"", NOW), NOW);
    cache.put("http://middle.example", &entry(b"", NOW + DAY), NOW);
    let later = NOW + 90 * DAY + 1;
    folder.open().put(SITE, &entry(b"", later), later);
    let known = |site| folder.open().get(site, NOW + DAY).is_some();
    assert!(!known("http://old.example") && known("http://middle.example"));
}

#[test]
fn two_writers_take_turns() {
    let folder = Folder::new();
    thread::scope(|scope| {
        for writer in 0..4 {
            let folder = &folder;
            scope.spawn(move || {
                let mut cache = folder.open();
                for n in 0..10 {
                    cache.put(&format!("http://{writer}.{n}"), &entry(b"rules", NOW), NOW);
                }
                assert_eq!(cache.take_warnings(), []);
            });
        }
    });
    let mut cache = folder.open();
    for writer in 0..4 {
        for n in 0..10 {
            assert!(
                cache.get(&format!("http://{writer}.{n}"), NOW).is_some(),
                "{writer} {n}"
            );
        }
    }
}

#[test]
fn a_store_that_stays_open_elsewhere_is_reported_once_and_not_used() {
    let folder = Folder::new();
    let mut cache = folder.open().with_wait(Duration::from_millis(100));
    let holder = redb::Database::create(folder.file()).unwrap();
    assert_eq!(cache.get(SITE, NOW), None);
    drop(holder);
    // Another attempt would succeed now.
    for _ in 0..20 {
        assert_eq!(cache.get(SITE, NOW), None);
        cache.put(SITE, &entry(b"", NOW), NOW);
    }
    let warnings = cache.take_warnings();
    assert_eq!(
        warnings,
        [StoreError::Busy(folder.file(), Duration::from_millis(100))]
    );
    let message = warnings[0].to_string();
    assert!(
        message.starts_with("continuing without the cache: another process has ")
            && message.ends_with("open for more than 100ms"),
        "{message}"
    );
    assert_eq!(folder.open().get(SITE, NOW), None);
}

/// Writes one entry after another and reads each back; the tests below run it as the other process, in their folder.
#[test]
fn writer() {
    let own = Folder::new();
    let folder = env::var_os(OF_TEST).map_or_else(|| own.0.clone(), PathBuf::from);
    let most = env::var(ENTRIES_OF_TEST).map_or(3, |most| most.parse::<usize>().unwrap());
    let mut cache = Cache::open(&folder)
        .unwrap()
        .with_wait(Duration::from_mins(1));
    for n in 0..most {
        let site = format!("http://child.example:{n}");
        let written = entry(&vec![b'a'; 50_000], NOW);
        cache.put(&site, &written, NOW);
        assert_eq!(cache.get(&site, NOW), Some(written));
        if env::var_os(OF_TEST).is_some() {
            writeln!(io::stdout(), "{WRITTEN}{n}").unwrap();
        }
    }
    assert_eq!(cache.take_warnings(), []);
}

/// The word that a writer in another process prints for each entry that it has written.
const WRITTEN: &str = "written: ";

/// The folder and the number of entries of a writer that is another process.
const OF_TEST: &str = "CACHE_OF_TEST";
const ENTRIES_OF_TEST: &str = "ENTRIES_OF_TEST";

/// The output of a writer goes to `said`.
fn spawn_writer(folder: &Folder, entries: usize, said: Stdio) -> std::process::Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "cache::tests::writer"])
        .env(OF_TEST, &folder.0)
        .env(ENTRIES_OF_TEST, entries.to_string())
        .stdout(said)
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn two_processes_write_at_the_same_time() {
    let folder = Folder::new();
    let mut cache = folder.open();
    let mut child = spawn_writer(&folder, 10, Stdio::null());
    for n in 0..10 {
        cache.put(
            &format!("http://parent.example:{n}"),
            &entry(b"rules", NOW),
            NOW,
        );
    }
    assert!(child.wait().unwrap().success());
    for n in 0..10 {
        for who in ["parent", "child"] {
            assert!(
                cache
                    .get(&format!("http://{who}.example:{n}"), NOW)
                    .is_some(),
                "{who} {n}"
            );
        }
    }
    assert_eq!(cache.take_warnings(), []);
}

#[test]
fn a_killed_writer_leaves_a_readable_store() {
    let folder = Folder::new();
    let mut cache = folder.open();
    cache.put(SITE, &entry(b"before", NOW), NOW);
    for round in 0..6 {
        let mut child = spawn_writer(&folder, usize::MAX, Stdio::piped());
        let said = BufReader::new(child.stdout.take().unwrap());
        let written = said.lines().map_while(Result::ok);
        let mut written = written.filter(|line| line.contains(WRITTEN));
        // It is at the next entry then.
        assert_eq!(written.by_ref().take(1 + round).count(), 1 + round);
        thread::sleep(Duration::from_millis(7) * round.try_into().unwrap());
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(
            cache.get(SITE, NOW),
            Some(entry(b"before", NOW)),
            "round {round}"
        );
        cache.put(
            &format!("http://round.example:{round}"),
            &entry(b"", NOW),
            NOW,
        );
        assert_eq!(cache.take_warnings(), [], "round {round}");
    }
    for n in 0..6 {
        let written = cache.get(&format!("http://child.example:{n}"), NOW);
        assert!(written.is_some(), "what the child had written is lost: {n}");
        let own = cache.get(&format!("http://round.example:{n}"), NOW);
        assert!(own.is_some(), "{n}");
    }
    assert_eq!(cache.take_warnings(), []);
}

#[test]
fn a_damaged_store_is_reported_and_replaced() {
    let whole = {
        let folder = Folder::new();
        folder
            .open()
            .put(SITE, &entry(&vec![b'a'; 20_000], NOW), NOW);
        fs::read(folder.file()).unwrap()
    };
    let half = whole[..whole.len() / 2].to_vec();
    let mut zeroed = whole.clone();
    zeroed[..1000].fill(0);
    for bytes in [
        b"not a store, and longer than its magic number".to_vec(),
        half,
        zeroed,
        whole[..10].to_vec(),
    ] {
        let folder = Folder::new();
        let mut cache = folder.open();
        fs::write(folder.file(), &bytes).unwrap();
        assert_eq!(cache.get(SITE, NOW), None);
        let warnings = cache.take_warnings();
        let [
            StoreError::Damaged {
                aside: Some(aside), ..
            },
        ] = &warnings[..]
        else {
            panic!("{warnings:?}")
        };
        assert_eq!(fs::read(aside).unwrap().len(), bytes.len());
        cache.put(SITE, &entry(b"new", NOW), NOW);
        assert_eq!(folder.open().get(SITE, NOW), Some(entry(b"new", NOW)));
        assert_eq!(cache.take_warnings(), []);
    }
}

#[test]
fn a_changed_entry_is_not_used() {
    let folder = Folder::new();
    let mut cache = folder.open();
    cache.put(SITE, &entry(&vec![b'a'; 20_000], NOW), NOW);
    let mut bytes = fs::read(folder.file()).unwrap();
    let body = b"YWFhYWFhYWFh";
    let at = bytes
        .windows(body.len())
        .position(|window| window == body)
        .unwrap();
    bytes[at + 100] ^= 1;
    fs::write(folder.file(), bytes).unwrap();
    assert_eq!(cache.get(SITE, NOW), None);
    let warnings = cache.take_warnings();
    assert!(
        matches!(&warnings[..], [StoreError::Damaged { .. }]),
        "{warnings:?}"
    );
    assert_eq!(Entry::from_bytes(SITE, b"abc"), None);
}

#[test]
fn damage_anywhere_ends_no_run() {
    let folder = Folder::new();
    let mut cache = folder.open();
    for n in 0..20 {
        cache.put(
            &format!("http://{n}.example"),
            &entry(&[b'a'; 3000], NOW),
            NOW,
        );
    }
    let whole = fs::read(folder.file()).unwrap();
    let mut state = 7_usize;
    for round in 0..1_000 {
        let mut bytes = whole.clone();
        for _ in 0..[1, 4, 20, 60][round % 4] {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = (state >> 16) % bytes.len();
            bytes[at] ^= u8::try_from(state >> 56).unwrap() | 1;
        }
        fs::write(folder.file(), bytes).unwrap();
        let mut cache = folder.open();
        let asked = if round % 25 == 0 { 20 } else { 2 };
        for n in (round..round + asked).map(|n| n % 20) {
            let got = cache.get(&format!("http://{n}.example"), NOW);
            assert!(got.is_none_or(|got| got == entry(&[b'a'; 3000], NOW)));
        }
        if round % 25 == 0 {
            cache.put(SITE, &entry(b"", NOW), NOW);
        }
    }
}

/// Those who read it would know which sites were asked.
#[cfg(unix)]
#[test]
fn a_new_cache_is_private_and_an_old_one_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut cache = folder.open();
    assert_eq!([mode(&folder.0), mode(&folder.file())], [0o700, 0o600]);
    fs::write(folder.file(), "damaged, so that it is replaced").unwrap();
    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(cache.get(SITE, NOW), None);
    cache.put(SITE, &entry(b"", NOW), NOW);
    assert_eq!(mode(&folder.file()), 0o600);
    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o660)).unwrap();
    folder.open().put(SITE, &entry(b"", NOW), NOW);
    assert_eq!(mode(&folder.file()), 0o660);
}

#[test]
fn an_unusable_folder_is_one_message() {
    let folder = Folder::new();
    fs::create_dir_all(folder.0.parent().unwrap()).unwrap();
    fs::write(&folder.0, "a file").unwrap();
    let message = Cache::open(&folder.0).unwrap_err().to_string();
    let shown = folder.0.display();
    assert_eq!(
        message,
        format!(
            "cannot keep a cache in {shown}: File exists (os error 17); name another folder with --cache, or none with --no-cache"
        )
    );
    fs::remove_file(&folder.0).unwrap();
    fs::create_dir_all(folder.file()).unwrap();
    assert!(matches!(
        Cache::open(&folder.0),
        Err(StoreError::Unusable(..))
    ));
}
