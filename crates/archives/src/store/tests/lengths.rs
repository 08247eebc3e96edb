//! The length of each body in a store, and a store of the version that kept none.

use super::*;
use crate::store::form::of_form_2;

const SITE: &str = "https://long.example";

/// A store of the last version without lengths beside bodies.
const FORMER: &[u8] = include_bytes!("../../../../../fixtures/archives/former.store");

/// The answer with the first bytes of a robots.txt of which `seen` bytes were seen, at the moment of the one in [`FORMER`].
fn cut(seen: u64, is_all_seen: bool) -> Answer {
    let start = b"User-agent: *\nDisallow: /before\n".to_vec();
    let body = [start, b"#".repeat(524_289 - 32)].concat();
    Answer {
        at: 1_772_366_400,
        status: 200,
        location: None,
        body: Some(StoredBody::new(body, seen, is_all_seen)),
        record_id: None,
    }
}

fn body(store: &Store, key: &str) -> Option<StoredBody> {
    store.get(key).unwrap().unwrap().body
}

fn opened(path: &Path) -> Store {
    Store::open(path).unwrap_or_else(|error| panic!("{error}"))
}

/// Writes these answers of one site, adding to what is there.
fn put(path: &Path, most_bytes: usize, answers: &[Answer]) -> Option<StoredBody> {
    let mut writer = Writer::open(path, path.exists()).unwrap();
    writer.most_bytes = most_bytes;
    for answer in answers {
        writer.add(SITE.into(), answer.clone()).unwrap();
    }
    writer.finish().unwrap();
    body(&opened(path), SITE)
}

#[test]
fn a_store_without_lengths_is_read_and_its_cut_bodies_are_cut() {
    let folder = Folder::new("former");
    let path = folder.0.join("a.store");
    fs::write(&path, FORMER).unwrap();
    // The second time after an update, which copies the answers.
    for pass in 0..2 {
        let store = opened(&path);
        for (key, len, is_cut) in [
            (SITE, 524_289, true),
            (
                "https://long.example/.well-known/tdmrep.json",
                524_289,
                true,
            ),
            ("https://long.example/l.xml", 262_145, true),
            ("https://short.example", 27, false),
            ("https://middle.example", 227, false),
            ("https://moved.example", 0, false),
            ("https://none.example", 9, false),
        ] {
            let body = body(&store, key).unwrap();
            let found = (body.len(), body.seen(), body.is_cut());
            assert_eq!(found, (len, len as u64, is_cut), "{key}, pass {pass}");
            assert_eq!(body.is_all_seen(), !is_cut);
        }
        assert_eq!(body(&store, "https://coded.example"), None);
        Writer::open(&path, true).unwrap().finish().unwrap();
    }
    let updated = fs::read(&path).unwrap();
    Writer::open(&path, true).unwrap().finish().unwrap();
    assert!(
        fs::read(&path).unwrap() == updated,
        "a second update changes nothing"
    );
}

/// Of equal bytes the length that says more is kept, whatever comes first and wherever it waits.
#[test]
fn an_update_keeps_the_length_that_was_seen() {
    let known = cut(600 * 1024, true);
    let copies = [known.clone(), cut(524_289, false), cut(550_000, false)];
    for most_bytes in [0, BATCH] {
        for first in 0..copies.len() {
            let folder = Folder::new(&format!("lengths-{most_bytes}-{first}"));
            let path = folder.0.join("a.store");
            let mut turned = copies.clone();
            turned.rotate_left(first);
            let (start, rest) = turned.split_at(1);
            put(&path, most_bytes, start);
            assert_eq!(put(&path, most_bytes, rest), known.body);
            assert_eq!(put(&path, most_bytes, &[]), known.body);
            let at_once = folder.0.join("b.store");
            put(&at_once, most_bytes, &turned);
            let [path, at_once] = [path, at_once].map(|path| fs::read(path).unwrap());
            assert!(path == at_once, "the store depends on the order");
        }
    }
    let folder = Folder::new("former-lengths");
    let path = folder.0.join("a.store");
    fs::write(&path, FORMER).unwrap();
    assert_eq!(put(&path, BATCH, &[cut(0, false)]), cut(0, false).body);
    assert_eq!(put(&path, BATCH, std::slice::from_ref(&known)), known.body);
}

/// Of a store of the former form.
#[test]
fn a_length_that_contradicts_the_bytes_is_not_an_answer() {
    let octets = b"User-agent: *".repeat(20);
    // The date, the status, the length of the location, the kind; then the mark and the length of the frame, what was seen, and
    // whether that was all.
    let start = [
        [0; 14].as_slice(),
        &[2],
        &[0x57, 0x2A, 0x4D, 0x18, 9, 0, 0, 0],
    ];
    let seen = [0x58, 2, 0, 0, 0, 0, 0, 0, 1];
    let body = zstd::bulk::compress(&octets, 3).unwrap();
    let bytes = [start.concat(), seen.to_vec(), body].concat();
    let body = of_form_2(&bytes).unwrap().body.unwrap();
    assert_eq!(body, StoredBody::new(octets, 600, true));
    let at = 14 + 1 + 8;
    for (place, byte) in [(at, 3), (at + 8, 2), (at - 4, 8)] {
        let mut other = bytes.clone();
        other[place] = byte;
        other[at + 1] &= if place == at { 0 } else { 0xFF };
        assert_eq!(of_form_2(&other), None, "{place}");
    }
    for end in 0..bytes.len() {
        // It never panics.
        let _ = of_form_2(&bytes[..end]);
    }
}
