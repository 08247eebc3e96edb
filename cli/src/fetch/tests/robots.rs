use std::io::Write;

use super::server::{Server, Then, answer, ok, redirect};
use super::*;

fn robots_of(server: &Server, most: usize) -> RobotsAnswer {
    client().robots_txt(&Url::parse(&server.url("/a/b?c#d")).unwrap(), most)
}

fn response(status: u16, cache_control: Option<&str>, body: &[u8]) -> RobotsEnd {
    RobotsEnd::Response {
        status,
        cache_control: cache_control.map(str::to_owned),
        body: body.to_vec(),
    }
}

#[test]
fn robots_txt_is_asked_for_at_its_place() {
    let server = Server::of(ok(
        "Cache-Control: public\r\nCache-Control: max-age=60\r\n",
        "Disallow: /",
    ));
    let answer = robots_of(&server, 1000);
    assert_eq!(
        answer.end,
        response(200, Some("public, max-age=60"), b"Disallow: /")
    );
    assert_eq!(server.paths(), ["/robots.txt"]);
    assert_eq!(answer.error, None);
}

#[test]
fn r_64_statuses_come_as_they_are() {
    for status in [204, 304, 401, 404, 410, 429, 500, 503] {
        let server = Server::of(answer(
            &format!("{status} Word"),
            "",
            if status < 400 { "" } else { "<h1>no</h1>" },
        ));
        assert_eq!(
            robots_of(&server, 1000).end,
            response(status, None, b""),
            "{status}"
        );
    }
}

#[test]
fn r_64_redirects_end_at_another_authority_or_too_late() {
    let there = Server::start_at("127.0.0.2:0", |asked, stream| {
        let bytes = if asked.path == "/robots.txt" {
            ok("", "Allow: /")
        } else {
            redirect(301, "/robots.txt")
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let place = there.url("/elsewhere");
    let found = robots_of(
        &Server::start(move |_, stream| {
            stream.write_all(&redirect(302, &place)).unwrap();
            Then::Keep
        }),
        1000,
    );
    assert_eq!(found.end, response(200, None, b"Allow: /"));
    let leaves: Vec<bool> = found.hops.iter().map(Hop::leaves_authority).collect();
    assert_eq!(
        (leaves, found.hops.last().map(|hop| hop.to.as_str())),
        (vec![true, false], Some(there.url("/robots.txt").as_str()))
    );

    let server = Server::start(|asked, stream| {
        stream
            .write_all(&redirect(307, &format!("{}x", asked.path)))
            .unwrap();
        Then::Keep
    });
    let many = robots_of(&server, 1000);
    assert_eq!((many.end, many.hops.len()), (response(307, None, b""), 5));
    assert_eq!(many.error.unwrap().problem(), &Problem::Redirects(5));
    assert_eq!(server.paths().len(), 6);

    let circle = robots_of(&Server::of(redirect(301, "/robots.txt")), 1000);
    assert_eq!(circle.end, response(301, None, b""));
    assert!(matches!(circle.error.unwrap().problem(), Problem::Loop(_)));
}

#[test]
fn a_large_robots_txt_is_cut_one_byte_behind_the_limit() {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        while stream.write_all(&[b'a'; 8192]).is_ok() {}
        Then::Close
    });
    let RobotsEnd::Response { body, .. } = robots_of(&server, 100_000).end else {
        panic!("no response")
    };
    assert_eq!(body.len(), 100_001);
    let server = Server::of(ok("", "a".repeat(100)));
    assert_eq!(
        robots_of(&server, 100).end,
        response(200, None, &[b'a'; 100])
    );
}

#[test]
fn r_64_what_breaks_off_and_what_cannot_be_decoded_are_told_apart() {
    let server = Server::with(
        "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nDisallow: /",
        Then::Close,
    );
    let cut = robots_of(&server, 1000);
    assert_eq!(
        (cut.end, cut.error.unwrap().problem()),
        (RobotsEnd::NetworkError, &Problem::Cut)
    );
    for coding in ["gzip", "foo"] {
        let server = Server::of(ok(
            &format!("Content-Encoding: {coding}\r\n"),
            "Disallow: /",
        ));
        let answer = robots_of(&server, 1000);
        assert_eq!(answer.end, RobotsEnd::Undecodable);
        assert!(answer.error.is_some());
    }
}
