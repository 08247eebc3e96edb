//! The length of each body in a store.

use robots_policy_live::StoredBody;

use super::*;

const SITE: &str = "https://long.example";

/// The answer with the first bytes of a robots.txt of which `seen` bytes were seen.
fn cut(seen: u64, is_all_seen: bool) -> Answer {
    let start = b"User-agent: *\nDisallow: /before\n".to_vec();
    let body = [start, b"#".repeat(524_289 - 32)].concat();
    Answer {
        body: Some(StoredBody::new(body, seen, is_all_seen)),
        ..answer(1, 200)
    }
}

/// The body that a store has of one site, after these answers were added to it.
fn body(path: &Path, most_bytes: usize, answers: &[Answer]) -> Option<StoredBody> {
    let answers = answers
        .iter()
        .map(|answer| (SITE.to_owned(), answer.clone()));
    let store = put(path, most_bytes, &answers.collect::<Vec<_>>());
    store.get(SITE).unwrap().unwrap().body
}

/// Of equal bytes the length that says more is kept, whatever comes first and wherever it waits.
#[test]
fn an_update_keeps_the_length_that_was_seen() {
    let known = cut(600 * 1024, true);
    let copies = [known.clone(), cut(524_289, false), cut(550_000, false)];
    for most_bytes in [0, BATCH] {
        for first in 0..copies.len() {
            let folder = StoreFolder::new(&format!("lengths-{most_bytes}-{first}"));
            let path = folder.0.join("a.store");
            let mut turned = copies.clone();
            turned.rotate_left(first);
            let (start, rest) = turned.split_at(1);
            body(&path, most_bytes, start);
            assert_eq!(body(&path, most_bytes, rest), known.body);
            assert_eq!(body(&path, most_bytes, &[]), known.body);
            let at_once = folder.0.join("b.store");
            body(&at_once, most_bytes, &turned);
            let [path, at_once] = [path, at_once].map(|path| fs::read(path).unwrap());
            assert!(path == at_once, "the store depends on the order");
        }
    }
}
