//! `robots-policy scan` and `robots-store build` on archives at addresses.

mod failures;
mod names;
mod ranges;
mod resume;
mod rows;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;

use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::server::{Asked, Server, Then, file};

/// An archive of `count` responses.
fn archive(seed: u64, count: usize) -> Vec<u8> {
    let mut writer = Writer::new(Packing::Gzip);
    writer.crawl(&mut Numbers(seed), count);
    writer.bytes
}

/// A server that is given the path of each request without its first slash, and how often it was requested before.
fn site(answer: impl Fn(&str, usize, &Asked) -> (Vec<u8>, Then) + Send + Sync + 'static) -> Server {
    let counts: Mutex<BTreeMap<String, usize>> = Mutex::default();
    Server::start(move |asked, stream| {
        let path = asked.path.trim_start_matches('/');
        let before = {
            let mut counts = counts.lock().unwrap();
            let count = counts
                .entry(format!("{} {path}", method(asked)))
                .or_default();
            *count += 1;
            *count - 1
        };
        let (answer, then) = answer(path, before, asked);
        let _ = stream.write_all(&answer);
        then
    })
}

fn method(asked: &Asked) -> &str {
    asked.head.split(' ').next().unwrap()
}

/// A server that has this archive at every path.
fn right(bytes: Vec<u8>) -> Server {
    site(move |_, _, asked| (file(asked, ETAG, &bytes), Then::Keep))
}

/// The rows of a table, with another name of the archive.
fn rows(table: &Path, archive: &str, named: &str) -> String {
    let rows = fs::read_to_string(table).unwrap();
    assert!(rows.contains(archive), "{}", table.display());
    rows.replace(archive, named)
}

const ETAG: &str = "ETag: \"a\"\r\n";
