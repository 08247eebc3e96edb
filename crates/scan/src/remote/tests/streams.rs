//! Files that arrive whole, however often the connection breaks.

use robots_policy_kit::server::{LAST_CHUNK, answer, chunked, cut, redirect};

use super::*;

#[test]
fn a_file_is_read_in_one_request() {
    let server = right();
    let mut opened = remote(&server).open().unwrap();
    let opening = opened.opening().clone();
    assert_eq!((opening.length, opening.serves_ranges), (Some(3000), true));
    let mut read = Vec::new();
    opened.read_to_end(&mut read).unwrap();
    assert!(read == bytes(1));
    assert_eq!(opened.read(&mut [0]).unwrap(), 0);
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        asked[0].field("User-Agent"),
        Some(&*format!("robots-policy/{version}"))
    );
    assert_eq!(asked[0].field("Accept-Encoding"), Some("identity"));
    assert_eq!(asked[0].field("Range"), None);
}

#[test]
fn a_connection_that_breaks_at_any_place_is_resumed() {
    for place in [0, 1, 9, 511, 512, 513, 1000, 2992, 2999] {
        for then in [Then::Close, Then::Reset] {
            let server = server(move |count, asked| {
                let answer = file(asked, ETAG, &bytes(1));
                if count == 0 {
                    (cut(answer, place), then)
                } else {
                    (answer, Then::Keep)
                }
            });
            assert!(whole(&server) == Ok(bytes(1)), "{place}");
            let asked = server.asked();
            // The bytes of a reset may be lost.
            let from = place.saturating_sub(512);
            let range = (from > 0).then(|| format!("bytes={from}-"));
            if then == Then::Close {
                assert_eq!(ranges(&server), [None, range.clone()]);
                let validator = asked[1].field("If-Range");
                assert_eq!(validator, range.map(|_| "\"a\""), "{place}");
            }
        }
    }
}

#[test]
fn a_connection_that_breaks_after_the_last_byte_has_given_the_file() {
    let server = server(|_, asked| (file(asked, ETAG, &bytes(1)), Then::Close));
    assert!(whole(&server) == Ok(bytes(1)));
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn every_new_byte_renews_the_attempts() {
    let server = server(|count, asked| {
        let end = (97 * (count + 1)).min(3000);
        let answer = file(asked, "", &bytes(1));
        (cut(answer, end - from(asked)), Then::Close)
    });
    assert!(whole(&server) == Ok(bytes(1)));
    assert!(server.asked().len() > 20);
}

#[test]
fn a_server_without_ranges_sends_the_file_again() {
    for fields in ["", ETAG, "Last-Modified: Wed, 25 Nov 2026 15:00:00 GMT\r\n"] {
        let server = server(move |count, _| {
            let places = [700, 600, 1900, 3000];
            (cut(ok(fields, bytes(1)), places[count]), Then::Close)
        });
        let mut opened = remote(&server).open().unwrap();
        assert!(!opened.opening().serves_ranges);
        let mut read = Vec::new();
        opened.read_to_end(&mut read).unwrap();
        assert!(read == bytes(1));
    }
}

#[test]
fn a_body_without_a_length_ends_with_its_last_chunk() {
    // In a chunk, between chunks, and before the last one, which has no bytes.
    for (place, serves_ranges) in [0, 1, 999, 1000, 3000]
        .into_iter()
        .flat_map(|place| [(place, true), (place, false)])
    {
        let server = server(move |count, asked| {
            let bytes = bytes(1);
            let (first, second) = bytes.split_at(1000);
            let whole = chunked("", &[first, second]);
            if count == 0 {
                let part = chunked(
                    "",
                    &[&first[..place.min(1000)], &second[..place.max(1000) - 1000]],
                );
                return (part, Then::Close);
            }
            if serves_ranges && asked.field("Range").is_some() {
                return (file(asked, "", &bytes), Then::Keep);
            }
            ([whole, LAST_CHUNK.to_vec()].concat(), Then::Keep)
        });
        assert!(whole(&server) == Ok(bytes(1)), "{place}");
        assert_eq!(server.asked().len(), 2);
    }
    let server = server(|_, _| (chunked("", &[&bytes(1)]), Then::Close));
    assert_eq!(
        whole(&server).unwrap_err(),
        "after 3,000 bytes: the connection ended before the answer did; tried 6 times"
    );
}

#[test]
fn an_empty_file_is_one() {
    let server = server(|_, asked| (file(asked, ETAG, b""), Then::Keep));
    assert_eq!(whole(&server), Ok(Vec::new()));
}

#[test]
fn a_busy_server_is_asked_again_later() {
    for status in [
        "408 Request Timeout",
        "425 Too Early",
        "429 Too Many Requests",
        "500 Internal Server Error",
        "502 Bad Gateway",
        "503 Service Unavailable",
        "504 Gateway Timeout",
    ] {
        for (after, refused) in [("", 5), ("Retry-After: 0\r\n", 5), ("", 6)] {
            let server = server(move |count, asked| {
                if count < refused {
                    return (answer(status, after, "later"), Then::Keep);
                }
                (file(asked, ETAG, &bytes(1)), Then::Keep)
            });
            let read = whole(&server);
            assert_eq!(server.asked().len(), 6);
            if refused == 5 {
                assert!(read == Ok(bytes(1)), "{status}");
            } else {
                let why = format!("the server answered {status}; tried 6 times");
                assert_eq!(read, Err(why));
            }
        }
    }
}

#[test]
fn a_server_that_throttles_in_the_middle_is_asked_again() {
    let server = server(|count, asked| {
        let answer = file(asked, ETAG, &bytes(1));
        match count % 4 {
            0 => (cut(answer, 1000), Then::Close),
            _ => (
                robots_policy_kit::server::answer(
                    "503 Service Unavailable",
                    "Retry-After: 0\r\n",
                    "",
                ),
                Then::Keep,
            ),
        }
    });
    assert!(whole(&server) == Ok(bytes(1)));
}

#[test]
fn other_statuses_fail_at_once() {
    for status in [
        "404 Not Found",
        "403 Forbidden",
        "410 Gone",
        "204 No Content",
        "501 Not Implemented",
        "304 Not Modified",
    ] {
        let server = server(move |_, _| (answer(status, "", ""), Then::Keep));
        assert_eq!(whole(&server), Err(format!("the server answered {status}")));
        assert_eq!(server.asked().len(), 1);
    }
}

#[test]
fn a_redirect_is_followed_in_every_request() {
    let server = server(|count, asked| {
        let answer = file(asked, ETAG, &bytes(1));
        match asked.path.as_str() {
            "/file" => (redirect(302, "there?signed"), Then::Keep),
            _ if count == 1 => (cut(answer, 1000), Then::Close),
            _ => (answer, Then::Keep),
        }
    });
    assert!(whole(&server) == Ok(bytes(1)));
    assert_eq!(
        server.paths(),
        ["/file", "/there?signed", "/file", "/there?signed"]
    );
}

#[test]
fn redirects_have_an_end() {
    let hops = |most: usize| {
        server(move |count, asked| {
            if count < most {
                return (redirect(301, &format!("/{count}")), Then::Keep);
            }
            (file(asked, ETAG, &bytes(1)), Then::Keep)
        })
    };
    assert!(whole(&hops(10)) == Ok(bytes(1)));
    let why = whole(&hops(11)).unwrap_err();
    assert!(
        why.ends_with("redirects once more after 10 redirects"),
        "{why}"
    );
    for (place, why) in [
        ("/file", "redirects in a circle"),
        ("ftp://a.example/", "its scheme is ftp"),
    ] {
        let server = server(move |_, _| (redirect(302, place), Then::Keep));
        let said = whole(&server).unwrap_err();
        assert!(said.contains(why), "{said}");
        assert_eq!(server.asked().len(), 1);
    }
    let server = server(|_, _| (redirect(302, "http://127.0.0.1:9/gone"), Then::Keep));
    assert!(whole(&server).unwrap_err().contains("no connection"));
    assert_eq!(server.asked().len(), 6);
}

/// Silent at its first requests, each in another part of the answer.
#[test]
fn a_silent_connection_counts_as_cut() {
    let count = AtomicUsize::new(0);
    let server = Server::start(move |asked, stream| {
        let answer = file(asked, ETAG, &bytes(1));
        let sent = match count.fetch_add(1, Ordering::Relaxed) {
            0 => 0,
            1 => 20,
            2 => answer.len() - 2000,
            _ => answer.len(),
        };
        let _ = stream.write_all(&answer[..sent]);
        if sent < answer.len() {
            std::thread::park();
        }
        Then::Keep
    });
    let remote = of_patience(&server, Duration::from_millis(300));
    assert!(opened(&remote) == Ok(bytes(1)));
    assert!(ranges(&server).contains(&Some(String::from("bytes=488-"))));
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
    let later = server(|_, _| {
        (
            answer("503 Service Unavailable", "Retry-After: 60\r\n", ""),
            Then::Keep,
        )
    });
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
        assert_eq!(opened(&remote), Err(String::from("the run was ended")));
        asks.join().unwrap();
    }
    let remote = remote(&silence(b""));
    remote.interrupt.ask();
    let version = remote.version().map_err(|error| error.to_string());
    assert_eq!(version, Err(String::from("the run was ended")));
}
