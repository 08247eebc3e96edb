//! Files at addresses of servers that break off, throttle, lie, and change their files.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)] // a test fails by panicking

mod ranges;
mod streams;
mod trust;

use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use robots_policy_kit::server::{Asked, Server, Then, file, ok};

use super::*;

/// Bytes without a repetition near each other.
fn bytes(seed: u32) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..3000).map(|_| next()).collect()
}

/// A server that is given the number of each request, from 0, and writes the answer.
fn server(answer: impl Fn(usize, &Asked) -> (Vec<u8>, Then) + Send + Sync + 'static) -> Server {
    let count = AtomicUsize::new(0);
    Server::start(move |asked, stream| {
        let (answer, then) = answer(count.fetch_add(1, Ordering::Relaxed), asked);
        let _ = stream.write_all(&answer);
        then
    })
}

/// A server that has the file, and keeps its connections.
fn right() -> Server {
    server(|_, asked| (file(asked, ETAG, &bytes(1)), Then::Keep))
}

/// The file of a server, with pauses that a test does not notice.
fn remote(server: &Server) -> Remote {
    of_patience(server, SILENCE)
}

/// The file of a server, read by a client that waits this long for a byte.
fn of_patience(server: &Server, silence: Duration) -> Remote {
    let pause = Duration::from_millis(1);
    let web = Web::hasty(ClientSettings::new("test"), silence, pause);
    let url = Url::parse(&server.url("/file")).unwrap();
    Remote::new(&web, url, &Interrupt::default())
}

/// The whole file, or the reason why it cannot be read.
fn whole(server: &Server) -> Result<Vec<u8>, String> {
    opened(&remote(server))
}

fn opened(remote: &Remote) -> Result<Vec<u8>, String> {
    let file = remote.open();
    read(file.map(|file| Box::new(file) as Box<dyn Read + Send>))
}

fn range(remote: &Remote, offset: u64, length: u64) -> Result<Vec<u8>, String> {
    read(remote.range(offset, length))
}

fn read(opened: io::Result<Box<dyn Read + Send>>) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = opened.and_then(|mut file| file.read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| error.to_string())
}

/// The first byte that was requested.
fn from(asked: &Asked) -> usize {
    let range = asked.field("Range").unwrap_or("bytes=0-");
    let (from, _) = range["bytes=".len()..].split_once('-').unwrap();
    from.parse().unwrap()
}

/// The ranges that were requested.
fn ranges(server: &Server) -> Vec<Option<String>> {
    let asked = server.asked();
    let range = |asked: &Asked| asked.field("Range").map(str::to_owned);
    asked.iter().map(range).collect()
}

const ETAG: &str = "ETag: \"a\"\r\n";
