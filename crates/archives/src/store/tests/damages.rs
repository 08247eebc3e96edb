//! A store that is damaged permits nothing.

use robots_policy_live::StoredBody;
use std::collections::BTreeMap;

use robots_policy::robots_txt::RobotsFetchSettings;
use robots_policy::{Client, Timestamp};
use robots_policy_kit::crawl::Numbers;
use url::Url;

use super::*;
use crate::sites::StoredFetch;

const SITES: usize = 400;

fn site(number: usize) -> String {
    format!("https://h{number}.example")
}

/// A robots.txt that forbids everything, long enough to be compressed for every second number.
fn forbids(number: usize) -> Answer {
    let mut body = format!("User-agent: *\nDisallow: /\n# {number}\n");
    if number % 2 == 1 {
        body += &"#".repeat(200);
    }
    Answer {
        body: Some(StoredBody::whole(body.into_bytes())),
        ..answer(1, 200)
    }
}

#[test]
fn a_forged_length_takes_no_memory_and_a_forged_height_no_time() {
    let folder = StoreFolder::new("forged");
    let path = folder.0.join("a.store");
    put(&path, BATCH, &[(site(0), forbids(0))]);
    let whole = fs::read(&path).unwrap();
    // The reference of the root, its height and the checksum of both: 8, 4, 4, 4 and 4 bytes.
    for number in [8..12, 16..20] {
        let mut bytes = whole.clone();
        let at = bytes.len() - 24;
        let (_, footer) = bytes.split_at_mut(at);
        footer[number].fill(0xFF);
        let mut crc = flate2::Crc::new();
        crc.update(&footer[..20]);
        footer[20..].copy_from_slice(&crc.sum().to_le_bytes());
        fs::write(&path, bytes).unwrap();
        assert!(ask(&path)[3] > 0);
    }
}

/// Damages `bytes` in one of the ways that disks and copies do.
fn damage(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    let len = bytes.len() as u64;
    let at = |numbers: &mut Numbers| usize::try_from(numbers.below(len)).unwrap();
    match numbers.below(5) {
        0 => bytes.truncate(at(numbers)),
        1 => {
            for _ in 0..=numbers.below(200) {
                let place = at(numbers);
                bytes[place] = u8::try_from(numbers.below(256)).unwrap();
            }
        }
        2 => {
            let page = at(numbers) / 4096 * 4096;
            let end = (page + 4096).min(bytes.len());
            bytes[page..end].fill(0);
        }
        3 => {
            let place = at(numbers);
            bytes[place] ^= 1 << numbers.below(8);
        }
        // A piece of the file in another place.
        _ => {
            let (from, to) = (at(numbers), at(numbers));
            let most = bytes.len() - from.max(to);
            let piece = bytes[from..from + most.min(512)].to_vec();
            bytes[to..to + piece.len()].copy_from_slice(&piece);
        }
    }
}

/// How the questions to a store ended: how many were allowed, forbidden, without an answer, and an error that names it.
fn ask(path: &Path) -> [usize; 4] {
    let [mut allowed, mut forbidden, mut absent, mut named] = [0; 4];
    let store = match Store::open(path) {
        Ok(store) => store,
        Err(error) => {
            assert!(error.to_string().contains(path.to_str().unwrap()));
            return [0, 0, 0, SITES];
        }
    };
    let asker = Client::new("ExampleBot").unwrap();
    for number in 0..SITES {
        let page = format!("{}/page", site(number));
        let url = Url::parse(&page).unwrap();
        match StoredFetch::of(&store, &url, &RobotsFetchSettings::new()) {
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains(path.to_str().unwrap()), "{error}");
                assert!(error.contains("build the store again"), "{error}");
                named += 1;
            }
            Ok(None) => absent += 1,
            Ok(Some(stored)) => {
                let robots = stored.fetch.outcome(Timestamp::from_unix(2));
                match robots.access(&asker, &page).allowed() {
                    Some(false) => forbidden += 1,
                    _ => allowed += 1,
                }
            }
        }
    }
    [allowed, forbidden, absent, named]
}

#[test]
fn no_damage_of_a_thousand_permits_anything() {
    let folder = StoreFolder::new("damaged");
    let (whole, path) = (folder.0.join("whole"), folder.0.join("damaged"));
    let all = (0..SITES).map(|number| (site(number), forbids(number)));
    put(&whole, BATCH, &all.collect::<Vec<_>>());
    let bytes = fs::read(&whole).unwrap();
    assert_eq!(ask(&whole), [0, SITES, 0, 0]);
    let mut numbers = Numbers(2);
    let mut wrong = BTreeMap::new();
    let (mut unharmed, mut named) = (0, 0);
    for round in 0..1_000 {
        let mut damaged = bytes.clone();
        damage(&mut damaged, &mut numbers);
        fs::write(&path, &damaged).unwrap();
        let ends = ask(&path);
        let [allowed, _, absent, errors] = ends;
        named += usize::from(errors > 0);
        unharmed += usize::from(damaged == bytes);
        if allowed + absent > 0 {
            wrong.insert(round, ends);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(named + unharmed, 1_000, "damage that no question meets");
}
