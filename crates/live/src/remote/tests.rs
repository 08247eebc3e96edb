//! Files at addresses, read by several workers and in a run that ends. What servers write down, right or wrong, is in files beside
//! this one, which [`crate::exchanges`] does.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)] // a test fails by panicking

use std::io::Write as _;

use robots_policy_kit::bytes::bytes;
use robots_policy_kit::server::{Server, Then, answer, file};

use super::*;

/// The bytes of the file.
fn whole() -> Vec<u8> {
    bytes(r"\NOISE{1 3000}")
}

/// A server that has the file, and keeps its connections.
fn right() -> Server {
    Server::start(|asked, stream| {
        let _ = stream.write_all(&file(asked, "ETag: \"a\"\r\n", &whole()));
        Then::Keep
    })
}

/// The file of a server, with pauses that a test does not notice.
fn remote(server: &Server) -> Remote {
    let pause = Duration::from_millis(1);
    let web = Web::hasty(ClientSettings::new("test"), SILENCE, pause);
    let url = Url::parse(&server.url("/file")).unwrap();
    Remote::new(&web, url, &Interrupt::default())
}

#[test]
fn a_reader_that_stops_at_the_last_byte_leaves_the_connection() {
    let server = right();
    let remote = remote(&server);
    for offset in 0..50 {
        let mut part = remote.range(offset, 100).unwrap();
        part.read_exact(&mut [0; 100]).unwrap();
    }
    assert!(server.asked().iter().all(|asked| asked.connection == 1));
}

#[test]
fn several_workers_read_ranges_of_one_file() {
    let server = right();
    let remote = remote(&server);
    std::thread::scope(|scope| {
        for worker in 0..8 {
            let remote = &remote;
            scope.spawn(move || {
                for step in 0..20 {
                    let offset = worker * 300 + step;
                    let mut read = Vec::new();
                    let mut range = remote.range(offset as u64, 200).unwrap();
                    range.read_to_end(&mut read).unwrap();
                    assert_eq!(read, whole()[offset..offset + 200]);
                }
            });
        }
    });
}

#[test]
fn a_run_that_ends_does_not_wait_for_a_silent_server() {
    let silence = |first: &'static [u8]| {
        Server::start(move |_, stream| {
            let _ = stream.write_all(first);
            std::thread::park();
            Then::Close
        })
    };
    let (head, body) = (
        silence(b""),
        silence(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"),
    );
    let later = answer("503 Service Unavailable", "Retry-After: 60\r\n", "");
    let later = Server::of(later);
    for server in [head, body, later] {
        let remote = remote(&server);
        let interrupt = remote.interrupt.clone();
        let asks = std::thread::spawn(move || {
            while server.asked().is_empty() {
                std::thread::yield_now();
            }
            interrupt.ask();
            server
        });
        let opened = remote
            .open()
            .and_then(|mut file| file.read_to_end(&mut Vec::new()));
        assert_eq!(opened.unwrap_err().to_string(), "the run was ended");
        asks.join().unwrap();
    }
    let remote = remote(&silence(b""));
    remote.interrupt.ask();
    let version = remote.version().map_err(|error| error.to_string());
    assert_eq!(version, Err(String::from("the run was ended")));
}
