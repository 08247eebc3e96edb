//! Entries, clocks and damage that no session has; the session `check_cache` has the rest.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;

use crate::StoredBody;
use crate::fetch::{RobotsEnd, RobotsResponse};
use robots_policy::Timestamp;
use robots_policy::robots_txt::RobotsFetch;

use super::*;

/// A folder that is removed after the test.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new(test: &str) -> TestFolder {
        let name = format!("robots-policy-{}-{test}", std::process::id());
        TestFolder(env::temp_dir().join(name))
    }

    fn open(&self) -> Cache {
        Cache::open(&self.0).unwrap()
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const NOW: i64 = 1_790_000_000;
const DAY: i64 = 24 * 60 * 60;
const SITE: &str = "https://example.com";

fn answer(status: u16, body: &[u8], wait: Option<&str>) -> RobotsEnd {
    RobotsEnd::Response(RobotsResponse {
        status,
        cache_control: Some("max-age=60".into()),
        retry_after: wait.map(str::to_owned),
        body: StoredBody::whole(body.to_vec()),
        ..RobotsResponse::default()
    })
}

fn entry(body: &[u8], at: i64) -> SiteEntry {
    SiteEntry::default().after(answer(200, body, None), true, at)
}

#[test]
fn entries_expire_by_the_clock_that_is_passed_in() {
    let folder = TestFolder::new("expires");
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
    // The first change of a run drops what no run has used for so long.
    cache.put("http://middle.example", &entry(b"", NOW + DAY), NOW);
    let later = NOW + 90 * DAY + 1;
    folder
        .open()
        .put("http://late.example", &entry(b"", later), later);
    assert_eq!(cache.get(SITE, NOW), None);
    assert!(cache.get("http://middle.example", NOW + DAY).is_some());
}

#[test]
fn damage_anywhere_ends_no_run() {
    let folder = TestFolder::new("damaged");
    let mut cache = folder.open();
    for n in 0..20 {
        let site = format!("http://{n}.example");
        cache.put(&site, &entry(&[b'a'; 3000], NOW), NOW);
    }
    let file = folder.0.join(FILE);
    let whole = fs::read(&file).unwrap();
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
        fs::write(&file, bytes).unwrap();
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

#[test]
fn an_entry_holds_the_answers_from_which_its_state_follows() {
    let good = entry(b"Disallow: /", NOW);
    for (end, pause) in [
        (answer(503, b"", Some("7200")), Some(7200)),
        (answer(503, b"", Some("1")), Some(300)),
        (answer(503, b"", Some("soon")), None),
        (RobotsEnd::NetworkError, None),
    ] {
        // It failed an hour before, too.
        let failed = good
            .clone()
            .after(RobotsEnd::NetworkError, false, NOW + DAY - 3600);
        let failed = failed.after(end, false, NOW + DAY);
        assert_eq!(failed.last_asked(), Some(NOW + DAY));
        let bytes = failed.to_bytes(SITE).unwrap();
        assert_eq!(SiteEntry::from_bytes("https://example.net", &bytes), None);
        assert_eq!(SiteEntry::from_bytes(SITE, &bytes), Some(failed.clone()));
        let mut fetch = RobotsFetch::default();
        for (end, at) in failed.answers() {
            end.replay(&mut fetch, Timestamp::from_unix(at));
        }
        let since = fetch.unreachable().map(|(since, _)| since.as_unix());
        assert_eq!(since, Some(NOW + DAY - 3600));
        let until = failed.waiting().and(fetch.due()).map(Timestamp::as_unix);
        assert_eq!(until, pause.map(|pause| NOW + DAY + pause));
        let gone = answer(404, b"", None);
        let back = failed.after(gone.clone(), true, NOW + 2 * DAY);
        let answers: Vec<_> = back.answers().collect();
        assert_eq!(answers, [(&gone, NOW + 2 * DAY)]);
    }
}

/// A page is refused if one of its octets is none, as one beyond the checksum would be.
#[test]
fn octets_that_are_none_are_refused() {
    let page = r#"{"at":1,"validators":{"url":"","etag":null,"last_modified":null},"fields":[["a","OCTETS"]],"octets":"OCTETS","is_cut":false}"#;
    let read = |octets| serde_json::from_str::<KeptPage>(&page.replace("OCTETS", octets));
    assert_eq!(read("\u{ff}a").unwrap().octets(), Some(&b"\xFFa"[..]));
    assert!(read("\u{100}a").is_err());
}
