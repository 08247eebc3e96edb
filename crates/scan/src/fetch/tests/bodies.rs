use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::*;
use robots_policy_kit::server::{Server, Then, answer, ok};

#[test]
fn a_body_comes_whole_however_its_end_is_marked() {
    for (bytes, then) in [
        (ok("", "abcdef"), Then::Keep),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3;x=y\r\ndef\r\n0\r\nTrailer: 1\r\n\r\n".to_vec(), Then::Keep),
        (b"HTTP/1.1 200 OK\r\n\r\nabcdef".to_vec(), Then::Close),
        (b"HTTP/1.0 200 OK\r\n\r\nabcdef".to_vec(), Then::Close),
        (b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcdef".to_vec(), Then::Keep),
    ] {
        let server = Server::with(bytes.clone(), then);
        let (body, end) = get(&client(), &server.url("/"));
        assert_eq!((body.as_slice(), end), (&b"abcdef"[..], Ok(BodyEnd::Whole)), "{}", bytes.escape_ascii());
    }
}

#[test]
fn an_answer_without_a_body_has_an_empty_one() {
    for bytes in [
        answer("204 No Content", "", ""),
        b"HTTP/1.1 204 No Content\r\n\r\n".to_vec(),
        b"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n".to_vec(),
        ok("Content-Encoding: gzip\r\n", ""),
    ] {
        let server = Server::of(bytes);
        let (client, url) = (client(), server.url("/"));
        assert_eq!(get(&client, &url), (Vec::new(), Ok(BodyEnd::Whole)));
        assert_eq!(get(&client, &url), (Vec::new(), Ok(BodyEnd::Whole)));
        assert_eq!(server.asked()[1].connection, 1);
    }
}

#[test]
fn a_body_that_breaks_off_is_reported_and_the_received_part_is_kept() {
    for (head, then) in [
        ("Content-Length: 10", Then::Close),
        ("Content-Length: 10", Then::Reset),
        ("Transfer-Encoding: chunked", Then::Close),
        ("Transfer-Encoding: chunked", Then::Reset),
        // Its end is the end of the connection, but a reset does not count as one.
        ("X: y", Then::Reset),
    ] {
        let body = if head.starts_with('T') {
            "3\r\nabc\r\n"
        } else {
            "abc"
        };
        let server = Server::with(format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n{body}"), then);
        assert_eq!(
            get(&client(), &server.url("/")),
            (b"abc".to_vec(), Err(ProblemKind::Cut)),
            "{head}"
        );
    }
}

#[test]
fn bytes_after_the_length_cost_only_the_connection() {
    let server = Server::of(
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 500 Not this\r\n\r\n".to_vec(),
    );
    let (client, url) = (client(), server.url("/"));
    for _ in 0..2 {
        assert_eq!(get(&client, &url), (b"abc".to_vec(), Ok(BodyEnd::Whole)));
    }
    let connections: Vec<_> = server
        .asked()
        .iter()
        .map(|asked| asked.connection)
        .collect();
    assert_eq!(connections, [1, 2]);
}

#[test]
fn invalid_chunks_are_reported() {
    let server =
        Server::of(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n".to_vec());
    let (_, end) = get(&client(), &server.url("/"));
    assert!(matches!(end, Err(ProblemKind::Protocol(_))), "{end:?}");
}

/// A server that runs `work` on the connection until its client leaves, and then sends the result.
fn left_by<T: Send + 'static>(
    until_left: impl Fn(&mut TcpStream) -> T + Send + Sync + 'static,
) -> (Server, Receiver<T>) {
    let (left, leaves) = mpsc::channel();
    let left = Mutex::new(left);
    let server = Server::start(move |_, stream| {
        let _ = left.lock().unwrap().send(until_left(stream));
        Then::Close
    });
    (server, leaves)
}

/// Waits until a client has left; a client that never does fails the test instead of holding it up.
fn left<T>(leaves: &Receiver<T>) -> T {
    let never = "the server still has its client";
    leaves.recv_timeout(Duration::from_mins(1)).expect(never)
}

#[test]
fn a_server_that_falls_silent_is_left() {
    let (server, leaves) = left_by(|stream| {
        stream
            .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            .unwrap();
        // The request, and then the end of the connection.
        let _ = io::copy(stream, &mut io::sink());
    });
    let (body, end) = get(&impatient(Wait::Bytes), &server.url("/"));
    assert_eq!(
        (body.as_slice(), end),
        (&b"abc"[..], Err(timeout(Wait::Bytes)))
    );
    left(&leaves);
}

#[test]
fn a_server_that_drips_is_left() {
    let (server, leaves) = left_by(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        // A client that waits for all drips receives a whole body.
        (0..500).all(|_| {
            thread::sleep(Duration::from_millis(20));
            stream.write_all(b"a").is_ok()
        })
    });
    let (body, end) = get(&impatient(Wait::End), &server.url("/"));
    assert_eq!(end, Err(timeout(Wait::End)));
    assert!(!body.is_empty());
    assert!(!left(&leaves), "the client has taken every drip");
}

/// A server that sends [`ENDLESS`] bytes to a client that takes them, and how many it could send.
fn endless() -> (Server, Receiver<u64>) {
    left_by(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        let mut sent = 0;
        while sent < ENDLESS && stream.write_all(&[b'a'; 8192]).is_ok() {
            sent += 8192;
        }
        sent
    })
}

/// More bytes than the system buffers between a server that writes and a client that does not read.
const ENDLESS: u64 = 256 * 1024 * 1024;

/// A client that takes bodies of any length.
fn insatiable() -> HttpClient {
    client_of(ClientSettings {
        most_body: u64::MAX,
        ..settings()
    })
}

#[test]
fn a_reader_that_has_enough_stops_the_download() {
    let (server, leaves) = endless();
    let response = answered(&insatiable(), &server.url("/"));
    let mut left_to_read = 3;
    let end = response.read(|_| {
        left_to_read -= 1;
        if left_to_read > 0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_eq!(end, Ok(BodyEnd::Stopped));
    assert_eq!(left_to_read, 0);
    assert!(left(&leaves) < ENDLESS, "all was sent");
}

#[test]
fn a_body_that_is_not_read_is_not_downloaded() {
    let (server, leaves) = endless();
    drop(answered(&insatiable(), &server.url("/")));
    assert!(left(&leaves) < ENDLESS, "all was sent");
}

#[test]
fn a_body_ends_at_the_ceiling() {
    let (server, leaves) = endless();
    let client = client_of(ClientSettings {
        most_body: 100_000,
        ..settings()
    });
    let (body, end) = get(&client, &server.url("/"));
    assert_eq!(
        (body.len(), end),
        (100_000, Err(ProblemKind::LargeBody(100_000)))
    );
    assert!(left(&leaves) < ENDLESS, "all was sent");

    let server = Server::of(ok("", vec![b'a'; 100_000]));
    let (body, end) = get(&client, &server.url("/"));
    assert_eq!((body.len(), end), (100_000, Ok(BodyEnd::Whole)));
}

#[test]
fn a_connection_serves_again() {
    let server = Server::start(|asked, stream| {
        let bytes = if asked.path == "/robots.txt" {
            answer("404 Not Found", "", "none")
        } else {
            ok("", "page")
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let client = client();
    let page = Url::parse(&server.url("/page")).unwrap();
    let _ = robots_txt(&client, page.as_str(), 1000);
    for _ in 0..2 {
        assert_eq!(get(&client, page.as_str()).0, b"page");
    }
    let asked: Vec<_> = server
        .asked()
        .into_iter()
        .map(|asked| (asked.connection, asked.path))
        .collect();
    assert_eq!(
        asked,
        [
            (1, "/robots.txt".into()),
            (1, "/page".into()),
            (1, "/page".into())
        ]
    );
}

#[test]
fn a_connection_that_was_closed_meanwhile_is_replaced() {
    // The answer promises to keep the connection; the end comes with the next request.
    let server = Server::start(|asked, stream| {
        if asked.connection == 1 && asked.path == "/2" {
            return Then::Close;
        }
        stream
            .write_all(&ok("Connection: keep-alive\r\n", "page"))
            .unwrap();
        Then::Keep
    });
    let client = client();
    for path in ["/1", "/2"] {
        assert_eq!(get(&client, &server.url(path)).0, b"page");
    }
    assert_eq!(server.paths(), ["/1", "/2", "/2"]);
}
