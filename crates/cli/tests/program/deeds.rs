//! Misbehaviour of servers.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use robots_policy_kit::server::{Asked, Then};

/// The behaviour of a server on one request.
pub(crate) type Deed = fn(&Asked, &mut TcpStream) -> Then;

pub(crate) fn sent(stream: &mut TcpStream, bytes: &str, then: Then) -> Then {
    let _ = stream.write_all(bytes.as_bytes());
    then
}

/// Sends a beginning, and then one piece repeatedly without end.
pub(crate) fn flood(stream: &mut TcpStream, first: &str, again: &str) -> Then {
    let _ = stream.write_all(first.as_bytes());
    let many = again.repeat(4096 / again.len() + 1);
    while stream.write_all(many.as_bytes()).is_ok() {}
    Then::Close
}

pub(crate) fn silent(stream: &mut TcpStream, first: &str) -> Then {
    let _ = stream.write_all(first.as_bytes());
    thread::sleep(Duration::from_secs(5));
    Then::Close
}

pub(crate) fn drip(stream: &mut TcpStream, first: &str, again: &str) -> Then {
    let _ = stream.write_all(first.as_bytes());
    while stream.write_all(again.as_bytes()).is_ok() {
        thread::sleep(Duration::from_millis(100));
    }
    Then::Close
}

pub(crate) const CUT: &str = "the connection ended before the answer did";
pub(crate) const NO_HTTP: &str = "the answer is not HTTP: ";
// Of silence, too, the end of the answer is the first to be missed.
pub(crate) const LATE: &str = "the answer did not end within 2s";

/// A name, the behaviour of the server, and the message about it.
pub(crate) const DEEDS: &[(&str, Deed, &str)] = &[
    ("no answer, a reset", |_, _| Then::Reset, CUT),
    ("no answer, the end", |_, _| Then::Close, CUT),
    (
        "a reset in the fields",
        |_, s| sent(s, "HTTP/1.1 200 OK\r\nA: ", Then::Reset),
        CUT,
    ),
    (
        "the end in the fields",
        |_, s| sent(s, "HTTP/1.1 200 OK\r\nA: b\r\n", Then::Close),
        CUT,
    ),
    (
        "a reset in a body with a length",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<title>",
                Then::Reset,
            )
        },
        CUT,
    ),
    (
        "a reset in a body without one",
        |_, s| sent(s, "HTTP/1.1 200 OK\r\n\r\n<title>", Then::Reset),
        CUT,
    ),
    (
        "a length that is too long",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<title>",
                Then::Close,
            )
        },
        CUT,
    ),
    (
        "the longest length",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551615\r\n\r\n<title>",
                Then::Close,
            )
        },
        CUT,
    ),
    (
        "a length beyond all numbers",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n<title>",
                Then::Close,
            )
        },
        NO_HTTP,
    ),
    (
        "a length below all",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n<title>",
                Then::Close,
            )
        },
        NO_HTTP,
    ),
    (
        "two lengths",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nContent-Length: 8\r\n\r\n<title>x",
                Then::Keep,
            )
        },
        NO_HTTP,
    ),
    (
        "a chunk without a size",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                Then::Keep,
            )
        },
        NO_HTTP,
    ),
    (
        "a chunk of a size beyond all numbers",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\n<title>",
                Then::Keep,
            )
        },
        NO_HTTP,
    ),
    (
        "a chunk that is longer than its stated size",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<title>\r\n0\r\n\r\n",
                Then::Keep,
            )
        },
        NO_HTTP,
    ),
    (
        "a chunk that is shorter than its stated size",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n99\r\n<title>",
                Then::Close,
            )
        },
        CUT,
    ),
    (
        "no last chunk",
        |_, s| {
            sent(
                s,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n<title>\r\n",
                Then::Close,
            )
        },
        CUT,
    ),
    (
        "a status that is not a number",
        |_, s| sent(s, "HTTP/1.1 2xx OK\r\n\r\n", Then::Close),
        NO_HTTP,
    ),
    (
        "no HTTP",
        |_, s| sent(s, "<html>\r\n\r\n", Then::Close),
        NO_HTTP,
    ),
    (
        "fields for ever",
        |_, s| flood(s, "HTTP/1.1 200 OK\r\n", "X: y\r\n"),
        "its header block ",
    ),
    (
        "a field for ever",
        |_, s| flood(s, "HTTP/1.1 200 OK\r\nX: ", "y"),
        "its header block is larger than 65536 bytes",
    ),
    (
        "a status line for ever",
        |_, s| flood(s, "HTTP/1.1 200 ", "OK"),
        "its header block is larger than 65536 bytes",
    ),
    (
        "early hints for ever",
        |_, s| flood(s, "", "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n"),
        "its header block is larger than 65536 bytes",
    ),
    (
        "early hints now and then",
        |_, s| drip(s, "", "HTTP/1.1 103 Early Hints\r\n\r\n"),
        LATE,
    ),
    ("silence", |_, s| silent(s, ""), LATE),
    (
        "silence in the fields",
        |_, s| silent(s, "HTTP/1.1 200 OK\r\nA: b"),
        LATE,
    ),
    (
        "silence in the body",
        |_, s| silent(s, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<title>"),
        LATE,
    ),
    (
        "fields now and then",
        |_, s| drip(s, "HTTP/1.1 200 OK\r\nA: ", "b"),
        LATE,
    ),
    (
        "a body now and then",
        |_, s| {
            drip(
                s,
                "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n<title>",
                "b",
            )
        },
        LATE,
    ),
];
