//! Every observation of a place is kept, once, whatever the order of archives; what holds when.

use robots_policy_live::StoredBody;
use std::collections::BTreeSet;

use robots_policy::Why;
use robots_policy_kit::crawl::Numbers;

use super::*;
use crate::history::{History, runs};
use crate::time::When;

/// An answer of a few: the same ones come again, at other times and in other records.
fn drawn(numbers: &mut Numbers) -> (String, Answer) {
    let mut below = |end| numbers.below(end);
    let site = format!("https://{}.example", below(3));
    let key = match below(4) {
        0 => format!("{site}/l.xml"),
        _ => site,
    };
    let body = [
        None,
        Some("User-agent: *\n"),
        Some("User-agent: *\nDisallow: /\n"),
    ];
    let body = body[usize::try_from(below(3)).unwrap()];
    let seen = 40 + below(2);
    let body = body.map(|body| StoredBody::new(body.into(), seen, below(2) == 0));
    let id = below(1 << 20);
    let record_id = [
        None,
        Some(format!("urn:uuid:0f6b28d2-91ea-4a52-8b1e-0123456{id:05x}")),
        Some(format!("<{id}>")),
    ];
    let status = [200, 404, 503, 301][usize::try_from(below(4)).unwrap()];
    let answer = Answer {
        at: i64::try_from(below(30)).unwrap() - 5,
        status,
        location: (status == 301).then(|| String::from("https://0.example/robots.txt")),
        body,
        record_id: record_id[usize::try_from(below(3)).unwrap()].clone(),
    };
    (key, answer)
}

/// Builds a store of these answers, in parts that are added one after the other, whose rows wait in this number of bytes.
fn built(path: &Path, parts: &[Vec<(String, Answer)>], most_bytes: usize) -> Vec<u8> {
    let _ = fs::remove_file(path);
    for part in parts {
        put(path, most_bytes, part);
    }
    fs::read(path).unwrap()
}

#[test]
fn a_store_is_a_function_of_the_set_of_answers() {
    let folder = StoreFolder::new("orders");
    let path = folder.0.join("a.store");
    let mut numbers = Numbers(7);
    for _ in 0..12 {
        let count = numbers.below(60);
        let all: Vec<_> = (0..count).map(|_| drawn(&mut numbers)).collect();
        let once = built(&path, std::slice::from_ref(&all), BATCH);
        check(&Store::open(&path).unwrap(), &all);
        let turned: Vec<_> = all.iter().rev().cloned().collect();
        let cut = usize::try_from(numbers.below(count + 1)).unwrap();
        let (first, second) = turned.split_at(cut);
        for parts in [
            vec![turned.clone()],
            vec![first.to_vec(), second.to_vec()],
            vec![all.clone(), first.to_vec()],
        ] {
            for most_bytes in [0, 300, BATCH] {
                assert!(built(&path, &parts, most_bytes) == once, "{parts:?}");
            }
        }
    }
}

/// Compares a store with a plain reading of the answers.
fn check(store: &Store, all: &[(String, Answer)]) {
    let keys: BTreeSet<&String> = all.iter().map(|(key, _)| key).collect();
    let mut bodies = BTreeSet::new();
    let mut count = 0;
    for key in &keys {
        let own = all.iter().filter(|(other, _)| other == *key);
        let own: Vec<&Answer> = own.map(|(_, answer)| answer).collect();
        let state = |one: &Answer| {
            let body = one.body.as_deref().map(<[u8]>::to_vec);
            (one.at, one.status, one.location.clone(), body)
        };
        let states: BTreeSet<_> = own.iter().map(|one| state(one)).collect();
        let found = store.observations(key).unwrap();
        assert_eq!(found.len(), states.len());
        assert!(found.is_sorted_by_key(|one| one.at));
        for one in &found {
            let answer = store.answer(key, one).unwrap();
            assert!(states.contains(&state(&answer)));
            let same: Vec<&&Answer> = own
                .iter()
                .filter(|own| state(own) == state(&answer))
                .collect();
            let id = same.iter().filter_map(|one| one.record_id.clone()).min();
            assert_eq!(one.record_id, id);
            let most = same.iter().filter_map(|one| one.body.as_ref());
            assert_eq!(answer.body.as_ref(), most.max());
            if let (Some(body), Some(kept)) = (one.body, &answer.body) {
                bodies.insert(body.digest);
                let octets = store.body(&body.digest).unwrap();
                assert_eq!(octets.as_deref(), Some(&**kept));
            }
        }
        count += found.len() as u64;
        held(store, key, &own);
    }
    let times = all.iter().map(|(_, answer)| answer.at);
    let documents = keys.iter().filter(|key| key.ends_with("xml")).count() as u64;
    let expected = Holdings {
        sites: keys.len() as u64 - documents,
        documents,
        observations: count,
        bodies: bodies.len() as u64,
        span: times.clone().min().zip(times.max()),
        digest: store.holdings().unwrap().digest,
    };
    assert_eq!(store.holdings(), Ok(expected));
}

/// Compares the answer that counts without a time.
fn held(store: &Store, key: &str, own: &[&Answer]) {
    let highest = own.iter().copied().max_by(|one, other| one.rank(other));
    let got = store.get(key).unwrap();
    let state = |one: &Answer| (one.at, one.status, one.location.clone(), one.body.clone());
    assert_eq!(got.as_ref().map(state), highest.map(state));
}

#[test]
fn a_b_a_are_three_runs_and_a_failure_leaves_the_copy() {
    let folder = StoreFolder::new("runs");
    let path = folder.0.join("a.store");
    let site = String::from("https://a.example");
    let of = |at: i64, status: u16, body: &str| Answer {
        body: Some(StoredBody::whole(body.into())),
        record_id: Some(format!("urn:test:{at}")),
        ..answer(at, status)
    };
    let answers = [
        of(10, 200, "A"),
        of(20, 200, "A"),
        of(30, 200, "B"),
        of(40, 503, ""),
        of(50, 200, "A"),
    ];
    let answers = answers.map(|answer| (site.clone(), answer)).to_vec();
    let store = put(&path, BATCH, &answers);
    let found = store.observations(&site).unwrap();
    let runs: Vec<(i64, i64, usize)> = runs(&found)
        .iter()
        .map(|run| (run.first.at, run.last.at, run.count))
        .collect();
    assert_eq!(runs, [(10, 20, 2), (30, 30, 1), (40, 40, 1), (50, 50, 1)]);
    let bodies = store.holdings().map(|holdings| holdings.bodies);
    assert_eq!(bodies, Ok(3), "that of the failure too");
    let at = |at| {
        let joined = store
            .joined(&site, When::Capture { at, within: 0 })
            .unwrap();
        Some((joined.answer?.at, joined.why))
    };
    assert_eq!(at(9), Some((10, Some(Why::Later))));
    assert_eq!(at(15), Some((10, None)), "the run lasts");
    assert_eq!(at(45), Some((30, Some(Why::Earlier))), "the copy");
    assert_eq!(at(60), Some((50, Some(Why::Earlier))));
}

#[test]
fn a_form_that_is_cut_or_forged_is_none() {
    let mut place = Place::default();
    let mut numbers = Numbers(3);
    for _ in 0..9 {
        place.add(drawn(&mut numbers).1);
    }
    let bytes = place.to_bytes();
    assert_eq!(Place::of_bytes(&bytes), Some(place));
    for end in 0..bytes.len() {
        assert_eq!(Place::of_bytes(&bytes[..end]), None);
    }
    for at in 0..bytes.len() {
        for byte in [0, 1, 0x7F, 0x80, 0xFF] {
            let mut other = bytes.clone();
            other[at] = byte;
            // It never panics, and takes no memory for a number that was forged.
            let _ = Place::of_bytes(&other);
        }
    }
}

/// Which observation that is, `history` tests.
#[test]
fn a_page_is_joined_with_the_answer_of_its_time() {
    let folder = StoreFolder::new("joined");
    let path = folder.0.join("a.store");
    let mut numbers = Numbers(11);
    let mut seen = BTreeSet::new();
    for _ in 0..60 {
        let count = numbers.below(12);
        let all: Vec<_> = (0..count).map(|_| drawn(&mut numbers)).collect();
        let _ = fs::remove_file(&path);
        let store = put(&path, BATCH, &all);
        for site in 0..3 {
            let key = format!("https://{site}.example");
            let found = store.observations(&key).unwrap();
            let history = History::new(&found);
            for within in [0, 2, 5] {
                for at in -20..45 {
                    let when = When::Capture { at, within };
                    let joined = store.joined(&key, when).unwrap();
                    let got = joined.answer.as_ref().map(|answer| (answer.at, joined.why));
                    let chosen = history.at(at, within);
                    let wanted = chosen.map(|chosen| (chosen.observation.at, chosen.why));
                    assert_eq!(got, wanted, "{at} {within} {found:?}");
                    seen.insert((got.is_some(), joined.why));
                    assert!(joined.span.has(at));
                    // It holds for every time of its span.
                    for other in [joined.span.since, joined.span.until] {
                        let other = When::Capture {
                            at: other.clamp(-99, 99),
                            within,
                        };
                        assert_eq!(store.joined(&key, other).unwrap().answer, joined.answer);
                    }
                }
            }
        }
    }
    let whys = [None, Some(Why::Earlier), Some(Why::Later)];
    let expected = whys
        .map(|why| (true, why))
        .into_iter()
        .chain([(false, None)]);
    assert_eq!(seen, expected.collect());
}
