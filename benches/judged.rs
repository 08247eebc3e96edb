//! Judges every page of a folder for one agent, with the library alone: the measure of what the Python package adds.
//!
//! `judged FOLDER ROUNDS` prints the nanoseconds of CPU that a page takes: the least of the rounds.

use std::hint::black_box;
use std::time::Instant;

use robots_policy::{Client, MetaExtractor, Policy, Timestamp};

/// The fields of each response, which `benches/python.py` has too.
const FIELDS: &str = include_str!("judged.http");

fn main() {
    let mut args = std::env::args().skip(1);
    let folder = args.next().expect("judged FOLDER ROUNDS");
    let rounds: u32 = args
        .next()
        .and_then(|text| text.parse().ok())
        .expect("judged FOLDER ROUNDS");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let pages: Vec<Vec<u8>> = files
        .iter()
        .map(|file| std::fs::read(file).unwrap())
        .collect();
    let mut headers = http::HeaderMap::new();
    for (name, value) in FIELDS.lines().filter_map(|line| line.split_once(": ")) {
        headers.insert(name, value.parse().unwrap());
    }
    let me = Client::new("ExampleBot").unwrap();
    let now = Timestamp::from_unix(1_790_000_000);
    let least = (0..rounds).map(|_| {
        let began = Instant::now();
        for page in &pages {
            let mut metas = MetaExtractor::from_headers(&headers).with_client(&me);
            let _ = metas.feed(black_box(page));
            let policy = Policy::new()
                .with_headers(&headers)
                .with_document(metas.finish());
            black_box(policy.verdict(&me, "https://example.com/page", now).index());
        }
        began.elapsed().as_nanos()
    });
    println!("{}", least.min().unwrap() / pages.len() as u128);
}
